import { useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { TrustedCalls } from '../trusted-client.ts';
import { BackupFlow } from './BackupFlow.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysReady } from './KeysReady.tsx';
import { LabelField } from './LabelField.tsx';
import { isPassphraseReady, NewPassphraseFields, NO_PASSPHRASE } from './NewPassphraseFields.tsx';
import type { ShownPhrase } from './PhrasePage.tsx';
import { PASSPHRASE_CODES } from './use-seal.tsx';
import { useSecretClipboard } from './use-secret-clipboard.ts';
import { useTask } from './use-task.ts';

interface NewVaultProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  readonly onBack: () => void;
}

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'phrase'; readonly phrase: ShownPhrase & { readonly key: { readonly address: string; readonly path: string } } }
  | { readonly name: 'done'; readonly address: string; readonly isBackedUp: boolean };

/** A new vault with a new phrase: passphrase, the phrase, some of its words asked back. */
export function NewVault({ client, state, onBack }: NewVaultProps) {
  const [step, setStep] = useState<Step>({ name: 'form' });
  const [label, setLabel] = useState('Main key');
  const [chosen, setChosen] = useState(NO_PASSPHRASE);
  const clipboard = useSecretClipboard(state.clipboardSeconds);
  const task = useTask();

  if (step.name === 'phrase') {
    const { phrase } = step;
    return (
      <BackupFlow
        client={client}
        state={state}
        phrase={phrase}
        passphrase={chosen.passphrase}
        clipboard={clipboard}
        stepsBefore={1}
        onEnd={(isBackedUp) => {
          setChosen(NO_PASSPHRASE);
          setStep({ name: 'done', address: phrase.key.address, isBackedUp });
        }}
      />
    );
  }
  if (step.name === 'done') {
    return (
      <KeysReady
        title="Your key is ready"
        addresses={[step.address]}
        clipboard={clipboard}
        note={
          step.isBackedUp
            ? {
                tone: 'success',
                title: 'The vault is sealed and the phrase is backed up',
                text: 'Keep the paper where only you can reach it.',
              }
            : {
                tone: 'warning',
                title: 'The vault is sealed, but the phrase is not backed up',
                text: 'If this machine is lost, so are the keys. The app says so under Accounts, and shows the words again from there.',
              }
        }
      />
    );
  }
  return (
    <KeyPage
      title="New recovery phrase"
      lead={`24 random words and a first key from them, sealed with your passphrase${state.networkName === undefined ? '' : `, for ${sanitiseToText(state.networkName, 100)}`}.`}
      step="Step 1 of 3"
      hint="The key is made on this machine and never leaves it."
      task={task}
      failureTitle="The vault was not made"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Create the vault', busyLabel: 'Sealing the vault' }}
      onBack={onBack}
      onSubmit={() =>
        void task.attempt(isPassphraseReady(chosen) && label.trim() !== '', async () => {
          const { mnemonic, phraseId, address, path } = await client.createVault({ passphrase: chosen.passphrase, label: label.trim() });
          setStep({ name: 'phrase', phrase: { phraseId, mnemonic, key: { address, path } } });
        })
      }
    >
      <LabelField value={label} onChange={setLabel} isTried={task.isTried} error={task.failure?.fields?.label} />
      <NewPassphraseFields
        value={chosen}
        onChange={setChosen}
        isTried={task.isTried}
        error={task.failure !== undefined && PASSPHRASE_CODES.includes(task.failure.code) ? task.failure.message : undefined}
        help="It opens this vault on this machine. Nobody can restore it for you: the phrase is the only other way back to the keys."
        hasFocus
      />
    </KeyPage>
  );
}
