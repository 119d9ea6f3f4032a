import { type ReactNode, useState } from 'react';
import type { TrustedState } from '../../../shared/ipc/schemas/approvals.ts';
import { isPassphraseReady, NewPassphraseFields, NO_PASSPHRASE } from './NewPassphraseFields.tsx';
import type { Task } from './use-task.ts';
import { VaultPassphrase } from './VaultPassphrase.tsx';

/** Codes of failures that the passphrase's field tells of. */
export const PASSPHRASE_CODES: readonly string[] = ['wrong-passphrase', 'weak-passphrase'];

export interface Seal {
  /** The field, where one is needed. */
  readonly fields: ReactNode;
  readonly isReady: boolean;
  /** What the call takes along. */
  readonly input: { readonly passphrase?: string };
  forget(): void;
}

/** What opens the vault for one change: a new passphrase where there is no vault yet, the present one while it is locked, else nothing. */
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
          label="Passphrase for the new vault"
          help="It opens this vault on this machine. Nobody can restore it for you: phrases and keys kept elsewhere are the only other way back."
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
        help="The vault is locked: the passphrase opens it for this."
        hasFocus={hasFocus}
      />
    ),
    isReady: typed !== '',
    input: { passphrase: typed },
    forget,
  };
}
