import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { WalletState } from '../../../shared/ipc/schemas/wallet.ts';
import { type AppClient, useClient } from '../../client/client-context.ts';
import { type TrustedDocumentControl, useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';
import { type ApprovalOutcome, useApprovalOutcome } from '../../hooks/use-approval-outcome.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { draftHandoverStore, takeDraft } from '../../stores/draft-handover.ts';
import type { CheckAction } from './CheckList.tsx';
import {
  type DraftFields,
  draftStore,
  EMPTY_DRAFT,
  fieldsOfDraft,
  formErrors,
  missingWords,
  toMessageDraft,
  withReviewedFees,
} from './draft.ts';
import { type ReviewVerdict, reviewVerdict } from './review-verdict.ts';
import { type DraftReviewState, useDraftReview } from './use-draft-review.ts';

/** Maximum age of a review, because fees and balances change. */
const REVIEW_LIFE_EPOCHS = 10;
/** Maximum age of a review with a failed check, which may pass soon, for example once funds arrive. */
const FAILED_REVIEW_LIFE_EPOCHS = 1;

const prepareMessage = (client: AppClient, draft: MessageDraft) => client.messages.prepareMessage(draft);

/** Drafts that the privileged side creates for actions of checks and nonces. */
type WantedDraft =
  | { readonly kind: 'replace'; readonly journalId: string }
  | { readonly kind: 'fill'; readonly from: string; readonly nonce: string };
const makeDraft = (client: AppClient, wanted: WantedDraft) =>
  wanted.kind === 'replace'
    ? client.messages.getReplacementDraft({ journalId: wanted.journalId, as: 'speed-up' })
    : client.messages.getGapDraft({ from: wanted.from, nonce: wanted.nonce });

export interface Composer {
  readonly wallet: WalletState | undefined;
  readonly fields: DraftFields;
  /** Errors by field, from local validation or the current review. */
  readonly errors: Readonly<Record<string, string>>;
  /** The reason why the draft cannot be reviewed yet. */
  readonly missing: string | undefined;
  readonly reviewing: DraftReviewState;
  readonly verdict: ReviewVerdict;
  readonly outcome: ApprovalOutcome;
  readonly hasApproval: boolean;
  readonly trusted: TrustedDocumentControl;
  readonly isPreparing: boolean;
  readonly prepareError: ErrorEnvelope | undefined;
  readonly draftError: ErrorEnvelope | undefined;
  change(change: Partial<DraftFields>): void;
  load(draft: MessageDraft, savedId?: string): void;
  clear(): void;
  replace(journalId: string): void;
  fill(nonce: string): void;
  act(action: CheckAction): void;
  approve(): Promise<void>;
  stopWaiting(): void;
}

/** State and actions of the composer. */
export function useComposer(): Composer {
  const client = useClient();
  const [, navigate] = useLocation();
  const wallet = useTopic('wallet.changed');
  const fields = useStore(draftStore);
  const ownErrors = useMemo(() => formErrors(fields), [fields]);
  const missing = useMemo(() => missingWords(fields), [fields]);
  const draft = useMemo(() => (missing === undefined ? toMessageDraft(fields) : undefined), [missing, fields]);
  const reviewDraft = useCallback((reviewed: MessageDraft) => client.messages.reviewDraft(reviewed), [client]);
  const reviewing = useDraftReview(draft, reviewDraft);
  const { review, isCurrent, isReviewing, error, reviewAgain } = reviewing;
  const prepare = useCommand(prepareMessage);
  const making = useCommand(makeDraft);
  const trusted = useTrustedDocument();
  const [approvalId, setApprovalId] = useState<string | undefined>(undefined);
  const outcome = useApprovalOutcome(approvalId);

  const accounts = wallet?.accounts;
  const load = useCallback(
    (loaded: MessageDraft, savedId?: string) => {
      const next = fieldsOfDraft(loaded, savedId);
      draftStore.setState(next.from === '' ? { ...next, from: senderToKeep(draftStore.getState().from, accounts) } : next, true);
    },
    [accounts],
  );
  useHandedOverDraft(load);
  useSender(accounts);

  const headHeight = useTopic('chain.headChanged', (head) => head?.head?.height);
  const reviewedAt = useRef<number | undefined>(undefined);
  const pinnedHeight = review?.pinned?.height;
  const lifeEpochs = review?.checks.some(({ result }) => result === 'fail') ? FAILED_REVIEW_LIFE_EPOCHS : REVIEW_LIFE_EPOCHS;
  const isOld = isCurrent && pinnedHeight !== undefined && headHeight !== undefined && headHeight - pinnedHeight >= lifeEpochs;
  useEffect(() => {
    // One review at a time, at most once per head, and never while an approval is open.
    if (!isOld || isReviewing || approvalId !== undefined || reviewedAt.current === headHeight) return;
    reviewedAt.current = headHeight;
    reviewAgain();
  });

  const { dismiss } = trusted;
  useEffect(() => {
    if (outcome.status !== 'confirmed') return;
    draftStore.setState({ ...EMPTY_DRAFT, from: draftStore.getState().from }, true);
    setApprovalId(undefined);
    dismiss();
    const { result } = outcome;
    navigate(result?.kind === 'message' ? `/journal/${encodeURIComponent(result.journalId)}` : '/journal');
  }, [outcome, navigate, dismiss]);

  async function approve(): Promise<void> {
    if (draft === undefined) return;
    const reviewed = isCurrent ? review?.message : undefined;
    const prepared = await prepare.run(reviewed === undefined ? draft : withReviewedFees(draft, reviewed));
    if (prepared === undefined) return;
    setApprovalId(prepared.approvalId);
    await trusted.open({ name: 'approve', approvalId: prepared.approvalId });
  }

  async function make(wanted: WantedDraft): Promise<void> {
    const made = await making.run(wanted);
    if (made !== undefined) load(made);
  }
  const replace = (journalId: string): void => void make({ kind: 'replace', journalId });
  const fill = (nonce: string): void => void make({ kind: 'fill', from: fields.from.trim(), nonce });

  function act(action: CheckAction): void {
    switch (action.kind) {
      case 'replace':
        replace(action.journalId);
        return;
      case 'fill-gap':
        fill(action.nonce);
        return;
      case 'open-journal':
        navigate(`/journal/${encodeURIComponent(action.journalId)}`);
        return;
      case 'change': {
        const { gasFeeCap, gasPremium, value } = action.fields;
        draftStore.setState({
          ...action.fields,
          ...(gasFeeCap === undefined && gasPremium === undefined ? {} : { feeChoice: 'own' as const }),
          ...(value === undefined ? {} : { isMaximumValue: false }),
        } as Partial<DraftFields>);
        return;
      }
      default:
        action satisfies never;
    }
  }

  return {
    wallet,
    fields,
    errors: isCurrent && review !== undefined ? { ...review.fieldErrors, ...ownErrors } : ownErrors,
    missing,
    reviewing,
    verdict: reviewVerdict({ missing, isReviewing, isCurrent, review, hasFailed: error !== undefined }),
    outcome,
    hasApproval: approvalId !== undefined,
    trusted,
    isPreparing: prepare.isRunning,
    prepareError: prepare.error,
    draftError: making.error,
    change: (change) => draftStore.setState(change),
    load,
    clear: () => draftStore.setState({ ...EMPTY_DRAFT, from: fields.from }, true),
    replace,
    fill,
    act,
    approve,
    stopWaiting: () => {
      setApprovalId(undefined);
      trusted.dismiss();
    },
  };
}

type Accounts = WalletState['accounts'] | undefined;

/** Compares addresses without the network prefix. */
function keyOf(address: string, accounts: Accounts) {
  return accounts?.find((account) => account.address.slice(1) === address.trim().slice(1));
}

/** The sender of a draft without one: the previously chosen key, or the first one. Other addresses belong to the previous message. */
export function senderToKeep(before: string, accounts: Accounts): string {
  return (keyOf(before, accounts) ?? accounts?.[0])?.address ?? '';
}

/** Defaults the sender to the first key, with the prefix of the network. */
function useSender(accounts: Accounts): void {
  useEffect(() => {
    const { from } = draftStore.getState();
    const sender = from === '' ? accounts?.[0] : keyOf(from, accounts);
    if (sender !== undefined && sender.address !== from.trim()) draftStore.setState({ from: sender.address });
  }, [accounts]);
}

/** Takes over a draft from another screen. */
function useHandedOverDraft(load: (draft: MessageDraft) => void): void {
  const { draft } = useStore(draftHandoverStore);
  useEffect(() => {
    if (draft === undefined) return;
    const taken = takeDraft();
    if (taken !== undefined) load(taken);
  }, [draft, load]);
}
