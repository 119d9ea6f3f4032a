/** Sectors that a pane prepares a message for: the selected ones, else those that match the filter. */
import { useStore } from 'zustand/react';
import type { SectorChoice } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { chosenOf, chosenSectorsStore } from './chosen-sectors.ts';

export interface ChoiceOfSectors {
  readonly input: Pick<SectorChoice, 'filter' | 'numbers'>;
  /** Another text whenever other sectors are meant. */
  readonly key: string;
  readonly words: string;
  readonly isTicked: boolean;
}

/** @param everything what no ticks and no filter mean */
export function useSectorChoice(miner: string, filter: string, everything = 'all sectors'): ChoiceOfSectors {
  const chosen = useStore(chosenSectorsStore, chosenOf(miner));
  if (chosen.size === 0) {
    return { input: { filter }, key: filter, words: filter === '' ? everything : 'filtered sectors', isTicked: false };
  }
  const numbers = [...chosen];
  return { input: { filter, numbers }, key: numbers.join(), words: formatCount(numbers.length, 'selected sector'), isTicked: true };
}
