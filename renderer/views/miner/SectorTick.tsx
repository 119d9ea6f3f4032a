import { useStore } from 'zustand/react';
import { MAX_CHOSEN_SECTORS } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { chosenOf, chosenSectorsStore, toggleSector } from './chosen-sectors.ts';
import styles from './miner.module.css';

/** Chooses one sector for a message; the row itself opens its pane. */
export function SectorTick({ miner, number }: { readonly miner: string; readonly number: number }) {
  const chosen = useStore(chosenSectorsStore, chosenOf(miner));
  const isChosen = chosen.has(number);
  return (
    <input
      type="checkbox"
      className={styles.tick}
      checked={isChosen}
      disabled={!isChosen && chosen.size >= MAX_CHOSEN_SECTORS}
      aria-label={`Select sector ${number}`}
      onChange={() => toggleSector(miner, number)}
      onClick={(event) => event.stopPropagation()}
    />
  );
}
