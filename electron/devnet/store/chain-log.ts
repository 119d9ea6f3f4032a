/**
 * The chain on disk: an append-only log per segment, and a snapshot at the start of each segment but the first.
 * A record is length, CRC-32, payload; what a kill left half written at the end is cut off on the next start.
 * Only this node writes these files; a file that does not read back is never trusted further than its last whole record.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { decodeCbor, encodeCbor } from '../../../shared/domain/cbor.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { Block, ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import type { Mempool } from '../mempool/mempool.ts';

/** What is to come after a head: nothing, a late block, or a fork that will give way. */
export type HeadPhase = 'settled' | 'late' | 'fork' | 'deep-fork' | 'deep-fork-grown';

export type LogRecord =
  | readonly ['message', Uint8Array]
  | readonly ['block', Uint8Array, readonly string[]]
  | readonly ['head', readonly string[], HeadPhase];

const HEADER_BYTES = 8;

/** Takes records; the chain does not know where they go. */
export interface ChainLog {
  message(message: ChainMessage): void;
  block(block: Block): void;
  head(tipset: TipsetNode, phase: HeadPhase): void;
  rotateIfDue(store: ChainStore, pool: Mempool): void;
  close(): void;
}

/** A node without a data folder keeps nothing. */
export const NO_LOG: ChainLog = { message() {}, block() {}, head() {}, rotateIfDue() {}, close() {} };

/** One file of records. */
export class LogFile {
  readonly #handle: number;
  readonly #messages = new Set<Cid>();
  readonly #blocks = new Set<Cid>();

  constructor(path: string) {
    this.#handle = openSync(path, 'a');
  }

  message(message: ChainMessage): void {
    if (this.#messages.has(message.cid)) return;
    this.#messages.add(message.cid);
    this.#append(['message', message.bytes]);
  }

  block(block: Block): void {
    if (this.#blocks.has(block.cid)) return;
    this.#blocks.add(block.cid);
    for (const message of block.messages) this.message(message);
    this.#append(['block', block.bytes, block.messages.map((message) => message.cid)]);
  }

  head(tipset: TipsetNode, phase: HeadPhase): void {
    for (const block of tipset.blocks) this.block(block);
    this.#append(['head', tipset.key, phase]);
  }

  close(): void {
    closeSync(this.#handle);
  }

  #append(record: LogRecord): void {
    const payload = encodeCbor(record);
    const frame = Buffer.alloc(HEADER_BYTES + payload.length);
    frame.writeUInt32BE(payload.length, 0);
    frame.writeUInt32BE(crc32(payload), 4);
    frame.set(payload, HEADER_BYTES);
    writeSync(this.#handle, frame);
  }
}

/** All whole records of a file; a torn tail is cut off so that the next record follows a whole one. */
export function readLog(path: string): LogRecord[] {
  const bytes = readFileSync(path);
  const records: LogRecord[] = [];
  let offset = 0;
  while (offset + HEADER_BYTES <= bytes.length) {
    const end = offset + HEADER_BYTES + bytes.readUInt32BE(offset);
    const payload = bytes.subarray(offset + HEADER_BYTES, end);
    if (end > bytes.length || crc32(payload) !== bytes.readUInt32BE(offset + 4)) break;
    records.push(decodeCbor(payload) as LogRecord);
    offset = end;
  }
  if (offset < bytes.length) {
    const handle = openSync(path, 'r+');
    ftruncateSync(handle, offset);
    closeSync(handle);
  }
  return records;
}
