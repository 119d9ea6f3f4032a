/** Maximum indentation: a hostile body of brackets would otherwise grow with the square of its length. */
const MAX_INDENT = 32;
const INDENTS = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/**
 * Format JSON text with line breaks. Tokens are unchanged: numbers keep their digits, fields their order and duplicates. Nothing is parsed
 * and nothing recurses; text that is not JSON only loses white space.
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
    // An empty container stays on its line; otherwise every member and the end begin on a new line.
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

/** Return the end of a token: a punctuation mark, a quoted text, or the text up to the next mark or white space. */
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
