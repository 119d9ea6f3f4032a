import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const UNPACKERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Decompresses a body off the main thread, up to a limit.
 *
 * @throws Error with code ERR_BUFFER_TOO_LARGE beyond the limit, any other if decompression fails
 */
export async function unpackBody(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  if (body.length === 0) {
    return body;
  }
  const name = coding.trim().toLowerCase();
  if (!isKnown(name)) {
    throw new Error('unexpected content encoding');
  }
  return UNPACKERS[name](body, { maxOutputLength: maxBytes });
}

function isKnown(name: string): name is keyof typeof UNPACKERS {
  return Object.hasOwn(UNPACKERS, name);
}
