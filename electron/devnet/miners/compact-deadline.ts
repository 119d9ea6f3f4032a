/** What the owner of a real miner does with CompactPartitions now and then, done at the end of a window. */
import { deadlineExpirations } from '../../../shared/domain/actors/miner-collections.ts';
import { subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import type { Bitfield } from '../../../shared/domain/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { addToDeadline, withExpiration } from './deadline.ts';
import type { Deadline } from './deadline-view.ts';
import { dailyFeesOf } from './expiration-queue.ts';
import { liveSectors, loadSectors, type Proving } from './partition.ts';
import { type Partition, partitionsLayout } from './partition-view.ts';

/**
 * Packs partitions without faults anew where something ended in them or fewer would do (builtin-actors v16, `compact_partitions` of
 * `deadline_state.rs`). Answers also what ended: the miner forgets these sectors. Everything else is proven, and early ends are settled.
 */
export function compactDeadline(
  deadline: Deadline,
  proving: Proving,
  partitionSectors: number,
): { readonly deadline: Deadline; readonly dead: Bitfield } {
  const partitions = deadline.partitions.values();
  const isPacked = ({ faults }: Partition): boolean => faults.count === 0n;
  const packed = partitions.filter(isPacked);
  const live = union(packed.map(liveSectors));
  const dead = union(packed.map(({ terminated }) => terminated));
  if (dead.count === 0n && Math.ceil(Number(live.count) / partitionSectors) >= packed.length) return { deadline, dead };
  const kept = partitions.filter((partition) => !isPacked(partition));
  const sectors = loadSectors(proving.sectors, live);
  const emptied: Deadline = {
    ...deadline,
    partitions: LocalAmt.from(proving.blocks, partitionsLayout(proving.blocks), kept.entries()),
    expirationsEpochs: expirationsOf(kept, proving),
    liveSectors: deadline.liveSectors - Number(live.count),
    totalSectors: deadline.totalSectors - Number(live.count + dead.count),
    livePower: subtractPower(deadline.livePower, sumPower(packed.map(({ livePower }) => livePower))),
    dailyFee: attoFil(deadline.dailyFee - dailyFeesOf(sectors)),
  };
  return { deadline: addToDeadline(emptied, proving, partitionSectors, sectors, true), dead };
}

function expirationsOf(partitions: readonly Partition[], { blocks }: Proving): Deadline['expirationsEpochs'] {
  let queue: Deadline['expirationsEpochs'] = LocalAmt.empty(blocks, deadlineExpirations.v16);
  for (const [index, { expirationsEpochs }] of partitions.entries()) {
    for (const epoch of expirationsEpochs.indices()) queue = withExpiration(queue, epoch, index);
  }
  return queue;
}
