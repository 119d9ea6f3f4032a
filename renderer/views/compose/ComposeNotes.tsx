import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import type { TrustedDocumentControl } from '../../components/use-trusted-document.ts';
import type { ApprovalOutcome } from '../../hooks/use-approval-outcome.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { draftStore, draftSwitchStore, isDraftEmpty } from './draft.ts';

interface ApprovalNoteProps {
  readonly outcome: ApprovalOutcome;
  readonly hasApproval: boolean;
  readonly trusted: TrustedDocumentControl;
  readonly onDismiss: () => void;
}

/** That an approval waits in the other window, or what became of it. */
export function ApprovalNote({ outcome, hasApproval, trusted, onDismiss }: ApprovalNoteProps) {
  if (!hasApproval || outcome.status === 'waiting') {
    return (
      <TrustedDocumentNote
        control={trusted}
        title="Waiting for your approval"
        actions={
          <Button kind="quiet" onClick={onDismiss}>
            Back to the draft
          </Button>
        }
      >
        What will be signed is frozen and shown in the approval window. Nothing is signed until you confirm it there.
      </TrustedDocumentNote>
    );
  }
  return <SettledNote status={outcome.status} onDismiss={onDismiss} />;
}

const SETTLED = {
  confirmed: { tone: 'success', title: 'Confirmed', text: 'It is signed; the journal shows what becomes of it.' },
  rejected: { tone: 'info', title: 'You rejected it', text: 'Nothing was signed. The draft is as you left it.' },
  expired: {
    tone: 'warning',
    title: 'The approval ran out of time',
    text: 'Nothing was signed. Review the draft again to get a fresh one.',
  },
  lost: { tone: 'warning', title: 'This approval is no longer known', text: 'The journal shows whether a message went out.' },
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

/** Another window chose another connection while this draft stood. Stays until it is read. */
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

/** That nothing can be signed here yet; a draft can be written and checked all the same. */
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
      Write and check a message from any address, and send it from another wallet. Create a key to sign here.
    </Note>
  );
}
