import { useState } from 'react';
import type { Safety } from '../../shared/ipc/schemas/app.ts';
import { CONFIRM_DELAY_MS } from './confirm-gate.ts';
import { KeyPage } from './keys/KeyPage.tsx';
import { ResultPage } from './keys/ResultPage.tsx';
import { useTask } from './keys/use-task.ts';
import styles from './safety.module.css';
import type { TrustedCalls } from './trusted-client.ts';
import { useInFrontSince } from './use-in-front-since.ts';

interface SafetyViewProps {
  readonly client: Pick<TrustedCalls, 'updateSafety'>;
  readonly safety: Safety;
}

/** Safety settings. They can be changed only in the trusted document, so that the app cannot silence a warning. */
export function SafetyView({ client, safety }: SafetyViewProps) {
  const [chosen, setChosen] = useState(safety);
  const [isSaved, setIsSaved] = useState(false);
  const inFrontSinceMs = useInFrontSince();
  const task = useTask();
  const choose = (change: Partial<Safety>): void => setChosen({ ...chosen, ...change });

  if (isSaved) {
    return (
      <ResultPage
        title="Safety settings saved"
        closesItself
        note={{
          tone: 'success',
          title: 'Applied to new approvals',
          text: 'Pending approvals keep their warnings.',
        }}
      />
    );
  }
  return (
    <KeyPage
      title="Safety settings"
      lead="These settings protect your keys and signatures. They cannot be changed from the app."
      hint="Saving signs nothing."
      task={task}
      failureTitle="Could not save the settings"
      primary={{ label: 'Save', busyLabel: 'Saving' }}
      onSubmit={() => {
        // Same delay as for confirming: a window that just took focus must not act on a stray press.
        const isInFront = inFrontSinceMs !== undefined && Date.now() - inFrontSinceMs >= CONFIRM_DELAY_MS;
        void task.attempt(isInFront, async () => {
          await client.updateSafety(chosen);
          setIsSaved(true);
        });
      }}
    >
      <Choice
        label="Auto-lock"
        help="Locks the vault after this time without use and clears the vault key from memory."
        choices={[1, 5, 10, 30, 60]}
        value={chosen.autoLockMinutes}
        words={(minutes) => `${minutes} min`}
        onChange={(autoLockMinutes) => choose({ autoLockMinutes })}
      />
      <Choice
        label="Clear clipboard"
        help="Clears the clipboard this long after a phrase or key was copied. Addresses are not cleared."
        choices={[10, 30, 60, 120]}
        value={chosen.clipboardSeconds}
        words={(seconds) => `${seconds} s`}
        onChange={(clipboardSeconds) => choose({ clipboardSeconds })}
      />
      <Choice
        label="Fee warning"
        help="Warns if the maximum fee exceeds this share of the amount. Always warns above 0.07 FIL."
        choices={[1, 5, 10, 25]}
        value={chosen.feeWarningPercent}
        words={(percent) => `${percent} %`}
        onChange={(feeWarningPercent) => choose({ feeWarningPercent })}
      />
    </KeyPage>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly help: string;
  readonly choices: readonly number[];
  readonly value: number;
  readonly words: (choice: number) => string;
  readonly onChange: (value: number) => void;
}

/** A choice of common values, plus the saved value if it is not one of them. */
function Choice({ label, help, choices, value, words, onChange }: ChoiceProps) {
  const all = [...new Set([...choices, value])].sort((left, right) => left - right);
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.values}>
        {all.map((choice) => (
          <label key={choice} className={styles.value}>
            <input type="radio" name={label} checked={choice === value} onChange={() => onChange(choice)} />
            {words(choice)}
          </label>
        ))}
      </div>
      <p className={styles.help}>{help}</p>
    </fieldset>
  );
}
