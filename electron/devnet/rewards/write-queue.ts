/**
 * Queue of pending stream changes (FIP-0118 2.4.7 and 2.4.8, builtin-actors `actors/reward/src/streams/queue.rs`). A change is accepted
 * if it is valid after all earlier ones and invalidates none of them. Only a cancellation can invalidate it later; it is dropped then.
 */
import {
  decodePendingWrite,
  PENDING_OPERATIONS,
  type PendingChange,
  type PendingOperation,
  type PendingWrite,
  type RewardStream,
} from '../../../shared/domain/actors/reward-streams.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { MethodFailure } from '../state/exit.ts';
import {
  byId,
  explicitOf,
  type Fold,
  foldPeriod,
  hasTombstoneRoom,
  type Ledger,
  refuse,
  removeStream,
  streamOf,
  withDistribution,
} from './ledger.ts';
import { checkWeight, isScheduleValid } from './schedule.ts';

const MAX_STREAMS = 8;

/** Result of applying writes. */
export interface Applied {
  readonly applied: readonly PendingWrite[];
  readonly dropped: readonly PendingWrite[];
  readonly folds: readonly Fold[];
}

const numberOfOperation = (operation: PendingOperation): number => PENDING_OPERATIONS.indexOf(operation);

/** Operations on the weights of all streams have no stream ID. */
const isOnAll = (operation: number): boolean => operation <= numberOfOperation('StepWeightRecords');

const isSameSlot = (left: Slot, right: Slot): boolean => left.id === right.id && left.operation === right.operation;

/** One write per operation and stream. */
type Slot = Pick<PendingWrite, 'id' | 'operation'>;

/** Apply due changes in order; invalid ones are dropped. */
export function applyDue(ledger: Ledger, epoch: number): { readonly ledger: Ledger; readonly result: Applied } {
  const due = ledger.pendingWrites.filter(({ effectiveEpoch }) => effectiveEpoch <= epoch);
  if (due.length === 0) return { ledger, result: { applied: [], dropped: [], folds: [] } };
  const pendingWrites = ledger.pendingWrites.filter((write) => !due.includes(write));
  return applyInOrder({ ...ledger, pendingWrites }, due);
}

function applyInOrder(ledger: Ledger, writes: readonly PendingWrite[]): { readonly ledger: Ledger; readonly result: Applied } {
  let next = ledger;
  const applied: PendingWrite[] = [];
  const dropped: PendingWrite[] = [];
  const folds: Fold[] = [];
  for (const write of writes) {
    const change = tried(() => changed(next, write));
    if (change instanceof MethodFailure) {
      dropped.push(write);
      continue;
    }
    next = change.ledger;
    applied.push(write);
    if (change.fold !== undefined) folds.push(change.fold);
  }
  return { ledger: next, result: { applied, dropped, folds } };
}

/** Queue a write. Fails the call if it is invalid, or invalidates a pending one. */
export function queueWrite(ledger: Ledger, write: PendingWrite): Ledger {
  if (ledger.pendingWrites.some((other) => isSameSlot(other, write))) refuse('a write of this kind is pending already');
  const pendingWrites = [...ledger.pendingWrites, write].sort((left, right) => left.effectiveEpoch - right.effectiveEpoch);
  const proposed = { ...ledger, pendingWrites };
  const before = acceptedOf(ledger);
  const after = acceptedOf(proposed);
  if (!after.includes(write)) {
    const change = tried(() => changed(applyInOrder(ledger, pendingWrites.slice(0, pendingWrites.indexOf(write))).ledger, write));
    refuse(`pending call is invalid: ${change instanceof MethodFailure ? change.message : 'the streams do not allow it'}`);
  }
  if (!before.every((other) => after.includes(other))) refuse('new call invalidates an existing pending call');
  const removals = pendingWrites.flatMap(({ id, operation }) =>
    operation === numberOfOperation('RemoveStream') && id !== undefined ? [id] : [],
  );
  if (!hasTombstoneRoom(proposed, removals)) refuse('tombstone row reservation exceeds maximum');
  return proposed;
}

/** Return the writes that will be applied. */
const acceptedOf = (ledger: Ledger): readonly PendingWrite[] => applyInOrder(ledger, ledger.pendingWrites).result.applied;

/** Remove a write from the queue; undefined if there is none. */
export function cancelWrite(ledger: Ledger, slot: Slot): { readonly ledger: Ledger; readonly cancelled: PendingWrite | undefined } {
  if (slot.operation === numberOfOperation('StepWeightRecords')) refuse('StepWeightRecords cannot be cancelled');
  if (PENDING_OPERATIONS[slot.operation] === undefined || isOnAll(slot.operation) !== (slot.id === undefined)) {
    refuse('invalid cancellation target');
  }
  const cancelled = ledger.pendingWrites.find((write) => isSameSlot(write, slot));
  if (cancelled === undefined) return { ledger, cancelled };
  return { ledger: { ...ledger, pendingWrites: ledger.pendingWrites.filter((write) => write !== cancelled) }, cancelled };
}

/** Return the ledger after a write, effective from the write's epoch. */
function changed(ledger: Ledger, write: PendingWrite): { readonly ledger: Ledger; readonly fold?: Fold | undefined } {
  const change = applyChange(ledger, write, decodePendingWrite(write));
  const { streams } = change.ledger;
  if (streams.length > MAX_STREAMS) refuse(`stream count exceeds maximum ${MAX_STREAMS}`);
  if (streams.filter(({ distribution }) => distribution === undefined).length > 1) refuse('multiple implicit streams');
  if (!isScheduleValid(streams, write.effectiveEpoch)) refuse(`stream weights exceed the whole from epoch ${write.effectiveEpoch} on`);
  return change;
}

function applyChange(
  ledger: Ledger,
  { id = 0n }: PendingWrite,
  change: PendingChange,
): { readonly ledger: Ledger; readonly fold?: Fold | undefined } {
  switch (change.operation) {
    case 'SetWeightRecords':
    case 'StepWeightRecords':
      return { ledger: { ...ledger, streams: reweighted(ledger, change.updates) } };
    case 'RegisterStream':
      return { ledger: registered(ledger, id, change) };
    case 'RemoveStream':
      return removeStream(ledger, id);
    case 'SetDistribution': {
      const { ledger: folded, fold } = foldPeriod(ledger, id, 'set-distribution');
      return { ledger: withDistribution(folded, id, { ...explicitOf(folded, id), writer: change.writer }), fold };
    }
  }
}

function reweighted(
  ledger: Ledger,
  updates: Extract<PendingChange, { operation: 'SetWeightRecords' | 'StepWeightRecords' }>['updates'],
): RewardStream[] {
  if (updates.length === 0) refuse('weight-record batch has no updates');
  if (new Set(updates.map(({ id }) => id)).size !== updates.length) refuse('duplicate weight-record stream ID');
  for (const { id, weight } of updates) {
    checkWeight(weight);
    if (streamOf(ledger, id) === undefined) refuse(`stream ${id} not found`);
  }
  return ledger.streams.map((stream) => ({ ...stream, weight: updates.find(({ id }) => id === stream.id)?.weight ?? stream.weight }));
}

function registered(ledger: Ledger, id: bigint, { weight, distribution }: Extract<PendingChange, { operation: 'RegisterStream' }>): Ledger {
  if (id === 0n) refuse('stream ID 0 is reserved');
  if (streamOf(ledger, id) !== undefined) refuse(`stream ID ${id} is already registered`);
  if (ledger.tombstones.some((tombstone) => tombstone.id === id)) refuse(`stream ID ${id} is tombstoned`);
  checkWeight(weight);
  const stream = { id, weight, distribution: distribution && { ...distribution, payable: [], claimedPeriod: [] } };
  return {
    ...ledger,
    streams: [...ledger.streams, stream].sort(byId),
    accrued: distribution === undefined ? ledger.accrued : [...ledger.accrued, { id, amount: attoFil(0n) }].sort(byId),
  };
}

function tried<T>(attempt: () => T): T | MethodFailure {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof MethodFailure) return error;
    throw error;
  }
}
