/**
 * Reads the writable memory of a running process, as in a core dump. Linux only; the process must be a child.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

const PIECE_BYTES = 16 * 1024 * 1024;
/** Overlap of pieces, longer than any secret. */
const OVERLAP_BYTES = 4096;

/** Overlapping pieces in a reused buffer. */
export function* memoryOf(processId: number): Generator<Uint8Array> {
  const maps = readFileSync(`/proc/${processId}/maps`, 'utf8').trim().split('\n');
  const memory = openSync(`/proc/${processId}/mem`, 'r');
  const buffer = Buffer.alloc(PIECE_BYTES);
  try {
    for (const line of maps) {
      const [, from, to, mode] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? [];
      if (from === undefined || to === undefined || !mode?.startsWith('rw')) continue;
      const end = BigInt(`0x${to}`);
      for (let at = BigInt(`0x${from}`); at < end; at += BigInt(PIECE_BYTES - OVERLAP_BYTES)) {
        const length = Number(end - at < BigInt(PIECE_BYTES) ? end - at : BigInt(PIECE_BYTES));
        const read = readIfThere(memory, buffer, length, at);
        if (read > 0) yield buffer.subarray(0, read);
      }
    }
  } finally {
    closeSync(memory);
  }
}

/** Unmapped or kernel regions read as empty. */
function readIfThere(memory: number, buffer: Buffer, length: number, at: bigint): number {
  try {
    return readSync(memory, buffer, 0, length, at);
  } catch {
    return 0;
  }
}
