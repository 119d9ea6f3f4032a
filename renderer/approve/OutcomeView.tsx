import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { Approval } from '../../shared/ipc/schemas/approvals.ts';
import { approvalTitle } from './approval-title.ts';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';

export type ApprovalOutcome =
  | { readonly name: 'confirmed'; readonly journalId: string; readonly cid: string }
  | { readonly name: 'refused'; readonly message: string }
  | { readonly name: 'rejected' }
  | { readonly name: 'expired' }
  | { readonly name: 'settled' };

interface OutcomeViewProps {
  readonly outcome: ApprovalOutcome;
  readonly approval: Approval | undefined;
}

const TITLES = {
  confirmed: 'Signed and pushed',
  refused: 'The node did not take the message',
  rejected: 'Rejected',
  expired: 'The time for this approval ran out',
  settled: 'This approval is already settled',
} as const;

/** What became of an approval. */
export function OutcomeView({ outcome, approval }: OutcomeViewProps) {
  return (
    <TrustedFrame
      hint={outcome.name === 'confirmed' ? 'The app follows the message from here.' : 'This window is no longer needed.'}
      actions={<CloseButton />}
    >
      <div className={styles.centre}>
        <div className={styles.column}>
          <div>
            <h1 className={styles.title}>{TITLES[outcome.name]}</h1>
            {approval === undefined ? undefined : <p className={styles.lead}>{approvalTitle(approval)}</p>}
          </div>
          <OutcomeNote outcome={outcome} />
          {outcome.name === 'confirmed' ? (
            <>
              <ul className={styles.life} aria-label="In the journal">
                <JournalStep text="Written to the journal" isReached />
                <JournalStep text="Signed, and the signature checked" isReached />
                <JournalStep text="Pushed, and the node answered with the CID of the signed message" isReached />
                <JournalStep text="Waiting to be included in a block" isReached={false} />
              </ul>
              <dl className={styles.facts}>
                <div className={styles.fact}>
                  <dt>Signed CID</dt>
                  <dd>
                    <span className={styles.cid}>{outcome.cid}</span>
                    <div className={styles.under}>The network knows the message under this one.</div>
                  </dd>
                </div>
                {approval === undefined ? undefined : (
                  <div className={styles.fact}>
                    <dt>Unsigned CID</dt>
                    <dd>
                      <span className={styles.cid}>{approval.unsignedCid}</span>
                      <div className={styles.under}>As the approval showed it, before the signature.</div>
                    </dd>
                  </div>
                )}
              </dl>
            </>
          ) : undefined}
        </div>
      </div>
    </TrustedFrame>
  );
}

function JournalStep({ text, isReached }: { readonly text: string; readonly isReached: boolean }) {
  const Icon = isReached ? IconCircleCheck : IconCircleDashed;
  return (
    <li data-open={isReached ? undefined : true}>
      <Icon size={16} stroke={1.8} aria-hidden />
      {text}
    </li>
  );
}

function OutcomeNote({ outcome }: { readonly outcome: ApprovalOutcome }) {
  switch (outcome.name) {
    case 'confirmed':
      return (
        <TrustedNote tone="success" title="The message is on its way" role="status">
          It is signed once and for all: sending the same approval again does nothing.
        </TrustedNote>
      );
    case 'refused':
      return (
        <TrustedNote tone="danger" title="It was refused when it was pushed" role="alert">
          {outcome.message}
        </TrustedNote>
      );
    case 'rejected':
      return (
        <TrustedNote tone="info" title="Nothing was signed and nothing was sent" role="status">
          The draft is still in the app.
        </TrustedNote>
      );
    case 'expired':
      return (
        <TrustedNote tone="warning" title="Nothing was signed and nothing was sent" role="alert">
          Fees and nonce change while a message waits. Review it again in the app to get a fresh approval.
        </TrustedNote>
      );
    case 'settled':
      return (
        <TrustedNote tone="info" title="It was confirmed or rejected before, here or in another window" role="status">
          The app shows under Sent whether a message went out. This window signed nothing more.
        </TrustedNote>
      );
  }
}
