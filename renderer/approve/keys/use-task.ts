import { useState } from 'react';
import { type PlainError, plainError } from '../plain-error.ts';

/** An action that a page runs when its button is pressed. */
export interface Task {
  readonly isBusy: boolean;
  /** Whether the button was pressed. From then on, invalid fields show their errors. */
  readonly isTried: boolean;
  readonly failure: PlainError | undefined;
  /** Runs the action unless input is missing or it is already running. Input is kept on failure. */
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
