/**
 * Shapes of method parameters and return values, parsed from a shorthand.
 *
 * `A` address, `T` attoFIL, `N` other big integer, `U` and `I` integers without and with a sign, `B` bytes, `C` CID, `F` bitfield,
 * `L` boolean, `S` text, `G` signature, `D` deal label (text or bytes). After a colon, the unit of a number or bytes:
 * `I:epoch`, `U:sector`. `B20` and `B32` have that many bytes. `[x]` is a list (`[Index U, Skipped F]` a list of tuples), `{…}` a nested tuple,
 * `<…>` bytes with the CBOR of the content, `x?` null or x. `raw Name x` is a bare value, `raw? Name x` an optional one,
 * anything else is a tuple of named fields, and empty text means no bytes.
 */

/**
 * Unit of a number or byte string, for display and input. `dataCap` and `power` are bytes, `dataCapToken` bytes × 10^18; `share` is
 * in units of 10^-18, `streamWrite` a queued change of a reward stream; `epoch` is a height and `epochs` a duration. The content of
 * `call`, `callReturn`, `calldata`, `constructor`, `operatorData` and `returnData` depends on neighbouring fields.
 */
const UNITS = [
  'actor',
  'aggregateProof',
  'allocation',
  'bytes',
  'call',
  'callReturn',
  'calldata',
  'constructor',
  'cronEvent',
  'dataCap',
  'dataCapToken',
  'deal',
  'deadline',
  'epoch',
  'epochs',
  'ethAddress',
  'exitCode',
  'initcode',
  'method',
  'multiaddr',
  'operatorData',
  'partition',
  'peerId',
  'postProof',
  'power',
  'returnData',
  'sealProof',
  'sector',
  'share',
  'streamWrite',
  'transaction',
  'updateProof',
] as const;
/** One of the units. */
export type Unit = (typeof UNITS)[number];

/** CBOR type of a scalar; see the letters above. */
type ScalarKind = 'A' | 'T' | 'N' | 'U' | 'I' | 'B' | 'C' | 'F' | 'L' | 'S' | 'G' | 'D';

/** A scalar. `size` is the exact number of bytes of a fixed-size `B`. */
export interface ScalarShape {
  readonly type: 'scalar';
  readonly kind: ScalarKind;
  readonly unit?: Unit;
  readonly size?: number;
}

/** A scalar or composite value. */
export type Shape =
  | ScalarShape
  | { readonly type: 'list'; readonly item: Shape }
  | { readonly type: 'tuple'; readonly fields: readonly ShapeField[] }
  | { readonly type: 'optional'; readonly of: Shape }
  /** A byte string with the CBOR of a value. */
  | { readonly type: 'embedded'; readonly of: Shape };

/** A field of a tuple. */
export interface ShapeField {
  /** JSON name in Lotus. */
  readonly name: string;
  readonly shape: Shape;
}

/** Parameters or return value of a method. */
export interface MethodShape {
  /** Whether it is a bare value: one field without a tuple. */
  readonly isRaw: boolean;
  /** Whether no bytes are also valid. */
  readonly isOptional: boolean;
  /** Empty if the method has no parameters or no return value. */
  readonly fields: readonly ShapeField[];
}

const TOKENS = /\s*([A-Za-z][A-Za-z0-9_]*|[[\]{}<>,?:])/y;
const SCALARS: ReadonlySet<string> = new Set<ScalarKind>(['A', 'T', 'N', 'U', 'I', 'B', 'C', 'F', 'L', 'S', 'G', 'D']);
const KNOWN_UNITS: ReadonlySet<string> = new Set(UNITS);

/** Parse a shape. Throws `SyntaxError`: shapes are part of the program, not input. */
export function parseShape(text: string): MethodShape {
  const [, prefix = '', rest = ''] = /^(raw\?? )?(.*)$/s.exec(text) ?? [];
  const reader = tokensOf(rest);
  const fields = reader.peek() === undefined ? [] : readFields(reader);
  if (reader.peek() !== undefined) throw new SyntaxError(`unexpected ${reader.peek()} in the shape ${text}`);
  if (prefix !== '' && fields.length !== 1) throw new SyntaxError(`a raw shape must have one value: ${text}`);
  return { isRaw: prefix !== '', isOptional: fields.length === 0 || prefix === 'raw? ', fields };
}

interface TokenReader {
  peek(offset?: number): string | undefined;
  next(): string | undefined;
}

function tokensOf(text: string): TokenReader {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  let end = 0;
  for (let match = TOKENS.exec(text); match !== null; match = TOKENS.exec(text)) {
    tokens.push(match[1] ?? '');
    end = TOKENS.lastIndex;
  }
  if (text.slice(end).trim() !== '') throw new SyntaxError(`${text.slice(end)} is not part of a shape`);
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
  if (token === '<') return closed(reader, '>', { type: 'embedded', of: { type: 'tuple', fields: readFields(reader) } });
  if (token === '[') {
    // `[U]` is a list of values, `[Index U, Skipped F]` a list of tuples
    const isTuple = /^[A-Za-z]/.test(reader.peek() ?? '') && /^[A-Za-z[{<]/.test(reader.peek(1) ?? '');
    return closed(reader, ']', { type: 'list', item: isTuple ? { type: 'tuple', fields: readFields(reader) } : readShape(reader) });
  }
  return readScalar(reader, token);
}

function readScalar(reader: TokenReader, token: string | undefined): ScalarShape {
  const [, kind = '', size = ''] = /^([A-Z])(\d*)$/.exec(token ?? '') ?? [];
  if (!SCALARS.has(kind) || (size !== '' && kind !== 'B')) throw new SyntaxError(`${token} is not a type`);
  const unit = takes(reader, ':') ? (reader.next() ?? '') : undefined;
  if (unit !== undefined && !KNOWN_UNITS.has(unit)) throw new SyntaxError(`${unit} is not a unit`);
  return {
    type: 'scalar',
    kind: kind as ScalarKind,
    ...(unit === undefined ? {} : { unit: unit as Unit }),
    ...(size === '' ? {} : { size: Number(size) }),
  };
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
