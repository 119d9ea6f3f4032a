/** Unpacks the market file, by its first bytes: gzip, zstd or plain. */
import { constants, createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { MarketFileError } from './market-file-error.ts';

const CHUNK_BYTES = 512 * 1024;
/** Window limit, the default of the zstd tool; bounds memory. */
const MAX_WINDOW_LOG = 27;

type Packing = 'gzip' | 'zstd' | 'plain';

/** Detect the compression by the first four bytes. */
function packingOf(head: Uint8Array): Packing {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const magic = ((head[0] ?? 0) | ((head[1] ?? 0) << 8) | ((head[2] ?? 0) << 16) | ((head[3] ?? 0) << 24)) >>> 0;
  // A frame, or a skippable frame, with which multi-threaded compressors start.
  return magic === 0xfd2fb528 || (magic & 0xfffffff0) >>> 0 === 0x184d2a50 ? 'zstd' : 'plain';
}

/**
 * Unpack on demand.
 *
 * @throws MarketFileError if the file is damaged or truncated; errors of the packed chunks
 */
export async function* unpack(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = packed[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  while (headBytes < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    // The file reader may reuse the same buffer.
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

/** Files often have several frames; Node's decompressor ends with a frame, and the rest needs a new one. */
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
    // Reported by the loop below.
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

/** Resolves once the bytes are unpacked and the output was consumed or fits in the stream. */
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

/** The decompressor failed or is no longer read; its own error is the reason. */
class UnpackerClosed extends Error {}
