import { TrustedNote } from '../TrustedNote.tsx';
import styles from './keys.module.css';
import type { SecretClipboard } from './use-secret-clipboard.ts';

/** Shows whether a copied secret is still in the clipboard, with a button to clear it. */
export function ClipboardNote({ clipboard }: { readonly clipboard: SecretClipboard }) {
  const { state, seconds } = clipboard;
  switch (state.name) {
    case 'untouched':
      return undefined;
    case 'refused':
      return (
        <TrustedNote tone="warning" title="Could not copy" role="alert">
          The browser denied clipboard access. Nothing was copied.
        </TrustedNote>
      );
    case 'holding':
      return (
        <TrustedNote tone="warning" title="Copied to clipboard" role="status">
          Every program can read the clipboard.{' '}
          {seconds === 0
            ? 'Automatic clearing is off.'
            : `Keep this window open: it clears the clipboard after ${seconds} s, whatever it then contains.`}{' '}
          <EmptyNow clipboard={clipboard} />
        </TrustedNote>
      );
    case 'overdue':
      return (
        <TrustedNote tone="danger" title="Still in the clipboard" role="alert">
          Only a focused window can clear the clipboard. <EmptyNow clipboard={clipboard} />
        </TrustedNote>
      );
    case 'emptied':
      return (
        <TrustedNote tone="success" title="Clipboard cleared" role="status">
          A clipboard history on this computer may still have it.
        </TrustedNote>
      );
    default:
      return state satisfies never;
  }
}

function EmptyNow({ clipboard }: { readonly clipboard: SecretClipboard }) {
  return (
    <button type="button" className={styles.link} onClick={() => void clipboard.empty()}>
      Clear now
    </button>
  );
}
