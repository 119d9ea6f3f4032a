/**
 * Decoded parameters and return values for a document: a tree of plain JSON from `shared/validation/decoded-view.ts`. Integers are decimal
 * strings, bytes are hex, sets are ranges. Omitted values are counted.
 */
import { z } from 'zod';
import { zAddress, zCid, zTimeMs } from './common.ts';

/** A value. `words` is the meaning of a number or bytes: `32 GiB`, `StackedDrg32GiBV1_1`, a peer ID. */
export type ValueView =
  | { kind: 'address'; value: string }
  /** attoFIL. */
  | { kind: 'amount'; value: string }
  /** `timeMs`: time of an epoch, if the genesis time is known. */
  | { kind: 'integer'; value: string; unit?: string | undefined; words?: string | undefined; timeMs?: number | undefined }
  /** `hex` may be shorter than `sizeBytes`. */
  | { kind: 'bytes'; hex: string; sizeBytes: number; words?: string | undefined }
  | { kind: 'signature'; scheme: string; hex: string; sizeBytes: number }
  | { kind: 'cid'; value: string }
  /** `ranges` may be fewer than `rangeCount`; inclusive. */
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
  /** Beyond the depth limit. */
  | { kind: 'tooDeep' }
  /** `items` may be fewer than `count`. */
  | { kind: 'list'; items: ValueView[]; count: number }
  /** `fields` may be fewer than `count` if the type is unknown. */
  | { kind: 'record'; fields: FieldView[]; count: number }
  | {
      kind: 'call';
      to?: string | undefined;
      actorType?: string | undefined;
      method: string;
      methodName?: string | undefined;
      /** Value of the call in attoFIL. */
      value?: string | undefined;
      params: DecodedView;
    }
  | { kind: 'callReturn'; method: string; methodName?: string | undefined; returned: DecodedView }
  /** The bytes after the selector, if there are no `arguments`. */
  | {
      kind: 'contractCall';
      selector: string;
      signature?: string | undefined;
      arguments?: FieldView[] | undefined;
      hex: string;
      sizeBytes: number;
    }
  /** `text`: the revert message, the meaning of the panic, or the selector of the custom error. */
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

/** Parameters or a return value. Without `value`, there are no bytes. */
export interface DecodedView {
  /** `typed`: decoded by the method's type; `cbor`: CBOR structure, without a matching type; `hex`: the bytes. */
  form: 'typed' | 'cbor' | 'hex';
  /** Label of a value without fields. */
  label?: string | undefined;
  /** Parameters of a call that succeeds and does nothing. */
  isWithoutEffect?: true | undefined;
  value?: ValueView | undefined;
}

/** Maximum nesting of the schema. */
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

/** Levels are created on demand. */
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
