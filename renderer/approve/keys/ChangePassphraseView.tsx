import { useState } from 'react';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { isPassphraseReady, NewPassphraseFields, NO_PASSPHRASE } from './NewPassphraseFields.tsx';
import { ResultPage } from './ResultPage.tsx';
import { PASSPHRASE_CODES } from './use-seal.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Seals the vault anew with another passphrase. */
export function ChangePassphraseView({ client, state }: KeyViewProps) {
  const [passphrase, setPassphrase] = useState('');
  const [chosen, setChosen] = useState(NO_PASSPHRASE);
  const [isChanged, setIsChanged] = useState(false);
  const task = useTask();
  const { failure, isTried } = task;

  if (isChanged) {
    return (
      <ResultPage
        title="The passphrase is changed"
        note={{
          tone: 'success',
          title: 'The vault was sealed anew',
          text: 'Copies of the vault’s file made before, such as backups of this disk, still open with the old passphrase.',
        }}
      />
    );
  }
  if (state.vault === 'missing') {
    return (
      <ResultPage
        title="There is no vault to change"
        hint="Nothing was changed."
        note={{
          tone: 'warning',
          title: 'This profile has no vault',
          text: 'It is made in the app under Accounts.',
        }}
      />
    );
  }
  return (
    <KeyPage
      title="Change the passphrase"
      lead="The vault is encrypted anew. Keys, phrases and their backups stay as they are."
      hint="Until it is done, the old passphrase holds."
      task={task}
      failureTitle="The passphrase was not changed"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Change it', busyLabel: 'Sealing the vault' }}
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
