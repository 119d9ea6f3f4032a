/**
 * Parses a pasted curl command: from a shell, the network panel of a browser, or a Windows prompt.
 *
 * The text is untrusted. Nothing in it is run, expanded or fetched, and parsing takes linear time.
 */
import { bytesToBase64, utf8ToBytes } from '../domain/encoding/bytes.ts';

export interface CurlCommand {
  readonly url: string;
  readonly httpMethod: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Parts of the command that could not be used. */
  readonly problems: readonly string[];
  /** End of the command in the text, exclusive. */
  readonly end: number;
}

/** The start of a command: an optional prompt, then curl. */
const CURL = /^[ \t]*(?:[$#>%] ?)?curl(?:\.exe)?(?=\s)/m;
/** A Windows prompt escapes quotes and line ends with a caret. */
const CARET = /\^["\r\n]/;
const MAX_WORDS = 2000;

/** Ignored options that take a value. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  '-o --output -m --max-time --connect-timeout -e --referer -x --proxy -E --cert --key --cacert -w --write-out --retry --retry-delay --resolve --interface -T --upload-file -F --form -c --cookie-jar -K --config --ciphers --limit-rate'.split(
    ' ',
  ),
);
const DATA: ReadonlySet<string> = new Set(['-d', '--data', '--data-ascii', '--data-raw', '--data-binary', '--json', '--data-urlencode']);

/** The first curl command in a text; undefined if there is none. Never throws. */
export function readCurl(text: string): CurlCommand | undefined {
  const start = CURL.exec(text);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const isWindows = CARET.test(text.slice(from));
  const { words, end } = shellWords(text, from, isWindows);
  return { ...commandOf(words), end };
}

function commandOf(words: readonly string[]): Omit<CurlCommand, 'end'> {
  const headers: Record<string, string> = {};
  const data: string[] = [];
  const problems: string[] = [];
  let url = '';
  let method: string | undefined;
  let isHead = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-') || word === '-') {
      if (url === '') url = word;
      continue;
    }
    const [option, attached] = optionOf(word);
    const value = (): string => {
      if (attached !== undefined) return attached;
      index += 1;
      return words[index] ?? '';
    };
    if (option === '-X' || option === '--request') method = value().toUpperCase();
    else if (option === '-H' || option === '--header') addHeader(headers, value());
    else if (option === '--url') url = value();
    else if (option === '-u' || option === '--user') headers.Authorization = `Basic ${bytesToBase64(utf8ToBytes(value()))}`;
    else if (option === '--oauth2-bearer') headers.Authorization = `Bearer ${value()}`;
    else if (option === '-A' || option === '--user-agent') headers['User-Agent'] = value();
    else if (option === '-b' || option === '--cookie') headers.Cookie = value();
    else if (option === '-I' || option === '--head') isHead = true;
    else if (DATA.has(option)) addData(option, value());
    else if (WITH_VALUE.has(option)) value();
  }

  function addData(option: string, value: string): void {
    if (value.startsWith('@') && option !== '--data-raw') {
      const file = value.slice(1);
      problems.push(
        file === '-' ? 'The body is from standard input, which was not pasted.' : `The body is in the file ${file}, which was not pasted.`,
      );
      data.push('');
    } else data.push(value);
    if (option === '--json') headers['Content-Type'] ??= 'application/json';
  }

  // curl's default.
  if (data.length > 0 && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')) {
    headers['Content-Type'] = 'application/x-www-form-urlencoded';
  }
  return {
    url,
    httpMethod: method ?? (isHead ? 'HEAD' : data.length > 0 ? 'POST' : 'GET'),
    headers,
    body: data.join('&'),
    problems,
  };
}

/** An option and its value if both are in one word: `--data=x`, `-XPOST`. Single-letter switches may be combined. */
function optionOf(word: string): readonly [option: string, attached?: string] {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  for (let at = 1; at < Math.min(word.length, 12); at += 1) {
    const option = `-${word[at]}`;
    if (!/^-[XHdubAomexEwTFcKI]$/.test(option)) continue;
    if (option === '-I') return [option];
    return at + 1 < word.length ? [option, word.slice(at + 1)] : [option];
  }
  return [word];
}

function addHeader(headers: Record<string, string>, line: string): void {
  const colon = line.indexOf(':');
  if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
}

/** The words of a command up to the end of its line, including continuation lines. */
function shellWords(text: string, from: number, isWindows: boolean): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = [];
  let word: string[] | undefined;
  let at = from;
  const add = (piece: string): void => {
    word ??= [];
    word.push(piece);
  };
  const close = (): void => {
    if (word !== undefined) words.push(word.join(''));
    word = undefined;
  };
  let quote: '"' | "'" | '$' | undefined;
  for (; at < text.length && words.length < MAX_WORDS; at += 1) {
    const character = text[at] ?? '';
    const next = text[at + 1] ?? '';
    if (isWindows && character === '^') {
      const lineEnd = lineEndAt(text, at + 1);
      // In quotes, browsers escape a line break as a caret and two line breaks.
      if (lineEnd > 0) at += lineEnd;
      else if (next === '"' || next === '^' || quote === undefined) {
        at += 1;
        if (next === '"') quote = toggled(quote);
        else add(next);
      } else {
        at += 1;
        if (next === '\\' && text.slice(at + 1, at + 3) === '^"') {
          add('"');
          at += 2;
        } else add(next);
      }
    } else if (quote === "'") {
      if (character === "'") quote = undefined;
      else add(character);
    } else if (quote === '$') {
      if (character === "'") quote = undefined;
      else if (character === '\\') {
        const [piece, length] = ansiEscape(text, at + 1);
        add(piece);
        at += length;
      } else add(character);
    } else if (quote === '"') {
      if (character === '"') quote = undefined;
      else if (character === '\\' && /["\\$`]/.test(next)) {
        add(next);
        at += 1;
      } else if (character === '`' && next === '"') {
        add(next);
        at += 1;
      } else add(character);
    } else if (character === '\\' || character === '`') {
      const lineEnd = lineEndAt(text, at + 1);
      if (lineEnd > 0) at += lineEnd;
      else {
        add(next);
        at += 1;
      }
    } else if (character === '$' && next === "'") {
      quote = '$';
      add('');
      at += 1;
    } else if (character === '"' || character === "'") {
      quote = character;
      add('');
    } else if (character === '\n' || character === ';' || character === '|') break;
    else if (/\s/.test(character)) close();
    else add(character);
  }
  close();
  return { words, end: at };

  function toggled(current: typeof quote): typeof quote {
    if (current === '"') return undefined;
    add('');
    return '"';
  }
}

/** Length of a line end at this offset, including spaces before it; 0 if there is none. */
function lineEndAt(text: string, at: number): number {
  const found = /^[ \t]{0,8}(?:\r\n|\n|$)/.exec(text.slice(at, at + 12));
  return found === null || found[0] === '' ? 0 : found[0].length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** Parses an escape of `$'…'` after its backslash: its text and length. */
function ansiEscape(text: string, at: number): readonly [piece: string, length: number] {
  const letter = text[at] ?? '';
  const digits = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(text.slice(at, at + 5));
  const code = digits?.[1] ?? digits?.[2];
  if (code !== undefined) return [String.fromCharCode(Number.parseInt(code, 16)), code.length + 1];
  return [ESCAPES[letter] ?? letter, 1];
}
