/** The send journal: every message that was signed or pushed here, and what became of it. */
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

/** What is out of the ordinary about an entry, beyond its stage. */
export const zJournalTrouble = z.enum([
  /** A node rejected it. It may still be published: its nonce stays reserved. */
  'refused',
  /** It left the pool without being mined; it is pushed again. */
  'dropped',
  /** Another message of this sender and nonce, signed here, was executed. */
  'replaced',
  /** Another message of this sender and nonce, not signed here, was executed. */
  'nonce-taken-elsewhere',
  'out-of-gas',
  /** Executed with another exit code than 0. */
  'failed-on-chain',
  /** Executed with exit code 0, but a call inside it failed. */
  'failed-inside',
  /** The node said that this nonce is too low. */
  'nonce-too-low',
]);
export type JournalTrouble = z.infer<typeof zJournalTrouble>;

/** The journal's file as it was found at the start. */
export const zJournalFileState = z.object({
  path: z.string(),
  /** Lines that could not be read, and stay in the file. */
  damagedLines: z.number().int().nonnegative(),
  /** It had fewer records than its mirror and was restored from that. `keptAs`: where its content of before is. */
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
  /** Of an ID: the address that it stood for, by the node's word. */
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
  /** `here`: signed on this machine; `elsewhere`: brought signed. */
  origin: z.enum(['here', 'elsewhere']),
  /** Signed and kept: it is not pushed until somebody says so. */
  isHeld: z.boolean(),
  /** The entry whose nonce it is meant to take, and the one that is meant to take its own. */
  replacesId: z.string().optional(),
  replacedById: z.string().optional(),
  /** Entries that were approved together. */
  batchId: z.string().optional(),
  /** One entry per stage reached, oldest first. */
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
  /** By what it became final: F3's certificate as the node tells it, or depth. */
  finalBy: z.enum(['f3', 'node', 'depth']).optional(),
  exitCode: z.number().optional(),
  gasUsed: zUint64.optional(),
  fee: zAttoFil.optional(),
  trouble: zJournalTrouble.optional(),
  problem: z.string().optional(),
});
export type JournalEntry = z.infer<typeof zJournalEntry>;

/** One thing that was looked at to find out why a message does not move on. */
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
  /** `cause`: this holds it up; `clear`: this does not; `unknown`: it could not be asked. */
  result: z.enum(['cause', 'clear', 'unknown']),
  title: z.string().max(200),
  /** With the figures it rests on. */
  detail: z.string().max(2000),
  calls: z.array(zCallRef),
});
export const zStuckReport = z.object({
  height: zEpoch.optional(),
  /** Causes first. */
  findings: z.array(zStuckFinding),
  /** What can be done, most useful first. */
  remedies: z.array(z.enum(['speed-up', 'cancel', 'fill-gap', 'push', 'add-funds', 'wait', 'change-endpoint', 'unlock'])),
  /** The nonce to fill first. */
  gapNonce: zUint64.optional(),
});
export type StuckReport = z.infer<typeof zStuckReport>;
