/** A miner's cron at the end of each window (builtin-actors v16, `handle_proving_deadline`). */
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type DeadlineWindow, deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers, bitfieldOf } from '../../../shared/domain/encoding/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { faultFeeADay } from '../../../shared/domain/sectors/fault-fee.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { rewardOf } from '../rewards/reward-view.ts';
import { addPledge, enrolCronEvent } from '../state/power.ts';
import { POWER } from '../state/power-view.ts';
import { BURNT_ID, POWER_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { availableBalance } from './balances.ts';
import { changePower } from './claims.ts';
import { compactDeadline } from './compact-deadline.ts';
import { dailyFeeDue } from './daily-fee.ts';
import { closeDeadline } from './deadline.ts';
import type { Deadline } from './deadline-view.ts';
import { settleEarlyTerminations } from './early-terminations.ts';
import { withPendingWorker } from './miner-control-methods.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, minerOfDraft, provingOf, putMiner, withDeadline } from './miners.ts';
import { unlockUnvested, unlockVested } from './vesting.ts';

/** CronEventPayload of the miner actor: the end of a window (`actors/miner/src/types.rs` CRON_EVENT_PROVING_DEADLINE). */
const PROVING_DEADLINE = encodeCbor([1]);

/** Enroll a miner's cron call for the end of the window that is open at `epoch`. */
export function enrolDeadlineCron(draft: StateDraft, minerId: number, { provingPeriodStart }: Miner, epoch: number): void {
  enrolCronEvent(draft, minerId, deadlineAt(provingPeriodStart, epoch).close - 1, PROVING_DEADLINE);
}

/** Handle the last epoch of a window: missed proofs, expirations, fees and vesting. */
export function onDeadlineCron(draft: StateDraft, minerId: number, epoch: number): void {
  const before = minerOfDraft(draft, minerId);
  if (before === undefined) return;
  const clock = deadlineAt(before.provingPeriodStart, epoch);
  putMiner(draft, minerId, withPendingWorker(before, epoch));
  dropPreCommits(draft, minerId, epoch);
  closeWindow(draft, minerId, clock);
  settleEarlyTerminations(draft, minerId, epoch);
  vestAndCompact(draft, minerId, clock, epoch);
}

/** Remove expired pre-commits and burn their deposits. */
function dropPreCommits(draft: StateDraft, minerId: number, epoch: number): void {
  const miner = minerOfDraft(draft, minerId);
  if (miner === undefined) return;
  const due = miner.preCommittedSectorsCleanUp.entries({ from: 0, before: epoch + 1 });
  if (due.length === 0) return;
  let { preCommittedSectors } = miner;
  let burnt = 0n;
  for (const number of bitfieldMembers(union(due.map(([, numbers]) => numbers)))) {
    burnt += preCommittedSectors.get(number)?.preCommitDeposit ?? 0n;
    preCommittedSectors = preCommittedSectors.delete(number);
  }
  putMiner(draft, minerId, {
    ...miner,
    preCommittedSectors,
    preCommittedSectorsCleanUp: due.reduce((queue, [at]) => queue.delete(at), miner.preCommittedSectorsCleanUp),
    preCommitDeposits: attoFil(miner.preCommitDeposits - burnt),
  });
  draft.move(minerId, BURNT_ID, burnt);
}

type Clock = DeadlineWindow & { readonly periodStart: number };

function closeWindow(draft: StateDraft, minerId: number, clock: Clock): void {
  const miner = minerOfDraft(draft, minerId);
  const deadline = miner && deadlineOf(miner, clock.index);
  if (miner === undefined || deadline === undefined) return;
  const currentDeadline = (clock.index + 1) % EPOCHS.deadlinesPerPeriod;
  const provingPeriodStart = currentDeadline === 0 ? clock.close : miner.provingPeriodStart;
  const advanced = { ...miner, currentDeadline, provingPeriodStart };
  // A deadline without sectors has nothing to close.
  if (deadline.totalSectors === 0 && deadline.partitionsSnapshot.count === 0) {
    putMiner(draft, minerId, advanced);
    return;
  }
  const last = clock.close - 1;
  const closed = closeDeadline(deadline, provingOf(draft.state, miner, clock.index), last, last + EPOCHS.faultMaxAge);
  const { earlySectors, onTimePledge } = closed.expired;
  putMiner(draft, minerId, {
    ...withDeadline(advanced, clock.index, closed.deadline),
    initialPledge: attoFil(miner.initialPledge - onTimePledge),
    earlyTerminations: earlySectors.count === 0n ? miner.earlyTerminations : union([miner.earlyTerminations, bitfieldOf([clock.index])]),
  });
  addPledge(draft, -onTimePledge);
  changePower(draft, minerId, miner, closed.power);
  chargeFees(draft, minerId, { faulty: deadline.faultyPower.qualityAdjusted, deadline: closed.deadline }, last);
}

interface Charged {
  /** Quality-adjusted power that pays the fault fee, in bytes. */
  readonly faulty: bigint;
  /** State after expirations in the window. */
  readonly deadline: Deadline;
}

/**
 * Charge the daily fee, and the fault fee of sectors that were faulty before this window closed, including skipped ones; sectors found
 * unproven at its end pay nothing (`handle_proving_deadline`, previously_faulty_power). Paid from vesting funds, then from the available
 * balance. Unlike the real actor, uses current reward and power instead of projections, and a shortfall never becomes debt.
 */
function chargeFees(draft: StateDraft, minerId: number, { faulty: qualityAdjusted, deadline }: Charged, epoch: number): void {
  const { thisEpochQualityAdjPower: networkQualityAdjusted } = draft.read(POWER, POWER_ID);
  const { thisEpochReward: epochReward } = rewardOf(draft.state);
  const faultFee = faultFeeADay({ qualityAdjusted, networkQualityAdjusted, epochReward });
  const fee = faultFee + dailyFeeDue(deadline, epochReward, networkQualityAdjusted);
  const miner = minerOfDraft(draft, minerId);
  if (miner === undefined || fee === 0n) return;
  const { miner: next, lockedDelta } = unlockUnvested(miner, draft.state.blocks, epoch, fee);
  putMiner(draft, minerId, next);
  addPledge(draft, lockedDelta);
  const available = availableBalance(draft.state, minerId, next);
  draft.move(minerId, BURNT_ID, fee < available ? fee : available);
}

function vestAndCompact(draft: StateDraft, minerId: number, { index }: Clock, epoch: number): void {
  const miner = minerOfDraft(draft, minerId);
  const deadline = miner && deadlineOf(miner, index);
  if (miner === undefined || deadline === undefined) return;
  const { miner: vested, lockedDelta } = unlockVested(miner, draft.state.blocks, epoch);
  addPledge(draft, lockedDelta);
  const { windowPoStPartitionSectors } = miner.info.value;
  const compacted = compactDeadline(deadline, provingOf(draft.state, miner, index), windowPoStPartitionSectors);
  const sectors = bitfieldMembers(compacted.dead).reduce((rest, number) => rest.delete(number), miner.sectors);
  const { preCommitDeposits, initialPledge, lockedFunds } = vested;
  const deadlineCronActive = preCommitDeposits + initialPledge + lockedFunds > 0n;
  const next = { ...withDeadline(vested, index, compacted.deadline), sectors, deadlineCronActive };
  putMiner(draft, minerId, next);
  if (deadlineCronActive) enrolDeadlineCron(draft, minerId, next, epoch + 1);
}
