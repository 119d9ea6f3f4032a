import { IconRefresh } from '@tabler/icons-react';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { BuiltPanel } from './BuiltPanel.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { type CheckAction, CheckList, checkCounts } from './CheckList.tsx';
import styles from './compose.module.css';
import { isKeyElsewhere, SendElsewhere } from './SendElsewhere.tsx';
import { SimulationPanel } from './SimulationPanel.tsx';
import type { DraftReviewState } from './use-draft-review.ts';

interface ReviewColumnProps {
  readonly reviewing: DraftReviewState;
  readonly missing: string | undefined;
  readonly method: string;
  readonly accounts: readonly Account[];
  readonly onAction: (action: CheckAction) => void;
  readonly onSender: (address: string) => void;
}

/** Checks, simulation, balances and bytes of the draft. Results of an older draft are dimmed until the next review. */
export function ReviewColumn({ reviewing, missing, method, accounts, onAction, onSender }: ReviewColumnProps) {
  const { review, reviewedDraft, isCurrent, isReviewing, error, reviewAgain } = reviewing;
  const message = review?.message;
  return (
    <div className={styles.column} aria-busy={isReviewing}>
      {review === undefined || !isKeyElsewhere(review) ? undefined : (
        <div className={isCurrent ? undefined : styles.isStale}>
          <SendElsewhere review={review} draftKey={reviewedDraft} method={method} accounts={accounts} onSender={onSender} />
        </div>
      )}
      <Panel
        title="Checks before signing"
        sub={review === undefined || review.checks.length === 0 ? undefined : checkCounts(review.checks)}
        calls={review?.calls}
        hasRule
        actions={
          <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={reviewAgain}>
            Check again
          </Button>
        }
      >
        {review === undefined || review.checks.length === 0 ? (
          <p className={styles.hintLine}>{hintText(missing, review !== undefined, error !== undefined)}</p>
        ) : (
          <div className={isCurrent ? undefined : styles.isStale}>
            <CheckList checks={review.checks} onAction={onAction} />
          </div>
        )}
        {error === undefined ? undefined : (
          <Note tone="danger" title="Could not check the draft">
            <UntrustedText text={error.message} />
          </Note>
        )}
      </Panel>
      {review === undefined ? undefined : (
        <div className={isCurrent ? undefined : styles.isStale}>
          <SimulationPanel review={review} />
          {message === undefined ? undefined : (
            <>
              <ChangesPanel review={review} message={message} />
              <BuiltPanel message={message} methodName={review.methodName} isTransfer={method === '0'} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** Shown while there are no check results. */
function hintText(missing: string | undefined, hasReview: boolean, hasFailed: boolean): string | undefined {
  if (missing !== undefined) return `${missing} Checks run after every edit.`;
  if (hasReview) return 'Checks run once all fields are valid.';
  return hasFailed ? undefined : 'Checking the draft at the head';
}
