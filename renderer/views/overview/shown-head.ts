import type { HeadState, Overview } from '../../../shared/ipc/schemas/chain.ts';

/** The head as the screen shows it: of a screen that is pinned, its tipset and the epochs before it. What is final is said of now. */
export function shownHead(head: HeadState | undefined, overview: Overview | undefined): HeadState | undefined {
  const { past, pinned } = overview ?? {};
  if (head === undefined || past === undefined || pinned === undefined) return head;
  const { headReceivedAtMs: _, ...rest } = head;
  const strip = past.calls.at(-1);
  return {
    ...rest,
    head: { ...pinned, parents: [], blockCount: past.blockCount, baseFee: past.baseFee },
    strip: past.strip,
    reorgs: [],
    calls: {
      ...(strip === undefined ? {} : { strip }),
      ...(head.calls.finalized === undefined ? {} : { finalized: head.calls.finalized }),
    },
  };
}
