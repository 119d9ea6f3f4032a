/** The calls of an execution, one that was and one that would be, as a node traces them. */
import { z } from 'zod';
import { zAddress, zAttoFil, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';

/** Calls of one execution that cross to a document; the others are counted. */
export const MAX_TRACED_CALLS = 200;

/** One call, in the order in which they were made; `depth` 0 is the message itself. */
export const zTracedCall = z.object({
  depth: z.number().int().min(0),
  from: zAddress,
  to: zAddress,
  /** The actor that was called, by its id, where the trace says it. */
  toId: zAddress.optional(),
  actorType: z.string().max(40).optional(),
  method: zUint64,
  methodName: z.string().max(120).optional(),
  value: zAttoFil,
  exitCode: z.number().int(),
  exitName: z.string().max(100),
  /** It failed, or a call around it did: nothing of it stays. */
  isUndone: z.boolean(),
  /** Of a call that failed: what the code says, what lies behind it, what to do. */
  failure: z.object({ meaning: z.string(), cause: z.string(), fix: z.string() }).optional(),
  /** With all calls inside of it. Absent where the node does not trace what was charged. */
  gasUsed: zUint64.optional(),
  params: zDecodedView.optional(),
  returned: zDecodedView.optional(),
});
export type TracedCallView = z.infer<typeof zTracedCall>;
