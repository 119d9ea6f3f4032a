import { useEffect, useState } from 'react';
import type { ErrorEnvelope } from '../../../../shared/ipc/envelope.ts';
import type { BatchDraft, BatchReview } from '../../../../shared/ipc/schemas/drafts.ts';
import { useClient } from '../../../client/client-context.ts';
import { toEnvelope } from '../../../hooks/use-query.ts';

/** Delay after the last change. A dry run sends requests for every line. */
const REST_MS = 600;

export interface BatchReviewState {
  /** The last dry run. It matches the current batch if `isCurrent`. */
  readonly review: BatchReview | undefined;
  readonly isCurrent: boolean;
  readonly isRunning: boolean;
  readonly error: ErrorEnvelope | undefined;
  runAgain(): void;
}

/** Runs a dry run after changes to the batch pause. */
export function useBatchReview(draft: BatchDraft | undefined): BatchReviewState {
  const client = useClient();
  const [settled, setSettled] = useState<
    { readonly of: string; readonly review?: BatchReview | undefined; readonly error?: ErrorEnvelope } | undefined
  >(undefined);
  const [round, setRound] = useState(0);
  const key = draft === undefined ? undefined : `${round} ${JSON.stringify(draft)}`;
  useEffect(() => {
    if (key === undefined) return;
    let isOvertaken = false;
    const timer = setTimeout(async () => {
      try {
        const review = await client.messages.reviewBatch(JSON.parse(key.slice(key.indexOf(' ') + 1)));
        if (!isOvertaken) setSettled({ of: key, review });
      } catch (cause) {
        if (!isOvertaken) setSettled((before) => ({ of: key, review: before?.review, error: toEnvelope(cause) }));
      }
    }, REST_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [client, key]);
  const isSettled = key !== undefined && settled?.of === key;
  return {
    review: key === undefined ? undefined : settled?.review,
    isCurrent: isSettled && settled.error === undefined,
    isRunning: key !== undefined && !isSettled,
    error: isSettled ? settled.error : undefined,
    runAgain: () => setRound((count) => count + 1),
  };
}
