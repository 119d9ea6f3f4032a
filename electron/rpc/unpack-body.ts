import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const UNPACKERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * Unpacks a body away from the main thread, never beyond the cap.
 *
 * @throws Error with code ERR_BUFFER_TOO_LARGE beyond the cap, any other where it cannot be unpacked
 */
export async function unpackBody(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  if (body.length === 0) {
    return body;
  }
  const name = coding.trim().toLowerCase();
  if (!isKnown(name)) {
    throw new Error('an encoding that was not asked for');
  }
  return UNPACKERS[name](body, { maxOutputLength: maxBytes });
}

function isKnown(name: string): name is keyof typeof UNPACKERS {
  return Object.hasOwn(UNPACKERS, name);
}
