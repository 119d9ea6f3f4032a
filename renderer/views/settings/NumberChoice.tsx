import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import styles from './settings.module.css';

interface NumberChoiceProps {
  readonly label: string;
  readonly choices: readonly number[];
  readonly value: number;
  readonly words: (choice: number) => string;
  /** Help text below the choice. */
  readonly help: string;
  readonly onChange: (value: number) => void;
}

/** A numeric setting with preset choices, plus the saved value if it is not one of them. */
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
