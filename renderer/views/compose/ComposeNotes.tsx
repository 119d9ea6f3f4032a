import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import type { TrustedDocumentControl } from '../../components/feedback/use-trusted-document.ts';
import { Button } from '../../components/inputs/Button.tsx';
import type { ApprovalOutcome } from '../../hooks/use-approval-outcome.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { draftStore, draftSwitchStore, isDraftEmpty } from './draft.ts';

interface ApprovalNoteProps {
  readonly outcome: ApprovalOutcome;
  readonly hasApproval: boolean;
  readonly trusted: TrustedDocumentControl;
  readonly onDismiss: () => void;
}

/** Shows a pending approval in the other window, or its outcome. */
export function ApprovalNote({ outcome, hasApproval, trusted, onDismiss }: ApprovalNoteProps) {
  if (!hasApproval || outcome.status === 'waiting') {
    return (
      <TrustedDocumentNote
        control={trusted}
        title="Waiting for your approval"
        actions={
          <Button kind="quiet" onClick={onDismiss}>
            Back to draft
          </Button>
        }
      >
        The approval window shows the final message. Nothing is signed until you confirm it there.
      </TrustedDocumentNote>
    );
  }
  return <SettledNote status={outcome.status} onDismiss={onDismiss} />;
}

const SETTLED = {
  confirmed: { tone: 'success', title: 'Confirmed', text: 'The message is signed. The journal shows its status.' },
  rejected: { tone: 'info', title: 'Rejected', text: 'Nothing was signed. The draft is unchanged.' },
  expired: {
    tone: 'warning',
    title: 'Approval expired',
    text: 'Nothing was signed. Review the draft again for a new approval.',
  },
  lost: { tone: 'warning', title: 'Approval not found', text: 'The journal shows whether a message was sent.' },
} as const;

function SettledNote({ status, onDismiss }: { readonly status: keyof typeof SETTLED; readonly onDismiss: () => void }) {
  const { tone, title, text } = SETTLED[status];
  return (
    <Note
      tone={tone}
      title={title}
      actions={
        <Button kind="quiet" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {text}
    </Note>
  );
}

/** Shown after another window switched the connection, until dismissed. */
export function DraftSwitchNote() {
  const change = useStore(draftSwitchStore);
  const isEmpty = useStore(draftStore, isDraftEmpty);
  const networkName = useTopic('chain.headChanged', (head) => head?.networkName);
  useEffect(() => {
    if (isEmpty) draftSwitchStore.setState(undefined, true);
  }, [isEmpty]);
  if (change === undefined || isEmpty) return undefined;
  return (
    <Note
      tone="warning"
      title={`This draft is for ${networkName === undefined ? change.to : sanitiseToText(networkName, 60)} now`}
      actions={
        <Button kind="quiet" size="small" onClick={() => draftSwitchStore.setState(undefined, true)}>
          Dismiss
        </Button>
      }
    >
      Another window of Sextant switched from {change.from} to {change.to}. What you typed stays; addresses, balance and fees are checked
      anew on that network.
    </Note>
  );
}

/** Shown without keys: drafts can be written and checked, but not signed. */
export function NoKeysNote() {
  const [, navigate] = useLocation();
  return (
    <Note
      tone="info"
      title="No keys on this machine"
      actions={
        <Button size="small" onClick={() => navigate('/accounts')}>
          Open accounts
        </Button>
      }
    >
      You can write and check messages from any address and send them with another wallet. Create a key to sign here.
    </Note>
  );
}
