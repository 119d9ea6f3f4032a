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

/** Removes a key from the vault, after its address was typed. */
export function DeleteKeyView({ client, state, address }: KeyViewProps & { readonly address: string }) {
  const [typedAddress, setTypedAddress] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isDeleted, setIsDeleted] = useState(false);
  const task = useTask();
  const account = state.accounts.find((candidate) => candidate.address === address);

  if (isDeleted) {
    return (
      <ResultPage
        title="The key is deleted"
        note={{
          tone: 'success',
          title: 'It is no longer in the vault',
          text: 'Its address, and what was sent from it, are still known to the app.',
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
      lead="Without the key nobody moves what its address holds: funds, miners that it owns, multisigs that it signs for."
      hint="There is no undo."
      task={task}
      failureTitle="The key was not deleted"
      fieldCodes={['wrong-passphrase']}
      fieldNames={['typedAddress']}
      primary={{ label: 'Delete the key', busyLabel: 'Deleting', isDanger: true }}
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
              ? 'Type the address.'
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

/** What would be out of reach with the key, asked once. */
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
  if (holding === undefined) return <TrustedNote tone="info" title="Reading its balance" />;
  const { balance } = holding;
  if (balance === undefined) {
    return (
      <TrustedNote tone="warning" title="Its balance is unknown">
        No node answered for this address. It may hold funds.
      </TrustedNote>
    );
  }
  return /^0+$/.test(balance) ? (
    <TrustedNote tone="info" title="Its balance is 0 FIL">
      On the connected network. Escrow, miners and multisigs are not counted.
    </TrustedNote>
  ) : (
    <TrustedNote tone="danger" title={`It holds ${exactFilShort(balance)} FIL`}>
      On the connected network. Send the funds to another address first.
    </TrustedNote>
  );
}

/** Whether and how the key can come back. */
function wayBack(
  account: Account,
  state: TrustedState,
): { readonly tone: 'info' | 'danger'; readonly title: string; readonly text: string } {
  const { origin } = account;
  switch (origin.kind) {
    case 'phrase': {
      const isBackedUp = state.phrases.some(({ id, isBackedUp: isSafe }) => id === origin.phraseId && isSafe);
      return isBackedUp
        ? { tone: 'info', title: 'Its recovery phrase brings it back', text: `The phrase is backed up; the key is at ${origin.path}.` }
        : {
            tone: 'danger',
            title: 'Its recovery phrase is not backed up',
            text: `Back it up first, from Accounts. The key is at ${origin.path}.`,
          };
    }
    case 'imported':
      return {
        tone: 'danger',
        title: 'Only what you brought it from brings it back',
        text: 'No recovery phrase of this vault does. Be sure that you still have the export, or export it now.',
      };
    case 'random':
      return account.isBackedUp
        ? { tone: 'danger', title: 'Only its export brings it back', text: 'It was exported once. Be sure that you still have that text.' }
        : {
            tone: 'danger',
            title: 'Nothing brings it back',
            text: 'It was made at random and never exported. Export it first, if its address is of any use.',
          };
    default:
      return origin satisfies never;
  }
}

function differenceWords(typed: string, address: string): string {
  const at = [...address].findIndex((letter, index) => typed[index] !== letter);
  if (at === typed.length) return `It is not complete: ${typed.length} of ${address.length} characters.`;
  return at === -1 ? 'It is longer than the address.' : `It differs at character ${at + 1}.`;
}
