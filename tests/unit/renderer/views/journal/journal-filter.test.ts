import { expect, it } from 'vitest';
import {
  batchSizes,
  EVERYTHING,
  type JournalFilter,
  matchesFilter,
  newestFirst,
} from '../../../../../renderer/views/journal/journal-filter.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';

const open = journalEntry(['intent', 'signed'], { id: 'open', nonce: '7', batchId: 'b' });
const failed = journalEntry(['signed', 'final'], { id: 'failed', exitCode: 16, from: 't099', methodName: 'WithdrawBalance' });
const replaced = journalEntry(['signed', 'replaced'], { id: 'replaced', trouble: 'replaced' });
const taken = journalEntry(['signed', 'replaced'], { id: 'taken', trouble: 'nonce-taken-elsewhere', genesisCid: 'bafyother' });
const rejectedByHand = journalEntry(['intent', 'failed'], { id: 'by hand' });
const ALL = [open, failed, replaced, taken, rejectedByHand];

const idsOf = (change: Partial<JournalFilter>): string[] =>
  ALL.filter((entry) =>
    matchesFilter(entry, { ...EVERYTHING, text: '', ...change }, (address) => (address === 't099' ? 'Harbour' : undefined)),
  ).map(({ id }) => id);

it.each<[Partial<JournalFilter>, string[]]>([
  [{}, ALL.map(({ id }) => id)],
  [{ part: 'open' }, ['open']],
  [{ part: 'trouble' }, ['failed', 'taken']],
  [{ from: 't099' }, ['failed']],
  [{ genesisCid: 'bafyother' }, ['taken']],
  [{ batchId: 'b' }, ['open']],
  [{ text: 'harbour withdraw' }, ['failed']],
  [{ text: 'harbour open' }, []],
  [{ text: 'never SIGNED' }, ['by hand']],
])('%j shows %j', (change, expected) => expect(idsOf(change)).toEqual(expected));

it('shows a message that is held up among those in trouble', () => {
  const waiting = journalEntry(['signed', 'in-pool']);
  const filter = { ...EVERYTHING, text: '', part: 'trouble' } as const;
  expect(matchesFilter(waiting, filter, () => undefined)).toBe(false);
  expect(matchesFilter(waiting, filter, () => undefined, 'under-base-fee')).toBe(true);
});

it('puts the newest first, and the highest nonce of what was approved at once', () => {
  const entries = [
    journalEntry(['signed'], { id: 'a', nonce: '9' }),
    journalEntry(['signed'], { id: 'b', nonce: '10' }),
    journalEntry(['signed'], { id: 'c', createdAtMs: 5 }),
  ];
  expect(newestFirst(entries).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
});

it('counts what was approved together', () => {
  expect(batchSizes([open, { ...open, id: 'second' }, failed]).get('b')).toBe(2);
});
