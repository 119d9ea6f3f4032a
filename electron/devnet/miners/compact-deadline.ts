/** What the owner of a real miner does with CompactPartitions now and then, done at the end of a window. */
import { deadlineExpirations } from '../../../shared/domain/actors/miner-collections.ts';
import { subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { addToDeadline, withExpiration } from './deadline.ts';
import type { Deadline } from './deadline-view.ts';
import { liveSectors, loadSectors, type Proving } from './partition.ts';
import { type Partition, partitionsLayout } from './partition-view.ts';

/**
 * Packs partitions without faults anew where fewer would do, and forgets what ended in them (builtin-actors v16
 * `deadline_state.rs` `compact_partitions`). Everything in them is proven, and what ended early is settled.
 */
export function compactDeadline(deadline: Deadline, proving: Proving, partitionSectors: number): Deadline {
  const partitions = deadline.partitions.values();
  const isPacked = ({ faults }: Partition): boolean => faults.count === 0n;
  const packed = partitions.filter(isPacked);
  const live = union(packed.map(liveSectors));
  if (Math.ceil(Number(live.count) / partitionSectors) >= packed.length) return deadline;
  const kept = partitions.filter((partition) => !isPacked(partition));
  const all = packed.reduce((sum, { sectors }) => sum + Number(sectors.count), 0);
  const emptied: Deadline = {
    ...deadline,
    partitions: LocalAmt.from(proving.blocks, partitionsLayout(proving.blocks), kept.entries()),
    expirationsEpochs: expirationsOf(kept, proving),
    liveSectors: deadline.liveSectors - Number(live.count),
    totalSectors: deadline.totalSectors - all,
    livePower: subtractPower(deadline.livePower, sumPower(packed.map(({ livePower }) => livePower))),
  };
  return addToDeadline(emptied, proving, partitionSectors, loadSectors(proving.sectors, live), true);
}

function expirationsOf(partitions: readonly Partition[], { blocks }: Proving): Deadline['expirationsEpochs'] {
  let queue: Deadline['expirationsEpochs'] = LocalAmt.empty(blocks, deadlineExpirations.v16);
  for (const [index, { expirationsEpochs }] of partitions.entries()) {
    for (const epoch of expirationsEpochs.indices()) queue = withExpiration(queue, epoch, index);
  }
  return queue;
}
