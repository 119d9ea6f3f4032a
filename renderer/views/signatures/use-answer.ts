import { useState } from 'react';
import type { CommandState } from '../../hooks/use-command.ts';

export interface Answer<O> {
  /** Of the question as it stands; undefined once it was changed. */
  readonly value: O | undefined;
  /** Whether the last question that was asked is the one that stands. */
  readonly isCurrent: boolean;
  ask(): void;
}

/** An answer that is shown only beside the question it answers: a verdict must not stand under data that was changed since. */
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
