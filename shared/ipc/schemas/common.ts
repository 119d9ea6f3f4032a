/** Building blocks of the contract's schemas. */
import { z } from 'zod';

/** attoFIL as a decimal string, possibly negative. */
export const zAttoFil = z
  .string()
  .regex(/^-?\d+$/)
  .max(80);
/** A big integer (power, weight, bytes beyond 2^53) as a decimal string. */
export const zBigInteger = z
  .string()
  .regex(/^-?\d+$/)
  .max(80);
/** An unsigned 64-bit integer (nonce, method number, gas limit) as a decimal string: the chain may hold values beyond 2^53. */
export const zUint64 = z.string().regex(/^\d{1,20}$/);
/** An address in the connected network's own letter. */
export const zAddress = z.string().min(3).max(115);
/** A CID as text, never as a link object. */
export const zCid = z.string().min(8).max(200);
export const zEpoch = z.number().int();
/** Milliseconds since 1970. */
export const zTimeMs = z.number();
/** Block CIDs in ticket order. */
export const zTipsetKey = z.array(zCid).min(1).max(64);

/** The epoch that a view is pinned to; absent where it follows the head. */
export const zAt = z.number().int().min(0).optional();

/** A tipset that a view is pinned to. */
export const zTipsetRef = z.object({ height: zEpoch, key: zTipsetKey, timeMs: zTimeMs });
export type TipsetRef = z.infer<typeof zTipsetRef>;

/**
 * Where a figure came from: the call in the inspector, its method without prefix, how long it took,
 * whether it was answered from the cache, and when. Screens show it in panel heads and open it on demand.
 */
export const zCallRef = z.object({
  id: z.number().int(),
  method: z.string(),
  tookMs: z.number(),
  atMs: zTimeMs,
  isCached: z.boolean(),
  /** The node sent it by itself, on a subscription: nobody waited for it. */
  isFrame: z.literal(true).optional(),
  /** What it was about, where a list asks the same of many: the first parameter, an address or a number. */
  subject: z.string().max(200).optional(),
});
export type CallRef = z.infer<typeof zCallRef>;

/** What a panel that could not be filled shows in its place. Same fields as the error envelope. */
export const zPanelError = z.object({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z
    .object({
      method: z.string().optional(),
      callId: z.number().optional(),
      nodeCode: z.number().optional(),
      nodeMessage: z.string().optional(),
      httpStatus: z.number().optional(),
    })
    .optional(),
});
export type PanelError = z.infer<typeof zPanelError>;

/** A part of a view that succeeds or fails on its own, with the calls behind it. */
export function zPanel<T extends z.ZodType>(value: T) {
  return z.union([z.object({ value, calls: z.array(zCallRef) }), z.object({ error: zPanelError })]);
}
export type Panel<T> = { value: T; calls: CallRef[] } | { error: PanelError };

export const zNothing = z.object({}).strict();
