import { deadlineAt } from '../../../shared/domain/epoch.ts';
import { terminateDeals } from '../deals/deal-cron.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { DeadlineState, Miner, Partition } from './miner.ts';
import { PARTITION_SECTORS, removeSectors } from './place-sector.ts';
import { replaceDeadline, union, without, withPower } from './power.ts';

/** 180 days of epochs, over which a reward vests. */
const VESTING_EPOCHS = 518_400n;

/** The clockwork of one miner at the end of an epoch: vesting, and the end of a proving window. */
export function runMinerCron(draft: StateDraft, minerId: number, epoch: number): void {
  const miner = draft.miner(minerId);
  if (miner === undefined) return;
  const vested = miner.lockedFunds / VESTING_EPOCHS;
  let next: Miner = vested === 0n ? miner : { ...miner, lockedFunds: miner.lockedFunds - vested };
  const clock = deadlineAt(miner.periodOffset, epoch);
  if (clock.close === epoch + 1) next = closeWindow(draft, next, clock.index, epoch);
  if (next !== miner) draft.putMiner(next);
}

/** What was not proven becomes faulty; what has expired leaves; partitions are packed for the next round. */
function closeWindow(draft: StateDraft, miner: Miner, index: number, epoch: number): Miner {
  const deadline = miner.deadlines[index];
  if (deadline === undefined || deadline.partitions.length === 0) return miner;
  const partitions = deadline.partitions.map((partition, number) => {
    if (deadline.posted.includes(number)) return partition;
    return { sectors: partition.sectors, faulty: partition.sectors, recovering: [], unproven: [] };
  });
  let next = replaceDeadline(miner, index, { partitions, posted: [] });
  const expired = partitions
    .flatMap((partition) => partition.sectors)
    .filter((number) => (miner.sectors.get(number)?.expiration ?? 0) <= epoch);
  if (expired.length > 0) {
    terminateDeals(draft, miner, expired, epoch, { isPenal: false });
    next = removeSectors(next, expired);
  }
  next = replaceDeadline(next, index, packed(next.deadlines[index]));
  return withPower(next);
}

/** Merges partitions up to their size. The order of sectors within a deadline is kept ascending. */
function packed(deadline: DeadlineState | undefined): DeadlineState {
  if (deadline === undefined) return { partitions: [], posted: [] };
  const all = deadline.partitions.reduce<Partition>(
    (sum, partition) => ({
      sectors: union(sum.sectors, partition.sectors),
      faulty: union(sum.faulty, partition.faulty),
      recovering: union(sum.recovering, partition.recovering),
      unproven: union(sum.unproven, partition.unproven),
    }),
    { sectors: [], faulty: [], recovering: [], unproven: [] },
  );
  const partitions: Partition[] = [];
  for (let start = 0; start < all.sectors.length; start += PARTITION_SECTORS) {
    const sectors = all.sectors.slice(start, start + PARTITION_SECTORS);
    const others = without(all.sectors, sectors);
    partitions.push({
      sectors,
      faulty: without(all.faulty, others),
      recovering: without(all.recovering, others),
      unproven: without(all.unproven, others),
    });
  }
  return { partitions, posted: [] };
}
