import { useState } from 'react';
import type { CommandState } from '../../hooks/use-command.ts';

export interface Answer<O> {
  /** The answer to the current question; undefined once the question has changed. */
  readonly value: O | undefined;
  /** Whether the last question asked is the current one. */
  readonly isCurrent: boolean;
  ask(): void;
}

/** Keep an answer only while its question is unchanged: a verdict must not be shown for data that changed since. */
export function useAnswer<I, O>(question: I, command: CommandState<I, O>): Answer<O> {
  const key = JSON.stringify(question);
  const [asked, setAsked] = useState<{ readonly key: string; readonly value: O | undefined } | undefined>(undefined);
  const isCurrent = asked?.key === key;

  async function ask(): Promise<void> {
    setAsked({ key, value: undefined });
    const value = await command.run(question);
    setAsked((latest) => (latest?.key === key ? { key, value } : latest));
  }

  return { value: isCurrent ? asked.value : undefined, isCurrent, ask: () => void ask() };
}
