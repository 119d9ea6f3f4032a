import { useCallback, useEffect, useRef } from 'react';
import type { TrustedPurpose } from '../../../shared/ipc/schemas/app.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import { type TrustedDocumentControl, useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';

/** Text for the note on the task open in the trusted document. */
export const PURPOSE_WORDS: Readonly<Record<TrustedPurpose['name'], string>> = {
  'create-vault': 'Creating the vault in a separate window',
  unlock: 'Unlocking in a separate window',
  approve: 'Approving in a separate window',
  approvals: 'Pending approvals are in a separate window',
  'add-key': 'Adding a key in a separate window',
  'back-up': 'The recovery phrase is in a separate window',
  'export-key': 'Exporting a key in a separate window',
  'delete-key': 'Deleting a key in a separate window',
  'rename-key': 'Renaming a key in a separate window',
  'change-passphrase': 'Changing the passphrase in a separate window',
  'safety-settings': 'Changing the safety settings in a separate window',
};

/**
 * Opens the trusted document for a task with keys. The note closes when the wallet shows that the task is done.
 *
 * @param onAdded called with the address of a created or imported key
 */
export function useKeyPurpose(wallet: WalletState | undefined, onAdded: (address: string) => void): TrustedDocumentControl {
  const trusted = useTrustedDocument();
  const before = useRef<WalletState | undefined>(undefined);
  const { state, dismiss } = trusted;
  const latest = useRef(wallet);
  latest.current = wallet;

  useEffect(() => {
    if (state.status !== 'open' || wallet === undefined || before.current === undefined) return;
    if (!isReached(state.purpose, before.current, wallet)) return;
    const held = new Set(before.current.accounts.map(({ address }) => address));
    const [added] = wallet.accounts.filter(({ address }) => !held.has(address));
    dismiss();
    if (added !== undefined) onAdded(added.address);
  }, [state, wallet, dismiss, onAdded]);

  const { open } = trusted;
  const openPurpose = useCallback(
    (purpose: TrustedPurpose) => {
      before.current = latest.current;
      return open(purpose);
    },
    [open],
  );
  return { ...trusted, open: openPurpose };
}

/** Whether the wallet shows that a task is done. Exports, shown phrases and passphrase changes do not show in it. */
export function isReached(purpose: TrustedPurpose, before: WalletState, now: WalletState): boolean {
  switch (purpose.name) {
    case 'create-vault':
      return now.status !== 'missing';
    case 'unlock':
      return now.status === 'unlocked';
    case 'add-key':
      return now.accounts.length > before.accounts.length;
    case 'back-up':
      return isSafe(now, purpose.phraseId) && !isSafe(before, purpose.phraseId);
    case 'delete-key':
      return now.accounts.every(({ address }) => address !== purpose.address);
    case 'rename-key':
      return labelOf(now, purpose.address) !== labelOf(before, purpose.address);
    case 'export-key':
    case 'change-passphrase':
    case 'safety-settings':
    case 'approve':
    case 'approvals':
      return false;
    default:
      return purpose satisfies never;
  }
}

function isSafe({ phrases }: WalletState, phraseId: string): boolean {
  return phrases.some(({ id, isBackedUp }) => id === phraseId && isBackedUp);
}

function labelOf({ accounts }: WalletState, wanted: string): string | undefined {
  return accounts.find(({ address }) => address === wanted)?.label;
}
