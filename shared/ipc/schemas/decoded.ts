/**
 * Parameters and return values as a document shows them: a tree of plain JSON, made by `shared/validation/decoded-view.ts`. Integers of any
 * size are decimal text, bytes are hex, sets are ranges. What is too much to show is left out and counted, never cut without a word.
 */
import { z } from 'zod';
import { zAddress, zCid, zTimeMs } from './common.ts';

/** One value. `words` say what a number or bytes stand for: `32 GiB`, `StackedDrg32GiBV1_1`, a peer id. */
export type ValueView =
  | { kind: 'address'; value: string }
  /** attoFIL. */
  | { kind: 'amount'; value: string }
  /** `timeMs`: of an epoch, where the chain's clock is known. */
  | { kind: 'integer'; value: string; unit?: string | undefined; words?: string | undefined; timeMs?: number | undefined }
  /** `hex` may be less than `sizeBytes`. */
  | { kind: 'bytes'; hex: string; sizeBytes: number; words?: string | undefined }
  | { kind: 'signature'; scheme: string; hex: string; sizeBytes: number }
  | { kind: 'cid'; value: string }
  /** `ranges` may be fewer than `rangeCount`; both ends are members. */
  | {
      kind: 'bitfield';
      ranges: { first: string; last: string }[];
      rangeCount: number;
      count: string;
      unit?: string | undefined;
    }
  | { kind: 'boolean'; value: boolean }
  /** `value` may be shorter than `length`, both in UTF-16 units. */
  | { kind: 'text'; value: string; length: number }
  | { kind: 'none' }
  /** Deeper inside than is shown. */
  | { kind: 'tooDeep' }
  /** `items` may be fewer than `count`. */
  | { kind: 'list'; items: ValueView[]; count: number }
  /** `fields` may be fewer than `count` where no shape is known. */
  | { kind: 'record'; fields: FieldView[]; count: number }
  | {
      kind: 'call';
      to?: string | undefined;
      actorType?: string | undefined;
      method: string;
      methodName?: string | undefined;
      /** attoFIL that goes with the call. */
      value?: string | undefined;
      params: DecodedView;
    }
  | { kind: 'callReturn'; method: string; methodName?: string | undefined; returned: DecodedView }
  /** The bytes after the selector are given where `arguments` are not. */
  | {
      kind: 'contractCall';
      selector: string;
      signature?: string | undefined;
      arguments?: FieldView[] | undefined;
      hex: string;
      sizeBytes: number;
    }
  /** `text` is what the contract said, or what the panic means, or the selector of its own error. */
  | {
      kind: 'revert';
      reason: 'none' | 'message' | 'panic' | 'custom' | 'bytes';
      text?: string | undefined;
      hex: string;
      sizeBytes: number;
    };

export interface FieldView {
  name: string;
  value: ValueView;
}

/** Parameters or a return value. Without `value` there are no bytes at all. */
export interface DecodedView {
  /** `typed`: read by the method's shape; `cbor`: no shape is known or fits, the CBOR structure; `hex`: the bytes. */
  form: 'typed' | 'cbor' | 'hex';
  /** What a value without fields is called. */
  label?: string | undefined;
  /** Parameters of a call that succeeds and does nothing. */
  isWithoutEffect?: true | undefined;
  value?: ValueView | undefined;
}

/** Containers inside containers; the schema has no more levels than this. */
export const MAX_VIEW_DEPTH = 64;

/** The longest big integer of a message has 127 bytes: 306 digits and a sign. */
const zInteger = z
  .string()
  .regex(/^-?\d+$/)
  .max(320);
const zHex = z.string().regex(/^[0-9a-f]*$/);
const zCount = z.number().int().nonnegative();
const zWords = z.string().max(400);

const LEAVES = [
  z.object({ kind: z.literal('address'), value: zAddress }),
  z.object({ kind: z.literal('amount'), value: zInteger }),
  z.object({
    kind: z.literal('integer'),
    value: zInteger,
    unit: zWords.optional(),
    words: zWords.optional(),
    timeMs: zTimeMs.optional(),
  }),
  z.object({ kind: z.literal('bytes'), hex: zHex, sizeBytes: zCount, words: z.string().optional() }),
  z.object({ kind: z.literal('signature'), scheme: zWords, hex: zHex, sizeBytes: zCount }),
  z.object({ kind: z.literal('cid'), value: zCid }),
  z.object({
    kind: z.literal('bitfield'),
    ranges: z.array(z.object({ first: zInteger, last: zInteger })),
    rangeCount: zCount,
    count: zInteger,
    unit: zWords.optional(),
  }),
  z.object({ kind: z.literal('boolean'), value: z.boolean() }),
  z.object({ kind: z.literal('text'), value: z.string(), length: zCount }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('tooDeep') }),
  z.object({
    kind: z.literal('revert'),
    reason: z.enum(['none', 'message', 'panic', 'custom', 'bytes']),
    text: z.string().optional(),
    hex: zHex,
    sizeBytes: zCount,
  }),
] as const;

/** Levels are made when a value first reaches them. */
function zValueAt(depth: number): z.ZodType<ValueView> {
  if (depth === 0) return z.discriminatedUnion('kind', LEAVES);
  return z.lazy(() => {
    const zInner = zValueAt(depth - 1);
    const zFields = z.array(z.object({ name: z.string(), value: zInner }));
    const zDecoded = zDecodedOf(zInner);
    return z.discriminatedUnion('kind', [
      ...LEAVES,
      z.object({ kind: z.literal('list'), items: z.array(zInner), count: zCount }),
      z.object({ kind: z.literal('record'), fields: zFields, count: zCount }),
      z.object({
        kind: z.literal('call'),
        to: zAddress.optional(),
        actorType: zWords.optional(),
        method: zInteger,
        methodName: zWords.optional(),
        value: zInteger.optional(),
        params: zDecoded,
      }),
      z.object({ kind: z.literal('callReturn'), method: zInteger, methodName: zWords.optional(), returned: zDecoded }),
      z.object({
        kind: z.literal('contractCall'),
        selector: zWords,
        signature: zWords.optional(),
        arguments: zFields.optional(),
        hex: zHex,
        sizeBytes: zCount,
      }),
    ]);
  });
}

function zDecodedOf(zValue: z.ZodType<ValueView>): z.ZodType<DecodedView> {
  return z.object({
    form: z.enum(['typed', 'cbor', 'hex']),
    label: zWords.optional(),
    isWithoutEffect: z.literal(true).optional(),
    value: zValue.optional(),
  });
}

export const zDecodedView: z.ZodType<DecodedView> = zDecodedOf(zValueAt(MAX_VIEW_DEPTH));
