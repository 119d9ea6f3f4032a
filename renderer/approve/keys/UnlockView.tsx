import { useState } from 'react';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { ResultPage } from './ResultPage.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Unlocks the vault. Enter submits, because unlocking signs nothing. */
export function UnlockView(props: KeyViewProps) {
  if (props.state.vault === 'unlocked') {
    return (
      <ResultPage
        title="Wallet unlocked"
        closesItself
        note={{
          tone: 'success',
          title: 'Keys available',
          text: 'Every signature still needs your approval in this window. The wallet locks automatically when it is not used.',
        }}
      />
    );
  }
  return <UnlockForm {...props} />;
}

/** Holds the passphrase. Unmounted with it when the vault opens, whether the answer or the new state arrives first. */
function UnlockForm({ client }: KeyViewProps) {
  const [passphrase, setPassphrase] = useState('');
  const task = useTask();
  const error = task.failure?.code === 'wrong-passphrase' ? task.failure.message : undefined;
  return (
    <KeyPage
      title="Unlock wallet"
      lead="The passphrase opens the vault on this machine. It is never saved or sent."
      hint="Unlocking signs and sends nothing."
      task={task}
      failureTitle="Could not unlock the wallet"
      fieldCodes={['wrong-passphrase']}
      primary={{ label: 'Unlock', busyLabel: 'Unlocking' }}
      onSubmit={() =>
        // React would keep state that is set after unmounting.
        void task.attempt(passphrase !== '', async () => void (await client.unlockVault({ passphrase })))
      }
    >
      <VaultPassphrase value={passphrase} onChange={setPassphrase} isTried={task.isTried} error={error} hasFocus />
    </KeyPage>
  );
}
