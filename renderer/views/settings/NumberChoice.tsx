import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import styles from './settings.module.css';

interface NumberChoiceProps {
  readonly label: string;
  readonly choices: readonly number[];
  readonly value: number;
  readonly words: (choice: number) => string;
  /** What it does, in a line below. */
  readonly help: string;
  readonly onChange: (value: number) => void;
}

/** A setting that is a number, chosen among the usual ones; another that was saved stands among them. */
export function NumberChoice({ label, choices, value, words, help, onChange }: NumberChoiceProps) {
  const all = [...new Set([...choices, value])].sort((left, right) => left - right);
  return (
    <div className={styles.choice}>
      <div className={styles.control}>
        <SegmentedControl
          label={label}
          value={String(value)}
          options={all.map((choice) => ({ value: String(choice), label: words(choice) }))}
          onChange={(chosen) => onChange(Number(chosen))}
        />
      </div>
      <p className={styles.help}>{help}</p>
    </div>
  );
}
