import { type FormEvent, useState } from 'react';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { PassphraseField } from './PassphraseField.tsx';
import { plainError } from './plain-error.ts';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedCalls } from './trusted-client.ts';

interface UnlockViewProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
}

/** Unlocks the vault. Enter is welcome here, because unlocking signs nothing. */
export function UnlockView({ client, state }: UnlockViewProps) {
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);

  async function unlock(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || passphrase === '') return;
    setIsBusy(true);
    setError(undefined);
    try {
      await client.unlockVault({ passphrase });
    } catch (cause) {
      setError(plainError(cause).message);
    } finally {
      setPassphrase('');
      setIsBusy(false);
    }
  }

  if (state.vault === 'unlocked') {
    return (
      <TrustedFrame hint="This window is no longer needed." actions={<CloseButton />}>
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>The wallet is unlocked</h1>
            <TrustedNote tone="success" title="Your keys are ready" role="status">
              They stay inside the signer. Every message is still put before you here, and the wallet locks itself when it is not used.
            </TrustedNote>
          </div>
        </div>
      </TrustedFrame>
    );
  }
  return (
    <TrustedFrame hint="Unlocking signs nothing and sends nothing.">
      <form className={styles.centre} onSubmit={(event) => void unlock(event)}>
        <div className={styles.column}>
          <div>
            <h1 className={styles.title}>Unlock the wallet</h1>
            <p className={styles.lead}>The passphrase opens the vault on this machine. It is never kept or sent.</p>
          </div>
          <PassphraseField
            label="Passphrase of this vault"
            value={passphrase}
            onChange={setPassphrase}
            autoComplete="current-password"
            error={error}
            hasFocus
          />
          <div>
            <button type="submit" className={`${styles.button} ${styles.primary}`} aria-disabled={isBusy || passphrase === ''}>
              {isBusy ? 'Unlocking' : 'Unlock'}
            </button>
          </div>
        </div>
      </form>
    </TrustedFrame>
  );
}
