/**
 * Lays JSON text out in lines of coloured pieces without parsing it into values: integers beyond 2^53 stay as they were sent,
 * and text that is not JSON at all is shown as it is.
 */

export type JsonPieceKind = 'key' | 'string' | 'number' | 'null' | 'mark';

export interface JsonPiece {
  readonly kind: JsonPieceKind;
  readonly text: string;
}

export interface JsonLine {
  readonly number: number;
  readonly depth: number;
  readonly pieces: readonly JsonPiece[];
}

const TOKEN = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"/y;

/** Lines of at most `limit`; `isCut` when there are more. */
export function layOutJson(text: string, limit: number): { readonly lines: readonly JsonLine[]; readonly isCut: boolean } {
  const lines: JsonLine[] = [];
  let pieces: JsonPiece[] = [];
  let depth = 0;
  let lineDepth = 0;
  const tokens = tokensOf(text);

  function endLine(): void {
    if (pieces.length > 0) lines.push({ number: lines.length + 1, depth: lineDepth, pieces });
    pieces = [];
    lineDepth = depth;
  }

  for (let index = 0; index < tokens.length; index += 1) {
    if (lines.length >= limit) return { lines, isCut: true };
    const token = tokens[index] ?? '';
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      const close = token === '{' ? '}' : ']';
      if (next === close) {
        pieces.push({ kind: 'mark', text: token + close });
        index += 1;
      } else {
        pieces.push({ kind: 'mark', text: token });
        depth += 1;
        endLine();
      }
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      endLine();
      pieces.push({ kind: 'mark', text: token });
    } else if (token === ',') {
      pieces.push({ kind: 'mark', text: ',' });
      endLine();
    } else if (token === ':') {
      pieces.push({ kind: 'mark', text: ': ' });
    } else {
      pieces.push({ kind: kindOf(token, next), text: token });
    }
  }
  endLine();
  return { lines, isCut: false };
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    if (match[0].trim() !== '') tokens.push(match[0]);
  }
  return tokens;
}

function kindOf(token: string, next: string | undefined): JsonPieceKind {
  if (token.startsWith('"')) return next === ':' ? 'key' : 'string';
  if (/^-?\d/.test(token)) return 'number';
  return token === 'null' || token === 'true' || token === 'false' ? 'null' : 'mark';
}
