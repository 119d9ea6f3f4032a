/**
 * Building blocks of the parsers of node answers.
 *
 * Trusts nothing: each block checks the type and the range and makes a domain value. Integers may arrive as bigint
 * (tokens beyond 2^53 stay exact), absent arrays arrive as `null`. Failures are zod issues, never thrown past `parseNode`.
 */
import { z } from 'zod';
import { parseAddress } from '../../domain/address.ts';
import { attoFil } from '../../domain/amount.ts';
import { base64ToBytes } from '../../domain/bytes.ts';
import { cidFromLink } from '../../domain/cid.ts';
import { DomainError } from '../../domain/domain-error.ts';

/** A zod schema from a parse function of the domain: its `DomainError` becomes an issue at the field's path. */
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
    context.addIssue({ code: 'custom', message: 'The integer is outside its range.' });
    return z.NEVER;
  });
}

export const zUint64 = integerBetween(0n, 1n << 64n);
export const zInt64 = integerBetween(-(1n << 63n), 1n << 63n);
/** Heights, exit codes: integers that a JavaScript number holds exactly. */
export const zSafeInteger = zIntegerToken.transform((token, context) => {
  const value = Number(token);
  if (Number.isSafeInteger(value)) return value;
  context.addIssue({ code: 'custom', message: 'The integer is beyond 2^53.' });
  return z.NEVER;
});
/** Far more versions than any network will have. */
const MAX_NETWORK_VERSION = 1000;
export const zNetworkVersion = zSafeInteger.refine((version) => version >= 0 && version <= MAX_NETWORK_VERSION);
/** Unix time in seconds. Lotus writes integers; some development nodes write fractions, which are cut off. */
export const zUnixSeconds = z.union([z.number().min(0), z.bigint()]).transform((token, context) => {
  const value = Math.floor(Number(token));
  if (Number.isSafeInteger(value) && value >= 0) return value;
  context.addIssue({ code: 'custom', message: 'The time is outside its range.' });
  return z.NEVER;
});
/** A decimal string of any sign: power, weight. */
export const zBigDecimal = z
  .string()
  .regex(new RegExp(`^-?\\d{1,${MAX_INTEGER_DIGITS}}$`))
  .transform((text) => BigInt(text));
export const zAmount = domainValue(z.string(), attoFil);
export const zAddressValue = domainValue(z.string().max(115), parseAddress);
export const zCidLink = domainValue(z.unknown(), cidFromLink);
/** A Go byte slice: padded base64, `null` where it is nil. */
export const zBytes = domainValue(z.string().nullish(), (text) =>
  text === null || text === undefined ? new Uint8Array() : base64ToBytes(text),
);

/** A Go slice: `null` where it is nil. */
export function zSlice<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/**
 * Runs a schema over a node's value. Throws `DomainError` `node-answer` that names what was expected and where it went wrong.
 */
export function parseNode<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  throw new DomainError('node-answer', `The node's answer is not ${what}${path}: ${issue?.message ?? 'unreadable'}`);
}
