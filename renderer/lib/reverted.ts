import type { HeadState } from '../../shared/ipc/schemas/chain.ts';

/** Whether the latest reorg that affected a tipset reverted it. */
export function isReverted(key: readonly string[], reorgs: HeadState['reorgs']): boolean {
  const text = key.join();
  const has = (tipsets: readonly { readonly key: readonly string[] }[]) => tipsets.some((tipset) => tipset.key.join() === text);
  const last = reorgs
    .toSorted((left, right) => left.seenAtMs - right.seenAtMs)
    .findLast(({ reverted, applied }) => has(reverted) || has(applied));
  return last !== undefined && !has(last.applied);
}
