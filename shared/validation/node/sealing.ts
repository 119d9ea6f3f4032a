/**
 * Sectors and workers from lotus-miner, and pre-commits and messages from the chain.
 *
 * Untrusted: every used field is checked, unknown fields are ignored. Used by the sealing service.
 */
import { z } from 'zod';
import { zAmount, zCidLink, zSafeInteger, zSlice } from './primitives.ts';
import { zNodeSectorStatus } from './provider-state.ts';

const zPiece = z.object({
  Piece: z.object({ Size: zSafeInteger, PieceCID: zCidLink }),
  /** Absent for filler pieces. */
  DealInfo: z
    .object({
      DealID: zSafeInteger.nullish(),
      DealSchedule: z.object({ StartEpoch: zSafeInteger, EndEpoch: zSafeInteger }).nullish(),
      /** Present for direct data onboarding. */
      PieceActivationManifest: z.unknown().optional(),
    })
    .nullish(),
});

/** SectorsStatus. Old releases have no pieces. */
export const zNodeSealingStatus = zNodeSectorStatus.extend({
  Pieces: zSlice(zPiece).optional(),
  Ticket: z.object({ Epoch: zSafeInteger }).nullish(),
  Seed: z.object({ Epoch: zSafeInteger }).nullish(),
  PreCommitMsg: zCidLink.nullish(),
  CommitMsg: zCidLink.nullish(),
  ReplicaUpdateMessage: zCidLink.nullish(),
});
export type NodeSealingStatus = z.infer<typeof zNodeSealingStatus>;

/** SectorsSummary. */
export const zNodeStateCounts = z.record(z.string().max(100), zSafeInteger.pipe(z.number().min(0)));

/** StateSectorPreCommitInfo. */
export const zNodePreCommit = z
  .object({ PreCommitEpoch: zSafeInteger, Info: z.object({ Expiration: zSafeInteger, SealProof: zSafeInteger }) })
  .nullable();

/** WorkerJobs by worker. `RunWait` is 0 for running jobs, above 0 for waiting ones (Lotus `storiface.WorkerJob`). */
export const zNodeWorkerJobs = z.record(
  z.string().max(100),
  zSlice(
    z.object({
      Sector: z.object({ Miner: zSafeInteger, Number: zSafeInteger }),
      Task: z.string().max(60),
      RunWait: zSafeInteger,
      Hostname: z.string().max(200).nullish(),
    }),
  ),
);

/** WorkerStats; only the names are used. */
export const zNodeWorkerNames = z.record(z.string().max(100), z.object({ Info: z.object({ Hostname: z.string().max(200) }) }));

/** StateSearchMsg, and the fields of ChainGetMessage that decide about inclusion. */
export const zNodeFoundMessage = z.object({ Height: zSafeInteger, Receipt: z.object({ ExitCode: zSafeInteger }) }).nullable();
export const zNodeWaitingMessage = z.object({ GasFeeCap: zAmount });

/** Field of StateGetNetworkParams: the challenge delay is shorter on practice networks. */
export const zNodeSeedDelay = z.object({ PreCommitChallengeDelay: zSafeInteger });
