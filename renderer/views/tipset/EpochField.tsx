import { type FormEvent, useState } from 'react';
import { useTopic } from '../../hooks/use-topic.ts';
import { epochAsked } from './epoch-asked.ts';
import styles from './tipset.module.css';

interface EpochFieldProps {
  /** Accessible name. */
  readonly label: string;
  /** Offsets are relative to it. */
  readonly here: number;
  readonly onEpoch: (epoch: number) => void;
}

/** Field for an epoch: a number, a date with optional time, or an offset. */
export function EpochField({ label, here, onEpoch }: EpochFieldProps) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const genesisTimeMs = useTopic('chain.headChanged', (head) => head?.genesisTimeMs);
  const blockDelaySeconds = useTopic('chain.headChanged', (head) => head?.blockDelaySeconds);

  function go(event: FormEvent): void {
    event.preventDefault();
    const clock = genesisTimeMs === undefined || blockDelaySeconds === undefined ? undefined : { genesisTimeMs, blockDelaySeconds };
    const epoch = epochAsked(text, here, clock);
    setIsWrong(epoch === undefined);
    if (epoch === undefined) return;
    setText('');
    onEpoch(epoch);
  }

  return (
    <form className={styles.epochForm} onSubmit={go}>
      <input
        className={styles.epochField}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        title="Epoch (6,562,208), date in UTC with optional time (2026-11-22 11:04), or offset (-120)"
        placeholder="Epoch or date"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsWrong(false);
        }}
      />
      {isWrong ? (
        <span role="alert" className={styles.epochWrong}>
          Enter an epoch, a date such as 2026-11-22 11:04, or an offset such as -120
        </span>
      ) : undefined}
    </form>
  );
}
