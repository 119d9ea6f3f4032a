/**
 * Times in states, from a sector's log. Pure.
 *
 * lotus-miner logs each event of its state machine (`Kind` "event;sealing.SectorTicket"), not each state, so the log is replayed: every
 * event leads from one state to the next (Lotus `storage/pipeline/fsm.go`, `fsmPlanners`, and `planCommitting`).
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { NodeSectorStatus } from '../../../shared/validation/node/provider-state.ts';

type LogEntry = NodeSectorStatus['Log'][number];

/** Events without their prefix `Sector`, and the state each leads to. Termination is left out, since its duration is not used. */
const TRANSITIONS: Readonly<Record<string, string>> = {
  '': 'Start:WaitDeals StartCC:Packing Receive:ReceiveSector',
  Empty: 'AddPiece:AddPiece StartPacking:Packing',
  WaitDeals: 'AddPiece:AddPiece StartPacking:Packing',
  AddPiece: 'PieceAdded:WaitDeals AddPieceFailed:AddPieceFailed',
  Packing: 'Packed:GetTicket',
  GetTicket: 'Ticket:PreCommit1 CommitFailed:CommitFailed',
  PreCommit1:
    'PreCommit1:PreCommit2 SealPreCommit1Failed:SealPreCommit1Failed DealsExpired:DealsExpired OldTicket:GetTicket InvalidDealIDs:RecoverDealIDs',
  PreCommit2: 'PreCommit2:SubmitPreCommitBatch SealPreCommit2Failed:SealPreCommit2Failed SealPreCommit1Failed:SealPreCommit1Failed',
  PreCommitting:
    'PreCommitBatch:SubmitPreCommitBatch PreCommitted:PreCommitWait ChainPreCommitFailed:PreCommitFailed PreCommitLanded:WaitSeed SealPreCommit1Failed:SealPreCommit1Failed DealsExpired:DealsExpired InvalidDealIDs:RecoverDealIDs',
  SubmitPreCommitBatch:
    'PreCommitBatchSent:PreCommitBatchWait ChainPreCommitFailed:PreCommitFailed PreCommitLanded:WaitSeed SealPreCommit1Failed:SealPreCommit1Failed DealsExpired:DealsExpired InvalidDealIDs:RecoverDealIDs',
  PreCommitBatchWait: 'PreCommitLanded:WaitSeed ChainPreCommitFailed:PreCommitFailed RetryPreCommit:PreCommitting',
  PreCommitWait: 'PreCommitLanded:WaitSeed ChainPreCommitFailed:PreCommitFailed RetryPreCommit:PreCommitting',
  WaitSeed: 'SeedReady:Committing ChainPreCommitFailed:PreCommitFailed',
  Committing:
    'Committed:SubmitCommitAggregate ProofReady:CommitFinalize ComputeProofFailed:ComputeProofFailed RemoteCommit1Failed:RemoteCommitFailed RemoteCommit2Failed:RemoteCommitFailed CommitFailed:CommitFailed RetryCommitWait:CommitWait SealPreCommit1Failed:SealPreCommit1Failed',
  CommitFinalize: 'Finalized:SubmitCommitAggregate FinalizedAvailable:SubmitCommitAggregate FinalizeFailed:CommitFinalizeFailed',
  SubmitCommit: 'CommitSubmitted:CommitWait SubmitCommitAggregate:SubmitCommitAggregate CommitFailed:CommitFailed',
  SubmitCommitAggregate: 'CommitAggregateSent:CommitAggregateWait CommitFailed:CommitFailed RetrySubmitCommit:SubmitCommit',
  CommitWait: 'Proving:FinalizeSector CommitFailed:CommitFailed RetrySubmitCommit:SubmitCommit',
  CommitAggregateWait: 'Proving:FinalizeSector CommitFailed:CommitFailed RetrySubmitCommit:SubmitCommit',
  FinalizeSector: 'Finalized:Proving FinalizedAvailable:Available FinalizeFailed:FinalizeFailed',
  SnapDealsWaitDeals: 'AddPiece:SnapDealsAddPiece StartPacking:SnapDealsPacking AbortUpgrade:AbortUpgrade',
  SnapDealsAddPiece: 'PieceAdded:SnapDealsWaitDeals AddPieceFailed:SnapDealsAddPieceFailed AbortUpgrade:AbortUpgrade',
  SnapDealsPacking: 'Packed:UpdateReplica AbortUpgrade:AbortUpgrade',
  UpdateReplica:
    'ReplicaUpdate:ProveReplicaUpdate UpdateReplicaFailed:ReplicaUpdateFailed DealsExpired:SnapDealsDealsExpired InvalidDealIDs:SnapDealsRecoverDealIDs AbortUpgrade:AbortUpgrade',
  ProveReplicaUpdate:
    'ProveReplicaUpdate:FinalizeReplicaUpdate ProveReplicaUpdateFailed:ReplicaUpdateFailed DealsExpired:SnapDealsDealsExpired InvalidDealIDs:SnapDealsRecoverDealIDs AbortUpgrade:AbortUpgrade',
  FinalizeReplicaUpdate: 'Finalized:SubmitReplicaUpdate FinalizeFailed:FinalizeReplicaUpdateFailed',
  SubmitReplicaUpdate:
    'ReplicaUpdateSubmitted:ReplicaUpdateWait SubmitReplicaUpdateFailed:ReplicaUpdateFailed DeadlineImmutable:WaitMutable',
  WaitMutable: 'DeadlineMutable:SubmitReplicaUpdate AbortUpgrade:AbortUpgrade',
  ReplicaUpdateWait: 'ReplicaUpdateLanded:UpdateActivating SubmitReplicaUpdateFailed:ReplicaUpdateFailed AbortUpgrade:AbortUpgrade',
  UpdateActivating: 'UpdateActive:ReleaseSectorKey',
  ReleaseSectorKey: 'KeyReleased:Proving ReleaseKeyFailed:ReleaseSectorKeyFailed',
  SealPreCommit1Failed: 'RetrySealPreCommit1:PreCommit1',
  SealPreCommit2Failed: 'RetrySealPreCommit1:PreCommit1 RetrySealPreCommit2:PreCommit2',
  PreCommitFailed:
    'RetryPreCommit:PreCommitting RetryPreCommitWait:PreCommitWait RetryWaitSeed:WaitSeed PreCommitLanded:WaitSeed SealPreCommit1Failed:SealPreCommit1Failed DealsExpired:DealsExpired InvalidDealIDs:RecoverDealIDs',
  ComputeProofFailed: 'RetryComputeProof:Committing SealPreCommit1Failed:SealPreCommit1Failed',
  RemoteCommitFailed: 'RetryComputeProof:Committing',
  CommitFinalizeFailed: 'RetryFinalize:CommitFinalize',
  CommitFailed:
    'RetryWaitSeed:WaitSeed RetryComputeProof:Committing RetryInvalidProof:Committing RetryPreCommitWait:PreCommitWait RetryPreCommit:PreCommitting RetryCommitWait:CommitWait RetrySubmitCommit:SubmitCommit SealPreCommit1Failed:SealPreCommit1Failed ChainPreCommitFailed:PreCommitFailed DealsExpired:DealsExpired InvalidDealIDs:RecoverDealIDs TicketExpired:Removing',
  FinalizeFailed: 'RetryFinalize:FinalizeSector',
  ReplicaUpdateFailed:
    'RetrySubmitReplicaUpdateWait:ReplicaUpdateWait RetrySubmitReplicaUpdate:SubmitReplicaUpdate RetryReplicaUpdate:UpdateReplica RetryProveReplicaUpdate:ProveReplicaUpdate InvalidDealIDs:SnapDealsRecoverDealIDs DealsExpired:SnapDealsDealsExpired AbortUpgrade:AbortUpgrade',
  FinalizeReplicaUpdateFailed: 'RetryFinalize:FinalizeReplicaUpdate',
  ReleaseSectorKeyFailed: 'UpdateActive:ReleaseSectorKey',
  AddPieceFailed: 'RetryWaitDeals:WaitDeals',
  SnapDealsAddPieceFailed: 'RetryWaitDeals:SnapDealsWaitDeals AbortUpgrade:AbortUpgrade',
  SnapDealsDealsExpired: 'AbortUpgrade:AbortUpgrade',
  SnapDealsRecoverDealIDs: 'UpdateDealIDs:SubmitReplicaUpdate AbortUpgrade:AbortUpgrade',
  AbortUpgrade: 'RevertUpgradeToProving:Proving',
  Available: 'StartCCUpdate:SnapDealsWaitDeals AbortUpgrade:Proving',
};
const EVENT_PREFIX = 'event;sealing.Sector';

interface Transition {
  readonly event: string;
  readonly from: string;
  readonly to: string;
}

const ALL_TRANSITIONS: readonly Transition[] = Object.entries(TRANSITIONS).flatMap(([from, text]) =>
  text.split(' ').map((move) => {
    const [event = '', to = ''] = move.split(':');
    return { event, from, to };
  }),
);
const TRANSITION_BY_STATE: ReadonlyMap<string, Transition> = new Map(ALL_TRANSITIONS.map((move) => [`${move.from} ${move.event}`, move]));
/** Events that leave only one state: they identify the state in a log that starts in the middle or has gaps. */
const TRANSITION_BY_EVENT: ReadonlyMap<string, Transition> = new Map(
  [...Map.groupBy(ALL_TRANSITIONS, ({ event }) => event)].flatMap(([event, [move, ...others]]) =>
    move === undefined || others.length > 0 ? [] : [[event, move]],
  ),
);

/** Pseudo-state of `timesInStates` for the time from start to proving. */
export const START_TO_PROVING = 'start to proving';

/** A past state of a sector. */
export interface PastState {
  readonly state: string;
  readonly tookMs: number;
  readonly leftAtMs: number;
}

export interface SectorTimes {
  readonly startedMs?: number;
  readonly enteredStateMs?: number;
  /** How often it entered its current state, if more than once. */
  readonly failures?: number;
}

interface Replay {
  readonly past: readonly PastState[];
  /** The last state; undefined if unknown. */
  readonly state: string | undefined;
  readonly enteredMs: number;
  readonly visits: ReadonlyMap<string, number>;
}

function replay(log: readonly LogEntry[]): Replay {
  const past: PastState[] = [];
  const visits = new Map<string, number>();
  let state: string | undefined = '';
  let enteredMs = 0;
  let startedMs = 0;
  for (const { Kind, Timestamp } of log) {
    if (!Kind.startsWith(EVENT_PREFIX) || Timestamp <= 0) continue;
    const event = Kind.slice(EVENT_PREFIX.length);
    const own: Transition | undefined = state === undefined ? undefined : TRANSITION_BY_STATE.get(`${state} ${event}`);
    const move: Transition | undefined = own ?? TRANSITION_BY_EVENT.get(event);
    // Events that do not change the state, or of other releases.
    if (move === undefined) continue;
    const atMs = Timestamp * 1000;
    if (own !== undefined && enteredMs > 0 && atMs >= enteredMs) past.push({ state: own.from, tookMs: atMs - enteredMs, leftAtMs: atMs });
    if (move.from === '') startedMs = atMs;
    if (own?.from === 'FinalizeSector' && move.to !== 'FinalizeFailed' && startedMs > 0) {
      past.push({ state: START_TO_PROVING, tookMs: atMs - startedMs, leftAtMs: atMs });
    }
    state = move.to;
    enteredMs = atMs;
    visits.set(state, (visits.get(state) ?? 0) + 1);
  }
  return { past, state: state === '' ? undefined : state, enteredMs, visits };
}

/**
 * @param log in the order of writing; timestamps are Unix seconds
 * @param state the current state; if the log leads to another one, the time of its last entry is used
 */
export function sectorTimes(log: readonly LogEntry[], state: string): SectorTimes {
  const events = log.filter(({ Kind, Timestamp }) => Kind.startsWith(EVENT_PREFIX) && Timestamp > 0);
  const first = events[0]?.Timestamp;
  const last = events.at(-1)?.Timestamp;
  const replayed = replay(log);
  const enteredMs = replayed.state === state ? replayed.enteredMs : last === undefined ? undefined : last * 1000;
  const visits = replayed.visits.get(state) ?? 0;
  return {
    ...(first === undefined ? {} : { startedMs: first * 1000 }),
    ...defined({ enteredStateMs: enteredMs }),
    ...(visits > 1 ? { failures: visits } : {}),
  };
}

/** Times in past states, oldest first; of a proven sector also the time from start to proving. */
export function timesInStates(log: readonly LogEntry[]): readonly PastState[] {
  return replay(log).past;
}
