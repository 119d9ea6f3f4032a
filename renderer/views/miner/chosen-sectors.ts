/** The sectors of a miner that were ticked one by one, while its screen is open. */
import { createStore } from 'zustand/vanilla';

interface ChosenSectors {
  readonly miner: string;
  readonly numbers: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

export const chosenSectorsStore = createStore<ChosenSectors>(() => ({ miner: '', numbers: NONE }));

export function chosenOf(miner: string): (state: ChosenSectors) => ReadonlySet<number> {
  return (state) => (state.miner === miner ? state.numbers : NONE);
}

export function toggleSector(miner: string, number: number): void {
  const numbers = new Set(chosenOf(miner)(chosenSectorsStore.getState()));
  if (!numbers.delete(number)) numbers.add(number);
  chosenSectorsStore.setState({ miner, numbers });
}

export function clearSectors(): void {
  chosenSectorsStore.setState({ numbers: NONE });
}
