import { IconArrowRight, IconRefresh, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import type { BatchDraft, BatchReview } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { PrepareProblem } from '../../../components/feedback/PrepareProblem.tsx';
import { useTrustedDocument } from '../../../components/feedback/use-trusted-document.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../../components/inputs/TextField.tsx';
import { PageHead } from '../../../components/layout/PageHead.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { SplitView } from '../../../components/layout/SplitView.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';
import { CallsContext } from '../../../components/values/calls-context.ts';
import { Traced } from '../../../components/values/Traced.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useApprovalOutcome } from '../../../hooks/use-approval-outcome.ts';
import { useCommand } from '../../../hooks/use-command.ts';
import { useTopic } from '../../../hooks/use-topic.ts';
import { AddressField } from '../AddressField.tsx';
import { CheckList } from '../CheckList.tsx';
import { ApprovalNote } from '../ComposeNotes.tsx';
import { ComposeTabs } from '../ComposeTabs.tsx';
import composeStyles from '../compose.module.css';
import { NoKeyState } from '../NoKeyState.tsx';
import { BatchRows } from './BatchRows.tsx';
import styles from './batch.module.css';
import { type BatchFields, batchStore, EMPTY_BATCH } from './batch-store.ts';
import { CsvInput } from './CsvInput.tsx';
import { useBatchReview } from './use-batch-review.ts';

const prepareBatch = (client: AppClient, draft: BatchDraft) => client.messages.prepareBatch(draft);

type Shown = 'all' | 'problems';

/** A batch of messages from a CSV: dry run of every line, then one approval. */
export function BatchView() {
  const [, navigate] = useLocation();
  const heldId = useId();
  const wallet = useTopic('wallet.changed');
  const fields = useStore(batchStore);
  const accounts = wallet?.accounts;
  const senders = useMemo(
    () => (accounts ?? []).map(({ address, label, keyType }) => ({ address, label, note: `${keyType} key` })),
    [accounts],
  );
  const from = fields.from === '' ? (senders[0]?.address ?? '') : fields.from;
  const draft = useMemo(() => draftOf(fields, from), [fields, from]);
  const dryRun = useBatchReview(draft);
  const { review, isCurrent } = dryRun;
  const prepare = useCommand(prepareBatch);
  const trusted = useTrustedDocument();
  const [approvalId, setApprovalId] = useState<string | undefined>(undefined);
  const outcome = useApprovalOutcome(approvalId);
  const [shown, setShown] = useState<Shown>('all');
  const change = (part: Partial<BatchFields>): void => batchStore.setState(part);

  const { dismiss } = trusted;
  useEffect(() => {
    if (outcome.status !== 'confirmed') return;
    batchStore.setState({ ...EMPTY_BATCH, from: batchStore.getState().from }, true);
    setApprovalId(undefined);
    dismiss();
    navigate('/journal');
  }, [outcome, navigate, dismiss]);

  async function approve(): Promise<void> {
    if (draft === undefined) return;
    const prepared = await prepare.run(draft);
    if (prepared === undefined) return;
    setApprovalId(prepared.approvalId);
    await trusted.open({ name: 'approve', approvalId: prepared.approvalId });
  }

  function stopWaiting(): void {
    setApprovalId(undefined);
    dismiss();
  }

  if (wallet?.status === 'missing') return <NoKeyState />;
  const reason = blockedReason(draft, dryRun.isRunning, isCurrent, review);
  // Passed checks of the whole batch are not shown.
  const problems = review?.problems.filter(({ result }) => result !== 'pass') ?? [];
  const isWaiting = approvalId !== undefined && outcome.status === 'waiting';
  const rows = review === undefined ? [] : shown === 'all' ? review.rows : review.rows.filter(({ result }) => result !== 'pass');
  return (
    <SplitView>
      <PageHead title="Compose" asOf={review?.pinned} actions={<ComposeTabs current="/compose/batch" />} />
      <ApprovalNote outcome={outcome} hasApproval={approvalId !== undefined} trusted={trusted} onDismiss={stopWaiting} />
      {prepare.error === undefined ? undefined : <PrepareProblem title="Could not prepare the batch" error={prepare.error} />}
      <div className={styles.batch}>
        <Panel title="Batch" sub="one sender, one approval, up to 1,000 messages" hasRule>
          <div className={styles.form}>
            <div className={styles.sender}>
              <AddressField
                label="From"
                value={from}
                onChange={(next) => change({ from: next })}
                known={senders}
                suffix={review?.senderBalance === undefined ? undefined : <AmountText value={review.senderBalance} places={4} />}
              />
              <TextField
                label="Fee cap"
                value={fields.gasFeeCap}
                onChange={(gasFeeCap) => change({ gasFeeCap })}
                placeholder="estimated"
                suffix="nanoFIL"
              />
              <TextField
                label="Premium"
                value={fields.gasPremium}
                onChange={(gasPremium) => change({ gasPremium })}
                placeholder="estimated"
                suffix="nanoFIL"
              />
              <label htmlFor={heldId} className={styles.held}>
                <input
                  id={heldId}
                  type="checkbox"
                  checked={fields.isHeld}
                  onChange={(event) => change({ isHeld: event.currentTarget.checked })}
                />
                Sign and hold, push later
              </label>
            </div>
            <CsvInput csv={fields.csv} fileName={fields.fileName} onChange={change} />
          </div>
        </Panel>
        <CallsContext value={review?.calls ?? []}>
          <Panel
            title="Dry run"
            sub={review === undefined ? dryRunWords(draft, dryRun.isRunning) : <Totals review={review} />}
            calls={review?.calls}
            isFilling
            actions={
              <>
                <SegmentedControl
                  label="Lines"
                  options={[
                    { value: 'all', label: 'All lines' },
                    { value: 'problems', label: 'Problems' },
                  ]}
                  value={shown}
                  onChange={setShown}
                />
                <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={dryRun.runAgain}>
                  Run again
                </Button>
              </>
            }
          >
            {dryRun.error === undefined ? undefined : (
              <Note tone="danger" title="Dry run failed" isInset>
                <UntrustedText text={dryRun.error.message} />
              </Note>
            )}
            {problems.length === 0 ? undefined : <CheckList checks={problems} />}
            {review === undefined ? (
              <p className={composeStyles.hintLine}>
                Builds and checks every line at the head. Simulates every call; of plain transfers, only the largest for each recipient
                type. Signs nothing.
              </p>
            ) : undefined}
            {review === undefined ? undefined : <BatchRows rows={rows} isStale={!isCurrent} />}
          </Panel>
        </CallsContext>
      </div>
      <div className={composeStyles.dock} data-dock>
        <span className={composeStyles.dockHint}>
          <IconShieldLock size={14} stroke={1.6} aria-hidden />
          {reason ?? 'The key is used only in the approval window, which lists every message.'}
        </span>
        <span className={composeStyles.dockEnd}>
          <Button
            size="large"
            kind="quiet"
            disabledReason={fields.csv === '' ? 'Nothing to clear.' : undefined}
            onClick={() => batchStore.setState({ ...EMPTY_BATCH, from }, true)}
          >
            Clear
          </Button>
          <Button
            kind="primary"
            size="large"
            icon={IconArrowRight}
            isBusy={prepare.isRunning}
            disabledReason={isWaiting ? 'A batch is waiting for your approval.' : reason}
            onClick={() => void approve()}
          >
            Review and approve
          </Button>
        </span>
      </div>
    </SplitView>
  );
}

function draftOf({ csv, gasFeeCap, gasPremium, isHeld }: BatchFields, from: string): BatchDraft | undefined {
  if (csv.trim() === '' || from.trim() === '') return undefined;
  return {
    from: from.trim(),
    csv,
    ...(gasFeeCap.trim() === '' ? {} : { gasFeeCap: gasFeeCap.trim() }),
    ...(gasPremium.trim() === '' ? {} : { gasPremium: gasPremium.trim() }),
    ...(isHeld ? { isHeld: true } : {}),
  };
}

function dryRunWords(draft: BatchDraft | undefined, isRunning: boolean): string | undefined {
  if (draft === undefined) return 'no lines yet';
  return isRunning ? 'running at the head' : undefined;
}

function Totals({ review }: { readonly review: BatchReview }) {
  const { counts } = review;
  return (
    <>
      {formatInteger(counts.pass + counts.warning)} of {formatCount(review.rows.length, 'line')} ready
      {counts.warning === 0 ? '' : `, ${formatInteger(counts.warning)} with a warning`}: <AmountText value={review.totalValue} />, maximum
      fees{' '}
      <Traced of="GasEstimateMessageGas GasFeeCap">
        <AmountText value={review.totalMaximumFee} />
      </Traced>
    </>
  );
}

/** The reason why the batch cannot be approved yet. */
function blockedReason(
  draft: BatchDraft | undefined,
  isRunning: boolean,
  isCurrent: boolean,
  review: BatchReview | undefined,
): string | undefined {
  if (draft === undefined) return 'Paste or choose a CSV first.';
  if (isRunning) return 'Dry run in progress.';
  if (!isCurrent || review === undefined) return 'Dry run failed.';
  if (review.problems.some(({ result }) => result === 'fail')) return 'Correct the batch first.';
  if (review.counts.fail > 0) return `Correct ${review.counts.fail === 1 ? 'the failed line' : 'the failed lines'} first.`;
  return review.rows.length === 0 ? 'No lines to send.' : undefined;
}
