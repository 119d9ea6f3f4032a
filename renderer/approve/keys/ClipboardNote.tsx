import { TrustedNote } from '../TrustedNote.tsx';
import styles from './keys.module.css';
import type { SecretClipboard } from './use-secret-clipboard.ts';

/** Says where a copied secret is now, and offers to take it away. */
export function ClipboardNote({ clipboard }: { readonly clipboard: SecretClipboard }) {
  const { state, seconds } = clipboard;
  switch (state.name) {
    case 'untouched':
      return undefined;
    case 'refused':
      return (
        <TrustedNote tone="warning" title="The browser refused the clipboard" role="alert">
          Nothing was copied.
        </TrustedNote>
      );
    case 'holding':
      return (
        <TrustedNote tone="warning" title="It is in the clipboard" role="status">
          Every program can read it there.{' '}
          {seconds === 0
            ? 'By the settings it is not taken out by itself.'
            : `Keep this window open: after ${seconds} s the clipboard is emptied, whatever it holds by then, or as soon as you come back here.`}{' '}
          <EmptyNow clipboard={clipboard} />
        </TrustedNote>
      );
    case 'overdue':
      return (
        <TrustedNote tone="danger" title="It is still in the clipboard" role="alert">
          Only a window in front may empty it. <EmptyNow clipboard={clipboard} />
        </TrustedNote>
      );
    case 'emptied':
      return (
        <TrustedNote tone="success" title="The clipboard was emptied" role="status">
          A clipboard history, where this computer keeps one, may still have it.
        </TrustedNote>
      );
    default:
      return state satisfies never;
  }
}

function EmptyNow({ clipboard }: { readonly clipboard: SecretClipboard }) {
  return (
    <button type="button" className={styles.link} onClick={() => void clipboard.empty()}>
      Empty it now
    </button>
  );
}
