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
/** An unsigned 64-bit integer (nonce, method number, gas limit) as a decimal string, as it may exceed 2^53. */
export const zUint64 = z.string().regex(/^\d{1,20}$/);
/** An address with the connected network's prefix. */
export const zAddress = z.string().min(3).max(115);
/** A CID as text, never as a link object. */
export const zCid = z.string().min(8).max(200);
export const zEpoch = z.number().int();
/** Milliseconds since 1970. */
export const zTimeMs = z.number();
/** Block CIDs in ticket order. */
export const zTipsetKey = z.array(zCid).min(1).max(64);

/** The epoch a view is pinned to; absent if it follows the head. */
export const zAt = z.number().int().min(0).optional();

/** The tipset a view is pinned to. */
export const zTipsetRef = z.object({ height: zEpoch, key: zTipsetKey, timeMs: zTimeMs });
export type TipsetRef = z.infer<typeof zTipsetRef>;

/**
 * Provenance of a figure: the call in the inspector, its method without prefix, duration, whether it was cached, and its time. Shown in
 * panel headers and opened on demand.
 */
export const zCallRef = z.object({
  id: z.number().int(),
  method: z.string(),
  tookMs: z.number(),
  atMs: zTimeMs,
  isCached: z.boolean(),
  /** An item of a subscription, without a duration. */
  isFrame: z.literal(true).optional(),
  /** Subject of the call, if a list makes the same call for many: its first parameter. */
  subject: z.string().max(200).optional(),
});
export type CallRef = z.infer<typeof zCallRef>;

/** Error of a panel. Same fields as the error envelope. */
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

/** A part of a view that succeeds or fails independently, with its calls. */
export function zPanel<T extends z.ZodType>(value: T) {
  return z.union([z.object({ value, calls: z.array(zCallRef) }), z.object({ error: zPanelError })]);
}
export type Panel<T> = { value: T; calls: CallRef[] } | { error: PanelError };

export const zNothing = z.object({}).strict();
