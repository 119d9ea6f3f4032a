import { defined } from '../../../shared/collections/defined.ts';
import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';

/**
 * The head to show: on a pinned screen, the pinned tipset and the epochs before it; undefined until they arrive.
 * Finality is always the current one.
 */
export function shownHead(head: HeadState | undefined, overview: Overview | undefined, isPinned: boolean): HeadState | undefined {
  if (!isPinned || head === undefined) return head;
  const { past, pinned } = overview ?? {};
  if (past === undefined || pinned === undefined) return undefined;
  const { headReceivedAtMs: _, ...rest } = head;
  const strip = past.calls.at(-1);
  return {
    ...rest,
    head: { ...pinned, parents: [], blockCount: past.blockCount, baseFee: past.baseFee },
    strip: past.strip,
    reorgs: [],
    calls: {
      ...defined({ strip, finalized: head.calls.finalized }),
    },
  };
}
