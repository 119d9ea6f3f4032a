/** Calls of an execution trace, real or simulated. */
import { z } from 'zod';
import { zAddress, zAttoFil, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';

/** Limit of calls sent to a document; the others are counted. */
export const MAX_TRACED_CALLS = 200;

/** A call, in execution order; `depth` 0 is the message. */
export const zTracedCall = z.object({
  depth: z.number().int().min(0),
  from: zAddress,
  to: zAddress,
  /** ID address of the called actor, if in the trace. */
  toId: zAddress.optional(),
  actorType: z.string().max(40).optional(),
  method: zUint64,
  methodName: z.string().max(120).optional(),
  value: zAttoFil,
  exitCode: z.number().int(),
  exitName: z.string().max(100),
  /** It, or an enclosing call, failed: its effects are reverted. */
  isUndone: z.boolean(),
  /** For a failed call: meaning of the exit code, cause and fix. */
  failure: z.object({ meaning: z.string(), cause: z.string(), fix: z.string() }).optional(),
  /** Including internal calls. Absent if the node does not trace gas charges. */
  gasUsed: zUint64.optional(),
  params: zDecodedView.optional(),
  returned: zDecodedView.optional(),
});
export type TracedCallView = z.infer<typeof zTracedCall>;
