import { useEffect, useRef, useState } from 'react';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { DraftReview, MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { toEnvelope } from '../../hooks/use-query.ts';

/** Delay after the last keystroke: feels live without a request per letter. */
const REVIEW_DELAY_MS = 400;

export interface DraftReviewState {
  readonly review: DraftReview | undefined;
  /** The reviewed draft as JSON. */
  readonly reviewedDraft: string;
  /** Whether `review` matches the current draft. */
  readonly isCurrent: boolean;
  readonly isReviewing: boolean;
  readonly error: ErrorEnvelope | undefined;
  /** Reviews the same draft again at the current head. */
  reviewAgain(): void;
}

/** Reviews a draft after edits pause. Drops outdated answers. Undefined drafts are not reviewed. */
export function useDraftReview(
  draft: MessageDraft | undefined,
  reviewDraft: (draft: MessageDraft) => Promise<DraftReview>,
): DraftReviewState {
  const [review, setReview] = useState<{ readonly of: string; readonly value: DraftReview } | undefined>(undefined);
  const [error, setError] = useState<{ readonly of: string; readonly envelope: ErrorEnvelope } | undefined>(undefined);
  const [isReviewing, setIsReviewing] = useState(false);
  const [round, setRound] = useState(0);
  const key = draft === undefined ? undefined : JSON.stringify(draft);
  const latestRound = useRef(0);

  // The key identifies the draft by content. `round` reviews the same draft again.
  useEffect(() => {
    const isRepeat = round !== latestRound.current;
    latestRound.current = round;
    if (key === undefined) {
      setIsReviewing(false);
      return;
    }
    let isOvertaken = false;
    setIsReviewing(true);
    const timer = setTimeout(
      async () => {
        try {
          const value = await reviewDraft(JSON.parse(key));
          if (isOvertaken) return;
          setReview({ of: key, value });
          setError(undefined);
        } catch (cause) {
          if (isOvertaken) return;
          setError({ of: key, envelope: toEnvelope(cause) });
        }
        setIsReviewing(false);
      },
      isRepeat ? 0 : REVIEW_DELAY_MS,
    );
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [key, round, reviewDraft]);

  const hasFailed = error !== undefined && error.of === key;
  return {
    review: key === undefined ? undefined : review?.value,
    reviewedDraft: review?.of ?? '',
    isCurrent: key !== undefined && review?.of === key && !hasFailed,
    isReviewing: isReviewing || (key !== undefined && review?.of !== key && !hasFailed),
    error: hasFailed ? error.envelope : undefined,
    reviewAgain: () => setRound((previous) => previous + 1),
  };
}
