/** Whether a reviewed draft may go on to approval, or why not. */
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';

export type ReviewVerdict =
  | { readonly canApprove: true; readonly warnings: number }
  | { readonly canApprove: false; readonly reason: string };

export interface VerdictInput {
  /** Missing input. */
  readonly missing: string | undefined;
  readonly isReviewing: boolean;
  /** Whether the review matches the current form. */
  readonly isCurrent: boolean;
  readonly review: DraftReview | undefined;
  /** Whether the last review of this draft failed. */
  readonly hasFailed: boolean;
}

export function reviewVerdict({ missing, isReviewing, isCurrent, review, hasFailed }: VerdictInput): ReviewVerdict {
  if (missing !== undefined) return { canApprove: false, reason: missing };
  if (hasFailed && !isReviewing) return { canApprove: false, reason: 'Could not check the draft.' };
  const failed = isCurrent ? (review?.checks ?? []).filter(({ result }) => result === 'fail') : [];
  // Failures stay visible while the same draft is checked again at the next head.
  if (!isCurrent || (isReviewing && failed.length === 0)) return { canApprove: false, reason: 'Checking the draft at the head' };
  if (review === undefined) return { canApprove: false, reason: 'Could not check the draft.' };
  const [field] = Object.keys(review.fieldErrors);
  if (field !== undefined) return { canApprove: false, reason: 'Correct the marked fields first.' };
  if (failed.length > 0) {
    const titles = failed.map(({ title }) => title).join(', ');
    return { canApprove: false, reason: `${failed.length === 1 ? 'A check fails' : 'Checks fail'}: ${titles}.` };
  }
  if (review.message === undefined) return { canApprove: false, reason: 'Could not build the message.' };
  return { canApprove: true, warnings: review.checks.filter((check) => check.result === 'warning').length };
}
