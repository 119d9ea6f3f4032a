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

/** What protects the keys and the person who signs. Changed here and nowhere else, so that the app cannot silence a warning. */
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
          title: 'They apply from now on',
          text: 'Approvals that wait already keep the warnings they were made with.',
        }}
      />
    );
  }
  return (
    <KeyPage
      title="Safety settings"
      lead="They protect your keys and what you sign. The app shows them and cannot change them."
      hint="Nothing is signed by this."
      task={task}
      failureTitle="The settings were not saved"
      primary={{ label: 'Save', busyLabel: 'Saving' }}
      onSubmit={() => {
        // As for confirming: a window that appears under a moving hand saves nothing.
        const isInFront = inFrontSinceMs !== undefined && Date.now() - inFrontSinceMs >= CONFIRM_DELAY_MS;
        void task.attempt(isInFront, async () => {
          await client.updateSafety(chosen);
          setIsSaved(true);
        });
      }}
    >
      <Choice
        label="Auto-lock"
        help="The vault locks after this long without being used, and what opened it is forgotten."
        choices={[1, 5, 10, 30, 60]}
        value={chosen.autoLockMinutes}
        words={(minutes) => `${minutes} min`}
        onChange={(autoLockMinutes) => choose({ autoLockMinutes })}
      />
      <Choice
        label="Clear clipboard"
        help="This long after a phrase or a key was copied, the clipboard is emptied. Addresses stay."
        choices={[10, 30, 60, 120]}
        value={chosen.clipboardSeconds}
        words={(seconds) => `${seconds} s`}
        onChange={(clipboardSeconds) => choose({ clipboardSeconds })}
      />
      <Choice
        label="Fee warning"
        help="Warns of a maximum fee above this share of the amount, and always above 0.07 FIL."
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

/** A number, chosen among the usual ones; another that was saved stands among them. */
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
