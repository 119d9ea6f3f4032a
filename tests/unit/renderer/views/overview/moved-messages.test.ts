import { describe, expect, it } from 'vitest';
import { movedWords } from '../../../../../renderer/views/overview/moved-messages.ts';
import type { Reorg } from '../../../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';

const REORG: Reorg = { seenAtMs: 1000_000, depth: 1, reverted: [{ height: 55, key: ['a'], blockCount: 3 }], applied: [] };

/** As the follower notes it (`revertOf` of services/messages/drafts/next-steps.ts). */
function entry(nonce: string, height: number, atMs: number): JournalEntry {
  const note = `The tipset at height ${height} was reverted.`;
  return {
    id: nonce,
    nonce,
    history: [
      { stage: 'included', atMs: 1, height },
      { stage: 'in-pool', atMs, note },
    ],
  } as unknown as JournalEntry;
}

describe('what a reorg did to own messages', () => {
  it('is nothing where none was put back', () => {
    expect(movedWords(REORG, [])).toBe('no own messages affected');
    // Another tipset, another time.
    expect(movedWords(REORG, [entry('1', 5, 1001_000), entry('2', 55, 5)])).toBe('no own messages affected');
  });

  it('names the messages by nonce', () => {
    expect(movedWords(REORG, [entry('1204', 55, 1001_000)])).toBe('own message with nonce 1,204 affected');
    expect(
      movedWords(
        REORG,
        [1, 2, 3, 4].map((nonce) => entry(String(nonce), 55, 1001_000)),
      ),
    ).toBe('4 own messages affected (nonces 1, 2, 3 …)');
  });
});
