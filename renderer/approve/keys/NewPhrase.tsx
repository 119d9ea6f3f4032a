import { useState } from 'react';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { BackupFlow } from './BackupFlow.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysReady } from './KeysReady.tsx';
import type { WayProps } from './key-view-props.ts';
import { LabelField } from './LabelField.tsx';
import type { ShownPhrase } from './PhrasePage.tsx';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'phrase'; readonly phrase: ShownPhrase & { readonly key: { readonly address: string; readonly path: string } } }
  | { readonly name: 'done'; readonly address: string; readonly isBackedUp: boolean };

/** Creates a phrase and its first key in a new or existing vault, then backs the phrase up. */
export function NewPhrase({ client, state, clipboard, onBack }: WayProps) {
  const [step, setStep] = useState<Step>({ name: 'form' });
  // The vault is created while this page is still open.
  const [isNewVault] = useState(state.vault === 'missing');
  const [label, setLabel] = useState(state.accounts.length === 0 ? 'Main key' : '');
  const task = useTask();
  const seal = useSeal(isNewVault ? 'missing' : state.vault, task, { hasFocus: isNewVault });

  if (step.name === 'phrase') {
    const { phrase } = step;
    return (
      <BackupFlow
        client={client}
        state={state}
        phrase={phrase}
        passphrase={seal.input.passphrase ?? ''}
        clipboard={clipboard}
        onEnd={(isBackedUp) => {
          seal.forget();
          setStep({ name: 'done', address: phrase.key.address, isBackedUp });
        }}
      />
    );
  }
  if (step.name === 'done') {
    return (
      <KeysReady
        title="Key created"
        addresses={[step.address]}
        clipboard={clipboard}
        note={
          step.isBackedUp
            ? { tone: 'success', title: 'Phrase backed up', text: 'Keep the paper where only you have access.' }
            : {
                tone: 'warning',
                title: 'Phrase not backed up',
                text: 'If you lose this machine, you lose its keys. Back up the phrase under Accounts, which can show the words again.',
              }
        }
      />
    );
  }
  return (
    <KeyPage
      title="New recovery phrase"
      lead={`24 random words and their first key, encrypted with your passphrase${state.networkName === undefined ? '' : `, for ${sanitiseToText(state.networkName, 100)}`}.`}
      step="Step 1 of 3"
      hint="The key is created on this machine."
      task={task}
      failureTitle="Could not create the phrase"
      fieldCodes={PASSPHRASE_CODES}
      primary={isNewVault ? { label: 'Create vault', busyLabel: 'Encrypting vault' } : { label: 'Create phrase', busyLabel: 'Encrypting' }}
      onBack={onBack}
      onSubmit={() =>
        void task.attempt(seal.isReady && label.trim() !== '', async () => {
          const { passphrase } = seal.input;
          const made =
            isNewVault && passphrase !== undefined
              ? await client.createVault({ passphrase, label: label.trim() })
              : await client.createPhrase({ label: label.trim(), ...seal.input });
          const { mnemonic, phraseId, address, path } = made;
          setStep({ name: 'phrase', phrase: { phraseId, mnemonic, key: { address, path } } });
        })
      }
    >
      <LabelField value={label} onChange={setLabel} isTried={task.isTried} error={task.failure?.fields?.label} hasFocus={!isNewVault} />
      {seal.fields}
    </KeyPage>
  );
}
