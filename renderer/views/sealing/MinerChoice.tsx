import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import styles from './sealing.module.css';

/** With more they are a list. */
const MOST_BESIDE = 4;

interface MinerChoiceProps {
  readonly miners: readonly string[];
  readonly miner: string | undefined;
  readonly onChange: (miner: string) => void;
}

/** Which of one's own miners the board is of. */
export function MinerChoice({ miners, miner, onChange }: MinerChoiceProps) {
  const all = miner === undefined || miners.includes(miner) ? miners : [...miners, miner];
  if (all.length <= MOST_BESIDE) {
    return (
      <SegmentedControl
        label="Miner"
        options={all.map((address) => ({ value: address, label: address }))}
        value={miner ?? ''}
        onChange={onChange}
      />
    );
  }
  return (
    <select className={styles.choice} aria-label="Miner" value={miner} onChange={(event) => onChange(event.currentTarget.value)}>
      {all.map((address) => (
        <option key={address}>{address}</option>
      ))}
    </select>
  );
}
