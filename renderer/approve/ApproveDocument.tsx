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
  // Here, and not on the pages: what was copied has to be emptied in time whatever is shown by then.
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
        // What was typed outlives a connection that comes back.
        <div hidden={status === 'lost'}>
          {state === undefined ? <Opening /> : <Page client={client} state={state} clipboard={clipboard} purpose={purpose} />}
        </div>
      )}
    </RenderAgain>
  );
}

/** No connection that comes back by itself: the host has stopped answering, or does not know this browser. */
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
          <h1 className={styles.title}>{isLost ? 'Sextant does not answer' : 'This browser is not paired'}</h1>
          <TrustedNote tone="warning" title="Nothing can be approved here" role="alert">
            {isLost
              ? 'It reconnects automatically. If a message was being signed, the journal in the app shows whether it was sent.'
              : 'Sextant accepts approvals only from a browser that opened a start link. Run the command that started Sextant again, with the same profile. Open the link it gives in this browser, then try again here.'}
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
  // Decided once: the vault comes into being while its page is still busy with it.
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
          title="Nothing waits here"
          hint="Nothing was changed."
          note={{
            tone: 'info',
            title: 'This document opens from the app',
            text: 'It is where keys are made and unlocked, and where everything that is signed is approved.',
          }}
        />
      );
    default:
      return purpose satisfies never;
  }
}

/** Said before anything is typed: nothing of this vault can be opened or changed. */
function NoUsableVault({ problem }: { readonly problem: string | undefined }) {
  return (
    <ResultPage
      title="The vault cannot be used"
      hint="Nothing was changed."
      note={{ tone: 'danger', title: 'Its file cannot be read', text: problem ?? 'The file was changed or damaged. It is left as it is.' }}
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
