import { IconCopy, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { KeyExportForm } from '../../../shared/ipc/schemas/wallet.ts';
import styles from '../approve.module.css';
import { TrustedNote } from '../TrustedNote.tsx';
import { ClipboardNote } from './ClipboardNote.tsx';
import { exportForms } from './export-forms.ts';
import { KeyIdentity } from './KeyIdentity.tsx';
import { KeyPage } from './KeyPage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import keyStyles from './keys.module.css';
import { NoSuchKey } from './NoSuchKey.tsx';
import { ResultPage } from './ResultPage.tsx';
import { useHidden } from './use-hidden.ts';
import { useTask } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Exports a key as text. The text is dropped when the window is hidden. */
export function ExportKeyView({ client, state, clipboard, address }: KeyViewProps & { readonly address: string }) {
  const account = state.accounts.find((candidate) => candidate.address === address);
  const forms = exportForms(account?.keyType ?? 'secp256k1');
  const [form, setForm] = useState<KeyExportForm>(forms[0]?.form ?? 'lotus-hex');
  const [passphrase, setPassphrase] = useState('');
  const [text, setText] = useState<string | undefined>(undefined);
  const [isShown, setIsShown] = useState(false);
  const task = useTask();

  function drop(): void {
    setText(undefined);
    setIsShown(false);
  }
  useHidden(drop);

  if (account === undefined) return <NoSuchKey />;
  if (text !== undefined) {
    const { title, text: use } = forms.find((candidate) => candidate.form === form) ?? { title: form, text: '' };
    return (
      <ResultPage
        title={`Export of ${account.label}`}
        hint="The text is removed when this window is hidden."
        note={{
          tone: 'danger',
          title: 'Anyone with this text controls the key',
          text: 'An export cannot be revoked. If it leaks, move the funds to a new key.',
        }}
        onClose={() => clipboard.empty()}
        extra={
          <button type="button" className={styles.button} onClick={drop}>
            Back
          </button>
        }
      >
        <KeyIdentity account={account} />
        <div>
          <span className={keyStyles.caption}>
            {title}. {use}
          </span>
          <section aria-label="Private key">
            <code className={keyStyles.secret} data-covered={!isShown}>
              {isShown ? text : 'Covered'}
            </code>
          </section>
        </div>
        <div className={keyStyles.row}>
          <button type="button" className={styles.button} aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? <IconEyeOff size={14} stroke={1.6} aria-hidden /> : <IconEye size={14} stroke={1.6} aria-hidden />}
            {isShown ? 'Cover' : 'Show'}
          </button>
          <button type="button" className={styles.button} onClick={() => void clipboard.copy(text)}>
            <IconCopy size={14} stroke={1.6} aria-hidden />
            Copy
          </button>
        </div>
        <ClipboardNote clipboard={clipboard} />
      </ResultPage>
    );
  }
  return (
    <KeyPage
      title="Export a private key"
      lead="As text, for another wallet or a backup."
      hint="The text is not saved to disk."
      task={task}
      failureTitle="Could not export the key"
      fieldCodes={['wrong-passphrase']}
      primary={{ label: 'Export', busyLabel: 'Opening vault' }}
      onSubmit={() =>
        void task.attempt(passphrase !== '', async () => {
          const exported = await client.exportKey({ address, form, passphrase });
          setPassphrase('');
          setText(exported.text);
        })
      }
    >
      <KeyIdentity account={account} />
      <fieldset className={keyStyles.choices}>
        <legend>Form</legend>
        {forms.map((candidate) => (
          <label key={candidate.form} className={keyStyles.choice}>
            <input type="radio" name="form" checked={form === candidate.form} onChange={() => setForm(candidate.form)} />
            <span>
              <strong>{candidate.title}</strong>
              <span className={keyStyles.under}>{candidate.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <ClipboardNote clipboard={clipboard} />
      {account.origin.kind === 'phrase' ? (
        <TrustedNote tone="info" title="The recovery phrase is enough for a backup">
          It restores this key and every other key derived from it.
        </TrustedNote>
      ) : undefined}
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
