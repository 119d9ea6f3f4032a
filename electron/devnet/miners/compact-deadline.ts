/** Compacts partitions at the end of a window; on a real miner the operator sends CompactPartitions. */
import { deadlineExpirations } from '../../../shared/domain/actors/miner-collections.ts';
import { subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { addToDeadline, withExpiration } from './deadline.ts';
import type { Deadline } from './deadline-view.ts';
import { dailyFeesOf } from './expiration-queue.ts';
import { liveSectors, loadSectors, type Proving } from './partition.ts';
import { type Partition, partitionsLayout } from './partition-view.ts';

/**
 * Compact partitions without faults if they have terminated sectors or fewer partitions suffice (builtin-actors v16,
 * `compact_partitions` of `deadline_state.rs`). Also returns the terminated sectors, which the miner removes. All other sectors must be
 * proven, and early terminations settled.
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
