import { useState } from 'react';
import { type PlainError, plainError } from '../plain-error.ts';

/** One thing that a page has done when its button is pressed. */
export interface Task {
  readonly isBusy: boolean;
  /** The button was pressed: from now on what is missing is said beside its field. */
  readonly isTried: boolean;
  readonly failure: PlainError | undefined;
  /** Does the work, unless something is missing or it is under way. What was typed stays when it fails. */
  attempt(isReady: boolean, work: () => Promise<void>): Promise<void>;
}

export function useTask(): Task {
  const [isBusy, setIsBusy] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const [failure, setFailure] = useState<PlainError | undefined>(undefined);
  async function attempt(isReady: boolean, work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setIsTried(true);
    setFailure(undefined);
    if (!isReady) return;
    setIsBusy(true);
    try {
      await work();
      setIsTried(false);
    } catch (cause) {
      setFailure(plainError(cause));
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, isTried, failure, attempt };
}
