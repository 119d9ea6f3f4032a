/** Sealing sectors, and whether their data can be retrieved. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zCid, zEpoch, zTimeMs, zTipsetRef } from './common.ts';

export const zSealingGroup = z.enum([
  'taking-data',
  'pre-commit',
  'waiting-for-seed',
  'commit',
  'first-proof',
  'upgrading',
  'proving',
  'ending',
  'recovering',
  'failed',
  'leaving',
  'unknown',
]);
export type SealingGroup = z.infer<typeof zSealingGroup>;

/** The message a sector waits for. Its age is the sector's time in its state. */
const zSealingMessage = z.object({
  purpose: z.enum(['pre-commit', 'commit', 'update']),
  cid: zCid,
  /** `unknown`: not searched for, or not available from the endpoint. */
  status: z.enum(['unknown', 'waiting', 'executed', 'failed']),
  executedEpoch: zEpoch.optional(),
  exitCode: z.number().optional(),
  /** For a pending message, which cannot be included while its fee cap is below the base fee. */
  feeCap: zAttoFil.optional(),
  baseFee: zAttoFil.optional(),
  calls: z.array(zCallRef),
});
export type SealingMessage = z.infer<typeof zSealingMessage>;

/** A piece of client data. Without a deal ID, it is from direct data onboarding. */
const zSealingPiece = z.object({
  pieceCid: zCid,
  sizeBytes: z.number(),
  dealId: z.number().optional(),
  startEpoch: zEpoch.optional(),
  endEpoch: zEpoch.optional(),
});
export type SealingPiece = z.infer<typeof zSealingPiece>;

/** State of a sector in its partition; `ended`: no longer live. */
const zSectorStanding = z.enum(['active', 'unproven', 'faulty', 'recovering', 'ended']);
export type SectorStanding = z.infer<typeof zSectorStanding>;

const zSealingSector = z.object({
  number: z.number().int(),
  state: z.string(),
  group: zSealingGroup,
  /** On chain at the pinned tipset. */
  isOnChain: z.boolean(),
  /** In StateMinerActiveSectors (pSet in older tools). */
  isActive: z.boolean(),
  /** Why a sector on chain is not active; undefined if the endpoint did not answer. */
  standing: zSectorStanding.optional(),
  /** Since when it is in this state, from its log. */
  enteredStateMs: zTimeMs.optional(),
  startedMs: zTimeMs.optional(),
  lastError: z.string().optional(),
  /** Count of its current failure, from its log. */
  failures: z.number().int().optional(),
  deals: z.array(z.number()),
  /** Client pieces, without fillers. Absent if not available. */
  pieces: z.array(zSealingPiece).optional(),
  isUpgrade: z.boolean(),
  /** Seed epoch of the proof, a fixed number of epochs after the pre-commit. */
  seedEpoch: zEpoch.optional(),
  preCommitEpoch: zEpoch.optional(),
  expiration: zEpoch.optional(),
  /** Its deadline and partition. */
  place: z.object({ deadline: z.number().int(), partition: z.number().int(), opensAtMs: zTimeMs }).optional(),
  /** After this epoch, the work is lost. */
  landBy: z.object({ epoch: zEpoch, timeMs: zTimeMs, why: z.enum(['ticket', 'pre-commit', 'deal-start']) }).optional(),
  /** Its job on a worker. */
  worker: z.object({ name: z.string().max(200), task: z.string().max(60), isRunning: z.boolean() }).optional(),
  message: zSealingMessage.optional(),
  /** The call for its on-chain state: StateMinerActiveSectors if active, else StateSectorGetInfo. */
  chainCall: zCallRef,
  call: zCallRef,
});
export type SealingSector = z.infer<typeof zSealingSector>;

const zProblem = z.object({ code: z.string(), message: z.string(), callId: z.number().optional() });

export const zSealingBoard = z.object({
  status: z.enum(['idle', 'loading', 'live', 'failed', 'no-miner-api']),
  /** Source: the storage miner API, or the chain (sectors from the pre-commit on). */
  source: z.enum(['miner-api', 'chain']),
  problem: zProblem.optional(),
  miner: zAddress.optional(),
  pinned: zTipsetRef.optional(),
  updatedAtMs: zTimeMs.optional(),
  /** Durations of each state in the last 90 days, by state, shortest first. */
  pastMs: z.record(z.string(), z.array(z.number())),
  /** Durations from the start of a sector to its proving, likewise. */
  wholeMs: z.array(z.number()),
  /** Sectors that started proving in the last day, as far as observed. */
  sealedLastDay: z.number().int().optional(),
  /** Active sectors on chain, in `sectors` or not. */
  activeCount: z.number().int().optional(),
  /** Number of sectors not in `sectors`. */
  leftOut: z.number().int(),
  /** Why parts are missing. */
  gaps: z.array(z.string()),
  sectors: z.array(zSealingSector),
  calls: z.array(zCallRef),
});
export type SealingBoard = z.infer<typeof zSealingBoard>;

export const zChainBoardRequest = z.object({ miner: zAddress });

/** Past states of a sector from its log, oldest first. */
export const zSectorProgress = z.object({
  states: z.array(z.object({ state: z.string().max(100), tookMs: z.number(), leftAtMs: zTimeMs })),
  call: zCallRef,
});
export type SectorProgress = z.infer<typeof zSectorProgress>;

export const zSealingMiners = z.object({
  miners: z.array(zAddress),
  /** The miner of the connection's storage miner API. */
  served: zAddress.optional(),
});

export const zRetrievalRequest = z.object({ text: z.string().min(1).max(200), miner: zAddress.optional() });

/** Whether the data of a deal, claim or sector can be retrieved, according to the chain. */
const zRetrievalFinding = z.object({
  verdict: z.enum(['sealed', 'not-in-sector', 'not-on-chain', 'unproven', 'faulty', 'recovering', 'ended', 'slashed']),
  dealId: z.number().optional(),
  pieceCid: zCid.optional(),
  miner: zAddress.optional(),
  sector: z.number().int().optional(),
  /** State of the sector in the storage miner API. */
  state: z.string().max(100).optional(),
  /** End of the requested deal or claim, which may be long before that of its sector; else of the sector. */
  expiration: zEpoch.optional(),
  expirationTimeMs: zTimeMs.optional(),
  /** Start epoch: a deal not in a sector by then is void. */
  startEpoch: zEpoch.optional(),
  startTimeMs: zTimeMs.optional(),
  deadline: z.number().int().optional(),
  calls: z.array(zCallRef),
});
export type RetrievalFinding = z.infer<typeof zRetrievalFinding>;

export const zRetrieval = z.object({
  pinned: zTipsetRef,
  findings: z.array(zRetrievalFinding).max(20),
  /** Other lookups without a result. */
  missing: z.array(z.string()),
});
export type Retrieval = z.infer<typeof zRetrieval>;
