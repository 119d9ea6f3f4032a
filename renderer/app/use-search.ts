import { useEffect, useState } from 'react';
import type { ErrorEnvelope } from '../../shared/ipc/envelope.ts';
import type { SearchResult } from '../../shared/ipc/schemas/chain.ts';
import { looksSecret, SECRET_WORDS } from '../../shared/text/secret.ts';
import { useClient } from '../client/client-context.ts';
import { toEnvelope } from '../hooks/use-query.ts';

/** After the last key: a node is not asked for every letter. */
const TYPING_PAUSE_MS = 180;

export interface SearchState {
  readonly result: SearchResult | undefined;
  readonly error: ErrorEnvelope | undefined;
  readonly isSearching: boolean;
}

interface Answer {
  readonly text: string;
  readonly result: SearchResult | undefined;
  readonly error: ErrorEnvelope | undefined;
}

const SECRET: SearchState = { result: { hits: [], problem: SECRET_WORDS }, error: undefined, isSearching: false };

/** What a text can mean, asked once it rests. What looks like a secret is not asked and leaves this document nowhere. */
export function useSearch(text: string): SearchState {
  const client = useClient();
  const [answer, setAnswer] = useState<Answer | undefined>(undefined);
  const wanted = text.trim();
  const isSecret = looksSecret(wanted);
  useEffect(() => {
    if (wanted === '' || isSecret) return;
    let isOvertaken = false;
    const timer = setTimeout(() => {
      client.chain.search({ text: wanted }).then(
        (result) => {
          if (!isOvertaken) setAnswer({ text: wanted, result, error: undefined });
        },
        (error: unknown) => {
          if (!isOvertaken) setAnswer({ text: wanted, result: undefined, error: toEnvelope(error) });
        },
      );
    }, TYPING_PAUSE_MS);
    return () => {
      isOvertaken = true;
      clearTimeout(timer);
    };
  }, [client, wanted, isSecret]);
  if (isSecret) return SECRET;
  const isAnswered = answer?.text === wanted;
  return {
    result: isAnswered ? answer.result : undefined,
    error: isAnswered ? answer.error : undefined,
    isSearching: wanted !== '' && !isAnswered,
  };
}
