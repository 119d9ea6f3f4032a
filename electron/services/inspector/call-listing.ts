/** Lists, volumes and groups of the calls of any source: the live recording or an opened session. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { CALL_FILTER_LANGUAGE } from '../../../shared/inspector/call-filter.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallOrder, CallPage, CallSelection, CallSummary, CallVolume, MethodGroup } from '../../../shared/ipc/schemas/inspector.ts';
import { CallIndex } from './call-index.ts';
import type { CallSource } from './call-source.ts';
import { quantile } from './quantile.ts';

/** Selections that stay indexed: the list, its other tabs, and those of a second window. */
const MAX_INDEXES = 6;
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 400;

interface IndexEntry {
  readonly source: CallSource;
  readonly index: CallIndex;
}

export class CallListing {
  readonly #sources: ReadonlyMap<string, CallSource>;
  readonly #indexes = new LruMap<string, IndexEntry>({ maxEntries: MAX_INDEXES });
  #counted:
    | { readonly source: CallSource; readonly field: string; readonly revision: number; readonly counts: ReadonlyMap<string, number> }
    | undefined;

  constructor(sources: ReadonlyMap<string, CallSource>) {
    this.#sources = sources;
  }

  /** @throws SextantError `not-found` if the session is not open */
  sourceOf(id: string): CallSource {
    const source = this.#sources.get(id);
    if (source === undefined) {
      throw new SextantError('not-found', 'This session is not open. Open its file again to read it.');
    }
    return source;
  }

  /** Return the matching calls, oldest first. */
  select(selection: CallSelection): readonly CallSummary[] {
    return this.#indexOf(selection).rows();
  }

  list(question: CallSelection & { readonly order: CallOrder; readonly offset: number; readonly limit: number }): CallPage {
    const { order, offset, limit } = question;
    const index = this.#indexOf(question);
    const matching = index.count;
    const from = Math.min(offset, matching);
    const fromMs = index.first()?.atMs;
    const toMs = index.last()?.atMs;
    return {
      total: this.sourceOf(question.source).size,
      matching,
      offset: from,
      rows: index.page(order, from, limit),
      problems: [...index.problems],
      ...(fromMs === undefined ? {} : { fromMs }),
      ...(toMs === undefined ? {} : { toMs }),
    };
  }

  /** Return the volume for the requested time, or from the first matching call to the last. */
  volume(question: CallSelection & { readonly bucketCount: number }): CallVolume {
    const rows = this.select(question);
    let first = Number.POSITIVE_INFINITY;
    let last = Number.NEGATIVE_INFINITY;
    for (const { atMs } of rows) {
      first = Math.min(first, atMs);
      last = Math.max(last, atMs);
    }
    const fromMs = question.fromMs ?? (rows.length === 0 ? 0 : first);
    const toMs = Math.max(fromMs, question.toMs ?? (rows.length === 0 ? fromMs : last));
    const buckets = Array.from({ length: question.bucketCount }, () => ({ count: 0, errorCount: 0 }));
    const spanMs = (toMs - fromMs) / question.bucketCount;
    for (const { atMs, status } of rows) {
      // A call that began earlier may still be in progress.
      const at = spanMs === 0 ? 0 : Math.floor((Math.max(atMs, fromMs) - fromMs) / spanMs);
      const bucket = buckets[Math.min(at, buckets.length - 1)];
      if (bucket === undefined) continue;
      bucket.count += 1;
      if (status === 'error') bucket.errorCount += 1;
    }
    return { fromMs, toMs, buckets };
  }

  /** Return the methods, most frequent first. */
  groupByMethod(selection: CallSelection): MethodGroup[] {
    const groups = new Map<string, Group>();
    for (const call of this.select(selection)) {
      let group = groups.get(call.method);
      if (group === undefined) {
        group = new Group(call.method);
        groups.set(call.method, group);
      }
      group.add(call);
    }
    return [...groups.values()]
      .map((group) => group.finish())
      .sort((left, right) => right.count - left.count || (left.method < right.method ? -1 : 1));
  }

  /** Return the values of a field in a source, most frequent first. */
  filterValues(question: { readonly source: string; readonly field: string; readonly prefix: string }): { value: string; count: number }[] {
    const source = this.sourceOf(question.source);
    const valuesOf = VALUES[CALL_FILTER_LANGUAGE.findField(question.field)?.name ?? ''];
    if (valuesOf === undefined) {
      return [];
    }
    const counts = this.#countsOf(source, question.field, valuesOf);
    const prefix = question.prefix.toLowerCase();
    return [...counts]
      .filter(([value]) => value.toLowerCase().includes(prefix))
      .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
      .slice(0, MAX_VALUES)
      .map(([value, count]) => ({ value: value.slice(0, MAX_VALUE_LENGTH), count }));
  }

  /** Called with every letter typed, so counts are reused until one percent of the calls are new. */
  #countsOf(source: CallSource, field: string, valuesOf: (call: CallSummary) => readonly string[]): ReadonlyMap<string, number> {
    const { revision, size } = source;
    const known = this.#counted;
    if (known?.source === source && known.field === field && revision - known.revision <= size / 100) {
      return known.counts;
    }
    const counts = new Map<string, number>();
    for (const call of source.summaries()) {
      for (const value of valuesOf(call)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    this.#counted = { source, field, revision, counts };
    return counts;
  }

  /** Drop the indexes of a source that was closed. */
  forget(sourceId: string): void {
    for (const [key, { source }] of this.#indexes) {
      if (source.id === sourceId) this.#indexes.delete(key);
    }
    if (this.#counted?.source.id === sourceId) this.#counted = undefined;
  }

  #indexOf(selection: CallSelection): CallIndex {
    const source = this.sourceOf(selection.source);
    const { filter, part, untilId, fromMs, toMs } = selection;
    const key = JSON.stringify([selection.source, filter, part, untilId, fromMs, toMs]);
    let entry = this.#indexes.get(key);
    // A session that was closed and reopened with the same id is a different one.
    if (entry === undefined || entry.source !== source) entry = { source, index: new CallIndex(source, selection) };
    this.#indexes.set(key, entry);
    return entry.index;
  }
}

class Group {
  readonly #method: string;
  readonly #times: number[] = [];
  #count = 0;
  #errorCount = 0;
  #requestBytes = 0;
  #responseBytes = 0;
  #slowest: CallSummary | undefined;

  constructor(method: string) {
    this.#method = method;
  }

  add(call: CallSummary): void {
    this.#count += 1;
    if (call.status === 'error') this.#errorCount += 1;
    this.#requestBytes += call.requestBytes;
    this.#responseBytes += call.responseBytes ?? 0;
    // A frame is not a request and has no duration.
    if (call.tookMs === undefined || call.kind === 'frame') return;
    this.#times.push(call.tookMs);
    if (call.tookMs > (this.#slowest?.tookMs ?? -1)) this.#slowest = call;
  }

  finish(): MethodGroup {
    const times = Float64Array.from(this.#times).sort();
    const p50Ms = quantile(times, 0.5);
    const p95Ms = quantile(times, 0.95);
    return {
      method: this.#method,
      count: this.#count,
      errorCount: this.#errorCount,
      requestBytes: this.#requestBytes,
      responseBytes: this.#responseBytes,
      ...(p50Ms === undefined ? {} : { p50Ms }),
      ...(p95Ms === undefined ? {} : { p95Ms }),
      ...(this.#slowest?.tookMs === undefined ? {} : { maxMs: this.#slowest.tookMs, slowestId: this.#slowest.id }),
    };
  }
}

const one = (value: string | number | undefined): string[] => (value === undefined || value === '' ? [] : [String(value)]);
const VALUES: Readonly<Record<string, (call: CallSummary) => readonly string[]>> = {
  method: (call) => one(call.method.slice(call.method.indexOf('.') + 1)),
  endpoint: (call) => one(call.connectionName),
  status: (call) => one(call.status),
  code: (call) => one(call.errorCode),
  http: (call) => one(call.httpStatus),
  layer: (call) => one(call.layer),
  kind: (call) => one(call.kind),
  via: (call) => one(call.transport),
  cause: (call) => one(call.cause),
  error: (call) => one(call.errorMessage),
  tipset: (call) => call.tipsetKey ?? [],
};
