/** Sectors on their way to the chain, and whether what is in them can be retrieved. */
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

/** The message that a sector waits for. `age` of it is told by the sector's time in its state. */
const zSealingMessage = z.object({
  purpose: z.enum(['pre-commit', 'commit', 'update']),
  cid: zCid,
  /** `unknown`: not looked up, or the endpoint did not tell. */
  status: z.enum(['unknown', 'waiting', 'executed', 'failed']),
  executedEpoch: zEpoch.optional(),
  exitCode: z.number().optional(),
  /** Of one that waits; it cannot be included while its cap is below the base fee. */
  feeCap: zAttoFil.optional(),
  baseFee: zAttoFil.optional(),
  calls: z.array(zCallRef),
});
export type SealingMessage = z.infer<typeof zSealingMessage>;

/** Data of a client in a sector. Without a deal id it came in by direct onboarding. */
const zSealingPiece = z.object({
  pieceCid: zCid,
  sizeBytes: z.number(),
  dealId: z.number().optional(),
  startEpoch: zEpoch.optional(),
  endEpoch: zEpoch.optional(),
});
export type SealingPiece = z.infer<typeof zSealingPiece>;

/** How a sector on chain stands in its partition: `ended` where it is not among the live sectors any more. */
const zSectorStanding = z.enum(['active', 'unproven', 'faulty', 'recovering', 'ended']);
export type SectorStanding = z.infer<typeof zSectorStanding>;

const zSealingSector = z.object({
  number: z.number().int(),
  state: z.string(),
  group: zSealingGroup,
  /** Among the sectors of the miner at the pinned tipset. */
  isOnChain: z.boolean(),
  /** In StateMinerActiveSectors: what older tools print as pSet. */
  isActive: z.boolean(),
  /** Why a sector on chain is not active; undefined if the endpoint did not answer. */
  standing: zSectorStanding.optional(),
  /** Since when the sector is in this state, from its log. */
  enteredStateMs: zTimeMs.optional(),
  startedMs: zTimeMs.optional(),
  lastError: z.string().optional(),
  /** How often its present failure happened, by its log. */
  failures: z.number().int().optional(),
  deals: z.array(z.number()),
  /** Pieces of clients; fillers are left out. Absent where the source does not tell. */
  pieces: z.array(zSealingPiece).optional(),
  isUpgrade: z.boolean(),
  /** Epoch whose randomness the proof needs; it is known that many epochs after the pre-commit. */
  seedEpoch: zEpoch.optional(),
  preCommitEpoch: zEpoch.optional(),
  expiration: zEpoch.optional(),
  /** Where it stands in the proving period. */
  place: z.object({ deadline: z.number().int(), partition: z.number().int(), opensAtMs: zTimeMs }).optional(),
  /** After this epoch what was done is lost. */
  landBy: z.object({ epoch: zEpoch, timeMs: zTimeMs, why: z.enum(['ticket', 'pre-commit', 'deal-start']) }).optional(),
  /** The job of it that a worker has. */
  worker: z.object({ name: z.string().max(200), task: z.string().max(60), isRunning: z.boolean() }).optional(),
  message: zSealingMessage.optional(),
  /** The call that told whether it is on chain: StateMinerActiveSectors where it is active, StateSectorGetInfo for others. */
  chainCall: zCallRef,
  call: zCallRef,
});
export type SealingSector = z.infer<typeof zSealingSector>;

const zProblem = z.object({ code: z.string(), message: z.string(), callId: z.number().optional() });

export const zSealingBoard = z.object({
  status: z.enum(['idle', 'loading', 'live', 'failed', 'no-miner-api']),
  /** The miner's own API, or what the chain knows of a miner: its sectors from their pre-commit on. */
  source: z.enum(['miner-api', 'chain']),
  problem: zProblem.optional(),
  miner: zAddress.optional(),
  pinned: zTipsetRef.optional(),
  updatedAtMs: zTimeMs.optional(),
  /** Times that sectors of this miner spent in each state in the last 90 days, by state name, the shortest first. */
  pastMs: z.record(z.string(), z.array(z.number())),
  /** Times from the start of a sector to its proving, likewise. */
  wholeMs: z.array(z.number()),
  /** Sectors that came to be proven within the last day, as far as was seen. */
  sealedLastDay: z.number().int().optional(),
  /** Sectors that the chain has as active, whether or not they are among `sectors`. */
  activeCount: z.number().int().optional(),
  /** Sectors that are not among `sectors`. */
  leftOut: z.number().int(),
  /** Why a part of the picture is missing, in sentences. */
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
  /** The one whose storage-miner API the connection has. */
  served: zAddress.optional(),
});

export const zRetrievalRequest = z.object({ text: z.string().min(1).max(200), miner: zAddress.optional() });

/** Whether the data of one deal, claim or sector can be retrieved, as far as the chain knows. */
const zRetrievalFinding = z.object({
  verdict: z.enum(['sealed', 'not-in-sector', 'not-on-chain', 'unproven', 'faulty', 'recovering', 'ended', 'slashed']),
  dealId: z.number().optional(),
  pieceCid: zCid.optional(),
  miner: zAddress.optional(),
  sector: z.number().int().optional(),
  /** What the miner's own API says of the sector. */
  state: z.string().max(100).optional(),
  /** Of the deal or claim where one was asked for, which can end long before its sector; else of the sector. */
  expiration: zEpoch.optional(),
  expirationTimeMs: zTimeMs.optional(),
  /** A deal that is in no sector by then is void. */
  startEpoch: zEpoch.optional(),
  startTimeMs: zTimeMs.optional(),
  deadline: z.number().int().optional(),
  calls: z.array(zCallRef),
});
export type RetrievalFinding = z.infer<typeof zRetrievalFinding>;

export const zRetrieval = z.object({
  pinned: zTipsetRef,
  findings: z.array(zRetrievalFinding).max(20),
  /** What else was looked for and not found, in sentences. */
  missing: z.array(z.string()),
});
export type Retrieval = z.infer<typeof zRetrieval>;
