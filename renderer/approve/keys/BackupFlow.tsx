import { useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import styles from '../approve.module.css';
import type { TrustedCalls } from '../trusted-client.ts';
import { BackupCheck } from './BackupCheck.tsx';
import { PhrasePage, type ShownPhrase } from './PhrasePage.tsx';
import { randomPlaces } from './random-places.ts';
import type { SecretClipboard } from './use-secret-clipboard.ts';
import { useTask } from './use-task.ts';

/** How many words are asked back. */
const ASKED_WORDS = 4;

interface BackupFlowProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  readonly phrase: ShownPhrase;
  /** Was typed a page before, and opens the vault once more if it is locked. */
  readonly passphrase: string;
  readonly clipboard: SecretClipboard;
  /** The steps before these two. */
  readonly stepsBefore: number;
  /** The phrase is dropped by then. */
  readonly onEnd: (isBackedUp: boolean) => void;
}

/** A phrase that is written down, then asked back. */
export function BackupFlow({ client, state, phrase, passphrase, clipboard, stepsBefore, onEnd }: BackupFlowProps) {
  const [places, setPlaces] = useState<readonly number[] | undefined>(undefined);
  const task = useTask();
  const step = (number: number): string => `Step ${stepsBefore + number} of ${stepsBefore + 2}`;

  if (places === undefined) {
    return (
      <PhrasePage
        phrase={phrase}
        step={step(1)}
        clipboard={clipboard}
        onWritten={() => setPlaces(randomPlaces(phrase.mnemonic.split(' ').length, ASKED_WORDS))}
        onLater={() => onEnd(false)}
      />
    );
  }
  return (
    <BackupCheck
      mnemonic={phrase.mnemonic}
      places={places}
      step={step(2)}
      task={task}
      onRight={async (words) => {
        const opening = state.vault === 'unlocked' ? {} : { passphrase };
        await client.confirmBackup({ phraseId: phrase.phraseId, words: [...words], ...opening });
        onEnd(true);
      }}
      onBack={() => setPlaces(undefined)}
      extra={
        <button type="button" className={styles.button} onClick={() => onEnd(false)}>
          Check it later
        </button>
      }
    />
  );
}
