import { IconExternalLink, IconShieldLock, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toEnvelope } from '../../hooks/use-query.ts';
import { Button } from '../inputs/Button.tsx';
import styles from './trusted-document-note.module.css';
import type { TrustedDocumentControl } from './use-trusted-document.ts';

interface TrustedDocumentNoteProps {
  readonly control: TrustedDocumentControl;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** Says that the trusted document is open, and offers a real link for a browser that held the window back. */
export function TrustedDocumentNote({ control, title, children, actions }: TrustedDocumentNoteProps) {
  const { state } = control;
  if (state.status === 'closed') return undefined;
  if (state.status === 'failed') {
    return (
      <section className={styles.note} data-tone="danger" role="alert">
        <IconShieldLock size={16} stroke={1.8} aria-hidden />
        <div className={styles.text}>
          <h2>Could not open the approval window</h2>
          <p>{toEnvelope(state.cause).message}</p>
        </div>
        <Button kind="quiet" icon={IconX} isIconOnly onClick={control.dismiss}>
          Dismiss
        </Button>
      </section>
    );
  }
  return (
    <section className={styles.note} role="status">
      <IconShieldLock size={16} stroke={1.8} aria-hidden />
      <div className={styles.text}>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      <div className={styles.actions}>
        {state.status === 'open' && state.url !== undefined ? (
          <a className={styles.link} href={state.url} target="_blank" rel="noopener noreferrer">
            <IconExternalLink size={14} stroke={1.8} aria-hidden />
            Reopen window
          </a>
        ) : undefined}
        {actions}
      </div>
    </section>
  );
}
