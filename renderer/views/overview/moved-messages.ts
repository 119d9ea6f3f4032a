import type { Reorg } from '../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';

/** The follower checks its messages shortly after the head changes. */
const SLACK_MS = 10 * 60_000;

/** Own messages that a reorg returned to the mempool, according to the journal. */
function movedMessages(reorg: Reorg, journal: readonly JournalEntry[]): readonly JournalEntry[] {
  const heights = reorg.reverted.map(({ height }) => `at height ${height} was reverted`);
  return journal.filter(({ history }) =>
    history.some(
      ({ stage, atMs, note }) =>
        stage === 'in-pool' &&
        atMs >= reorg.seenAtMs - 1000 &&
        atMs <= reorg.seenAtMs + SLACK_MS &&
        heights.some((height) => note?.includes(height) === true),
    ),
  );
}

/** Text for the own messages that a reorg affected, with their nonces if there are few. */
export function movedWords(reorg: Reorg, journal: readonly JournalEntry[]): string {
  const moved = movedMessages(reorg, journal);
  if (moved.length === 0) return 'no own messages affected';
  const nonces = moved.map(({ nonce }) => formatInteger(nonce));
  return moved.length === 1
    ? `own message with nonce ${nonces[0]} affected`
    : `${moved.length} own messages affected (nonces ${nonces.slice(0, 3).join(', ')}${nonces.length > 3 ? ' …' : ''})`;
}
