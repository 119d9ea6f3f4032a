import { useState } from 'react';
import { defined } from '../../shared/collections/defined.ts';
import type { TrustedState } from '../../shared/ipc/schemas/approvals.ts';
import { ApprovalSheet } from './ApprovalSheet.tsx';
import styles from './approve.module.css';
import { CloseButton } from './CloseButton.tsx';
import { type ApprovalOutcome, OutcomeView } from './OutcomeView.tsx';
import { plainError } from './plain-error.ts';
import { TrustedFrame } from './TrustedFrame.tsx';
import { TrustedNote } from './TrustedNote.tsx';
import type { TrustedCalls } from './trusted-client.ts';
import { useApprovalMemory } from './use-approval-memory.ts';
import { useNow } from './use-now.ts';

interface ApprovalViewProps {
  readonly client: TrustedCalls;
  readonly state: TrustedState;
  readonly approvalId: string;
  /** Opens the list of pending approvals. */
  readonly onList: () => void;
}

/** One approval: the sheet while it is pending, then its outcome. */
export function ApprovalView({ client, state, approvalId, onList }: ApprovalViewProps) {
  const { approval, isWaiting } = useApprovalMemory(state, approvalId);
  const [outcome, setOutcome] = useState<ApprovalOutcome | undefined>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ code: string; message: string } | undefined>(undefined);
  const nowMs = useNow(250);
  const others = state.approvals.filter(({ id }) => id !== approvalId).length;
  const listButton =
    others === 0 ? undefined : (
      <button type="button" className={styles.button} onClick={onList}>
        {others === 1 ? '1 more pending' : `${others} more pending`}
      </button>
    );

  async function confirm(passphrase: string | undefined, isNewNetworkAccepted: boolean): Promise<void> {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const result = await client.confirmApproval({
        id: approvalId,
        isNewNetworkAccepted,
        ...defined({ passphrase }),
      });
      setOutcome({ name: 'confirmed', confirmed: result });
    } catch (cause) {
      const failure = plainError(cause);
      if (failure.code === 'approval-expired') setOutcome({ name: 'expired' });
      else if (failure.code === 'approval-settled' || failure.code === 'approval-missing') setOutcome({ name: 'settled' });
      else if (failure.code === 'message-refused') setOutcome({ name: 'refused', message: failure.message });
      else setProblem(failure);
    } finally {
      setIsBusy(false);
    }
  }

  async function reject(): Promise<void> {
    setIsBusy(true);
    try {
      await client.rejectApproval({ id: approvalId });
      setOutcome({ name: 'rejected' });
    } catch (cause) {
      const failure = plainError(cause);
      if (failure.code === 'approval-settled' || failure.code === 'approval-missing') setOutcome({ name: 'settled' });
      else if (failure.code === 'approval-expired') setOutcome({ name: 'expired' });
      else setProblem(failure);
    } finally {
      setIsBusy(false);
    }
  }

  if (approval === undefined && outcome === undefined) {
    return (
      <TrustedFrame
        hint="This window signed nothing."
        actions={
          <>
            {listButton}
            <CloseButton />
          </>
        }
      >
        <div className={styles.centre}>
          <div className={styles.column}>
            <h1 className={styles.title}>This approval is no longer pending</h1>
            <TrustedNote tone="info" title="It was confirmed, was rejected or expired">
              If it was confirmed, the journal in the app shows its status. To send it again, review it again in the app.
            </TrustedNote>
          </div>
        </div>
      </TrustedFrame>
    );
  }
  if (outcome !== undefined) return <OutcomeView outcome={outcome} approval={approval} extra={listButton} />;
  if (approval === undefined) return undefined;
  if (!isBusy && nowMs >= approval.expiresAtMs) return <OutcomeView outcome={{ name: 'expired' }} approval={approval} extra={listButton} />;
  if (!isBusy && !isWaiting) return <OutcomeView outcome={{ name: 'settled' }} approval={approval} extra={listButton} />;
  return (
    <ApprovalSheet
      approval={approval}
      isVaultLocked={state.vault === 'locked'}
      nowMs={nowMs}
      isBusy={isBusy}
      extra={listButton}
      listBatch={client.listBatch}
      problem={problem}
      onConfirm={(passphrase, isAccepted) => void confirm(passphrase, isAccepted)}
      onReject={() => void reject()}
    />
  );
}
