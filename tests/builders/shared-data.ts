/** Reads published vectors and recorded chain data beside the repository. Tests that need them fail if they are missing. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'shared', 'data');
/** Integer tokens of 16 or more digits outside strings, which may exceed a double's precision. */
const LONG_INTEGERS = /("(?:[^"\\]|\\.)*")|(?<=[[:,\s])(-?\d{16,})(?=[\],}\s])/g;
const MARK = 'exact integer ';

/** Parse a JSON file of the data folder; integers of 16 or more digits become bigint, as in the node client. */
export function readSharedJson<T>(path: string): T {
  const bytes = readFileSync(join(ROOT, path));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const marked = text.replace(LONG_INTEGERS, (token, _string, integer) => (integer === undefined ? token : `"${MARK}${integer}"`));
  return JSON.parse(marked, (_key, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  ) as T;
}

/** Read a text file of the data folder. */
export function readSharedText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Read a binary file of the data folder. */
export function readSharedBytes(path: string): Uint8Array {
  return readFileSync(join(ROOT, path));
}

/** List file names in a subfolder of the data, sorted. */
export function listSharedFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).sort();
}
