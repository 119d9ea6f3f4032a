/** The market's file unpacked, by what its first bytes say: gzip, zstd or plain. */
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
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
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      yield packing === 'plain' ? next.value : next.value.slice();
  })();
  if (packing === 'plain') {
    yield* all;
    return;
  }
  yield* through(all, unpackerOf(packing));
}

function unpackerOf(packing: 'gzip' | 'zstd'): Transform {
  if (packing === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES });
  return createZstdDecompress({ chunkSize: CHUNK_BYTES, params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } });
}

async function* through(packed: AsyncGenerator<Uint8Array>, unpacker: Transform): AsyncGenerator<Uint8Array, void, undefined> {
  let sourceFailure: unknown;
  const source = Readable.from(
    (async function* () {
      try {
        yield* packed;
      } catch (error) {
        sourceFailure = error;
        throw error;
      }
    })(),
    { objectMode: true, highWaterMark: 1 },
  );
  const done = pipeline(source, unpacker);
  // Told below, where the unpacker's own end is.
  done.catch(() => undefined);
  try {
    for await (const chunk of unpacker as AsyncIterable<Uint8Array>) yield chunk;
    await done;
  } catch (error) {
    if (sourceFailure !== undefined) throw sourceFailure;
    const reason = error instanceof Error ? error.message : String(error);
    throw new MarketFileError(`The packed file is damaged or incomplete (${reason}). Download it again.`);
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}
