import { IconArrowRight, IconRefresh, IconShieldLock } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type AppClient, useClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { CallsContext } from '../../components/calls-context.ts';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useTrustedDocument } from '../../components/use-trusted-document.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { BuiltPanel } from './BuiltPanel.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { CheckList } from './CheckList.tsx';
import { ComposeForm } from './ComposeForm.tsx';
import styles from './compose.module.css';
import {
  draftStore,
  draftSwitchStore,
  EMPTY_DRAFT,
  formErrors,
  isDraftEmpty,
  isReviewable,
  toMessageDraft,
  withReviewedFees,
} from './draft.ts';
import { FeePanel } from './FeePanel.tsx';
import { reviewVerdict } from './review-verdict.ts';
import { useApprovalOutcome } from './use-approval-outcome.ts';
import { useDraftReview } from './use-draft-review.ts';

/** A review older than this is made again: fees and balance have moved on. */
const REVIEW_LIFE_EPOCHS = 10;

const prepareMessage = (client: AppClient, draft: MessageDraft) => client.messages.prepareMessage(draft);

/** Write a message, see what it would do, and put it before the trusted document. */
export function ComposeView() {
  const client = useClient();
  const [, navigate] = useLocation();
  const wallet = useTopic('wallet.changed');
  const fields = useStore(draftStore);
  const errors = useMemo(() => formErrors(fields), [fields]);
  const canReview = isReviewable(fields);
  const draft = useMemo(() => (canReview ? toMessageDraft(fields) : undefined), [canReview, fields]);
  const reviewDraft = useCallback((reviewed: MessageDraft) => client.messages.reviewDraft(reviewed), [client]);
  const reviewState = useDraftReview(draft, reviewDraft);
  const { review, isCurrent, isReviewing, error } = reviewState;
  const prepare = useCommand(prepareMessage);
  const trusted = useTrustedDocument();
  const [approvalId, setApprovalId] = useState<string | undefined>(undefined);
  const outcome = useApprovalOutcome(approvalId);

  // The only key, or the first one, is the sender until somebody says otherwise; on another network it is written with its letter.
  const accounts = wallet?.accounts;
  useEffect(() => {
    const { from } = draftStore.getState();
    const same = accounts?.find((account) => account.address.slice(1) === from.trim().slice(1));
    const sender = from === '' ? accounts?.[0] : same;
    if (sender !== undefined && sender.address !== from.trim()) draftStore.setState({ from: sender.address });
  }, [accounts]);

  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const reviewedAt = useRef<number | undefined>(undefined);
  const { reviewAgain } = reviewState;
  const isOld = isCurrent && review !== undefined && headHeight !== undefined && headHeight - review.pinned.height >= REVIEW_LIFE_EPOCHS;
  useEffect(() => {
    // Once for each head at most, whatever the node answers; never under an approval that is open.
    if (!isOld || approvalId !== undefined || reviewedAt.current === headHeight) return;
    reviewedAt.current = headHeight;
    reviewAgain();
  });

  const { dismiss } = trusted;
  useEffect(() => {
    if (outcome.status !== 'confirmed') return;
    draftStore.setState({ ...EMPTY_DRAFT, from: draftStore.getState().from });
    setApprovalId(undefined);
    dismiss();
    navigate(outcome.journalId === undefined ? '/sent' : `/sent/${encodeURIComponent(outcome.journalId)}`);
  }, [outcome, navigate, dismiss]);

  async function approve(): Promise<void> {
    if (draft === undefined) return;
    const reviewed = isCurrent ? review?.message : undefined;
    const prepared = await prepare.run(reviewed === undefined ? draft : withReviewedFees(draft, reviewed));
    if (prepared === undefined) return;
    setApprovalId(prepared.approvalId);
    await trusted.open({ name: 'approve', approvalId: prepared.approvalId });
  }

  function stopWaiting(): void {
    setApprovalId(undefined);
    trusted.dismiss();
  }

  const verdict = reviewVerdict({ isReviewable: canReview, isReviewing, isCurrent, review, hasFailed: error !== undefined });
  const isWaiting = approvalId !== undefined && outcome.status === 'waiting';
  const fieldErrors = isCurrent && review !== undefined ? { ...review.fieldErrors, ...errors } : errors;
  if (wallet?.status === 'missing') {
    return (
      <SplitView>
        <PageHead title="Compose" />
        <PanelState
          icon={IconShieldLock}
          title="No key to send from"
          actions={
            <Button kind="primary" icon={IconArrowRight} onClick={() => navigate('/accounts')}>
              Open accounts
            </Button>
          }
        >
          A message is signed with a key on this machine. Make one under Accounts first.
        </PanelState>
      </SplitView>
    );
  }
  const message = review?.message;
  return (
    <SplitView>
      <PageHead title="Compose" asOf={review?.pinned} sub={review === undefined ? 'draft' : undefined} />
      {approvalId === undefined ? (
        <TrustedDocumentNote control={trusted} title="Opening the approval window">
          It opens in a window of its own.
        </TrustedDocumentNote>
      ) : outcome.status === 'waiting' ? (
        <TrustedDocumentNote
          control={trusted}
          title="Waiting for your approval"
          actions={
            <Button kind="quiet" onClick={stopWaiting}>
              Back to the draft
            </Button>
          }
        >
          The message is frozen and shown in the approval window. Nothing is sent until you confirm it there.
        </TrustedDocumentNote>
      ) : (
        <SettledNote status={outcome.status} onDismiss={stopWaiting} />
      )}
      <DraftSwitchNote />
      {prepare.error === undefined ? undefined : (
        <Note tone="danger" title="The message could not be prepared">
          <UntrustedText text={prepare.error.message} />
        </Note>
      )}
      <CallsContext value={review?.calls ?? []}>
        <div className={styles.columns}>
          <div className={styles.column}>
            <ComposeForm
              fields={fields}
              errors={fieldErrors}
              accounts={wallet?.accounts ?? []}
              review={isCurrent ? review : undefined}
              onChange={(change) => draftStore.setState(change)}
            />
            <FeePanel
              fields={fields}
              errors={fieldErrors}
              message={isCurrent ? message : undefined}
              onChange={(change) => draftStore.setState(change)}
            />
          </div>
          <div className={styles.column} aria-busy={isReviewing}>
            <Panel
              title="Checks before signing"
              sub={review === undefined || review.checks.length === 0 ? undefined : checkCounts(review.checks)}
              calls={review?.calls}
              actions={
                <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={reviewState.reviewAgain}>
                  Check again
                </Button>
              }
            >
              {review === undefined || review.checks.length === 0 ? (
                <p className={styles.hintLine}>{hintText(canReview, review !== undefined, error !== undefined)}</p>
              ) : (
                <div className={isCurrent ? undefined : styles.isStale}>
                  <CheckList checks={review.checks} />
                </div>
              )}
              {error === undefined ? undefined : (
                <Note tone="danger" title="The draft could not be checked">
                  <UntrustedText text={error.message} />
                </Note>
              )}
            </Panel>
            {review?.simulation === undefined ? undefined : (
              <div className={isCurrent ? styles.section : `${styles.section} ${styles.isStale}`}>
                <Panel
                  title="Simulated at the head"
                  sub={<Traced of="StateCall MsgRct.GasUsed">{formatInteger(review.simulation.gasUsed)} gas</Traced>}
                >
                  <p className={styles.hintLine}>
                    <StatusText tone={review.simulation.exitCode === 0 ? 'success' : 'danger'}>
                      would end with exit <Traced of="StateCall MsgRct.ExitCode">{review.simulation.exitCode}</Traced>,{' '}
                      {review.simulation.exitName}
                    </StatusText>
                    {review.simulation.error === undefined ? undefined : <UntrustedText text={review.simulation.error} />}
                  </p>
                </Panel>
              </div>
            )}
            {message === undefined || review?.sender === undefined ? undefined : (
              <ChangesPanel sender={review.sender} message={message} isToSender={review.recipient?.isSender === true} />
            )}
            {message === undefined ? undefined : <BuiltPanel message={message} />}
          </div>
        </div>
      </CallsContext>
      <div className={styles.dock}>
        <span className={styles.dockHint}>
          <IconShieldLock size={14} stroke={1.6} aria-hidden />
          {verdict.canApprove ? 'The key is used only in the approval window, after you read the message there once more.' : verdict.reason}
        </span>
        <span className={styles.dockEnd}>
          <Button size="large" onClick={() => draftStore.setState({ ...EMPTY_DRAFT, from: fields.from })}>
            Clear
          </Button>
          <Button
            kind="primary"
            size="large"
            icon={IconArrowRight}
            isBusy={prepare.isRunning}
            disabledReason={isWaiting ? 'A message is waiting for your approval.' : verdict.canApprove ? undefined : verdict.reason}
            onClick={() => void approve()}
          >
            Review and approve
          </Button>
        </span>
      </div>
    </SplitView>
  );
}

/** Another window chose another connection while this draft stood. Stays until it is read. */
function DraftSwitchNote() {
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

function SettledNote({
  status,
  onDismiss,
}: {
  readonly status: 'confirmed' | 'rejected' | 'expired' | 'lost';
  readonly onDismiss: () => void;
}) {
  const words = {
    confirmed: { tone: 'success', title: 'Confirmed', text: 'The message is signed and pushed.' },
    rejected: { tone: 'info', title: 'You rejected the message', text: 'Nothing was signed. The draft is as you left it.' },
    expired: {
      tone: 'warning',
      title: 'The approval ran out of time',
      text: 'Nothing was signed. Review the draft again to get a fresh one.',
    },
    lost: { tone: 'warning', title: 'This approval is no longer known', text: 'The journal under Sent shows whether a message went out.' },
  } as const;
  const { tone, title, text } = words[status];
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

function checkCounts(checks: readonly { readonly result: 'pass' | 'warning' | 'fail' }[]): string {
  const passed = checks.filter((check) => check.result === 'pass').length;
  const warnings = checks.filter((check) => check.result === 'warning').length;
  const failed = checks.length - passed - warnings;
  return [
    `${passed} passed`,
    warnings === 0 ? '' : `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    failed === 0 ? '' : `${failed} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** What stands in place of the checks while there are none. */
function hintText(canReview: boolean, hasReview: boolean, hasFailed: boolean): string | undefined {
  if (!canReview) return 'Fill in sender, recipient and amount: the checks run with every edit.';
  if (hasReview) return 'The checks run as soon as every field can be read.';
  return hasFailed ? undefined : 'Checking the draft at the head.';
}
