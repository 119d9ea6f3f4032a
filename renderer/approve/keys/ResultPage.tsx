import type { ReactNode } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import styles from '../approve.module.css';
import { CloseButton } from '../CloseButton.tsx';
import { focusOnce } from '../focus-once.ts';
import { TrustedFrame } from '../TrustedFrame.tsx';
import { TrustedNote } from '../TrustedNote.tsx';

interface ResultPageProps {
  readonly title: string;
  readonly note: { readonly tone: 'success' | 'info' | 'warning' | 'danger'; readonly title: string; readonly text: ReactNode };
  readonly hint?: string;
  readonly extra?: ReactNode;
  /** Whether the page closes automatically because it needs no reading. */
  readonly closesItself?: boolean;
  readonly onClose?: () => Promise<void>;
  readonly children?: ReactNode;
}

/** Final page: the result and a button that closes the window. */
export function ResultPage({
  title,
  note,
  hint = 'You can close this window.',
  extra,
  closesItself = false,
  onClose,
  children,
}: ResultPageProps) {
  return (
    <TrustedFrame
      hint={hint}
      actions={
        <>
          {extra}
          <CloseButton closesItself={closesItself} {...defined({ onClose })} />
        </>
      }
    >
      <div className={styles.centre}>
        <div className={styles.column}>
          <h1 className={styles.title} ref={focusOnce} tabIndex={-1}>
            {title}
          </h1>
          <TrustedNote tone={note.tone} title={note.title} role="status">
            {note.text}
          </TrustedNote>
          {children}
        </div>
      </div>
    </TrustedFrame>
  );
}
