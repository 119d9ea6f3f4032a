import { useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import styles from '../approve.module.css';
import type { TrustedCalls } from '../trusted-client.ts';
import { BackupCheck } from './BackupCheck.tsx';
import { PhrasePage, type ShownPhrase } from './PhrasePage.tsx';
import { randomPlaces } from './random-places.ts';
import { useSeal } from './use-seal.tsx';
import type { SecretClipboard } from './use-secret-clipboard.ts';
import { useTask } from './use-task.ts';

/** Number of words to re-enter. */
const ASKED_WORDS = 4;

interface BackupFlowProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  readonly phrase: ShownPhrase;
  /** Entered on the previous page. Opens the vault again if it has locked; empty if none was needed. */
  readonly passphrase: string;
  readonly clipboard: SecretClipboard;
  /** Whether the phrase is already backed up and is only shown. */
  readonly wasBackedUp?: boolean;
  /** Called after the phrase was dropped from memory. */
  readonly onEnd: (isChecked: boolean) => void;
}

/** Steps 2 and 3 of a backup: write down the phrase, then re-enter some words. */
export function BackupFlow({ client, state, phrase, passphrase, clipboard, wasBackedUp = false, onEnd }: BackupFlowProps) {
  const [places, setPlaces] = useState<readonly number[] | undefined>(undefined);
  const task = useTask();
  // The vault may lock while the words are written down.
  const seal = useSeal(passphrase === '' ? state.vault : 'unlocked', task);
  const laterLabel = wasBackedUp ? 'Done' : 'Check later';

  if (places === undefined) {
    return (
      <PhrasePage
        phrase={phrase}
        laterLabel={laterLabel}
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
      seal={seal}
      task={task}
      onRight={async (words) => {
        const opening = state.vault === 'unlocked' ? {} : passphrase === '' ? seal.input : { passphrase };
        await client.confirmBackup({ phraseId: phrase.phraseId, words: [...words], ...opening });
        seal.forget();
        onEnd(true);
      }}
      onBack={() => setPlaces(undefined)}
      extra={
        <button type="button" className={styles.button} onClick={() => onEnd(false)}>
          {laterLabel}
        </button>
      }
    />
  );
}
