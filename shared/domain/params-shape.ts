/**
 * The shape of a method's parameters, written in the shorthand of protocol.md 8:
 * `A` address, `T` attoFIL, `N` other big integer, `B` bytes, `U` and `I` integers, `C` CID, `F` bitfield, `L` boolean, `S` text,
 * `[x]` a list, `{…}` a tuple inside, `x?` null or x. `raw A` is a bare value, everything else a tuple of named fields.
 */

export type ScalarKind = 'A' | 'T' | 'N' | 'B' | 'U' | 'I' | 'C' | 'F' | 'L' | 'S';
export type Shape =
  | { readonly type: 'scalar'; readonly kind: ScalarKind }
  | { readonly type: 'list'; readonly item: Shape }
  | { readonly type: 'tuple'; readonly fields: readonly ShapeField[] }
  | { readonly type: 'optional'; readonly of: Shape };

export interface ShapeField {
  readonly name: string;
  readonly shape: Shape;
}

export interface ParamsShape {
  /** A bare value has one field and no tuple around it. */
  readonly isRaw: boolean;
  readonly fields: readonly ShapeField[];
}

const TOKENS = /\s*([A-Za-z][A-Za-z0-9]*|[[\]{},?])/y;
const SCALARS: ReadonlySet<string> = new Set<ScalarKind>(['A', 'T', 'N', 'B', 'U', 'I', 'C', 'F', 'L', 'S']);

/** Reads a shape. Throws `SyntaxError`: shapes are part of the program, not of what a node says. */
export function parseShape(text: string): ParamsShape {
  const isRaw = text.startsWith('raw ');
  const reader = tokensOf(isRaw ? text.slice(4) : text);
  const fields = reader.peek() === undefined ? [] : readFields(reader);
  if (reader.peek() !== undefined) throw new SyntaxError(`unexpected ${reader.peek()} in the shape ${text}`);
  return { isRaw, fields };
}

interface TokenReader {
  peek(offset?: number): string | undefined;
  next(): string | undefined;
}

function tokensOf(text: string): TokenReader {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(text); match !== null; match = TOKENS.exec(text)) tokens.push(match[1] ?? '');
  let position = 0;
  return {
    peek: (offset = 0) => tokens[position + offset],
    next: () => tokens[position++],
  };
}

function readFields(reader: TokenReader): ShapeField[] {
  const fields: ShapeField[] = [];
  do {
    const name = reader.next();
    if (name === undefined) throw new SyntaxError('a field has no name');
    fields.push({ name, shape: readShape(reader) });
  } while (takes(reader, ','));
  return fields;
}

function readShape(reader: TokenReader): Shape {
  const shape = readPlainShape(reader);
  return takes(reader, '?') ? { type: 'optional', of: shape } : shape;
}

function readPlainShape(reader: TokenReader): Shape {
  const token = reader.next();
  if (token === '{') return closed(reader, '}', { type: 'tuple', fields: readFields(reader) });
  if (token === '[') {
    // `[U]` is a list of values, `[Index U, Skipped F]` a list of tuples
    const isBare = reader.peek(1) === ']' || reader.peek() === '{' || reader.peek() === '[';
    return closed(reader, ']', { type: 'list', item: isBare ? readShape(reader) : { type: 'tuple', fields: readFields(reader) } });
  }
  if (token !== undefined && SCALARS.has(token)) return { type: 'scalar', kind: token as ScalarKind };
  throw new SyntaxError(`${token} is no kind of value`);
}

function closed(reader: TokenReader, bracket: string, shape: Shape): Shape {
  if (!takes(reader, bracket)) throw new SyntaxError(`${bracket} is missing`);
  return shape;
}

function takes(reader: TokenReader, token: string): boolean {
  if (reader.peek() !== token) return false;
  reader.next();
  return true;
}
