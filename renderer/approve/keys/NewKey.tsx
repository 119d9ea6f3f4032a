import { type ReactNode, useState } from 'react';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { TrustedField } from '../TrustedField.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysReady } from './KeysReady.tsx';
import type { WayProps } from './key-view-props.ts';
import keyStyles from './keys.module.css';
import { LabelField } from './LabelField.tsx';
import { phraseWords } from './phrase-words.ts';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

interface NewKeyProps extends WayProps {
  /** Shown after the key was created, to add another. */
  readonly another: ReactNode;
}

const KINDS: readonly { readonly keyType: Account['keyType']; readonly title: string; readonly text: string }[] = [
  {
    keyType: 'secp256k1',
    title: 'f1, secp256k1',
    text: 'The standard key of Lotus and other Filecoin wallets. The next key of a recovery phrase.',
  },
  {
    keyType: 'delegated',
    title: 'f410f and 0x, Ethereum',
    text: 'For contracts and wallets such as MetaMask. The next key of a recovery phrase.',
  },
  { keyType: 'bls', title: 'f3, BLS', text: 'For owner and worker keys of miners. Random: no recovery phrase restores it.' },
];

/** Creates a key in the vault. */
export function NewKey({ client, state, onBack, another }: NewKeyProps) {
  const [keyType, setKeyType] = useState<Account['keyType']>(state.phrases.length === 0 ? 'bls' : 'secp256k1');
  const [phraseId, setPhraseId] = useState(state.phrases[0]?.id);
  const [label, setLabel] = useState('');
  const [made, setMade] = useState<{ readonly address: string; readonly keyType: Account['keyType'] } | undefined>(undefined);
  const task = useTask();
  const seal = useSeal(state.vault, task);
  const isOfPhrase = keyType !== 'bls';

  if (made !== undefined) {
    return (
      <KeysReady
        title="Key created"
        addresses={[made.address]}
        extra={another}
        note={
          made.keyType === 'bls'
            ? {
                tone: 'warning',
                title: 'This key has no backup',
                text: 'No recovery phrase restores it. Export it from Accounts and store the export safely before you use it.',
              }
            : { tone: 'success', title: 'Made from the recovery phrase', text: 'Anyone with the phrase can restore the key.' }
        }
      />
    );
  }
  return (
    <KeyPage
      title="New key"
      hint="The key is created on this machine."
      task={task}
      failureTitle="Could not create the key"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Create key', busyLabel: 'Creating key' }}
      onBack={onBack}
      onSubmit={() =>
        void task.attempt(label.trim() !== '' && seal.isReady, async () => {
          const { address } = await client.createKey({
            keyType,
            label: label.trim(),
            ...(isOfPhrase && phraseId !== undefined ? { phraseId } : {}),
            ...seal.input,
          });
          seal.forget();
          setMade({ address, keyType });
        })
      }
    >
      <fieldset className={keyStyles.choices}>
        <legend>Key type</legend>
        {KINDS.map((kind) => {
          const isMissing = kind.keyType !== 'bls' && state.phrases.length === 0;
          return (
            <label key={kind.keyType} className={keyStyles.choice} data-held={isMissing}>
              <input
                type="radio"
                name="kind"
                checked={keyType === kind.keyType}
                disabled={isMissing}
                onChange={() => setKeyType(kind.keyType)}
              />
              <span>
                <strong>{kind.title}</strong>
                <span className={keyStyles.under}>
                  {isMissing ? 'Requires a recovery phrase in this vault. Create or import one.' : kind.text}
                </span>
              </span>
            </label>
          );
        })}
      </fieldset>
      {isOfPhrase && state.phrases.length > 1 ? (
        <TrustedField label="Recovery phrase">
          {(input) => (
            <select {...input} value={phraseId} onChange={(event) => setPhraseId(event.currentTarget.value)}>
              {state.phrases.map((phrase) => (
                <option key={phrase.id} value={phrase.id}>
                  {phraseWords(phrase, state.accounts)}
                </option>
              ))}
            </select>
          )}
        </TrustedField>
      ) : undefined}
      {isOfPhrase && state.phrases.some(({ id, isBackedUp }) => id === phraseId && !isBackedUp) ? (
        <TrustedNote tone="warning" title="Phrase not backed up">
          If you lose this machine, you lose the new key. Back up the phrase under Accounts.
        </TrustedNote>
      ) : undefined}
      <LabelField value={label} onChange={setLabel} isTried={task.isTried} error={task.failure?.fields?.label} />
      {seal.fields}
    </KeyPage>
  );
}
