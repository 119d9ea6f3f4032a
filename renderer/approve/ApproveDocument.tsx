import { useEffect, useState } from 'react';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import { ApprovalView } from './ApprovalView.tsx';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { CreateVaultView } from './CreateVaultView.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedConnection } from './trusted-client.ts';
import { UnlockView } from './UnlockView.tsx';

interface ApproveDocumentProps {
  readonly connection: TrustedConnection;
  readonly purpose: TrustedPurpose | undefined;
}

/** The whole trusted document: it follows the trusted state and shows the page it was opened for. */
export function ApproveDocument({ connection, purpose }: ApproveDocumentProps) {
  const [state, setState] = useState<TrustedState | undefined>(undefined);
  const [status, setStatus] = useState(connection.getStatus());
  const client = connection.client.approval;
  useEffect(() => client.changed.subscribe(setState), [client]);
  useEffect(() => {
    setStatus(connection.getStatus());
    return connection.onStatus(setStatus);
  }, [connection]);
  const theme = state?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);

  if (status === 'unauthorised' || status === 'lost' || status === 'closed') {
    return (
      <TrustedFrame>
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>{status === 'lost' ? 'Sextant does not answer' : 'This window is no longer connected'}</h1>
            <TrustedNote tone="warning" title="Nothing can be confirmed here now" role="alert">
              {status === 'lost'
                ? 'It tries again by itself. If it was in the middle of signing, the app shows under Sent whether a message went out.'
                : 'Each link opens this document once. Close it and open it again from the app.'}
            </TrustedNote>
          </div>
        </div>
      </TrustedFrame>
    );
  }
  if (state === undefined) {
    return (
      <TrustedFrame>
        <div className={styles.centre} role="status">
          <span className={styles.hidden}>Opening</span>
        </div>
      </TrustedFrame>
    );
  }
  switch (purpose?.name) {
    case 'create-vault':
      return <CreateVaultView client={client} state={state} />;
    case 'unlock':
      return state.vault === 'missing' ? <CreateVaultView client={client} state={state} /> : <UnlockView client={client} state={state} />;
    case 'approve':
      return <ApprovalView client={client} state={state} approvalId={purpose.approvalId} />;
    case undefined:
      return (
        <TrustedFrame hint="Nothing was changed." actions={<CloseButton />}>
          <div className={styles.centre}>
            <div className={styles.column}>
              <h1 className={styles.title}>Nothing waits here</h1>
              <TrustedNote tone="info" title="This document opens from the app">
                It is where keys are made and unlocked, and where every message is approved.
              </TrustedNote>
            </div>
          </div>
        </TrustedFrame>
      );
  }
}

function applyTheme(theme: TrustedState['theme']): () => void {
  const prefersLight = window.matchMedia('(prefers-color-scheme: light)');
  function apply(): void {
    document.documentElement.dataset.theme = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme;
  }
  apply();
  prefersLight.addEventListener('change', apply);
  return () => prefersLight.removeEventListener('change', apply);
}
