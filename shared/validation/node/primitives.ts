/**
 * Building blocks for parsing node results.
 *
 * Untrusted: each checks type and range and creates a domain value. Integers may be bigint (beyond 2^53), absent arrays `null`. Failures
 * are zod issues, never thrown past `parseNode`.
 */
import { z } from 'zod';
import { parseAddress } from '../../domain/addresses/address.ts';
import { attoFil } from '../../domain/amounts/amount.ts';
import { DomainError } from '../../domain/domain-error.ts';
import { base64ToBytes } from '../../domain/encoding/bytes.ts';
import { cidFromLink } from '../../domain/encoding/cid.ts';

/** A zod schema from a domain parser: its `DomainError` becomes an issue at the field's path. */
export function domainValue<I extends z.ZodType, T>(input: I, parse: (value: z.output<I>) => T) {
  return input.transform((value, context): T => {
    try {
      return parse(value);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      context.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });
}

const MAX_INTEGER_DIGITS = 80;
const zIntegerToken = z.union([z.number().int(), z.bigint()]);

function integerBetween(minimum: bigint, limit: bigint) {
  return zIntegerToken.transform((token, context) => {
    const value = BigInt(token);
    if (value >= minimum && value < limit) return value;
    context.addIssue({ code: 'custom', message: 'Integer out of range.' });
    return z.NEVER;
  });
}

export const zUint64 = integerBetween(0n, 1n << 64n);
export const zInt64 = integerBetween(-(1n << 63n), 1n << 63n);
/** Integers up to 2^53, such as heights and exit codes. */
export const zSafeInteger = zIntegerToken.transform((token, context) => {
  const value = Number(token);
  if (Number.isSafeInteger(value)) return value;
  context.addIssue({ code: 'custom', message: 'Integer beyond 2^53.' });
  return z.NEVER;
});
/** More than any network will have. */
const MAX_NETWORK_VERSION = 1000;
export const zNetworkVersion = zSafeInteger.refine((version) => version >= 0 && version <= MAX_NETWORK_VERSION);
/** Unix time in seconds. Some development nodes write fractions, which are truncated. */
export const zUnixSeconds = z.union([z.number().min(0), z.bigint()]).transform((token, context) => {
  const value = Math.floor(Number(token));
  if (Number.isSafeInteger(value) && value >= 0) return value;
  context.addIssue({ code: 'custom', message: 'Time out of range.' });
  return z.NEVER;
});
/** A decimal string with any sign, such as power or weight. */
export const zBigDecimal = z
  .string()
  .regex(new RegExp(`^-?\\d{1,${MAX_INTEGER_DIGITS}}$`))
  .transform((text) => BigInt(text));
export const zAmount = domainValue(z.string(), attoFil);
export const zAddressValue = domainValue(z.string().max(115), parseAddress);
export const zCidLink = domainValue(z.unknown(), cidFromLink);
/** A Go byte slice: padded base64, `null` for nil. */
export const zBytes = domainValue(z.string().nullish(), (text) =>
  text === null || text === undefined ? new Uint8Array() : base64ToBytes(text),
);

/** A Go slice: `null` for nil. */
export function zSlice<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/**
 * Parses a node's value with a schema. Throws `DomainError` `node-answer` that names the expected type and the path of the failure.
 */
export function parseNode<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  throw new DomainError('node-answer', `The node's answer is not ${what}${path}: ${issue?.message ?? 'unreadable'}`);
}
