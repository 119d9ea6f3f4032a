import { useEffect, useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import type { Account, HoldingView } from '../../../shared/ipc/schemas/wallet.ts';
import { exactFilShort } from '../exact-text.ts';
import { TrustedField } from '../TrustedField.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import type { TrustedCalls } from '../trusted-client.ts';
import { KeyIdentity } from './KeyIdentity.tsx';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { NoSuchKey } from './NoSuchKey.tsx';
import { ResultPage } from './ResultPage.tsx';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Removes a key from the vault after the user typed its address. */
export function DeleteKeyView({ client, state, address }: KeyViewProps & { readonly address: string }) {
  const [typedAddress, setTypedAddress] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isDeleted, setIsDeleted] = useState(false);
  const task = useTask();
  const account = state.accounts.find((candidate) => candidate.address === address);

  if (isDeleted) {
    return (
      <ResultPage
        title="Key deleted"
        note={{
          tone: 'success',
          title: 'Removed from the vault',
          text: 'The app still lists its address and sent messages.',
        }}
      />
    );
  }
  if (account === undefined) return <NoSuchKey />;
  const isExact = typedAddress.trim() === address;
  const way = wayBack(account, state);
  return (
    <KeyPage
      title={`Delete ${account.label}`}
      lead="Without the key, nobody can use what its address controls: funds, miners it owns, multisigs it signs for."
      hint="This cannot be undone."
      task={task}
      failureTitle="Could not delete the key"
      fieldCodes={['wrong-passphrase']}
      fieldNames={['typedAddress']}
      primary={{ label: 'Delete key', busyLabel: 'Deleting', isDanger: true }}
      onSubmit={() =>
        void task.attempt(isExact && passphrase !== '', async () => {
          await client.deleteKey({ address, typedAddress: typedAddress.trim(), passphrase });
          setPassphrase('');
          setIsDeleted(true);
        })
      }
    >
      <KeyIdentity account={account} />
      <HoldingNote client={client} address={address} />
      <TrustedNote tone={way.tone} title={way.title}>
        {way.text}
      </TrustedNote>
      <TrustedField
        label="Type the full address to confirm"
        error={
          task.failure?.fields?.typedAddress ??
          (task.isTried && !isExact
            ? typedAddress === ''
              ? 'Type the full address.'
              : differenceWords(typedAddress.trim(), address)
            : undefined)
        }
        help={`${typedAddress.trim().length} of ${address.length} characters`}
      >
        {(input) => (
          <input
            {...input}
            data-mono
            value={typedAddress}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={200}
            onChange={(event) => setTypedAddress(event.currentTarget.value)}
          />
        )}
      </TrustedField>
      <VaultPassphrase
        value={passphrase}
        onChange={setPassphrase}
        isTried={task.isTried}
        error={task.failure?.code === 'wrong-passphrase' ? task.failure.message : undefined}
      />
    </KeyPage>
  );
}

/** The balance of the key, read once. */
function HoldingNote({ client, address }: { readonly client: TrustedCalls; readonly address: string }) {
  const [holding, setHolding] = useState<HoldingView | undefined>(undefined);
  useEffect(() => {
    let isLeft = false;
    client.readHolding({ address }).then(
      (found) => {
        if (!isLeft) setHolding(found);
      },
      () => {
        if (!isLeft) setHolding({});
      },
    );
    return () => {
      isLeft = true;
    };
  }, [client, address]);
  if (holding === undefined) return <TrustedNote tone="info" title="Reading balance" />;
  const { balance } = holding;
  if (balance === undefined) {
    return (
      <TrustedNote tone="warning" title="Balance unknown">
        The balance could not be read from a node. The address may hold funds.
      </TrustedNote>
    );
  }
  return /^0+$/.test(balance) ? (
    <TrustedNote tone="info" title="Balance 0 FIL">
      On the connected network. Excludes escrow, miners and multisigs.
    </TrustedNote>
  ) : (
    <TrustedNote tone="danger" title={`Balance ${exactFilShort(balance)} FIL`}>
      On the connected network. Send the funds to another address first.
    </TrustedNote>
  );
}

/** Whether and how the key can be restored. */
function wayBack(
  account: Account,
  state: TrustedState,
): { readonly tone: 'info' | 'danger'; readonly title: string; readonly text: string } {
  const { origin } = account;
  switch (origin.kind) {
    case 'phrase': {
      const isBackedUp = state.phrases.some(({ id, isBackedUp: isSafe }) => id === origin.phraseId && isSafe);
      return isBackedUp
        ? { tone: 'info', title: 'Its recovery phrase restores it', text: `The phrase is backed up; the key is at ${origin.path}.` }
        : {
            tone: 'danger',
            title: 'Recovery phrase not backed up',
            text: `Back it up first under Accounts. The key is at ${origin.path}.`,
          };
    }
    case 'imported':
      return {
        tone: 'danger',
        title: 'Only the text you imported restores it',
        text: 'No recovery phrase in this vault restores it. Make sure you still have the text you imported, or export the key now.',
      };
    case 'random':
      return account.isBackedUp
        ? { tone: 'danger', title: 'Only its export restores it', text: 'The key was exported. Make sure you still have that text.' }
        : {
            tone: 'danger',
            title: 'Nothing restores it',
            text: 'The key is random and was never exported. Export it first if you may need its address.',
          };
    default:
      return origin satisfies never;
  }
}

function differenceWords(typed: string, address: string): string {
  const at = [...address].findIndex((letter, index) => typed[index] !== letter);
  if (at === typed.length) return `Incomplete: ${typed.length} of ${address.length} characters.`;
  return at === -1 ? 'Longer than the address.' : `Differs at character ${at + 1}.`;
}
