import { useState } from 'react';
import { KeyIdentity } from './KeyIdentity.tsx';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { LabelField } from './LabelField.tsx';
import { NoSuchKey } from './NoSuchKey.tsx';
import { ResultPage } from './ResultPage.tsx';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

/** Gives a key another name. It is sealed with the key, so that nothing but this document can change it. */
export function RenameKeyView({ client, state, address }: KeyViewProps & { readonly address: string }) {
  const account = state.accounts.find((candidate) => candidate.address === address);
  const [label, setLabel] = useState(account?.label ?? '');
  const [isRenamed, setIsRenamed] = useState(false);
  const task = useTask();
  const seal = useSeal(state.vault, task);

  if (account === undefined) return <NoSuchKey />;
  if (isRenamed) {
    return (
      <ResultPage
        title="The key has its new name"
        closesItself
        note={{ tone: 'success', title: account.label, text: 'Approvals and the app show it from now on.' }}
      />
    );
  }
  return (
    <KeyPage
      title="Rename a key"
      lead="The name is sealed in the vault, and approvals show it: nothing in the app can change it."
      hint="The key itself stays as it is."
      task={task}
      failureTitle="The key was not renamed"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Rename', busyLabel: 'Sealing' }}
      onSubmit={() =>
        void task.attempt(label.trim() !== '' && seal.isReady, async () => {
          await client.renameKey({ address, label: label.trim(), ...seal.input });
          seal.forget();
          setIsRenamed(true);
        })
      }
    >
      <KeyIdentity account={account} />
      <LabelField value={label} onChange={setLabel} isTried={task.isTried} error={task.failure?.fields?.label} hasFocus />
      {seal.fields}
    </KeyPage>
  );
}
