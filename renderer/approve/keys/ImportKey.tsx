import { useState } from 'react';
import type { KeyReading } from '../../../shared/ipc/schemas/wallet.ts';
import { FullAddress } from '../FullAddress.tsx';
import fieldStyles from '../field.module.css';
import { keyTypeWords } from '../key-type-words.ts';
import { firstSecretField } from '../secret-field.ts';
import { TrustedField } from '../TrustedField.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import { Holding } from './Holding.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysReady } from './KeysReady.tsx';
import type { WayProps } from './key-view-props.ts';
import keyStyles from './keys.module.css';
import { LabelField } from './LabelField.tsx';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

type Step =
  | { readonly name: 'text' }
  | { readonly name: 'keep'; readonly readings: readonly KeyReading[] }
  | { readonly name: 'done'; readonly address: string };

/** Imports a private key: parses the pasted text as every possible key type and imports the chosen one. */
export function ImportKey({ client, state, onBack }: WayProps) {
  const [step, setStep] = useState<Step>({ name: 'text' });
  const [text, setText] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [address, setAddress] = useState<string | undefined>(undefined);
  const [label, setLabel] = useState('Imported key');
  const readTask = useTask();
  const keepTask = useTask();
  const seal = useSeal(state.vault, keepTask);

  if (step.name === 'done') {
    return (
      <KeysReady
        title="The key is in the vault"
        addresses={[step.address]}
        note={{
          tone: 'success',
          title: 'Kept',
          text: 'No recovery phrase restores it. Keep the text you pasted, or export the key from Accounts and store it safely.',
        }}
      />
    );
  }
  if (step.name === 'text') {
    const refusal = readTask.failure?.code === 'invalid-input' ? (readTask.failure.fields?.text ?? readTask.failure.message) : undefined;
    return (
      <KeyPage
        title="Import a private key"
        lead="Paste the key as your wallet exported it. The next page shows its address and balance."
        step="Step 1 of 2"
        hint="The key stays on this machine. The connected node is asked for the balance and learns the address."
        task={readTask}
        failureTitle="Could not read the key"
        fieldCodes={['invalid-input']}
        primary={{ label: 'Read key', busyLabel: 'Reading' }}
        onBack={onBack}
        onSubmit={() =>
          void readTask.attempt(text.trim() !== '', async () => {
            const { readings } = await client.readKey({ text: text.trim() });
            const free = readings.filter((reading) => !reading.isHeld);
            setAddress(free.length === 1 ? free[0]?.address : undefined);
            setStep({ name: 'keep', readings });
          })
        }
      >
        <TrustedField
          label="Private key"
          isTall
          error={refusal ?? (readTask.isTried && text.trim() === '' ? 'Paste the key.' : undefined)}
          help="Output of lotus wallet export (hex or JSON), a MetaMask private key (0x…), raw hex or base64."
        >
          {(input) => (
            <>
              <textarea
                {...input}
                rows={4}
                value={text}
                maxLength={4000}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                data-covered={!isShown}
                data-1p-ignore
                data-lpignore="true"
                data-bwignore
                ref={firstSecretField}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <button type="button" className={fieldStyles.reveal} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
                {isShown ? 'Cover' : 'Show'}
              </button>
            </>
          )}
        </TrustedField>
      </KeyPage>
    );
  }

  const { readings } = step;
  return (
    // A separate page, so that a second press of the previous button does not import a key that was not reviewed.
    <KeyPage
      key="keep"
      title={readings.length === 1 ? 'Confirm the key' : 'Choose the key type'}
      lead={
        readings.length === 1
          ? 'Check the address before you import the key.'
          : 'The text does not name the key type. Each type has a different address: choose the address you know.'
      }
      step="Step 2 of 2"
      isWide
      task={keepTask}
      failureTitle="Nothing was imported"
      fieldCodes={PASSPHRASE_CODES}
      primary={{ label: 'Import key', busyLabel: 'Encrypting' }}
      onBack={() => setStep({ name: 'text' })}
      onSubmit={() =>
        void keepTask.attempt(address !== undefined && label.trim() !== '' && seal.isReady, async () => {
          if (address === undefined) return;
          const kept = await client.importKey({ text: text.trim(), address, label: label.trim(), ...seal.input });
          setText('');
          seal.forget();
          setStep({ name: 'done', address: kept.address });
        })
      }
    >
      <fieldset className={keyStyles.choices} aria-invalid={keepTask.isTried && address === undefined}>
        <legend>Read as: {readings[0]?.form}</legend>
        {readings.map((reading) => (
          <label key={reading.address} className={keyStyles.choice} data-held={reading.isHeld}>
            <input
              type="radio"
              name="reading"
              checked={address === reading.address}
              disabled={reading.isHeld}
              onChange={() => setAddress(reading.address)}
            />
            <span>
              <span className={keyStyles.choiceHead}>
                <strong>{keyTypeWords(reading.keyType)}</strong>
                {reading.keyType === 'bls' && readings.filter(({ keyType }) => keyType === 'bls').length > 1
                  ? ` ${reading.byteOrder} bytes`
                  : ''}
                <span className={keyStyles.end}>{reading.isHeld ? 'already in the vault' : <Holding holding={reading} />}</span>
              </span>
              <FullAddress address={reading.address} />
            </span>
          </label>
        ))}
      </fieldset>
      {keepTask.isTried && address === undefined ? (
        <TrustedNote
          tone="danger"
          title={readings.every(({ isHeld }) => isHeld) ? 'The vault already has this key' : 'Choose a key type'}
          role="alert"
        />
      ) : undefined}
      <LabelField value={label} onChange={setLabel} isTried={keepTask.isTried} error={keepTask.failure?.fields?.label} />
      {seal.fields}
    </KeyPage>
  );
}
