import { useState } from 'react';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { isPassphraseReady, NewPassphraseFields, NO_PASSPHRASE } from './NewPassphraseFields.tsx';
import { ResultPage } from './ResultPage.tsx';
import { PASSPHRASE_CODES } from './use-seal.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Re-encrypts the vault with a new passphrase. */
export function ChangePassphraseView({ client, state }: KeyViewProps) {
  const [passphrase, setPassphrase] = useState('');
  const [chosen, setChosen] = useState(NO_PASSPHRASE);
  const [isChanged, setIsChanged] = useState(false);
  const task = useTask();
  const { failure, isTried } = task;

  if (isChanged) {
    return (
      <ResultPage
        title="Passphrase changed"
        note={{
          tone: 'success',
          title: 'The vault was re-encrypted',
          text: 'Older copies of the vault file, such as disk backups, still open with the old passphrase.',
        }}
      />
    );
  }
  if (state.vault === 'missing') {
    return (
      <ResultPage
        title="No vault"
        hint="Nothing was changed."
        note={{
          tone: 'warning',
          title: 'This profile has no vault',
          text: 'Create one in the app under Accounts.',
        }}
      />
    );
  }
  return (
    <KeyPage
      title="Change passphrase"
      lead="Re-encrypts the vault. Keys, phrases and their backups do not change."
      hint="The old passphrase stays valid until this is complete."
      task={task}
      failureTitle="Could not change the passphrase"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Change', busyLabel: 'Encrypting vault' }}
      onSubmit={() =>
        void task.attempt(passphrase !== '' && isPassphraseReady(chosen), async () => {
          await client.changePassphrase({ passphrase, newPassphrase: chosen.passphrase });
          setPassphrase('');
          setChosen(NO_PASSPHRASE);
          setIsChanged(true);
        })
      }
    >
      <VaultPassphrase
        value={passphrase}
        onChange={setPassphrase}
        isTried={isTried}
        error={failure?.code === 'wrong-passphrase' ? failure.message : undefined}
        hasFocus
      />
      <NewPassphraseFields
        label="New passphrase"
        value={chosen}
        onChange={setChosen}
        isTried={isTried}
        error={failure?.code === 'weak-passphrase' ? failure.message : undefined}
      />
    </KeyPage>
  );
}
