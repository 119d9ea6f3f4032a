import type { Reorg } from '../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';

/** The follower looks at its messages a moment after the head has changed. */
const SLACK_MS = 10 * 60_000;

/** Own messages that a reorg put back into the pool, as the journal noted it. */
export function movedMessages(reorg: Reorg, journal: readonly JournalEntry[]): readonly JournalEntry[] {
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

/** Which own messages a reorg moved, in words; names them by nonce while they are few. */
export function movedWords(reorg: Reorg, journal: readonly JournalEntry[]): string {
  const moved = movedMessages(reorg, journal);
  if (moved.length === 0) return 'no message of yours was moved';
  const nonces = moved.map(({ nonce }) => formatInteger(nonce));
  return moved.length === 1
    ? `your message with nonce ${nonces[0]} was moved`
    : `${moved.length} messages of yours were moved (nonces ${nonces.slice(0, 3).join(', ')}${nonces.length > 3 ? ' …' : ''})`;
}
