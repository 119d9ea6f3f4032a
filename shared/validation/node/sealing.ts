/**
 * What a storage miner's API says of its sectors and workers, and the chain of their promises and messages.
 *
 * Trusts nothing: every field that is used is checked, unknown fields are ignored. Called by the sealing service.
 */
import { z } from 'zod';
import { zAmount, zCidLink, zSafeInteger, zSlice } from './primitives.ts';
import { zNodeSectorStatus } from './provider-state.ts';

const zPiece = z.object({
  Piece: z.object({ Size: zSafeInteger, PieceCID: zCidLink }),
  /** Absent for fillers. */
  DealInfo: z
    .object({
      DealID: zSafeInteger.nullish(),
      DealSchedule: z.object({ StartEpoch: zSafeInteger, EndEpoch: zSafeInteger }).nullish(),
      /** Present where the data came in by direct onboarding. */
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

/** WorkerJobs by worker. `RunWait` is 0 for what runs, above 0 for what waits for a place (Lotus `storiface.WorkerJob`). */
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

/** WorkerStats, of which only the names are used. */
export const zNodeWorkerNames = z.record(z.string().max(100), z.object({ Info: z.object({ Hostname: z.string().max(200) }) }));

/** StateSearchMsg, and of ChainGetMessage what decides whether it can be included. */
export const zNodeFoundMessage = z.object({ Height: zSafeInteger, Receipt: z.object({ ExitCode: zSafeInteger }) }).nullable();
export const zNodeWaitingMessage = z.object({ GasFeeCap: zAmount });

/** Of StateGetNetworkParams: practice networks know the seed earlier. */
export const zNodeSeedDelay = z.object({ PreCommitChallengeDelay: zSafeInteger });
