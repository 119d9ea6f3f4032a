/**
 * The lines of the send journal: an intent with the frozen bytes, then one step per stage. Records that belong together are one line, so
 * that a torn write keeps all of them or none.
 *
 * Only the step `signed` has the signed bytes; they leave this machine by MpoolPush or by an export that the user asked for. Call ids are
 * not stored, because the inspector numbers calls anew in every session.
 *
 * Version 1 only had single messages that are pushed at once; its records are still read. Version 2 is written, so that an older Sextant,
 * which does not know held messages, does not push one.
 */
import { z } from 'zod';
import { zAttoFil, zCid, zEpoch, zTimeMs, zUint64 } from '../../shared/ipc/schemas/common.ts';
import { zJournalStage, zJournalTrouble } from '../../shared/ipc/schemas/journal.ts';

const zHexText = z.string().regex(/^([0-9a-f]{2})+$/);
const zRecordId = z.string().min(1).max(100);
const zVersion = z.union([z.literal(1), z.literal(2)]);
/** The version that is written. */
export const RECORD_VERSION = 2;

const zIntentRecord = z.object({
  kind: z.literal('intent'),
  version: zVersion,
  id: zRecordId,
  atMs: zTimeMs,
  genesisCid: zCid,
  networkName: z.string(),
  connectionName: z.string(),
  /** The network letter of addresses when the message was built. */
  letter: z.enum(['f', 't']),
  /** Unsigned message, canonical CBOR. */
  bytesHex: zHexText,
  unsignedCid: zCid,
  methodName: z.string(),
  /** Robust address of a recipient named by its ID, as reported by the node. */
  toRobust: z.string().max(120).optional(),
  /** Height of the head when the message was built: no earlier tipset can include it. */
  madeAtHeight: zEpoch,
  /** `elsewhere`: imported as a signed message. Absent: signed here. */
  origin: z.enum(['here', 'elsewhere']).optional(),
  /** Whether it is held: not pushed before a step releases it. */
  isHeld: z.boolean().optional(),
  /** The entry that it replaces. */
  replacesId: zRecordId.optional(),
  /** Shared by entries that were approved together. */
  batchId: zRecordId.optional(),
});
export type IntentRecord = z.infer<typeof zIntentRecord>;

const zStepRecord = z.object({
  kind: z.literal('step'),
  version: zVersion,
  id: zRecordId,
  atMs: zTimeMs,
  stage: zJournalStage,
  height: zEpoch.optional(),
  note: z.string().max(4000).optional(),
  signedHex: zHexText.optional(),
  signedCid: zCid.optional(),
  /** Key of the tipset that includes the message (included; replaced: the other message) or executed it (executed, final). */
  tipsetKey: z.array(zCid).max(64).optional(),
  exitCode: z.number().int().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  problem: z.string().max(4000).optional(),
  trouble: zJournalTrouble.optional(),
  /** The rule by which it is final. On `replaced`: the execution of the other message is final, so this one is settled. */
  finalBy: z.enum(['f3', 'node', 'depth']).optional(),
  /** `false`: a held message is released. `true`: it is held from now on. */
  isHeld: z.boolean().optional(),
  /** On `pushed`: the node already had it, nothing was sent. */
  isFound: z.literal(true).optional(),
});
export type StepRecord = z.infer<typeof zStepRecord>;

const zSingleRecord = z.discriminatedUnion('kind', [zIntentRecord, zStepRecord]);
export type SingleRecord = z.infer<typeof zSingleRecord>;

export const zJournalRecord = z.discriminatedUnion('kind', [
  zIntentRecord,
  zStepRecord,
  z.object({ kind: z.literal('group'), version: z.literal(RECORD_VERSION), records: z.array(zSingleRecord).min(1) }),
]);
export type JournalRecord = z.infer<typeof zJournalRecord>;

/** Return the records of a line, in order. */
export function recordsOf(line: JournalRecord): readonly SingleRecord[] {
  return line.kind === 'group' ? line.records : [line];
}
