import { deadlinePartitions, partitionEarlyTerminated, partitionExpirations } from '../../../shared/domain/actors/miner-collections.ts';
import type { MinerExpirationSet } from '../../../shared/domain/actors/miner-expiration-set.ts';
import { type MinerPartition, minerPartition } from '../../../shared/domain/actors/miner-partition.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalAmt } from '../state/local-amt.ts';

export type ExpirationSet = MinerExpirationSet<'v16'>;

/** A partition with its queues. */
export interface Partition extends Omit<MinerPartition<'v16'>, 'expirationsEpochs' | 'earlyTerminated'> {
  readonly expirationsEpochs: LocalAmt<ExpirationSet>;
  readonly earlyTerminated: LocalAmt<Bitfield>;
}

/** The partitions of a deadline; writing one stores its queues. */
export function partitionsLayout(blocks: Blocks): AmtLayout<Partition> {
  const codec = minerPartition.v16;
  const stored = (partition: Partition): MinerPartition<'v16'> => ({
    ...partition,
    expirationsEpochs: partition.expirationsEpochs.flush(),
    earlyTerminated: partition.earlyTerminated.flush(),
  });
  return {
    ...deadlinePartitions.v16,
    value: {
      read(reader, name) {
        const partition = codec.read(reader, name);
        return {
          ...partition,
          expirationsEpochs: LocalAmt.open(blocks, partitionExpirations.v16, partition.expirationsEpochs),
          earlyTerminated: LocalAmt.open(blocks, partitionEarlyTerminated.v16, partition.earlyTerminated),
        };
      },
      write: (writer, partition) => codec.write(writer, stored(partition)),
      toJson: (partition, letter) => codec.toJson(stored(partition), letter),
    },
  };
}
