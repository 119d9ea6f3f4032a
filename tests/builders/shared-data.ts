/** Reads the published vectors and recorded chain data that lie beside the repository. Tests that need them fail where they are absent. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'shared', 'data');
/** Integer tokens of 16 digits and more, outside strings: those a double cannot be trusted with. */
const LONG_INTEGERS = /("(?:[^"\\]|\\.)*")|(?<=[[:,\s])(-?\d{16,})(?=[\],}\s])/g;
const MARK = 'exact integer ';

/** Parses a file of the data folder; integers of 16 digits and more become bigint, as the node client delivers them. */
export function readSharedJson<T>(path: string): T {
  const bytes = readFileSync(join(ROOT, path));
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const marked = text.replace(LONG_INTEGERS, (token, _string, integer) => (integer === undefined ? token : `"${MARK}${integer}"`));
  return JSON.parse(marked, (_key, value) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  ) as T;
}

/** The text of a file of the data folder. */
export function readSharedText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The bytes of a file of the data folder. */
export function readSharedBytes(path: string): Uint8Array {
  return readFileSync(join(ROOT, path));
}

/** File names in a folder of the data, sorted. */
export function listSharedFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).sort();
}
