import { useCallback, useState } from 'react';
import type { ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import { type AppClient, useClient } from '../client/client-context.ts';
import { toEnvelope } from './use-query.ts';

export interface CommandState<I, O> {
  /** Resolves with the answer, or with undefined after a failure, which is then in `error`. */
  run(input: I): Promise<O | undefined>;
  readonly isRunning: boolean;
  readonly error: ErrorEnvelope | undefined;
  clearError(): void;
}

/** A command of the contract with its progress and its last failure. `call` must not change between renders. */
export function useCommand<I, O>(call: (client: AppClient, input: I) => Promise<O>): CommandState<I, O> {
  const client = useClient();
  const [runningCount, setRunningCount] = useState(0);
  const [error, setError] = useState<ErrorEnvelope | undefined>(undefined);
  const run = useCallback(
    async (input: I) => {
      setRunningCount((count) => count + 1);
      setError(undefined);
      try {
        return await call(client, input);
      } catch (failure) {
        setError(toEnvelope(failure));
        return undefined;
      } finally {
        setRunningCount((count) => count - 1);
      }
    },
    [client, call],
  );
  const clearError = useCallback(() => setError(undefined), []);
  return { run, isRunning: runningCount > 0, error, clearError };
}
