/**
 * Reads the file of a saved session.
 *
 * Trusts nothing in it: the unpacked size, the length and number of lines, the number of calls and their memory are limited; every line passes
 * its schema; secrets are masked again like by the recorder. A damaged file is read as far as possible, and missing parts are reported. Bodies
 * are written to a temporary file in pieces while they are read.
 */

import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BodyFacts, BodySide } from '../../../shared/ipc/schemas/inspector.ts';
import { BodyMask } from './body-mask.ts';
import type { RecordedCall } from './call-source.ts';
import { maskError, maskParams } from './mask-recording.ts';
import {
  MAX_LINE_BYTES,
  PIECE_BYTES,
  type SavedCall,
  type SavedPiece,
  SESSION_FORMAT,
  SESSION_VERSION,
  type SessionHeader,
  zSessionHeader,
  zSessionLine,
} from './session-format.ts';

/** Position of a body in the file of bodies. */
export interface SavedBody {
  readonly facts: BodyFacts;
  readonly start: number;
}

export interface SavedRecord extends Omit<RecordedCall, 'request' | 'response'> {
  readonly request: SavedBody;
  readonly response?: SavedBody;
}

export interface ReadSession {
  readonly header: SessionHeader;
  /** By id, lowest first. */
  readonly records: readonly SavedRecord[];
  /** Descriptions of the parts that could not be read. */
  readonly problems: readonly string[];
}

export interface SessionLimits {
  readonly unpackedBytes: number;
  readonly lines: number;
  readonly calls: number;
  /** Maximum size of the JSON of calls without their bodies. */
  readonly memoryCharacters: number;
}

export const SESSION_LIMITS: SessionLimits = {
  unpackedBytes: 1024 ** 3,
  lines: 2_000_000,
  calls: 200_000,
  memoryCharacters: 128 * 1024 ** 2,
};

/** A file with more unreadable lines is not a damaged session but something else. */
const MAX_UNREADABLE_LINES = 1000;
const NEWLINE = 0x0a;
const GZIP_START = [0x1f, 0x8b];

/** Whether a file is gzipped, like sessions are. */
export async function isPacked(file: FileHandle): Promise<boolean> {
  const start = new Uint8Array(2);
  await file.read(start, 0, 2, 0);
  return GZIP_START.every((byte, index) => start[index] === byte);
}

/**
 * @param bodies an empty file for the bodies
 * @throws SextantError `invalid-input` for a file that is not a session, or one of a newer Sextant
 */
export async function readSession(file: FileHandle, bodies: FileHandle, limits: SessionLimits = SESSION_LIMITS): Promise<ReadSession> {
  const reading = new SessionReading(bodies, limits);
  const packed = file.createReadStream({ start: 0, autoClose: false });
  const unpacked = packed.pipe(createGunzip());
  packed.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked) {
      if (!(await reading.take(chunk as Uint8Array))) {
        break;
      }
    }
  } catch (error) {
    if (error instanceof SextantError || !isGzipFault(error)) {
      throw error;
    }
    reading.problem('The file is damaged or truncated. The part before the damage is shown.');
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
  return reading.finish();
}

class SessionReading {
  readonly #bodies: FileHandle;
  readonly #limits: SessionLimits;
  readonly #hash = createHash('sha256');
  readonly #records = new Map<number, SavedRecord>();
  readonly #problems: string[] = [];
  #header: SessionHeader | undefined;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #unpackedBytes = 0;
  #lineCount = 0;
  #unreadableCount = 0;
  #renumberedCount = 0;
  #memoryCharacters = 0;
  #highestId = 0;
  #bodyBytes = 0;
  #isEnded = false;
  /** The call whose bodies are being read. */
  #open: OpenCall | undefined;

  constructor(bodies: FileHandle, limits: SessionLimits) {
    this.#bodies = bodies;
    this.#limits = limits;
  }

  problem(sentence: string): void {
    this.#problems.push(sentence);
  }

  /** Add unpacked bytes; returns false if no more are needed. */
  async take(chunk: Uint8Array): Promise<boolean> {
    this.#unpackedBytes += chunk.length;
    if (this.#unpackedBytes > this.#limits.unpackedBytes) {
      this.problem('The unpacked file exceeds the size limit. The rest was omitted.');
      return false;
    }
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, start);
      const part = chunk.subarray(start, end === -1 ? chunk.length : end);
      this.#restBytes += part.length;
      if (this.#restBytes > MAX_LINE_BYTES) {
        this.problem('A line exceeds the length limit. The rest was omitted.');
        return false;
      }
      this.#rest.push(part);
      if (end === -1) {
        return true;
      }
      const line = Buffer.concat(this.#rest);
      this.#rest = [];
      this.#restBytes = 0;
      start = end + 1;
      if (!(await this.#takeLine(line))) {
        return false;
      }
    }
    return true;
  }

  async finish(): Promise<ReadSession> {
    if (!this.#isEnded) {
      this.#open?.breakOff();
    }
    await this.#closeCall();
    const header = this.#header;
    if (header === undefined) {
      throw refused('This file is not a saved session of Sextant.');
    }
    if (!this.#isEnded && this.#problems.length === 0) {
      this.problem('The end of the file is missing. Calls after the last one shown may be lost.');
    }
    if (!this.#isEnded && this.#records.size < header.callCount) {
      this.problem(`${this.#records.size} of ${header.callCount} calls could be read.`);
    }
    if (this.#unreadableCount > 0) {
      this.problem(
        `${countOf(this.#unreadableCount, 'line')} could not be read and ${this.#unreadableCount === 1 ? 'was' : 'were'} omitted.`,
      );
    }
    if (this.#renumberedCount > 0) {
      this.problem(`${countOf(this.#renumberedCount, 'call')} had a duplicate number and got a new one.`);
    }
    const records = [...this.#records.values()].sort((left, right) => left.summary.id - right.summary.id);
    return { header, records, problems: this.#problems };
  }

  async #takeLine(bytes: Uint8Array): Promise<boolean> {
    this.#lineCount += 1;
    const value = parsed(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    if (this.#header === undefined) {
      this.#header = readHeader(value);
      this.#count(bytes);
      return true;
    }
    if (this.#lineCount > this.#limits.lines) {
      this.problem('The file exceeds the limit of lines. The rest was omitted.');
      return false;
    }
    const line = zSessionLine.safeParse(value);
    if (!line.success) {
      this.#count(bytes);
      return this.#skipLine();
    }
    switch (line.data.type) {
      case 'end':
        this.#end(line.data);
        return false;
      case 'call':
        this.#count(bytes);
        return this.#openCall(line.data, bytes.length);
      case 'more':
        this.#count(bytes);
        return this.#addMore(line.data);
      default:
        return line.data satisfies never;
    }
  }

  async #addMore({ side, text, isTruncated }: SavedPiece): Promise<boolean> {
    const open = this.#open;
    if (open?.accepts(side) !== true) {
      return this.#skipLine();
    }
    await this.#addPiece(open, side, text);
    if (isTruncated === true) {
      open.markTruncated(side);
    }
    return true;
  }

  #count(line: Uint8Array): void {
    this.#hash.update(line);
    this.#hash.update('\n');
  }

  /** A skipped line may be a piece of a body or begin another call: following lines do not belong to the preceding call. */
  #skipLine(): boolean {
    this.#open?.breakOff();
    this.#unreadableCount += 1;
    if (this.#unreadableCount < MAX_UNREADABLE_LINES) {
      return true;
    }
    this.problem('Too many lines could not be read. The rest was omitted.');
    return false;
  }

  #end(end: { readonly callCount: number; readonly sha256: string }): void {
    this.#isEnded = true;
    if (end.sha256 !== this.#hash.digest('hex')) {
      this.problem('The file was changed after it was saved: its checksum does not match.');
    }
  }

  async #openCall(call: SavedCall, lineBytes: number): Promise<boolean> {
    await this.#closeCall();
    const textLength = call.request.text.length + (call.response?.text.length ?? 0);
    this.#memoryCharacters += Math.max(0, lineBytes - textLength);
    if (this.#records.size >= this.#limits.calls || this.#memoryCharacters > this.#limits.memoryCharacters) {
      this.problem('The file exceeds the limit of calls. The rest was omitted.');
      return false;
    }
    this.#open = new OpenCall(call, this.#bodyBytes);
    await this.#addPiece(this.#open, 'request', call.request.text);
    return true;
  }

  async #addPiece(open: OpenCall, side: BodySide, text: string): Promise<boolean> {
    await this.#write(open.add(side, text));
    return true;
  }

  async #closeCall(): Promise<void> {
    const open = this.#open;
    if (open === undefined) {
      return;
    }
    this.#open = undefined;
    await this.#write(open.end());
    const { summary } = open.call;
    const isTaken = this.#records.has(summary.id);
    this.#renumberedCount += isTaken ? 1 : 0;
    const id = isTaken ? this.#highestId + 1 : summary.id;
    this.#highestId = Math.max(this.#highestId, id);
    this.#records.set(id, open.record(id));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) {
      await this.#bodies.write(bytes, 0, bytes.length, this.#bodyBytes);
      this.#bodyBytes += bytes.length;
    }
  }
}

/** A call whose bodies are being read, the request before the answer. */
class OpenCall {
  readonly call: SavedCall;
  readonly #start: number;
  readonly #request: BodyMask;
  readonly #response: BodyMask;
  #side: BodySide = 'request';
  /** Bodies that were dropped while being saved. */
  readonly #truncated = new Set<BodySide>();
  /** The body from which on parts are lost. */
  #lostFrom: BodySide | undefined;

  constructor(call: SavedCall, start: number) {
    this.call = call;
    this.#start = start;
    const { method } = call.summary;
    this.#request = new BodyMask({ side: 'request', method });
    this.#response = new BodyMask({ side: 'response', method });
  }

  /** Whether a piece is valid: the request ends when the answer begins, and a body needs a first piece. */
  accepts(side: BodySide): boolean {
    return this.#lostFrom === undefined && (side === 'request' ? this.#side === 'request' : this.call.response !== undefined);
  }

  markTruncated(side: BodySide): void {
    this.#truncated.add(side);
  }

  /** Mark the rest of its bodies as lost. */
  breakOff(): void {
    this.#lostFrom ??= this.#side;
  }

  /** Add text; returns the parts of the bodies that are ready to be stored. */
  add(side: BodySide, text: string): Uint8Array {
    return side === 'request' ? this.#request.add(text) : Buffer.concat([this.#beginResponse(), this.#response.add(text)]);
  }

  end(): Uint8Array {
    return Buffer.concat([this.#beginResponse(), this.#response.end()]);
  }

  record(id: number): SavedRecord {
    const { type: _type, summary, request, response, url, requestHeaders, ...rest } = this.call;
    const { tokenPermissions, responseHeaders, isConnectionReused, phases, failure, note } = rest;
    const { method } = summary;
    return {
      summary: withoutAbsent({
        ...summary,
        id,
        paramsPreview: maskParams(method, summary.paramsPreview),
        errorMessage: summary.errorMessage === undefined ? undefined : maskError(method, summary.errorMessage),
      }),
      url,
      requestHeaders,
      ...defined({ tokenPermissions, responseHeaders, isConnectionReused, phases }),
      ...(failure === undefined ? {} : { failure: withoutAbsent(failure) as NonNullable<RecordedCall['failure']> }),
      ...defined({ note }),
      request: { facts: this.#factsOf(request, this.#request, 'request'), start: this.#start },
      ...(response === undefined
        ? {}
        : {
            response: {
              facts: this.#factsOf(response, this.#response, 'response'),
              start: this.#start + this.#request.keptBytes,
            },
          }),
    };
  }

  #beginResponse(): Uint8Array {
    if (this.#side === 'response') {
      return new Uint8Array();
    }
    this.#side = 'response';
    return Buffer.concat([this.#request.end(), this.#response.add(this.call.response?.text ?? '')]);
  }

  #factsOf(saved: SavedCall['request'], mask: BodyMask, side: BodySide): BodyFacts {
    const { sizeBytes, isTruncated, isJson, text } = saved;
    const isLost = this.#lostFrom === side || this.#lostFrom === 'request';
    // A body shorter than the first piece has no other; a character of up to four bytes may be at the boundary.
    const isCut = isLost && Buffer.byteLength(text) > PIECE_BYTES - 4;
    return {
      sizeBytes,
      recordedBytes: mask.keptBytes,
      isTruncated: isTruncated || mask.isDropped || isCut || this.#truncated.has(side),
      isJson,
    };
  }
}

function readHeader(value: unknown): SessionHeader {
  const header = zSessionHeader.safeParse(value);
  if (header.success && header.data.version <= SESSION_VERSION) {
    return header.data;
  }
  const isNewer =
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === SESSION_FORMAT &&
    'version' in value &&
    typeof value.version === 'number' &&
    value.version > SESSION_VERSION;
  throw refused(
    isNewer ? 'This session was saved by a newer Sextant. Update Sextant to open it.' : 'This file is not a saved session of Sextant.',
  );
}

function parsed(text: string): unknown {
  try {
    // All numbers of a session are safe in JavaScript; bodies are texts.
    return JSON.parse(text);
  } catch (error) {
    // An unreadable line matches no schema and is counted as such.
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/** Leave absent fields out instead of undefined: the contract is plain JSON. */
function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;
}

function isGzipFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_|ERR_.*ZLIB|ERR_TRAILING/.test(error.code);
}

function countOf(count: number, noun: string): string {
  return count === 1 ? `One ${noun}` : `${count} ${noun}s`;
}

function refused(sentence: string): SextantError {
  return new SextantError('invalid-input', sentence);
}
