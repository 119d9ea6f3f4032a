import { useState } from 'react';
import type { Approval } from '../../shared/ipc/schemas/approvals.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import listStyles from './approval-list.module.css';
import { approvalTitle } from './approval-title.ts';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { countdownText } from './exact-text.ts';
import { FullAddress } from './FullAddress.tsx';
import { focusOnce } from './focus-once.ts';
import { plainError } from './plain-error.ts';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedCalls } from './trusted-client.ts';
import { useNow } from './use-now.ts';

interface ApprovalListProps {
  readonly client: Pick<TrustedCalls, 'rejectApproval'>;
  readonly approvals: readonly Approval[];
  readonly onOpen: (approvalId: string) => void;
}

/** Pending approvals, oldest first. Nothing can be confirmed from the list: each approval is opened and reviewed first. */
export function ApprovalList({ client, approvals, onOpen }: ApprovalListProps) {
  const nowMs = useNow(1000);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);

  async function reject(rejected: readonly Approval[]): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    const results = await Promise.allSettled(rejected.map(({ id }) => client.rejectApproval({ id })));
    const [failure] = results.flatMap((result) => (result.status === 'rejected' ? [plainError(result.reason)] : []));
    setProblem(failure?.message);
    setIsBusy(false);
  }

  return (
    <TrustedFrame
      hint={approvals.length === 0 ? 'You can close this window.' : 'Rejecting signs nothing and sends nothing.'}
      actions={
        <>
          {approvals.length < 2 ? undefined : (
            <button
              type="button"
              className={styles.button}
              aria-disabled={isBusy}
              onClick={() => (isBusy ? undefined : void reject(approvals))}
            >
              Reject all {approvals.length}
            </button>
          )}
          <CloseButton isSecondary={approvals.length > 0} />
        </>
      }
    >
      <div className={styles.centre}>
        <div className={`${styles.column} ${styles.wideColumn}`}>
          <div>
            <h1 className={styles.title} ref={focusOnce} tabIndex={-1}>
              {approvals.length === 0 ? 'No pending approvals' : `Pending approvals (${approvals.length})`}
            </h1>
            <p className={styles.lead}>
              {approvals.length === 0
                ? 'Messages and data to sign appear here for approval. Start them in the app.'
                : 'Open an approval to review and sign it. Approvals expire after 5 minutes.'}
            </p>
          </div>
          {problem === undefined ? undefined : (
            <TrustedNote tone="warning" title="Could not reject all approvals" role="alert">
              {problem}
            </TrustedNote>
          )}
          <ol className={listStyles.rows}>
            {approvals.map((approval) => (
              <li key={approval.id} className={listStyles.row}>
                <div className={listStyles.words}>
                  <strong>{approvalTitle(approval)}</strong>
                  {approval.kind === 'message' ? (
                    <div className={listStyles.party}>
                      to <FullAddress address={approval.to.address} />
                    </div>
                  ) : undefined}
                  <div className={styles.under}>
                    {approval.kind === 'data' ? '' : `${sanitiseToText(approval.networkName, 100)}, `}from{' '}
                    {sanitiseToText(approval.from.label, 60) || approval.from.address}, expires in{' '}
                    {countdownText(approval.expiresAtMs - nowMs)}
                  </div>
                </div>
                <button
                  type="button"
                  className={styles.button}
                  aria-disabled={isBusy}
                  onClick={() => (isBusy ? undefined : void reject([approval]))}
                >
                  Reject
                </button>
                <button type="button" className={styles.button} onClick={() => onOpen(approval.id)}>
                  Open
                </button>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </TrustedFrame>
  );
}
