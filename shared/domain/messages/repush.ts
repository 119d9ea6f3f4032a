/** How long a message that nodes drop from their mempool is pushed again automatically. */
const REPUSH_MS = 7 * 24 * 3600 * 1000;

/** Return when re-pushing ends; undefined for a message that was never pushed. */
export function repushEndMs(history: readonly { readonly stage: string; readonly atMs: number }[]): number | undefined {
  const first = history.find(({ stage }) => stage === 'pushed' || stage === 'in-pool');
  return first === undefined ? undefined : first.atMs + REPUSH_MS;
}
