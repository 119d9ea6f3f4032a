/**
 * The live recording: every call, masked, with a size limit.
 *
 * Receives calls from the node clients (`CallTap`), including secrets, and stores them masked. Nothing is written to disk here; pinned and
 * noted calls are saved by `pinned-calls.ts`.
 *
 * The latest calls are in a ring with a size limit: when it is full, the oldest are dropped and counted. Calls that are still referenced move
 * to a side store instead: calls with a pin or a note, calls whose answers the node client caches, calls behind figures on screen, and calls
 * whose frames, parts or further attempts are still here. The side store has a limit too: calls referenced only by figures are dropped first,
 * then cached ones. Pinned and noted calls are never dropped, so a full store refuses new pins.
 *
 * While recording is off, and after clearing it, calls are stored for the figures on screen but not listed: they can be opened from a figure
 * while they are in the ring.
 */

import { createHash } from 'node:crypto';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type CallPhases, type CallSummary, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { type TokenPermission, tokenPermissions } from '../../../shared/rpc/token-text.ts';
import type { Clock } from '../../platform/ports.ts';
import { redactText } from '../../platform/redact.ts';
import type { CallFailure } from '../../rpc/call-failure.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';
import type { BodyKeeper } from './body-keeper.ts';
import type { CallSource, RecordedBody, RecordedCall } from './call-source.ts';
import { ChangeLog } from './change-log.ts';
import { explainedLayer } from './explained-layer.ts';
import { type BodyMasking, maskBody, maskError, maskHeaders, maskParams, maskUrl } from './mask-recording.ts';
import { MemoryBody } from './recorded-body.ts';
import { ReplyTimes } from './reply-times.ts';

const MIB = 1024 * 1024;
/** Maximum size of the ring in bytes, including overhead. */
export const RING_CAP_BYTES = 256 * MIB;
/** Maximum size of the side store in bytes. */
export const SIDE_CAP_BYTES = 96 * MIB;
/** Share of it that remains after dropping calls. */
const SIDE_TARGET = 0.9;
/** Maximum size of pinned and noted calls in bytes. */
const PINNED_CAP_BYTES = 64 * MIB;
/** Measured overhead of a call besides its bodies: summary, headers, phases and list entries. */
export const RECORD_COST_BYTES = 1000;
/** Larger bodies are masked and stored by the body worker. */
const LARGE_BODY_BYTES = 256 * 1024;
/** Maximum number of calls behind figures on screen. */
export const MAX_REFERENCED = 2000;
/** Maximum number of calls dropped in one turn: a large body may displace most of the ring. */
const MAX_DROPPED_AT_ONCE = 2000;
const MAX_PREVIEW_LENGTH = 160;
const MAX_ERROR_LENGTH = 2000;
/** Maximum length of parameters read for the short rendering. */
const MAX_PARAMS_LENGTH = 16 * 1024;
const MAX_SHOWN_CHILDREN = 500;

export interface CallRecorderOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly bodies: BodyKeeper;
  readonly ringCapBytes?: number;
  readonly sideCapBytes?: number;
  readonly pinnedCapBytes?: number;
}

export interface RecorderCounts {
  readonly total: number;
  readonly errorCount: number;
  readonly frameCount: number;
  readonly pinnedCount: number;
  readonly inFlightCount: number;
  readonly droppedCount: number;
  /** Stored for figures without being listed. */
  readonly unlistedCount: number;
  /** Cleared, but can still be restored. */
  readonly clearedCount: number;
  readonly usedBytes: number;
  readonly capBytes: number;
  readonly endpointCount: number;
  readonly newestId: number;
}

/** Including bodies in memory. */
interface RestoredCall extends Omit<RecordedCall, 'request' | 'response'> {
  readonly request: MemoryBody;
  readonly response?: MemoryBody;
}

type SentHeaders = Pick<RecordedCall, 'requestHeaders' | 'tokenPermissions'>;

interface Body extends RecordedBody {
  /** Size in memory. */
  readonly heldBytes: number;
  drop?(): void;
}

interface Entry {
  summary: CallSummary;
  /** Methods by which its bodies are masked, if more than the method of its summary. */
  readonly methods?: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly tokenPermissions?: readonly TokenPermission[];
  readonly request: Body;
  responseHeaders?: Readonly<Record<string, string>>;
  response?: Body;
  isConnectionReused?: boolean;
  phases?: CallPhases;
  failure?: CallFailure;
  note?: string;
  cost: number;
  /** Number of references from the node client's cache. */
  keepCount: number;
  isListed: boolean;
  /** Whether it is in the side store. */
  isAside: boolean;
}

export class CallRecorder implements CallTap, CallSource {
  readonly id = LIVE_SOURCE;
  readonly replies = new ReplyTimes();
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #bodies: BodyKeeper;
  readonly #ringCapBytes: number;
  readonly #sideCapBytes: number;
  readonly #pinnedCapBytes: number;
  /** All calls, ordered by id. */
  readonly #entries = new Map<number, Entry>();
  /** Calls in the ring, oldest first. */
  readonly #ring = new Set<number>();
  /** Advances as calls leave the ring: a new iterator would skip the slots of all removed calls each time. */
  readonly #oldestInRing = this.#ring.values();
  #isTurning = false;
  /** Calls in the side store, least recently used first. */
  readonly #aside = new Set<number>();
  readonly #children = new Map<number, number[]>();
  /** Ids of calls behind figures, newest last. */
  readonly #referenced = new Set<number>();
  /** Cleared calls that can be restored, and whether they were listed. */
  readonly #cleared = new Map<number, boolean>();
  #clearedDropped = 0;
  readonly #changes = new ChangeLog();
  readonly #endpoints = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  /** Cache of masked headers: a connection sends the same with every call. */
  readonly #headers = new LruMap<string, SentHeaders>({ maxEntries: MAX_REMEMBERED });
  readonly #urls = new LruMap<string, string>({ maxEntries: MAX_REMEMBERED });
  #isRecording = true;
  #lastId = 0;
  #ringBytes = 0;
  #asideBytes = 0;
  #pinnedBytes = 0;
  #total = 0;
  #errorCount = 0;
  #frameCount = 0;
  #pinnedCount = 0;
  #inFlightCount = 0;
  #droppedCount = 0;

  constructor(options: CallRecorderOptions) {
    this.#clock = options.clock;
    this.#bodies = options.bodies;
    this.#ringCapBytes = options.ringCapBytes ?? RING_CAP_BYTES;
    this.#sideCapBytes = options.sideCapBytes ?? SIDE_CAP_BYTES;
    this.#pinnedCapBytes = options.pinnedCapBytes ?? PINNED_CAP_BYTES;
  }

  get revision(): number {
    return this.#changes.revision;
  }

  /** Number of listed calls. */
  get size(): number {
    return this.#total;
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  get counts(): RecorderCounts {
    return {
      total: this.#total,
      errorCount: this.#errorCount,
      frameCount: this.#frameCount,
      pinnedCount: this.#pinnedCount,
      inFlightCount: this.#inFlightCount,
      droppedCount: this.#droppedCount,
      unlistedCount: this.#entries.size - this.#total - this.#cleared.size,
      clearedCount: this.#cleared.size,
      usedBytes: this.#ringBytes + this.#asideBytes,
      capBytes: this.#ringCapBytes + this.#sideCapBytes,
      endpointCount: this.#endpoints.size,
      newestId: this.#lastId,
    };
  }

  /** Start time of the oldest listed call. */
  get oldestAtMs(): number | undefined {
    for (const { isListed, summary } of this.#entries.values()) {
      if (isListed) return summary.atMs;
    }
    return undefined;
  }

  /** Call back after every change; returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  get(id: number): RecordedCall | undefined {
    const entry = this.#entries.get(id);
    if (entry?.isAside === true) {
      this.#aside.delete(id);
      this.#aside.add(id);
    }
    return entry;
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  *summaries(): Generator<CallSummary> {
    for (const { summary, isListed } of this.#entries.values()) {
      if (isListed) yield summary;
    }
  }

  /** Return the newest 500, oldest first. */
  childrenOf(id: number): readonly CallSummary[] {
    return (this.#children.get(id) ?? []).slice(-MAX_SHOWN_CHILDREN).flatMap((child) => this.#entries.get(child)?.summary ?? []);
  }

  /** Return the summary of a listed call. */
  listed(id: number): CallSummary | undefined {
    const entry = this.#entries.get(id);
    return entry?.isListed === true ? entry.summary : undefined;
  }

  changedSince(revision: number): readonly number[] | undefined {
    return this.#changes.since(revision);
  }

  begin(start: CallStart): number {
    this.#lastId += 1;
    const id = this.#lastId;
    const { method, methods, connectionId, connectionName, transport, kind, cause, parentId, attempt, tipsetKey } = start;
    const masking = methods ?? method;
    const sizeBytes = Buffer.byteLength(start.request);
    const summary: CallSummary = {
      id,
      atMs: this.#clock.nowMs(),
      connectionId,
      connectionName: redactText(connectionName),
      method: redactText(method),
      transport,
      kind,
      ...(parentId === undefined ? {} : { parentId }),
      ...(attempt === undefined ? {} : { attempt }),
      status: 'pending',
      paramsPreview: previewOf(masking, start.paramsText),
      requestBytes: sizeBytes,
      cause,
      ...(tipsetKey === undefined ? {} : { tipsetKey: [...tipsetKey] }),
    };
    const entry: Entry = {
      summary,
      ...(methods === undefined ? {} : { methods }),
      url: this.#urlOf(start.url),
      ...this.#headersOf(start.requestHeaders),
      request: this.#bodyOf(start.request, { side: 'request', method: masking }, id),
      cost: RECORD_COST_BYTES,
      keepCount: 0,
      isListed: this.#isRecording,
      isAside: false,
    };
    this.#entries.set(id, entry);
    this.#ring.add(id);
    this.#ringBytes += RECORD_COST_BYTES;
    this.#charge(id, entry.request.heldBytes);
    if (parentId !== undefined) {
      const siblings = this.#children.get(parentId);
      if (siblings === undefined) this.#children.set(parentId, [id]);
      else siblings.push(id);
    }
    this.#count(entry, 1);
    this.#changed(id);
    this.#turnOver();
    return id;
  }

  end(id: number, end: CallEnd): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      return;
    }
    const { failure, httpStatus, tookMs } = end;
    const { connectionId, kind, transport, status } = entry.summary;
    const method = entry.methods ?? entry.summary.method;
    const isAnswered = end.response !== undefined && failure?.layer !== 'network' && failure?.layer !== 'timeout';
    if (status === 'pending' && kind === 'call' && transport !== 'cache' && isAnswered) {
      this.replies.note(connectionId, entry.url, tookMs - (end.phases?.queuedMs ?? 0));
    }
    this.#count(entry, -1);
    if (end.response !== undefined) {
      this.#charge(id, -(entry.response?.heldBytes ?? 0));
      entry.response?.drop?.();
      entry.response = this.#bodyOf(end.response, { side: 'response', method }, id);
      this.#charge(id, entry.response.heldBytes);
    }
    const errorText = failure === undefined ? undefined : (failure.nodeMessage ?? failure.message);
    entry.summary = {
      ...entry.summary,
      status: failure === undefined ? 'ok' : 'error',
      tookMs,
      ...(httpStatus === undefined ? {} : { httpStatus }),
      ...(entry.response === undefined ? {} : { responseBytes: entry.response.facts.sizeBytes }),
      ...(failure?.nodeCode === undefined ? {} : { errorCode: failure.nodeCode }),
      ...(errorText === undefined ? {} : { errorMessage: cut(maskError(method, errorText), MAX_ERROR_LENGTH) }),
      ...(failure === undefined ? {} : { layer: explainedLayer(entry.summary.method, failure) }),
    };
    if (end.responseHeaders !== undefined) entry.responseHeaders = maskHeaders(end.responseHeaders);
    if (end.isConnectionReused !== undefined) entry.isConnectionReused = end.isConnectionReused;
    if (end.phases !== undefined) entry.phases = end.phases;
    if (failure !== undefined) entry.failure = maskFailure(method, failure);
    this.#count(entry, 1);
    this.#changed(id);
    this.#turnOver();
  }

  keep(id: number): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) entry.keepCount += 1;
  }

  release(id: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      return;
    }
    entry.keepCount = Math.max(0, entry.keepCount - 1);
    this.#dropUnused(id, entry);
  }

  /** Record that figures of these calls are on screen. */
  noteReferenced(ids: Iterable<number>): void {
    for (const id of ids) {
      if (!this.#entries.has(id)) continue;
      this.#referenced.delete(id);
      this.#referenced.add(id);
    }
    for (const id of this.#referenced) {
      if (this.#referenced.size <= MAX_REFERENCED) break;
      this.#referenced.delete(id);
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.#dropUnused(id, entry);
    }
  }

  /**
   * Pin a call or set its note; an empty note removes it.
   *
   * @throws SextantError `not-found` if the call is no longer recorded, `invalid-input` if the limit is reached
   */
  annotate(id: number, change: { readonly isPinned?: boolean | undefined; readonly note?: string | undefined }): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      throw new SextantError('not-found', 'This call is no longer recorded.');
    }
    const wasMarked = isMarked(entry);
    const isPinned = change.isPinned ?? entry.summary.isPinned ?? false;
    const note = change.note === undefined ? entry.note : redactText(change.note.trim()) || undefined;
    const willBeMarked = isPinned || note !== undefined;
    if (willBeMarked && !wasMarked && this.#pinnedBytes + entry.cost > this.#pinnedCapBytes) {
      const used = Math.round(this.#pinnedBytes / MIB);
      throw new SextantError(
        'invalid-input',
        `Could not pin this call: pinned and noted calls use ${used} of ${Math.round(this.#pinnedCapBytes / MIB)} MiB. Unpin some, or save a session.`,
      );
    }
    this.#count(entry, -1);
    const { isPinned: _pinned, hasNote: _noted, ...plain } = entry.summary;
    entry.summary = { ...plain, ...(isPinned ? { isPinned } : {}), ...(note === undefined ? {} : { hasNote: true }) };
    if (note === undefined) delete entry.note;
    else entry.note = note;
    // An unlisted call that was opened from a figure is listed once it is marked, so that it can be found again.
    entry.isListed ||= willBeMarked;
    this.#count(entry, 1);
    if (willBeMarked !== wasMarked) this.#pinnedBytes += willBeMarked ? entry.cost : -entry.cost;
    this.#changed(id);
    this.#dropUnused(id, entry);
  }

  /** Return pinned and noted calls, oldest first. */
  marked(): readonly RecordedCall[] {
    return [...this.#entries.values()].filter(isMarked);
  }

  /** List a pinned or noted call of an earlier session, with a new id. */
  restore({ summary, request, response, ...call }: RestoredCall): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const { parentId: _parentId, ...kept } = summary;
    const entry: Entry = {
      ...call,
      summary: { ...kept, id, status: kept.status === 'pending' ? 'error' : kept.status },
      request,
      ...(response === undefined ? {} : { response }),
      cost: RECORD_COST_BYTES + request.heldBytes + (response?.heldBytes ?? 0),
      keepCount: 0,
      isListed: true,
      isAside: false,
    };
    this.#entries.set(id, entry);
    this.#ring.add(id);
    this.#ringBytes += entry.cost;
    if (isMarked(entry)) this.#pinnedBytes += entry.cost;
    this.#count(entry, 1);
    this.#changed(id);
    this.#turnOver();
  }

  setRecording(isOn: boolean): void {
    if (this.#isRecording !== isOn) {
      this.#isRecording = isOn;
      this.#changed(undefined);
    }
  }

  /**
   * Clear the list; can be undone until `finishClear`. Pinned and noted calls stay listed; calls behind figures and calls in progress are kept
   * unlisted.
   */
  beginClear(): void {
    this.finishClear();
    for (const [id, entry] of this.#entries) {
      if (isMarked(entry)) continue;
      this.#cleared.set(id, entry.isListed);
      this.#setListed(id, entry, false);
    }
    this.#clearedDropped = this.#droppedCount;
    this.#droppedCount = 0;
    this.#changed(undefined);
  }

  /** Restore the cleared calls that are still stored. */
  undoClear(): void {
    for (const [id, wasListed] of this.#cleared) {
      const entry = this.#entries.get(id);
      if (entry !== undefined && wasListed) this.#setListed(id, entry, true);
    }
    this.#droppedCount += this.#clearedDropped;
    this.#endClear();
  }

  /** Free the cleared calls. */
  finishClear(): void {
    for (const id of this.#cleared.keys()) {
      const entry = this.#entries.get(id);
      if (entry === undefined || isMarked(entry) || this.#isProvenance(id, entry) || entry.summary.status === 'pending') continue;
      this.#remove(id, entry);
    }
    this.#endClear();
  }

  #endClear(): void {
    if (this.#cleared.size === 0) return;
    this.#cleared.clear();
    this.#clearedDropped = 0;
    this.#changed(undefined);
  }

  #setListed(id: number, entry: Entry, isListed: boolean): void {
    if (entry.isListed === isListed) return;
    this.#count(entry, -1);
    entry.isListed = isListed;
    this.#count(entry, 1);
    this.#changes.add(id);
  }

  #bodyOf(content: string | Uint8Array, masking: BodyMasking, id: number): Body {
    const isLarge = content.length > LARGE_BODY_BYTES;
    if (isLarge) {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const sizeBytes = bytes.length;
      const body: Body = this.#bodies.keep(bytes, masking, (recordedBytes) => {
        // The call may have been dropped, or the body replaced, meanwhile.
        const entry = this.#entries.get(id);
        if (entry?.request === body || entry?.response === body) this.#charge(id, recordedBytes - sizeBytes);
        this.#turnOver();
      });
      return body;
    }
    const text = typeof content === 'string' ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString();
    const sizeBytes = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
    return new MemoryBody(maskBody(text, masking), sizeBytes);
  }

  #charge(id: number, bytes: number): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      return;
    }
    entry.cost += bytes;
    if (entry.isAside) this.#asideBytes += bytes;
    else this.#ringBytes += bytes;
    if (isMarked(entry)) this.#pinnedBytes += bytes;
  }

  /** Drop the oldest calls, or move them to the side store, until the ring is within its limit; a part in each turn. The newest call stays. */
  #turnOver(): void {
    for (let left = MAX_DROPPED_AT_ONCE; this.#isOverfull() && left > 0; left -= 1) {
      const { value: id } = this.#oldestInRing.next();
      const entry = id === undefined ? undefined : this.#entries.get(id);
      if (id === undefined || entry === undefined) break;
      if (isMarked(entry) || this.#isProvenance(id, entry) || this.#children.has(id)) {
        this.#ring.delete(id);
        this.#ringBytes -= entry.cost;
        entry.isAside = true;
        this.#aside.add(id);
        this.#asideBytes += entry.cost;
      } else {
        if (entry.isListed) this.#droppedCount += 1;
        this.#remove(id, entry);
      }
    }
    if (this.#asideBytes > this.#sideCapBytes) {
      // Free more than needed, so that not every call has to search.
      const target = SIDE_TARGET * this.#sideCapBytes;
      this.#shrinkAside(target, (entry) => entry.keepCount > 0);
      this.#shrinkAside(target, () => false);
    }
    if (this.#isOverfull() && !this.#isTurning) {
      this.#isTurning = true;
      setImmediate(() => {
        this.#isTurning = false;
        this.#turnOver();
        this.#changed(undefined);
      });
    }
  }

  #isOverfull(): boolean {
    return this.#ringBytes > this.#ringCapBytes && this.#ring.size > 1;
  }

  #shrinkAside(targetBytes: number, isSpared: (entry: Entry) => boolean): void {
    for (const id of this.#aside) {
      if (this.#asideBytes <= targetBytes) return;
      const entry = this.#entries.get(id);
      if (entry !== undefined && !isMarked(entry) && !isSpared(entry)) {
        if (entry.isListed) this.#droppedCount += 1;
        this.#remove(id, entry);
      }
    }
  }

  /** Drop a call of the side store that is no longer referenced. */
  #dropUnused(id: number, entry: Entry): void {
    if (entry.isAside && !isMarked(entry) && !this.#isProvenance(id, entry) && !this.#children.has(id)) {
      if (entry.isListed) this.#droppedCount += 1;
      this.#remove(id, entry);
      this.#changed(id);
    }
  }

  #isProvenance(id: number, entry: Entry): boolean {
    return entry.keepCount > 0 || this.#referenced.has(id);
  }

  #remove(id: number, entry: Entry): void {
    this.#count(entry, -1);
    this.#entries.delete(id);
    this.#ring.delete(id);
    this.#aside.delete(id);
    this.#referenced.delete(id);
    this.#cleared.delete(id);
    if (entry.isAside) this.#asideBytes -= entry.cost;
    else this.#ringBytes -= entry.cost;
    if (isMarked(entry)) this.#pinnedBytes -= entry.cost;
    entry.request.drop?.();
    entry.response?.drop?.();
    this.#changes.add(id);
    const { parentId } = entry.summary;
    const siblings = parentId === undefined ? undefined : this.#children.get(parentId);
    if (parentId === undefined || siblings === undefined) {
      return;
    }
    const at = siblings.indexOf(id);
    if (at !== -1) siblings.splice(at, 1);
    if (siblings.length === 0) {
      this.#children.delete(parentId);
      const parent = this.#entries.get(parentId);
      if (parent !== undefined) this.#dropUnused(parentId, parent);
    }
  }

  /** Add a call to the totals, or remove it before it changes. */
  #count({ summary, isListed }: Entry, step: 1 | -1): void {
    if (!isListed) {
      return;
    }
    this.#total += step;
    if (summary.status === 'error') this.#errorCount += step;
    if (summary.kind === 'frame') this.#frameCount += step;
    if (summary.isPinned === true) this.#pinnedCount += step;
    if (summary.status === 'pending') this.#inFlightCount += step;
    const calls = (this.#endpoints.get(summary.connectionId) ?? 0) + step;
    if (calls > 0) this.#endpoints.set(summary.connectionId, calls);
    else this.#endpoints.delete(summary.connectionId);
  }

  #changed(id: number | undefined): void {
    this.#changes.add(id);
    for (const listener of this.#listeners) listener();
  }

  #headersOf(headers: Readonly<Record<string, string>>): SentHeaders {
    return rememberedIn(this.#headers, JSON.stringify(headers), () => {
      const permissions = tokenPermissions(headers.Authorization?.replace(/^Bearer /, '') ?? '');
      return { requestHeaders: maskHeaders(headers), ...(permissions === undefined ? {} : { tokenPermissions: permissions }) };
    });
  }

  #urlOf(url: string): string {
    return rememberedIn(this.#urls, url, () => maskUrl(url));
  }
}

function isMarked(entry: Entry): boolean {
  return entry.summary.isPinned === true || entry.note !== undefined;
}

const MAX_REMEMBERED = 64;

/** Keyed by a digest: the text itself contains the secret and is not stored. */
function rememberedIn<T>(known: Map<string, T>, text: string, make: () => T): T {
  const key = createHash('sha256').update(text).digest('base64');
  const found = known.get(key);
  if (found !== undefined) {
    return found;
  }
  const made = make();
  known.set(key, made);
  return made;
}

function previewOf(method: string, paramsText: string): string {
  const isCut = paramsText.length > MAX_PARAMS_LENGTH;
  const masked = maskParams(method, isCut ? paramsText.slice(0, MAX_PARAMS_LENGTH) : paramsText);
  // A secret that was split by the cut may not be recognised. If much was masked and the cut is near the shown part, an unclosed text is
  // dropped as a whole.
  const isNearCut = isCut && masked.length < MAX_PARAMS_LENGTH / 2;
  const safe = isNearCut ? masked.slice(0, masked.lastIndexOf('"') + 1) : masked;
  return cut(safe, MAX_PREVIEW_LENGTH, isCut);
}

/** Copy a short text, so that it does not keep the long original in memory. */
function cut(text: string, length: number, isLonger = text.length > length): string {
  return isLonger ? `${Buffer.from(text.slice(0, length)).toString()}…` : text;
}

function maskFailure(method: string, failure: CallFailure): CallFailure {
  const { message, nodeMessage } = failure;
  return {
    ...failure,
    message: maskError(method, message),
    ...(nodeMessage === undefined ? {} : { nodeMessage: maskError(method, nodeMessage) }),
  };
}
