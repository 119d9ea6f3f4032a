import { useEffect, useState } from 'react';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import type { TrustedState } from '../../shared/ipc/schemas/wallet.ts';
import { ApprovalView } from './ApprovalView.tsx';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { CreateVaultView } from './CreateVaultView.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedClient } from './trusted-client.ts';
import { UnlockView } from './UnlockView.tsx';

interface ApproveDocumentProps {
  readonly client: TrustedClient;
  readonly purpose: TrustedPurpose | undefined;
}

/** The whole trusted document: it follows the trusted state and shows the page it was opened for. */
export function ApproveDocument({ client, purpose }: ApproveDocumentProps) {
  const [state, setState] = useState<TrustedState | undefined>(undefined);
  const [isConnected, setIsConnected] = useState(true);
  useEffect(() => client.onState(setState), [client]);
  useEffect(() => client.onConnectedChange(setIsConnected), [client]);
  const theme = state?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);

  if (!isConnected) {
    return (
      <TrustedFrame>
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>Sextant does not answer</h1>
            <TrustedNote tone="warning" title="The connection to this document was lost" role="alert">
              Nothing can be confirmed until it is back. If this page was reloaded or opened twice, close it and open it again from the app.
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
