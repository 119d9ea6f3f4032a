import { attoFil } from '../../../shared/domain/amount.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/epoch.ts';
import type { State } from '../state/state.ts';
import { addToDeadline } from './deadline.ts';
import type { Sector } from './deadline-view.ts';
import type { Miner } from './miner-view.ts';
import { deadlineOf, provingOf, withDeadline } from './miners.ts';

/** Sectors per partition on this chain; a real 32 GiB partition takes 2349, which would never show a second one here. */
export const PARTITION_SECTORS = 16;
/** Epochs that must be left of a window for a new sector to be proven in it. */
const LEAST_REMAINING_EPOCHS = 8;

/** Deadline a sector landing at `epoch` is proven in first: the open one while there is time, otherwise the next. */
export function deadlineForNewSector(miner: Miner, epoch: number): number {
  const clock = deadlineAt(miner.provingPeriodStart, epoch);
  return clock.close - epoch > LEAST_REMAINING_EPOCHS ? clock.index : (clock.index + 1) % EPOCHS.deadlinesPerPeriod;
}

/** Takes in new sectors, not proven yet, with their pledge. */
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
