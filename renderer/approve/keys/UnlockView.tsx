import { useState } from 'react';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { ResultPage } from './ResultPage.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Unlocks the vault. Enter is welcome here, because unlocking signs nothing. */
export function UnlockView(props: KeyViewProps) {
  if (props.state.vault === 'unlocked') {
    return (
      <ResultPage
        title="The wallet is unlocked"
        closesItself
        note={{
          tone: 'success',
          title: 'Your keys are ready',
          text: 'They stay inside the signer. Every message is still put before you here, and the wallet locks itself when it is not used.',
        }}
      />
    );
  }
  return <UnlockForm {...props} />;
}

/** Holds the passphrase, and is gone with it when the vault is open, whether the answer or the new state is first. */
function UnlockForm({ client }: KeyViewProps) {
  const [passphrase, setPassphrase] = useState('');
  const task = useTask();
  const error = task.failure?.code === 'wrong-passphrase' ? task.failure.message : undefined;
  return (
    <KeyPage
      title="Unlock the wallet"
      lead="The passphrase opens the vault on this machine. It is never kept or sent."
      hint="Unlocking signs nothing and sends nothing."
      task={task}
      failureTitle="The wallet is still locked"
      fieldCodes={['wrong-passphrase']}
      primary={{ label: 'Unlock', busyLabel: 'Unlocking' }}
      onSubmit={() =>
        // React would keep a state that is set after the form is gone.
        void task.attempt(passphrase !== '', async () => void (await client.unlockVault({ passphrase })))
      }
    >
      <VaultPassphrase value={passphrase} onChange={setPassphrase} isTried={task.isTried} error={error} hasFocus />
    </KeyPage>
  );
}
