/** What the cron of the power actor makes a miner do at the end of each of its windows (builtin-actors v16, `handle_proving_deadline`). */
import { attoFil } from '../../../shared/domain/amount.ts';
import { bitfieldMembers, bitfieldOf } from '../../../shared/domain/bitfield.ts';
import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { type DeadlineWindow, deadlineAt, EPOCHS } from '../../../shared/domain/epoch.ts';
import { faultFeeADay } from '../../../shared/domain/fault-fee.ts';
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

/** Has a miner called at the end of the window that is open at `epoch`. */
export function enrolDeadlineCron(draft: StateDraft, minerId: number, { provingPeriodStart }: Miner, epoch: number): void {
  enrolCronEvent(draft, minerId, deadlineAt(provingPeriodStart, epoch).close - 1, PROVING_DEADLINE);
}

/** The last epoch of a window: what was promised and not kept is punished, what is over ends, what has vested is free. */
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

/** Pre-commits that were never proven leave, and their deposits are burnt. */
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
  // A deadline that never had a sector has nothing to close.
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
  /** Quality-adjusted bytes of sectors that pay the fault fee. */
  readonly faulty: bigint;
  /** After what ended in the window. */
  readonly deadline: Deadline;
}

/**
 * The daily fee, and the fee for a day of sectors that are faulty before this window closes, skipped ones among them; what its end finds unproven pays
 * nothing (`handle_proving_deadline`, previously_faulty_power). It is paid from what vests and then from what is free. Other than in the
 * real actor, the present reward and power stand for their projection, and what is missing never becomes a debt.
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
