import { useEffect, useReducer, useState } from 'react';
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import styles from './approve.module.css';
import { AddKeyView } from './keys/AddKeyView.tsx';
import { BackUpView } from './keys/BackUpView.tsx';
import { ChangePassphraseView } from './keys/ChangePassphraseView.tsx';
import { CreateVaultView } from './keys/CreateVaultView.tsx';
import { DeleteKeyView } from './keys/DeleteKeyView.tsx';
import { ExportKeyView } from './keys/ExportKeyView.tsx';
import type { KeyViewProps } from './keys/key-view-props.ts';
import { RenameKeyView } from './keys/RenameKeyView.tsx';
import { ResultPage } from './keys/ResultPage.tsx';
import { UnlockView } from './keys/UnlockView.tsx';
import { useSecretClipboard } from './keys/use-secret-clipboard.ts';
import { RenderAgain } from './render-again.ts';
import { SafetyView } from './SafetyView.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedConnection } from './trusted-client.ts';
import { WaitingApprovals } from './WaitingApprovals.tsx';

interface ApproveDocumentProps {
  readonly connection: TrustedConnection;
  readonly purpose: TrustedPurpose | undefined;
}

/** The trusted document: subscribes to the trusted state and shows the page it was opened for. */
export function ApproveDocument({ connection, purpose }: ApproveDocumentProps) {
  const [state, setState] = useState<TrustedState | undefined>(undefined);
  const [status, setStatus] = useState(connection.getStatus());
  const client = connection.client.approval;
  useEffect(() => client.changed.subscribe(setState), [client]);
  useEffect(() => {
    setStatus(connection.getStatus());
    return connection.onStatus(setStatus);
  }, [connection]);
  // Kept here because the clipboard must be cleared in time on whichever page is open by then.
  const clipboard = useSecretClipboard(state?.safety.clipboardSeconds ?? 0);
  const theme = state?.theme ?? 'system';
  useEffect(() => applyTheme(theme), [theme]);
  const zoomPercent = state?.zoomPercent ?? 100;
  useEffect(() => {
    document.documentElement.style.setProperty('--zoom', String(zoomPercent / 100));
  }, [zoomPercent]);

  const [, renderAgain] = useReducer((count: number) => count + 1, 0);

  const isOut = status === 'unauthorised' || status === 'closed';
  return (
    <RenderAgain value={renderAgain}>
      {isOut || status === 'lost' ? <Disconnected isLost={!isOut} /> : undefined}
      {isOut ? undefined : (
        // Typed input survives a reconnect.
        <div hidden={status === 'lost'}>
          {state === undefined ? <Opening /> : <Page client={client} state={state} clipboard={clipboard} purpose={purpose} />}
        </div>
      )}
    </RenderAgain>
  );
}

/** Shown when the connection is lost or this browser is not paired. */
function Disconnected({ isLost }: { readonly isLost: boolean }) {
  return (
    <TrustedFrame
      actions={
        isLost ? undefined : (
          <button type="button" className={styles.button} onClick={() => window.location.reload()}>
            Try again
          </button>
        )
      }
    >
      <div className={styles.centre}>
        <div className={styles.column}>
          <h1 className={styles.title}>{isLost ? 'Sextant is not responding' : 'This browser is not paired'}</h1>
          <TrustedNote tone="warning" title="Approvals are unavailable" role="alert">
            {isLost
              ? 'This window reconnects automatically. If you were signing a message, the journal in the app shows whether it was sent.'
              : 'Sextant accepts approvals only from a browser that opened a start link. Run the command that started Sextant again with the same profile, open the link it prints in this browser, then try again here.'}
          </TrustedNote>
        </div>
      </div>
    </TrustedFrame>
  );
}

function Opening() {
  return (
    <TrustedFrame>
      <div className={styles.centre} role="status">
        <span className={styles.hidden}>Opening</span>
      </div>
    </TrustedFrame>
  );
}

const NEEDS_NO_VAULT: ReadonlySet<TrustedPurpose['name']> = new Set(['approve', 'approvals', 'safety-settings']);

interface PageProps extends KeyViewProps {
  readonly purpose: TrustedPurpose | undefined;
}

function Page({ purpose, ...page }: PageProps) {
  const { client, state } = page;
  // Decided once: the vault is created while its page is still open.
  const [isFirst] = useState(state.vault === 'missing');
  const needsVault = purpose !== undefined && !NEEDS_NO_VAULT.has(purpose.name);
  if (state.vault === 'corrupt' && needsVault) return <NoUsableVault problem={state.problem} />;
  switch (purpose?.name) {
    case 'create-vault':
      return <CreateVaultView {...page} />;
    case 'unlock':
      return isFirst ? <CreateVaultView {...page} /> : <UnlockView {...page} />;
    case 'add-key':
      return isFirst ? <CreateVaultView {...page} /> : <AddKeyView {...page} />;
    case 'back-up':
      return <BackUpView {...page} phraseId={purpose.phraseId} />;
    case 'export-key':
      return <ExportKeyView {...page} address={purpose.address} />;
    case 'delete-key':
      return <DeleteKeyView {...page} address={purpose.address} />;
    case 'rename-key':
      return <RenameKeyView {...page} address={purpose.address} />;
    case 'change-passphrase':
      return <ChangePassphraseView {...page} />;
    case 'safety-settings':
      return <SafetyView client={client} safety={state.safety} />;
    case 'approve':
      return <WaitingApprovals client={client} state={state} approvalId={purpose.approvalId} />;
    case 'approvals':
      return <WaitingApprovals client={client} state={state} />;
    case undefined:
      return (
        <ResultPage
          title="Nothing to approve"
          hint="Nothing was changed."
          note={{
            tone: 'info',
            title: 'Open this window from the app',
            text: 'Keys are created and unlocked here, and every signature is approved here.',
          }}
        />
      );
    default:
      return purpose satisfies never;
  }
}

/** Shown instead of a form when the vault cannot be opened or changed. */
function NoUsableVault({ problem }: { readonly problem: string | undefined }) {
  return (
    <ResultPage
      title="Vault not available"
      hint="Nothing was changed."
      note={{
        tone: 'danger',
        title: 'The vault file could not be read',
        text: problem ?? 'The file was modified or damaged. Sextant left it unchanged.',
      }}
    />
  );
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
