/** JSON.parse's reviver with the source text of a primitive, which Node 22 and later pass. */
type SourceReviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

const reviveExact: SourceReviver = (_key, value, context) => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d+$/.test(source) ? BigInt(source) : value;
};

/** Parses JSON; integers beyond 2^53 become bigint. The slow path is taken only where the text holds a number that long. */
export function parseLossless(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, reviveExact as (this: unknown, key: string, value: unknown) => unknown);
}
