import { useState } from 'react';
import { KeyIdentity } from './KeyIdentity.tsx';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { LabelField } from './LabelField.tsx';
import { NoSuchKey } from './NoSuchKey.tsx';
import { ResultPage } from './ResultPage.tsx';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

/** Renames a key. The name is encrypted with the key, so that only this document can change it. */
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
        title="Key renamed"
        closesItself
        note={{ tone: 'success', title: account.label, text: 'Approvals and the app now show this name.' }}
      />
    );
  }
  return (
    <KeyPage
      title="Rename key"
      lead="Approvals show this name. It is stored encrypted in the vault, and the app cannot change it."
      hint="The key itself does not change."
      task={task}
      failureTitle="Could not rename the key"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Rename', busyLabel: 'Encrypting' }}
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
