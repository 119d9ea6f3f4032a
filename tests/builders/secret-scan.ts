/**
 * Scans data for secrets in all common encodings.
 * Text as UTF-8, UTF-16, hex, base64 and JSON-escaped; bytes (keys, entropy) raw and reversed, as hex, base64 and lists of numbers;
 * phrases as any four consecutive words. Base64 is found at any alignment, also inside hex, as in Lotus' key exports.
 */

/** One encoding of one secret. */
export interface Trace {
  /** Name of the secret and its encoding, for failing tests. Never the secret itself. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Finding {
  readonly name: string;
  readonly offset: number;
}

const WORDS_IN_A_ROW = 4;
/** Separators between words of a phrase. */
const SEPARATORS = [' ', '\n', ',', '","', '", "'];
/** Shorter traces would match by chance. */
const MIN_LENGTH = 6;

export function tracesOfText(name: string, text: string): Trace[] {
  const utf8 = Buffer.from(text, 'utf8');
  const traces = [...writtenText(name, text), ...writtenBytes(name, utf8)];
  const escaped = JSON.stringify(text).slice(1, -1);
  return escaped === text ? traces : [...traces, ...writtenText(`${name} in JSON`, escaped)];
}

export function tracesOfBytes(name: string, bytes: Uint8Array): Trace[] {
  const turned = Uint8Array.from(bytes).reverse();
  return [
    { name: `${name}, bytes`, bytes },
    { name: `${name}, bytes turned round`, bytes: turned },
    ...writtenBytes(name, bytes),
    ...writtenBytes(`${name}, turned round`, turned),
  ];
}

export function tracesOfPhrase(name: string, words: readonly string[], entropy: Uint8Array): Trace[] {
  const rows = words.slice(0, 1 - WORDS_IN_A_ROW).map((_, start) => words.slice(start, start + WORDS_IN_A_ROW));
  return [
    ...rows.flatMap((row, index) => SEPARATORS.flatMap((between) => writtenText(`${name}, words from ${index + 1}`, row.join(between)))),
    ...tracesOfBytes(`${name}, entropy`, entropy),
  ];
}

function writtenText(name: string, text: string): Trace[] {
  return [
    { name: `${name}, text`, bytes: Buffer.from(text, 'utf8') },
    { name: `${name}, UTF-16`, bytes: Buffer.from(text, 'utf16le') },
  ];
}

function writtenBytes(name: string, bytes: Uint8Array): Trace[] {
  const hex = Buffer.from(bytes).toString('hex');
  const base64 = base64Anywhere(bytes);
  return [
    ...writtenText(`${name}, hex`, hex),
    ...writtenText(`${name}, upper hex`, hex.toUpperCase()),
    ...base64.flatMap((text) => writtenText(`${name}, base64`, text)),
    ...base64.flatMap((text) => writtenText(`${name}, base64 for addresses`, text.replaceAll('+', '-').replaceAll('/', '_'))),
    ...base64.flatMap((text) => writtenText(`${name}, base64 in hex`, Buffer.from(text).toString('hex'))),
    ...writtenText(`${name}, numbers`, [...bytes].join(',')),
  ];
}

/** The base64 characters that do not depend on neighbouring bytes, for each of the three alignments. */
function base64Anywhere(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const isCut = (before + bytes.length) % 3 !== 0;
    return text.slice(before === 0 ? 0 : before + 1, isCut ? -1 : undefined);
  });
}

/** Finds traces in contents; created once, because there are thousands of traces. */
export class SecretScan {
  /** Prefilter by the first two bytes, then traces by the first four. */
  readonly #isBeginning = new Uint8Array(65_536);
  readonly #byBeginning = new Map<number, Trace[]>();

  constructor(traces: readonly Trace[]) {
    for (const trace of traces) {
      if (trace.bytes.length < MIN_LENGTH) throw new Error(`${trace.name} is too short to be told from chance.`);
      const [a = 0, b = 0, c = 0, d = 0] = trace.bytes;
      this.#isBeginning[a | (b << 8)] = 1;
      const beginning = (a | (b << 8) | (c << 16) | (d << 24)) >>> 0;
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), trace]);
    }
  }

  find(content: Uint8Array): Finding[] {
    const findings: Finding[] = [];
    const end = content.length - 3;
    for (let at = 0; at < end; at += 1) {
      const low = (content[at] as number) | ((content[at + 1] as number) << 8);
      if (this.#isBeginning[low] === 0) continue;
      const high = (content[at + 2] as number) | ((content[at + 3] as number) << 8);
      for (const trace of this.#byBeginning.get((low | (high << 16)) >>> 0) ?? []) {
        if (isAt(content, at, trace.bytes)) findings.push({ name: trace.name, offset: at });
      }
    }
    return findings;
  }
}

function isAt(content: Uint8Array, at: number, sought: Uint8Array): boolean {
  if (at + sought.length > content.length) return false;
  for (let index = 4; index < sought.length; index += 1) if (content[at + index] !== sought[index]) return false;
  return true;
}
