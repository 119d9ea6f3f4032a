import { IconArrowRight, IconRefresh, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import type { BatchDraft, BatchReview } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { AmountText } from '../../../components/AmountText.tsx';
import { Button } from '../../../components/Button.tsx';
import { CallsContext } from '../../../components/calls-context.ts';
import { Note } from '../../../components/Note.tsx';
import { PageHead } from '../../../components/PageHead.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { PrepareProblem } from '../../../components/PrepareProblem.tsx';
import { SegmentedControl } from '../../../components/SegmentedControl.tsx';
import { SplitView } from '../../../components/SplitView.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { Traced } from '../../../components/Traced.tsx';
import { UntrustedText } from '../../../components/UntrustedText.tsx';
import { useTrustedDocument } from '../../../components/use-trusted-document.ts';
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

/** Many messages of one sender from a CSV: a dry run of every line, then one approval for all. */
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
  // What passed for the batch as a whole is no news beside its lines.
  const problems = review?.problems.filter(({ result }) => result !== 'pass') ?? [];
  const isWaiting = approvalId !== undefined && outcome.status === 'waiting';
  const rows = review === undefined ? [] : shown === 'all' ? review.rows : review.rows.filter(({ result }) => result !== 'pass');
  return (
    <SplitView>
      <PageHead title="Compose" asOf={review?.pinned} actions={<ComposeTabs current="/compose/batch" />} />
      <ApprovalNote outcome={outcome} hasApproval={approvalId !== undefined} trusted={trusted} onDismiss={stopWaiting} />
      {prepare.error === undefined ? undefined : <PrepareProblem title="The batch could not be prepared" error={prepare.error} />}
      <div className={styles.batch}>
        <Panel title="Batch" sub="one sender, one approval, at most 1,000 messages" hasRule>
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
                Sign and keep, push later
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
                  label="Which lines"
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
              <Note tone="danger" title="The dry run failed" isInset>
                <UntrustedText text={dryRun.error.message} />
              </Note>
            )}
            {problems.length === 0 ? undefined : <CheckList checks={problems} />}
            {review === undefined ? (
              <p className={composeStyles.hintLine}>
                Every line is built and checked at the head. Calls are simulated one by one; of plain transfers to recipients of one kind
                the largest is simulated for all. Nothing is signed by that.
              </p>
            ) : undefined}
            {review === undefined ? undefined : <BatchRows rows={rows} isStale={!isCurrent} />}
          </Panel>
        </CallsContext>
      </div>
      <div className={composeStyles.dock} data-dock>
        <span className={composeStyles.dockHint}>
          <IconShieldLock size={14} stroke={1.6} aria-hidden />
          {reason ?? 'The key is used only in the approval window, where every message can be read once more.'}
        </span>
        <span className={composeStyles.dockEnd}>
          <Button
            size="large"
            kind="quiet"
            disabledReason={fields.csv === '' ? 'There is nothing to clear.' : undefined}
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
  if (draft === undefined) return 'as soon as there are lines';
  return isRunning ? 'running at the head' : undefined;
}

function Totals({ review }: { readonly review: BatchReview }) {
  const { counts } = review;
  return (
    <>
      {formatInteger(counts.pass + counts.warning)} of {formatCount(review.rows.length, 'line')} can be sent
      {counts.warning === 0 ? '' : `, ${formatInteger(counts.warning)} with a warning`}: <AmountText value={review.totalValue} />, fees at
      most{' '}
      <Traced of="GasEstimateMessageGas GasFeeCap">
        <AmountText value={review.totalMaximumFee} />
      </Traced>
    </>
  );
}

/** Why the batch cannot go to approval yet. */
function blockedReason(
  draft: BatchDraft | undefined,
  isRunning: boolean,
  isCurrent: boolean,
  review: BatchReview | undefined,
): string | undefined {
  if (draft === undefined) return 'Paste or choose a CSV first.';
  if (isRunning) return 'The dry run is under way.';
  if (!isCurrent || review === undefined) return 'The dry run failed.';
  if (review.problems.some(({ result }) => result === 'fail')) return 'Correct the batch first.';
  if (review.counts.fail > 0) return `Correct ${review.counts.fail === 1 ? 'the line that fails' : 'the lines that fail'} first.`;
  return review.rows.length === 0 ? 'There is no line to send.' : undefined;
}
