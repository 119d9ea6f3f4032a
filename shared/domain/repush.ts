/** How long a message that nodes drop from their pools is pushed again without being asked for. */
const REPUSH_MS = 7 * 24 * 3600 * 1000;

/** When that ends; undefined for a message that no node has had yet. */
export function repushEndMs(history: readonly { readonly stage: string; readonly atMs: number }[]): number | undefined {
  const first = history.find(({ stage }) => stage === 'pushed' || stage === 'in-pool');
  return first === undefined ? undefined : first.atMs + REPUSH_MS;
}
