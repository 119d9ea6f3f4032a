/**
 * The deals of a chain as an object in a bucket: rewritten every few minutes, in three formats, with the headers (ETag,
 * Last-Modified) and range requests of an object store. Open to anyone.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
// Namespace import: Node versions without zstd must still start.
import * as zlib from 'node:zlib';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Deal } from '../deals/deal.ts';
import { dealsOf } from '../deals/market.ts';
import { dealJson } from '../rpc/deal-methods.ts';
import { writeJson } from '../rpc/json-writer.ts';

const FORMS = {
  '': { type: 'application/json', pack: (bytes: Buffer): Buffer => bytes },
  '.zst': { type: 'application/zstd', pack: (bytes: Buffer): Buffer => zlib.zstdCompressSync(bytes) },
  '.gz': { type: 'application/gzip', pack: (bytes: Buffer): Buffer => zlib.gzipSync(bytes) },
} as const;
export type DealsForm = keyof typeof FORMS;

interface Packed {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The deals of a tipset, and the time they were written. */
export class DealsSnapshot {
  readonly deals: readonly Deal[];
  readonly tipset: TipsetNode;
  readonly writtenAtMs: number;
  readonly #packed = new Map<DealsForm, Packed>();

  constructor(chain: ChainView, writtenAtMs: number) {
    this.tipset = chain.head;
    this.deals = dealsOf(chain.stateAfterHead());
    this.writtenAtMs = writtenAtMs;
  }

  packed(form: DealsForm): Packed {
    const known = this.#packed.get(form);
    if (known !== undefined) return known;
    const bytes = form === '' ? this.#write() : FORMS[form].pack(this.packed('').bytes);
    const packed = { bytes, etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"` };
    this.#packed.set(form, packed);
    return packed;
  }

  /** Keys in Go's order: sorted as text. */
  #write(): Buffer {
    const rows = this.deals.map((deal) => [String(deal.id), deal] as const).sort(([left], [right]) => (left < right ? -1 : 1));
    return Buffer.from(`{${rows.map(([id, deal]) => `"${id}":${writeJson(dealJson(deal))}`).join(',')}}`);
  }
}

export interface DealsObjectOptions {
  readonly chain: () => ChainView;
  readonly everyMs: number;
  readonly now?: () => number;
}

export class DealsObject {
  readonly #options: DealsObjectOptions;
  readonly #now: () => number;
  #snapshot: DealsSnapshot | undefined;

  constructor(options: DealsObjectOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Return the current object, at most `everyMs` old. */
  current(): DealsSnapshot {
    const age = this.#snapshot === undefined ? Infinity : this.#now() - this.#snapshot.writtenAtMs;
    return this.#snapshot === undefined || age >= this.#options.everyMs ? this.renew() : this.#snapshot;
  }

  /** Rewrite the object. */
  renew(): DealsSnapshot {
    this.#snapshot = new DealsSnapshot(this.#options.chain(), this.#now());
    return this.#snapshot;
  }

  answer(request: IncomingMessage, response: ServerResponse, form: DealsForm): void {
    request.resume();
    const { method, headers } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD', 'Content-Length': 0 }).end();
      return;
    }
    const snapshot = this.current();
    const { bytes, etag } = snapshot.packed(form);
    const modified = new Date(snapshot.writtenAtMs).toUTCString();
    const about = { ETag: etag, 'Last-Modified': modified, 'Accept-Ranges': 'bytes' };
    if (isUnchanged(headers, etag, modified)) {
      response.writeHead(304, about).end();
      return;
    }
    const range = isSameObject(headers['if-range'], etag, modified) ? rangeOf(headers.range, bytes.length) : undefined;
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'Content-Range': `bytes */${bytes.length}`, 'Content-Length': 0 }).end();
      return;
    }
    const part = range === undefined ? bytes : bytes.subarray(range.start, range.end);
    response.writeHead(range === undefined ? 200 : 206, {
      ...about,
      'Content-Type': FORMS[form].type,
      'Content-Length': part.length,
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${bytes.length}` }),
    });
    if (method === 'HEAD') response.end();
    else response.end(part);
  }
}

/** RFC 9110, 13.2.2: If-None-Match takes precedence over If-Modified-Since. */
function isUnchanged(headers: IncomingMessage['headers'], etag: string, modified: string): boolean {
  const wanted = headers['if-none-match'];
  if (wanted !== undefined) return wanted.trim() === '*' || wanted.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Date.parse(modified) <= since;
}

function isSameObject(ifRange: string | string[] | undefined, etag: string, modified: string): boolean {
  if (ifRange === undefined) return true;
  return ifRange === etag || ifRange === modified;
}

/** Parse a single range; several or malformed ranges are ignored. `end` is exclusive. */
function rangeOf(header: string | undefined, size: number): { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
