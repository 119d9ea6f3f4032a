/** Recorded JSON read and written without losing digits: integers beyond 2^53 keep their text. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const DATA_FOLDER = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
/** Node 24 has both; the type library does not know them yet. */
const json = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON(text: string): object;
};

/** Parses JSON so that `JSON.stringify` of the result gives every integer back exactly. */
export function parseExactly(text: string): unknown {
  return json.parse(text, (_key, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) && context.source !== undefined
      ? json.rawJSON(context.source)
      : value,
  );
}

const read = new Map<string, unknown>();

/**
 * A file of the shared data, unpacked where it is gzipped; the same value each time, not to be changed. Throws where it is missing.
 *
 * @param parse for large files whose integers are known to be small: `JSON.parse`, ten times as fast
 */
export function readRecorded(path: string, parse: (text: string) => unknown = parseExactly): unknown {
  const known = read.get(path);
  if (known !== undefined) return known;
  const bytes = readFileSync(`${DATA_FOLDER}${path}`);
  const value = parse((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
  read.set(path, value);
  return value;
}
