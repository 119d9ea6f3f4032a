/** The market's file unpacked, by what its first bytes say: gzip, zstd or plain. */
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { MarketFileError } from './market-file-error.ts';

const CHUNK_BYTES = 512 * 1024;
/** As large a window as zstd's own tool takes without being told; more would be memory without bound. */
const MAX_WINDOW_LOG = 27;

export type Packing = 'gzip' | 'zstd' | 'plain';

/** Tells the packing by the first four bytes. */
export function packingOf(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const magic = ((head[0] ?? 0) | ((head[1] ?? 0) << 8) | ((head[2] ?? 0) << 16) | ((head[3] ?? 0) << 24)) >>> 0;
  // A frame, or one that is skipped, with which packers of many threads begin.
  return magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50 ? 'zstd' : 'plain';
}

/**
 * Unpacks as far as it is asked for.
 *
 * @throws MarketFileError where the packing is damaged or ends before its end; whatever the packed chunks throw
 */
export async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = packed[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  while (headBytes < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    // What reads a file may read on into the same bytes.
    head.push(next.value.slice());
    headBytes += next.value.length;
  }
  const first = Buffer.concat(head);
  const packing = packingOf(first);
  const all = (async function* () {
    if (first.length > 0) yield first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  })();
  if (packing === 'plain') yield* all;
  else yield* through(all, packing);
}

function unpackerOf(packing: 'gzip' | 'zstd'): Gunzip | ZstdDecompress {
  if (packing === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES });
  return createZstdDecompress({ chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } });
}

/** Files of several frames are usual; Node's unpacker ends where a frame ends within a write, and what follows is for another one. */
async function* through(packed: AsyncGenerator<Uint8Array>, packing: 'gzip' | 'zstd'): AsyncGenerator<Uint8Array, void, undefined> {
  let rest: Uint8Array = new Uint8Array(0);
  let isDone = false;
  let sourceFailure: unknown;
  const feed = async (unpacker: Gunzip | ZstdDecompress): Promise<void> => {
    try {
      for (;;) {
        if (rest.length === 0) {
          const next = await packed.next();
          if (next.done === true) {
            isDone = true;
            unpacker.end();
            return;
          }
          rest = next.value;
        }
        const before = unpacker.bytesWritten;
        await write(unpacker, rest);
        const taken = unpacker.bytesWritten - before;
        if (taken === 0 && rest.length > 0) throw new UnpackerClosed('unexpected data');
        const hasEnded = taken < rest.length;
        rest = rest.subarray(taken);
        if (hasEnded) return;
      }
    } catch (error) {
      sourceFailure = error;
      unpacker.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  };
  while (!isDone) {
    const unpacker = unpackerOf(packing);
    // Told by the loop below.
    unpacker.on('error', () => undefined);
    const fed = feed(unpacker);
    try {
      for await (const chunk of unpacker as AsyncIterable<Uint8Array>) yield chunk;
    } catch (error) {
      if (sourceFailure !== undefined && !(sourceFailure instanceof UnpackerClosed)) throw sourceFailure;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MarketFileError(`The packed file is damaged or incomplete (${reason}). Download it again.`);
    } finally {
      unpacker.destroy();
      await fed;
    }
  }
}

/** Resolves when the bytes are unpacked and what they became is taken, or fits in the stream. */
function write(unpacker: Gunzip | ZstdDecompress, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => reject(new UnpackerClosed());
    unpacker.once('close', closed);
    unpacker.write(bytes, (error) => {
      unpacker.off('close', closed);
      if (error === null || error === undefined) resolve();
      else reject(new UnpackerClosed(error.message));
    });
  });
}

/** The unpacker failed or is not read any further; its own error says why. */
class UnpackerClosed extends Error {}
