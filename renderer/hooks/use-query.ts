import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import { type AppClient, useClient } from '../client/client-context.ts';
import { failureOfAnswer } from '../lib/failed-answer.ts';
import { QueryMemory } from '../stores/query-memory.ts';
import { useTopic } from './use-topic.ts';

/** A skeleton that flashes is worse than a moment of nothing. */
const SKELETON_DELAY_MS = 150;
/** An accelerated chain moves many times a second; no view needs to ask more often than this. */
const MINIMUM_REFRESH_PAUSE_MS = 1000;

export interface QueryState<T> {
  /** The last good answer; stays while a new one is asked for, and when that fails. */
  readonly data: T | undefined;
  /** When `data` was received. */
  readonly dataAtMs: number | undefined;
  /** Why the last attempt failed, if it did. With `data` present the data is stale. */
  readonly error: ErrorEnvelope | undefined;
  readonly isLoading: boolean;
  /** True once the first answer has taken long enough for a skeleton. */
  readonly isSkeletonDue: boolean;
  /** Asks again now. */
  refresh(): void;
}

export interface QueryOptions {
  /** `head`: asks again whenever the head changes, at most once a second. */
  readonly refreshOn?: 'head';
  /**
   * Another text whenever the answer may be another: asks again, at most once a second, and keeps the last answer meanwhile. A screen that
   * opens again does not begin with the answer to an earlier revision.
   */
  readonly revision?: string;
  /** While false nothing is asked. */
  readonly isEnabled?: boolean;
}

interface Settled<T> {
  readonly key: string;
  readonly data: T | undefined;
  readonly dataAtMs: number | undefined;
  readonly error: ErrorEnvelope | undefined;
}

export const QueryMemoryContext = createContext(new QueryMemory());

/**
 * Asks the privileged side and keeps the answer current. `key` names the question: a new key is a new question.
 * Answers that were overtaken by a newer question are dropped.
 */
export function useQuery<T>(key: string, run: (client: AppClient) => Promise<T>, options: QueryOptions = {}): QueryState<T> {
  const { refreshOn, revision, isEnabled = true } = options;
  const client = useClient();
  const memory = useContext(QueryMemoryContext);
  // What was answered, or failed, before the connection was edited or opened anew says nothing of it now.
  const connectionKey = useTopic('connections.changed', keyOfConnection);
  const headKey = useTopic('chain.headChanged', refreshOn === 'head' ? keyOfHead : noKey);
  const fullKey = `${connectionKey ?? ''} ${key}`;
  const [settled, setSettled] = useState<Settled<T> | undefined>(undefined);
  const [pendingKey, setPendingKey] = useState<string | undefined>(undefined);
  const [isSkeletonDue, setIsSkeletonDue] = useState(false);
  const [round, setRound] = useState(0);
  const runLatest = useRef(run);
  runLatest.current = run;
  const lastStart = useRef({ key: '', trigger: '', atMs: 0 });
  const running = useRef<{ readonly key: string; isAskedAgain: boolean } | undefined>(undefined);

  // A new head, revision or round is a new trigger of the same question.
  const trigger = `${fullKey} ${headKey ?? ''} ${revision ?? ''} ${round}`;
  useEffect(() => {
    if (!isEnabled || connectionKey === undefined) return;
    const pauseMs = lastStart.current.key === fullKey ? lastStart.current.atMs + MINIMUM_REFRESH_PAUSE_MS - Date.now() : 0;
    const timer = setTimeout(
      () => {
        if (running.current?.key === fullKey) {
          running.current.isAskedAgain = true;
          return;
        }
        const mine = { key: fullKey, isAskedAgain: false };
        running.current = mine;
        lastStart.current = { key: fullKey, trigger, atMs: Date.now() };
        setPendingKey(fullKey);
        const settle = (next: (before: Settled<T> | undefined) => Settled<T>): void => {
          // Another question has been asked since: its answer is the one that is waited for.
          if (running.current !== mine) return;
          running.current = undefined;
          setPendingKey(undefined);
          setSettled(next);
          if (mine.isAskedAgain) setRound((count) => count + 1);
        };
        const fail = (error: ErrorEnvelope, answer?: T): void =>
          settle(() => {
            // The last good answer, which may be from before this screen was opened.
            const known = memory.get(fullKey);
            if (known === undefined && answer !== undefined) return { key: fullKey, data: answer, dataAtMs: Date.now(), error: undefined };
            return { key: fullKey, data: known?.value as T | undefined, dataAtMs: known?.atMs, error };
          });
        runLatest.current(client).then(
          (data) => {
            const failure = failureOfAnswer(data, memory.get(fullKey)?.value);
            if (failure !== undefined) {
              fail(failure, data);
              return;
            }
            const dataAtMs = Date.now();
            memory.set(fullKey, { value: data, atMs: dataAtMs });
            settle(() => ({ key: fullKey, data, dataAtMs, error: undefined }));
          },
          (error: unknown) => fail(toEnvelope(error)),
        );
      },
      Math.max(0, pauseMs),
    );
    return () => clearTimeout(timer);
  }, [client, memory, connectionKey, fullKey, isEnabled, trigger]);

  const isCurrent = settled?.key === fullKey;
  const remembered = isCurrent || revision !== undefined ? undefined : memory.get(fullKey);
  // What is remembered under a key was put there by the same question.
  const data = isCurrent ? settled.data : (remembered?.value as T | undefined);
  const dataAtMs = isCurrent ? settled.dataAtMs : remembered?.atMs;
  const error = isCurrent ? settled.error : undefined;
  const isWaiting = isEnabled && data === undefined && error === undefined;

  useEffect(() => {
    setIsSkeletonDue(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsSkeletonDue(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const refresh = useCallback(() => {
    lastStart.current = { key: '', trigger: '', atMs: 0 };
    setRound((count) => count + 1);
  }, []);
  // What failed because no head could be read is asked again with the first head; an answer that stays a failure is not.
  const hasHead = useTopic('chain.headChanged', (state) => state?.head !== undefined);
  const isFailed = useRef(false);
  isFailed.current = error?.retryable === true && data === undefined;
  useEffect(() => {
    if (hasHead === true && isFailed.current) refresh();
  }, [hasHead, refresh]);
  return { data, dataAtMs, error, isLoading: pendingKey === fullKey || isWaiting, isSkeletonDue: isWaiting && isSkeletonDue, refresh };
}

/** Another one when the connection was switched, edited or opened anew. */
export function keyOfConnection(state: ConnectionsState | undefined): string | undefined {
  return state === undefined ? undefined : `${state.activeId} ${state.revision}`;
}

function keyOfHead(head: HeadState | undefined): string | undefined {
  return head?.head?.key.join(' ');
}

function noKey(): undefined {
  return undefined;
}

/** Everything that a call can reject with, as an envelope. */
export function toEnvelope(error: unknown): ErrorEnvelope {
  if (error instanceof SextantError) return error.toEnvelope();
  return { code: 'internal', message: 'Something went wrong inside Sextant.', retryable: true };
}
