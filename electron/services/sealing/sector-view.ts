/** Builds a sector of the board from its SectorsStatus and chain data. Pure. */
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { proveCommitDue } from '../../../shared/domain/sectors/prove-commit-due.ts';
import { groupOfSectorState, isUpgradeState } from '../../../shared/domain/sectors/sector-state.ts';
import type { SealingPiece, SealingSector } from '../../../shared/ipc/schemas/sealing.ts';
import type { NodeSealingStatus } from '../../../shared/validation/node/sealing.ts';
import type { NodeAnswer } from '../../rpc/node-client.ts';
import { sectorTimes } from './sector-log.ts';

/** builtin-actors `runtime/src/runtime/policy.rs` MAX_PRE_COMMIT_RANDOMNESS_LOOKBACK: an older ticket is rejected. */
const TICKET_EPOCHS = EPOCHS.perDay + EPOCHS.finality;
const MAX_PIECES = 64;

/** The on-chain pre-commit of a sector. */
export interface PreCommitFacts {
  readonly epoch: number;
  readonly expiration: number;
  readonly sealProof: number;
}

export interface SectorFacts {
  readonly isOnChain: boolean;
  readonly isActive: boolean;
  readonly standing?: SealingSector['standing'];
  readonly chainCall: SealingSector['chainCall'];
  readonly preCommit: PreCommitFacts | undefined;
  /** Epochs from the pre-commit to its seed. */
  readonly seedDelay: number;
  readonly timeMsOf: (epoch: number) => number;
}

export function sealingSectorOf(number: bigint, { value, call }: NodeAnswer<NodeSealingStatus>, facts: SectorFacts): SealingSector {
  const group = groupOfSectorState(value.State);
  const pieces = value.Pieces?.flatMap(pieceOf).slice(0, MAX_PIECES);
  const seedEpoch = value.Seed?.Epoch || (facts.preCommit === undefined ? 0 : facts.preCommit.epoch + facts.seedDelay);
  const landBy = landByOf(value, pieces ?? [], facts, group);
  return {
    number: Number(number),
    state: value.State,
    group,
    isOnChain: facts.isOnChain,
    isActive: facts.isActive,
    ...(facts.standing === undefined ? {} : { standing: facts.standing }),
    ...sectorTimes(value.Log, value.State),
    ...(value.LastErr === undefined || value.LastErr === null || value.LastErr === '' ? {} : { lastError: value.LastErr }),
    // lotus-miner uses zero for pieces without a deal.
    deals: value.Deals.filter((dealId) => dealId !== 0n).map(Number),
    ...(pieces === undefined ? {} : { pieces }),
    isUpgrade: value.ToUpgrade === true || group === 'upgrading' || isUpgradeState(value.State),
    ...(seedEpoch > 0 ? { seedEpoch } : {}),
    ...(facts.preCommit === undefined ? {} : { preCommitEpoch: facts.preCommit.epoch, expiration: facts.preCommit.expiration }),
    ...(landBy === undefined ? {} : { landBy }),
    chainCall: facts.chainCall,
    call,
  };
}

function pieceOf({ Piece, DealInfo }: NonNullable<NodeSealingStatus['Pieces']>[number]): SealingPiece[] {
  if (DealInfo === undefined || DealInfo === null) return [];
  const { DealID, DealSchedule, PieceActivationManifest } = DealInfo;
  const isDirect = PieceActivationManifest !== undefined && PieceActivationManifest !== null;
  return [
    {
      pieceCid: Piece.PieceCID,
      sizeBytes: Piece.Size,
      ...(isDirect || DealID === undefined || DealID === null || DealID === 0 ? {} : { dealId: DealID }),
      ...(DealSchedule === undefined || DealSchedule === null
        ? {}
        : { startEpoch: DealSchedule.StartEpoch, endEpoch: DealSchedule.EndEpoch }),
    },
  ];
}

/** The first epoch after which work or money is lost; undefined if there is none. */
function landByOf(
  value: NodeSealingStatus,
  pieces: readonly SealingPiece[],
  { isOnChain, isActive, preCommit, seedDelay, timeMsOf }: SectorFacts,
  group: SealingSector['group'],
): SealingSector['landBy'] {
  if (isActive || group === 'proving' || group === 'leaving' || value.State === 'Removed') return undefined;
  const ticket = value.Ticket?.Epoch ?? 0;
  const starts = isOnChain ? [] : pieces.flatMap(({ startEpoch = 0 }) => (startEpoch > 0 ? [startEpoch] : []));
  const ends: NonNullable<SealingSector['landBy']>[] = [];
  const add = (epoch: number, why: NonNullable<SealingSector['landBy']>['why']): void => {
    ends.push({ epoch, timeMs: timeMsOf(epoch), why });
  };
  if (starts.length > 0) add(Math.min(...starts), 'deal-start');
  if (!isOnChain && preCommit !== undefined) add(proveCommitDue(preCommit.epoch, seedDelay, preCommit.sealProof), 'pre-commit');
  else if (!isOnChain && ticket > 0) add(ticket + TICKET_EPOCHS, 'ticket');
  return ends.sort((left, right) => left.epoch - right.epoch)[0];
}

/** The message that a sector waits for by its state. */
export function awaitedMessage({
  State,
  PreCommitMsg,
  CommitMsg,
  ReplicaUpdateMessage,
}: NodeSealingStatus): { readonly purpose: 'pre-commit' | 'commit' | 'update'; readonly cid: string } | undefined {
  const awaited = (
    {
      PreCommitWait: ['pre-commit', PreCommitMsg],
      PreCommitBatchWait: ['pre-commit', PreCommitMsg],
      PreCommitFailed: ['pre-commit', PreCommitMsg],
      CommitWait: ['commit', CommitMsg],
      CommitAggregateWait: ['commit', CommitMsg],
      CommitFailed: ['commit', CommitMsg],
      ReplicaUpdateWait: ['update', ReplicaUpdateMessage],
      ReplicaUpdateFailed: ['update', ReplicaUpdateMessage],
    } as const
  )[State as 'PreCommitWait'];
  const [purpose, cid] = awaited ?? [];
  return purpose === undefined || cid === undefined || cid === null ? undefined : { purpose, cid };
}
