import { type ReactNode, useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import { isPassphraseReady, NewPassphraseFields, NO_PASSPHRASE } from './NewPassphraseFields.tsx';
import type { Task } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Error codes shown at the passphrase field. */
export const PASSPHRASE_CODES: readonly string[] = ['wrong-passphrase', 'weak-passphrase'];

export interface Seal {
  /** The passphrase field, if one is needed. */
  readonly fields: ReactNode;
  readonly isReady: boolean;
  /** The passphrase parameters of the call. */
  readonly input: { readonly passphrase?: string };
  forget(): void;
}

/** What one change needs: a new passphrase without a vault, the current one for a locked vault, otherwise nothing. */
export function useSeal(vault: TrustedState['vault'], task: Task, { hasFocus = false }: { readonly hasFocus?: boolean } = {}): Seal {
  const [chosen, setChosen] = useState(NO_PASSPHRASE);
  const [typed, setTyped] = useState('');
  const { failure, isTried } = task;
  const error = failure !== undefined && PASSPHRASE_CODES.includes(failure.code) ? failure.message : undefined;
  function forget(): void {
    setChosen(NO_PASSPHRASE);
    setTyped('');
  }
  if (vault === 'unlocked') return { fields: undefined, isReady: true, input: {}, forget };
  if (vault === 'missing') {
    return {
      fields: (
        <NewPassphraseFields
          value={chosen}
          onChange={setChosen}
          isTried={isTried}
          error={error}
          label="New vault passphrase"
          help="Opens this vault on this machine. Nobody can reset it: without it, only backups of phrases and keys restore your keys."
          hasFocus={hasFocus}
        />
      ),
      isReady: isPassphraseReady(chosen),
      input: { passphrase: chosen.passphrase },
      forget,
    };
  }
  return {
    fields: (
      <VaultPassphrase
        value={typed}
        onChange={setTyped}
        isTried={isTried}
        error={error}
        help="The vault is locked. The passphrase opens it for this action."
        hasFocus={hasFocus}
      />
    ),
    isReady: typed !== '',
    input: { passphrase: typed },
    forget,
  };
}
