import { type FormEvent, useId, useState } from 'react';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { FullAddress } from './FullAddress.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { assessPassphrase } from './passphrase-strength.ts';
import { plainError } from './plain-error.ts';
import { RecoveryPhrase } from './RecoveryPhrase.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedCalls } from './trusted-client.ts';

interface CreateVaultViewProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
}

interface Created {
  readonly mnemonic: string;
  readonly address: string;
  readonly path: string;
}

type Step =
  | { readonly name: 'form' }
  | { readonly name: 'phrase'; readonly created: Created }
  | { readonly name: 'done'; readonly address: string };

/** Makes the vault and its first key: passphrase, then the phrase that is shown once, then the address. */
export function CreateVaultView({ client, state }: CreateVaultViewProps) {
  const [step, setStep] = useState<Step>({ name: 'form' });
  if (step.name === 'phrase') {
    return <RecoveryPhrase created={step.created} onWritten={() => setStep({ name: 'done', address: step.created.address })} />;
  }
  if (step.name === 'done') {
    return (
      <TrustedFrame hint="This window is no longer needed." actions={<CloseButton />}>
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>Your key is ready</h1>
            <TrustedNote tone="success" title="The vault is sealed" role="status">
              The phrase has been forgotten here. The app shows the key under Accounts; approving a message asks for the passphrase.
            </TrustedNote>
            <div>
              <span className={styles.label}>Its address</span>
              <FullAddress address={step.address} />
            </div>
          </div>
        </div>
      </TrustedFrame>
    );
  }
  if (state.vault !== 'missing') {
    return (
      <TrustedFrame hint="Nothing was changed." actions={<CloseButton />}>
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>There is already a vault</h1>
            <TrustedNote tone={state.vault === 'corrupt' ? 'danger' : 'info'} title="This profile keeps one vault">
              {state.problem ?? 'Its keys are listed in the app under Accounts.'}
            </TrustedNote>
          </div>
        </div>
      </TrustedFrame>
    );
  }
  return <CreateVaultForm client={client} state={state} onCreated={(created) => setStep({ name: 'phrase', created })} />;
}

function CreateVaultForm({ client, state, onCreated }: CreateVaultViewProps & { readonly onCreated: (created: Created) => void }) {
  const [label, setLabel] = useState('Main key');
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isTried, setIsTried] = useState(false);
  const [refusal, setRefusal] = useState<{ code: string; message: string } | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const labelId = useId();
  const strength = assessPassphrase(passphrase);
  const isRepeatedEqual = passphrase === repeated;
  const reasonNotReady =
    label.trim() === ''
      ? 'Name the key first.'
      : passphrase === ''
        ? 'Type a passphrase first.'
        : !isRepeatedEqual
          ? 'The two passphrases differ.'
          : undefined;

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    setIsTried(true);
    if (reasonNotReady !== undefined || isBusy) return;
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const created = await client.createVault({ passphrase, label: label.trim() });
      setPassphrase('');
      setRepeated('');
      onCreated(created);
    } catch (cause) {
      setRefusal(plainError(cause));
      setIsBusy(false);
    }
  }

  const isPassphraseRefused = refusal?.code === 'weak-passphrase';
  return (
    <TrustedFrame hint="The key is made on this machine and never leaves it.">
      <form className={styles.centre} onSubmit={(event) => void create(event)}>
        <div className={styles.column}>
          <div>
            <h1 className={styles.title}>Create a vault and its first key</h1>
            <p className={styles.lead}>
              A new secp256k1 key, sealed with your passphrase
              {state.networkName === undefined ? '' : `, for ${sanitiseToText(state.networkName, 100)}`}.
            </p>
          </div>
          <div>
            <label className={styles.label} htmlFor={labelId}>
              Name of the key
            </label>
            <div className={styles.field}>
              <input
                id={labelId}
                value={label}
                maxLength={60}
                autoComplete="off"
                onChange={(event) => setLabel(event.currentTarget.value)}
              />
            </div>
          </div>
          <div>
            <PassphraseField
              label="Passphrase"
              value={passphrase}
              onChange={setPassphrase}
              autoComplete="new-password"
              error={isPassphraseRefused ? refusal.message : undefined}
              help="Nobody can restore it for you: the phrase on the next page is the only other way back to the key."
              hasFocus
            />
            <div className={styles.meter} data-score={strength.score} aria-hidden>
              <i />
              <i />
              <i />
              <i />
            </div>
            <ul className={styles.reasons} aria-live="polite" aria-label="Strength of the passphrase">
              {passphrase === '' ? undefined : <li>Strength: {strength.level}</li>}
              {passphrase === '' ? undefined : strength.reasons.map((reason) => <li key={reason}>{reason}</li>)}
            </ul>
          </div>
          <PassphraseField
            label="The same passphrase again"
            value={repeated}
            onChange={setRepeated}
            autoComplete="new-password"
            error={
              !isRepeatedEqual && (isTried || repeated.length >= passphrase.length) && repeated !== ''
                ? 'The two passphrases differ.'
                : undefined
            }
          />
          {refusal === undefined || isPassphraseRefused ? undefined : (
            <TrustedNote tone="danger" title="The vault was not made" role="alert">
              {refusal.message}
            </TrustedNote>
          )}
          <div>
            <button type="submit" className={`${styles.button} ${styles.primary}`} aria-disabled={isBusy || reasonNotReady !== undefined}>
              {isBusy ? 'Sealing the vault' : 'Create the vault'}
            </button>
            <p className={styles.help} aria-live="polite">
              {isTried && reasonNotReady !== undefined
                ? reasonNotReady
                : isBusy
                  ? 'Sealing takes a moment on purpose: it is what makes guessing slow.'
                  : ''}
            </p>
          </div>
        </div>
      </form>
    </TrustedFrame>
  );
}
