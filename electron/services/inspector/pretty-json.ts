/** Deeper levels are indented no further: a hostile body of brackets alone would grow with the square of its length. */
const MAX_INDENT = 32;
const INDENTS = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * JSON text with line breaks. Every token stays as it stands: numbers keep their digits, fields their order and their repetitions.
 * Nothing is parsed and nothing recurses; of text that is not JSON the white space is lost, no more.
 */
export function prettyJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let isEmpty = false;
  const newLine = (): number => parts.push(INDENTS[Math.min(depth, MAX_INDENT)] ?? '\n');
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at);
    const token = text.slice(at, end);
    at = end;
    if (token.trim() === '') {
      continue;
    }
    const isClosing = token === ']' || token === '}';
    depth -= isClosing && depth > 0 ? 1 : 0;
    // An empty container stays on its line; everything else in one begins on a new line, and so does its end.
    if (isClosing !== isEmpty) {
      newLine();
    }
    parts.push(token === ':' ? ': ' : token);
    isEmpty = token === '[' || token === '{';
    depth += isEmpty ? 1 : 0;
    if (token === ',') {
      newLine();
    }
  }
  return parts.join('').trimStart();
}

/** Behind a mark, a text in quotes, or whatever stands up to the next mark or white space. */
function tokenEnd(text: string, start: number): number {
  const first = text.charAt(start);
  if ('[]{},:'.includes(first)) {
    return start + 1;
  }
  let at = start + 1;
  if (first === '"') {
    while (at < text.length && text.charAt(at) !== '"') {
      at += text.charAt(at) === '\\' ? 2 : 1;
    }
    return at + 1;
  }
  if (isSpace(first)) {
    return at;
  }
  while (at < text.length && !'[]{},:"'.includes(text.charAt(at)) && !isSpace(text.charAt(at))) {
    at += 1;
  }
  return at;
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}
