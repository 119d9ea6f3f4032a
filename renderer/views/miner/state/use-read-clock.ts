import { useRef } from 'react';
import type { StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { useNow } from '../../../hooks/use-now.ts';

export interface ReadClock {
  /** Goes on between two words of the service. */
  readonly elapsedMs: number;
  /** Since the service last said anything of a read that runs; 0 of one that ended. */
  readonly silentMs: number;
}

/** The time of a read. Progress is told with the blocks that arrive: an endpoint that is silent must not stop the clock. */
export function useReadClock({ readId, state, elapsedMs }: StateReadProgress): ReadClock {
  const nowMs = useNow();
  const word = `${readId} ${state} ${elapsedMs}`;
  const last = useRef({ word, atMs: Date.now() });
  if (last.current.word !== word) last.current = { word, atMs: Date.now() };
  const silentMs = state === 'running' ? Math.max(0, nowMs - last.current.atMs) : 0;
  return { elapsedMs: elapsedMs + silentMs, silentMs };
}
