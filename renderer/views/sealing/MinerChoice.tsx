import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import styles from './sealing.module.css';

/** More miners are shown as a dropdown. */
const MAX_SEGMENTS = 4;

interface MinerChoiceProps {
  readonly miners: readonly string[];
  readonly miner: string | undefined;
  readonly onChange: (miner: string) => void;
}

/** Selects one of the own miners. */
export function MinerChoice({ miners, miner, onChange }: MinerChoiceProps) {
  const all = miner === undefined || miners.includes(miner) ? miners : [...miners, miner];
  if (all.length <= MAX_SEGMENTS) {
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
