import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { State } from '../state/state.ts';
import { addToDeadline } from './deadline.ts';
import type { Sector } from './deadline-view.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, provingOf, withDeadline } from './miners.ts';

/** Sectors per partition on this chain; with 2349 as for 32 GiB, no deadline would have a second partition. */
export const PARTITION_SECTORS = 16;
/** Minimum remaining epochs of a window for a new sector to be proven in it. */
const MIN_REMAINING_EPOCHS = 8;

/** Return the first deadline of a sector activated at `epoch`: the open one if enough epochs remain, else the next. */
export function deadlineForNewSector(miner: Miner, epoch: number): number {
  const clock = deadlineAt(miner.provingPeriodStart, epoch);
  return clock.close - epoch > MIN_REMAINING_EPOCHS ? clock.index : (clock.index + 1) % EPOCHS.deadlinesPerPeriod;
}

/** Add new unproven sectors with their pledge. */
export function placeSectors(state: State, miner: Miner, index: number, sectors: readonly Sector[]): Miner {
  const deadline = deadlineOf(miner, index);
  if (deadline === undefined) throw new Error(`no deadline ${index}`);
  const added: Miner = {
    ...miner,
    sectors: sectors.reduce((all, sector) => all.set(sector.sectorNumber, sector), miner.sectors),
    initialPledge: attoFil(sectors.reduce((sum, { initialPledge }) => sum + initialPledge, miner.initialPledge as bigint)),
  };
  const { windowPoStPartitionSectors } = miner.info.value;
  return withDeadline(added, index, addToDeadline(deadline, provingOf(state, added, index), windowPoStPartitionSectors, sectors, false));
}
