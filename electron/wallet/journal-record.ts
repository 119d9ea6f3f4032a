/**
 * The lines of the send journal: an intent with the frozen bytes, then one step per stage reached. Records that belong together are
 * one line, so that a torn write keeps all of them or none.
 *
 * The signed bytes are in the step `signed` and nowhere else; they leave this machine only by MpoolPush or by an export that was asked
 * for. Ids of calls are left out, because the inspector counts anew in every run.
 *
 * Version 1 knew single messages that are pushed at once. Its records are read as they are. What is written has version 2: a Sextant
 * that does not know of held messages must not take one for a message to push.
 */
import { z } from 'zod';
import { zAttoFil, zCid, zEpoch, zTimeMs, zUint64 } from '../../shared/ipc/schemas/common.ts';
import { zJournalStage, zJournalTrouble } from '../../shared/ipc/schemas/journal.ts';

const zHexText = z.string().regex(/^([0-9a-f]{2})+$/);
const zRecordId = z.string().min(1).max(100);
const zVersion = z.union([z.literal(1), z.literal(2)]);
/** What is written. */
export const RECORD_VERSION = 2;

const zIntentRecord = z.object({
  kind: z.literal('intent'),
  version: zVersion,
  id: zRecordId,
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
  /** Of a recipient that is named by its ID: the address that it stood for, by the node's word. */
  toRobust: z.string().max(120).optional(),
  /** Height of the head when the message was made: nothing before it can carry the message. */
  madeAtHeight: zEpoch,
  /** `elsewhere`: it was brought here signed. Absent: signed here. */
  origin: z.enum(['here', 'elsewhere']).optional(),
  /** Not to be pushed before a step releases it. */
  isHeld: z.boolean().optional(),
  /** The entry whose nonce it is meant to take. */
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
  /** Key of the tipset that carries the message (included, replaced: the other one) or executed it (executed, final). */
  tipsetKey: z.array(zCid).max(64).optional(),
  exitCode: z.number().int().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  problem: z.string().max(4000).optional(),
  trouble: zJournalTrouble.optional(),
  /** By what it became final. On `replaced`: the other message's execution is final, and nothing more can become of this one. */
  finalBy: z.enum(['f3', 'node', 'depth']).optional(),
  /** `false`: a held message is let go. `true`: it is kept from now on. */
  isHeld: z.boolean().optional(),
  /** On `pushed`: the node had it already, nothing was sent. */
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

/** The records of a line, in order. */
export function recordsOf(line: JournalRecord): readonly SingleRecord[] {
  return line.kind === 'group' ? line.records : [line];
}
