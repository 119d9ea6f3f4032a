import { useState } from 'react';
import { BackupFlow } from './BackupFlow.tsx';
import { ClipboardNote } from './ClipboardNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import type { ShownPhrase } from './PhrasePage.tsx';
import { phraseWords } from './phrase-words.ts';
import { ResultPage } from './ResultPage.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

type Step =
  | { readonly name: 'passphrase' }
  | { readonly name: 'phrase'; readonly phrase: ShownPhrase; readonly wasBackedUp: boolean }
  | { readonly name: 'done'; readonly isChecked: boolean; readonly wasBackedUp: boolean };

/** Shows a phrase of the vault again and asks for some of its words. */
export function BackUpView({ client, state, clipboard, phraseId }: KeyViewProps & { readonly phraseId: string }) {
  const [step, setStep] = useState<Step>({ name: 'passphrase' });
  const [passphrase, setPassphrase] = useState('');
  const task = useTask();
  const phrase = state.phrases.find(({ id }) => id === phraseId);

  if (step.name === 'done') {
    return (
      <ResultPage
        title={step.isChecked || step.wasBackedUp ? 'Phrase backed up' : 'Backup not checked'}
        onClose={() => clipboard.empty()}
        note={
          step.isChecked
            ? { tone: 'success', title: 'Your written words are correct', text: 'Keep the paper where only you have access.' }
            : step.wasBackedUp
              ? { tone: 'info', title: 'Nothing was changed', text: 'This phrase is already backed up.' }
              : {
                  tone: 'warning',
                  title: 'Nothing was changed',
                  text: 'A phrase is marked as backed up once you have re-entered some of its words.',
                }
        }
      >
        <ClipboardNote clipboard={clipboard} />
      </ResultPage>
    );
  }
  if (phrase === undefined) {
    return (
      <ResultPage
        title="This phrase is not in the vault"
        hint="Nothing was changed."
        note={{ tone: 'warning', title: 'Nothing to back up', text: 'The phrase was removed, or the vault was replaced.' }}
      />
    );
  }
  if (step.name === 'phrase') {
    return (
      <BackupFlow
        client={client}
        state={state}
        phrase={step.phrase}
        passphrase={passphrase}
        clipboard={clipboard}
        wasBackedUp={step.wasBackedUp}
        onEnd={(isChecked) => {
          setPassphrase('');
          setStep({ name: 'done', isChecked, wasBackedUp: step.wasBackedUp });
        }}
      />
    );
  }
  return (
    <KeyPage
      title={phrase.isBackedUp ? 'Show a recovery phrase' : 'Back up a recovery phrase'}
      lead={`The phrase with ${phraseWords(phrase, state.accounts)}. Make sure no one is watching your screen, and have paper ready.`}
      step="Step 1 of 3"
      hint="The words stay on this machine."
      task={task}
      failureTitle="Could not show the phrase"
      fieldCodes={['wrong-passphrase']}
      primary={{ label: 'Show the words', busyLabel: 'Opening vault' }}
      onSubmit={() =>
        void task.attempt(passphrase !== '', async () => {
          const shown = await client.revealPhrase({ phraseId, passphrase });
          setStep({ name: 'phrase', phrase: { phraseId, ...shown }, wasBackedUp: phrase.isBackedUp });
        })
      }
    >
      <VaultPassphrase
        value={passphrase}
        onChange={setPassphrase}
        isTried={task.isTried}
        error={task.failure?.code === 'wrong-passphrase' ? task.failure.message : undefined}
        hasFocus
      />
    </KeyPage>
  );
}
