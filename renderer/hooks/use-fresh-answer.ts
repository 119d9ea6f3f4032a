import { useEffect, useRef, useState } from 'react';
import type { ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import { type AppClient, useClient } from '../client/client-context.ts';
import { toEnvelope } from './use-query.ts';

/** A question that changes while it is dragged or typed is asked at most this often. */
const QUESTION_PAUSE_MS = 50;

export interface FreshAnswer<T> {
  /** The newest answer, also to an earlier question: `question` says to which. Stays when a later attempt fails. */
  readonly data: T | undefined;
  readonly question: string | undefined;
  readonly error: ErrorEnvelope | undefined;
  refresh(): void;
}

export interface FreshAnswerOptions {
  /** What the answers are about, as a rule the connection: answers about another one are not shown. It is part of the question. */
  readonly subject?: string | undefined;
  /** Another value when the answer may have changed. */
  readonly revision: number | string;
  /** The same question is asked at most this often. */
  readonly pauseMs: number;
}

interface Round<T> {
  readonly subject: string | undefined;
  readonly data: T | undefined;
  readonly question: string | undefined;
  readonly error: ErrorEnvelope | undefined;
}

const NOTHING = { data: undefined, question: undefined, error: undefined };

/**
 * Keeps the answer to a question that is asked again whenever something changed, for figures that move many times a second.
 * One question at a time: what changes meanwhile is asked for when the answer is there, and an answer that was overtaken by
 * another question is dropped. `question` names it and is undefined where nothing is to be asked.
 */
export function useFreshAnswer<T>(
  question: string | undefined,
  ask: (client: AppClient) => Promise<T>,
  { revision, pauseMs, subject }: FreshAnswerOptions,
): FreshAnswer<T> {
  const client = useClient();
  const [round, setRound] = useState<Round<T>>({ ...NOTHING, subject });
  const [again, setAgain] = useState(0);
  const latestAsk = useRef(ask);
  latestAsk.current = ask;
  const state = useRef<{ sequence: number; running: string | undefined; isDue: boolean; asked: string | undefined; atMs: number }>({
    sequence: 0,
    running: undefined,
    isDue: false,
    asked: undefined,
    atMs: 0,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` and `again` repeat the same question
  useEffect(() => {
    if (question === undefined) return;
    const { current } = state;
    const asked = JSON.stringify([subject, question]);
    if (current.running === asked) {
      current.isDue = true;
      return;
    }
    const leastMs = current.asked === asked ? pauseMs : QUESTION_PAUSE_MS;
    const timer = setTimeout(
      () => {
        current.sequence += 1;
        const { sequence } = current;
        Object.assign(current, { running: asked, isDue: false, asked, atMs: Date.now() });
        const settle = (next: (before: Round<T>) => Round<T>): void => {
          if (current.sequence !== sequence) return;
          current.running = undefined;
          setRound(next);
          if (current.isDue) setAgain((count) => count + 1);
        };
        latestAsk.current(client).then(
          (data) => settle(() => ({ subject, data, question, error: undefined })),
          (error: unknown) =>
            settle((before) => ({ ...(before.subject === subject ? before : { ...NOTHING, subject }), error: toEnvelope(error) })),
        );
      },
      Math.max(0, current.atMs + leastMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [client, subject, question, pauseMs, revision, again]);

  useEffect(() => {
    const { current } = state;
    return () => {
      // An answer after this belongs to nobody.
      current.sequence += 1;
      current.running = undefined;
    };
  }, []);

  const { data, question: answered, error } = round.subject === subject ? round : NOTHING;
  return { data, question: answered, error, refresh: () => setAgain((count) => count + 1) };
}
