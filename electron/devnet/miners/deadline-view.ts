import { deadlineExpirations, deadlineSubmissions, minerSectors } from '../../../shared/domain/actors/miner-collections.ts';
import { type MinerDeadline, minerDeadline, type WindowedPost } from '../../../shared/domain/actors/miner-deadline.ts';
import type { MinerSector } from '../../../shared/domain/actors/miner-sector.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { LocalAmt } from '../state/local-amt.ts';
import type { StateView } from '../state/state-view.ts';
import { type Partition, partitionsLayout } from './partition-view.ts';

export type Sector = MinerSector<'v16'>;

type Collections =
  | 'partitions'
  | 'expirationsEpochs'
  | 'optimisticPostSubmissions'
  | 'sectorsSnapshot'
  | 'partitionsSnapshot'
  | 'optimisticPostSubmissionsSnapshot';

/** A deadline with its collections. */
export interface Deadline extends Omit<MinerDeadline<'v16'>, Collections> {
  readonly partitions: LocalAmt<Partition>;
  readonly expirationsEpochs: LocalAmt<Bitfield>;
  readonly optimisticPostSubmissions: LocalAmt<WindowedPost>;
  readonly sectorsSnapshot: LocalAmt<Sector>;
  readonly partitionsSnapshot: LocalAmt<Partition>;
  readonly optimisticPostSubmissionsSnapshot: LocalAmt<WindowedPost>;
}

export const DEADLINE: StateView<Deadline> = {
  open(blocks, cid) {
    const deadline = decodeBlock(minerDeadline.v16, blocks.get(cid));
    const partitions = partitionsLayout(blocks);
    return {
      ...deadline,
      partitions: LocalAmt.open(blocks, partitions, deadline.partitions),
      expirationsEpochs: LocalAmt.open(blocks, deadlineExpirations.v16, deadline.expirationsEpochs),
      optimisticPostSubmissions: LocalAmt.open(blocks, deadlineSubmissions, deadline.optimisticPostSubmissions),
      sectorsSnapshot: LocalAmt.open(blocks, minerSectors.v16, deadline.sectorsSnapshot),
      partitionsSnapshot: LocalAmt.open(blocks, partitions, deadline.partitionsSnapshot),
      optimisticPostSubmissionsSnapshot: LocalAmt.open(blocks, deadlineSubmissions, deadline.optimisticPostSubmissionsSnapshot),
    };
  },
  store: (blocks, deadline) =>
    blocks.put(
      encodeBlock(minerDeadline.v16, {
        ...deadline,
        partitions: deadline.partitions.flush(),
        expirationsEpochs: deadline.expirationsEpochs.flush(),
        optimisticPostSubmissions: deadline.optimisticPostSubmissions.flush(),
        sectorsSnapshot: deadline.sectorsSnapshot.flush(),
        partitionsSnapshot: deadline.partitionsSnapshot.flush(),
        optimisticPostSubmissionsSnapshot: deadline.optimisticPostSubmissionsSnapshot.flush(),
      }),
    ),
};
