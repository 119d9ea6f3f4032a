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

/** How many words are asked back. */
const ASKED_WORDS = 4;

interface BackupFlowProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  readonly phrase: ShownPhrase;
  /** Was typed a page before, and opens the vault once more if it is locked; empty where none was needed then. */
  readonly passphrase: string;
  readonly clipboard: SecretClipboard;
  /** Its words were asked back at another time: this is to look at them. */
  readonly wasBackedUp?: boolean;
  /** The phrase is dropped by then. */
  readonly onEnd: (isChecked: boolean) => void;
}

/** A phrase that is written down, then asked back: the second and third of three steps. */
export function BackupFlow({ client, state, phrase, passphrase, clipboard, wasBackedUp = false, onEnd }: BackupFlowProps) {
  const [places, setPlaces] = useState<readonly number[] | undefined>(undefined);
  const task = useTask();
  // The vault may lock while the words are written down.
  const seal = useSeal(passphrase === '' ? state.vault : 'unlocked', task);
  const laterLabel = wasBackedUp ? 'Done' : 'Check it later';

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
