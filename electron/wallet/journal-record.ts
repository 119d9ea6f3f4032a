/**
 * The lines of the send journal: an intent with the frozen bytes, then one step per stage reached.
 *
 * The signed bytes are in the step `signed` and nowhere else; they leave this machine only by MpoolPush. Ids of calls are left
 * out, because the inspector counts anew in every run.
 */
import { z } from 'zod';
import { zAttoFil, zCid, zEpoch, zTimeMs, zUint64 } from '../../shared/ipc/schemas/common.ts';
import { zJournalStage } from '../../shared/ipc/schemas/journal.ts';

const zHexText = z.string().regex(/^([0-9a-f]{2})+$/);

export const zIntentRecord = z.object({
  kind: z.literal('intent'),
  version: z.literal(1),
  id: z.string().min(1).max(100),
  atMs: zTimeMs,
  genesisCid: zCid,
  networkName: z.string(),
  connectionName: z.string(),
  /** The letter of the network's addresses when the message was made. */
  letter: z.enum(['f', 't']),
  /** Unsigned message, canonical CBOR. */
  bytesHex: zHexText,
  unsignedCid: zCid,
  methodName: z.string(),
  /** Height of the head when the message was made: nothing before it can carry the message. */
  madeAtHeight: zEpoch,
});
export type IntentRecord = z.infer<typeof zIntentRecord>;

export const zStepRecord = z.object({
  kind: z.literal('step'),
  version: z.literal(1),
  id: z.string().min(1).max(100),
  atMs: zTimeMs,
  stage: zJournalStage,
  height: zEpoch.optional(),
  note: z.string().max(4000).optional(),
  signedHex: zHexText.optional(),
  signedCid: zCid.optional(),
  /** Key of the tipset that carries the message (included) or executed it (executed, final). */
  tipsetKey: z.array(zCid).max(64).optional(),
  exitCode: z.number().int().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  problem: z.string().max(4000).optional(),
});
export type StepRecord = z.infer<typeof zStepRecord>;

export const zJournalRecord = z.discriminatedUnion('kind', [zIntentRecord, zStepRecord]);
export type JournalRecord = z.infer<typeof zJournalRecord>;
