import { useCallback, useEffect, useRef, useState } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import type { ErrorEnvelope } from '../../../shared/ipc/envelope.ts';
import type { FoundMessage } from '../../../shared/ipc/schemas/actors.ts';
import { useClient } from '../../client/client-context.ts';
import { toEnvelope } from '../../hooks/use-query.ts';

/** Tipsets per request; results show, and a stop takes effect, after each. */
const STEP_TIPSETS = 10;
/** Rows kept in the page. */
const MAX_ROWS = 5000;

interface SearchState {
  readonly status: 'idle' | 'running';
  readonly rows: readonly FoundMessage[];
  readonly tipsets: number;
  readonly wanted: number;
  readonly lowest: number | undefined;
  readonly isAtGenesis: boolean;
  readonly error: ErrorEnvelope | undefined;
}

const NOTHING: SearchState = { status: 'idle', rows: [], tipsets: 0, wanted: 0, lowest: undefined, isAtGenesis: false, error: undefined };

/** Searches tipsets for messages of an address, step by step. A new search resumes where the last one ended. */
export function useMessageSearch(addresses: readonly string[]) {
  const client = useClient();
  const [state, setState] = useState(NOTHING);
  const next = useRef<string[] | undefined>(undefined);
  /** A new value ends the running search. */
  const run = useRef(0);

  const stop = useCallback(() => {
    run.current += 1;
    setState((before) => ({ ...before, status: 'idle' }));
  }, []);
  useEffect(
    () => () => {
      run.current += 1;
    },
    [],
  );

  const start = useCallback(
    (count: number) => {
      run.current += 1;
      const mine = run.current;
      setState((before) => ({ ...before, status: 'running', wanted: before.tipsets + count, error: undefined }));
      const search = async (): Promise<void> => {
        let left = count;
        while (left > 0 && run.current === mine) {
          const from = next.current;
          const found = await client.actors.findMessages({
            addresses: [...addresses],
            ...defined({ from }),
            tipsets: Math.min(STEP_TIPSETS, left),
          });
          if (run.current !== mine) return;
          next.current = found.next;
          left = found.next === undefined ? 0 : left - found.tipsets;
          setState((before) => ({
            ...before,
            rows: [...before.rows, ...found.rows].slice(0, MAX_ROWS),
            tipsets: before.tipsets + found.tipsets,
            lowest: found.lowest,
            isAtGenesis: found.next === undefined,
          }));
        }
        if (run.current === mine) setState((before) => ({ ...before, status: 'idle' }));
      };
      search().catch((error: unknown) => {
        if (run.current === mine) setState((before) => ({ ...before, status: 'idle', error: toEnvelope(error) }));
      });
    },
    [client, addresses],
  );
  return { state, start, stop };
}
