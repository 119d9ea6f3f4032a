/** The journal: every message signed or pushed here, and its status. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zEpoch, zTimeMs, zUint64 } from './common.ts';

export const zJournalStage = z.enum([
  'intent',
  'signed',
  'pushed',
  'in-pool',
  'included',
  'executed',
  'final',
  'rejected',
  'replaced',
  'failed',
]);
export type JournalStage = z.infer<typeof zJournalStage>;

/** Conditions of an entry beyond its stage. */
export const zJournalTrouble = z.enum([
  /** Rejected by a node. It may still be published, so its nonce stays reserved. */
  'refused',
  /** Dropped from the mempool; it is pushed again. */
  'dropped',
  /** Another message with this sender and nonce, signed here, was executed. */
  'replaced',
  /** Another message with this sender and nonce, not signed here, was executed. */
  'nonce-taken-elsewhere',
  'out-of-gas',
  /** Executed with a non-zero exit code. */
  'failed-on-chain',
  /** Executed with exit code 0, but an internal call failed. */
  'failed-inside',
  /** Rejected because the nonce is too low. */
  'nonce-too-low',
]);
export type JournalTrouble = z.infer<typeof zJournalTrouble>;

/** State of the journal file at start. */
export const zJournalFileState = z.object({
  path: z.string(),
  /** Unreadable lines, which stay in the file. */
  damagedLines: z.number().int().nonnegative(),
  /** Restored from its mirror, which had more records. `keptAs`: path of the previous content. */
  restored: z.object({ keptAs: z.string().optional() }).optional(),
});
export type JournalFileState = z.infer<typeof zJournalFileState>;

export const zJournalEntry = z.object({
  id: z.string(),
  stage: zJournalStage,
  createdAtMs: zTimeMs,
  updatedAtMs: zTimeMs,
  genesisCid: zCid,
  networkName: z.string(),
  connectionName: z.string(),
  from: zAddress,
  to: zAddress,
  /** For an ID address: the robust address, according to the node. */
  toRobust: zAddress.optional(),
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  unsignedCid: zCid,
  signedCid: zCid.optional(),
  /** `here`: signed on this machine; `elsewhere`: imported. */
  origin: z.enum(['here', 'elsewhere']),
  /** Held: not pushed until released. */
  isHeld: z.boolean(),
  /** The entry it replaces, and the entry that replaces it. */
  replacesId: z.string().optional(),
  replacedById: z.string().optional(),
  /** Entries approved together. */
  batchId: z.string().optional(),
  /** Stages reached, oldest first. */
  history: z.array(
    z.object({
      stage: zJournalStage,
      atMs: zTimeMs,
      height: zEpoch.optional(),
      note: z.string().optional(),
      callId: z.number().optional(),
    }),
  ),
  pushCount: z.number().int().min(0),
  confirmations: z.number().optional(),
  /** Source of finality: an F3 certificate according to the node, or depth. */
  finalBy: z.enum(['f3', 'node', 'depth']).optional(),
  exitCode: z.number().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  trouble: zJournalTrouble.optional(),
  problem: z.string().optional(),
});
export type JournalEntry = z.infer<typeof zJournalEntry>;

/** A check of why a message is stuck. */
const zStuckFinding = z.object({
  id: z.enum([
    'held',
    'not-pushed',
    'rejected',
    'unreadable',
    'nonce-gap',
    'fee-cap',
    'premium',
    'balance',
    'replaced',
    'not-in-pool',
    'endpoint-lag',
    'vault-locked',
    'nothing',
  ]),
  /** `cause`: blocks the message; `clear`: does not; `unknown`: could not be checked. */
  result: z.enum(['cause', 'clear', 'unknown']),
  title: z.string().max(200),
  /** With its figures. */
  detail: z.string().max(2000),
  calls: z.array(zCallRef),
});
export const zStuckReport = z.object({
  height: zEpoch.optional(),
  /** Causes first. */
  findings: z.array(zStuckFinding),
  /** Possible actions, most useful first. */
  remedies: z.array(z.enum(['speed-up', 'cancel', 'fill-gap', 'push', 'add-funds', 'wait', 'change-endpoint', 'unlock'])),
  /** The first nonce to fill. */
  gapNonce: zUint64.optional(),
});
export type StuckReport = z.infer<typeof zStuckReport>;
