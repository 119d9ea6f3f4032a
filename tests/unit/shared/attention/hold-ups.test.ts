import { describe, expect, it } from 'vitest';
import { findHoldUps, waitTrouble } from '../../../../shared/attention/hold-ups.ts';
import { journalEntry } from '../../../builders/journal-entry.ts';

describe('a message that waits', () => {
  const entry = journalEntry(['signed', 'in-pool'], { gasFeeCap: '100', createdAtMs: 0 });
  it('needs somebody while its fee cap is below the base fee', () => expect(waitTrouble(entry, 101n, 0)).toBe('under-base-fee'));
  it('does not where they are equal', () => expect(waitTrouble(entry, 100n, 0)).toBeUndefined());
  it('does after ten epochs', () => expect(waitTrouble(entry, 100n, 300_001)).toBe('long'));
  it('does not once it is in a block', () => expect(waitTrouble({ ...entry, stage: 'included' }, 101n, 900_000)).toBeUndefined());
});

describe('what holds messages up', () => {
  const pooled = journalEntry(['signed', 'in-pool'], { id: 'pooled', nonce: '8', gasFeeCap: '100', createdAtMs: 0 });
  const kept = journalEntry(['signed'], { id: 'kept', nonce: '7', isHeld: true });
  const heldUp = (entries: Parameters<typeof findHoldUps>[0], baseFee = 100n, nowMs = 0, genesisCid: string | undefined = undefined) => [
    ...findHoldUps(entries, { baseFee, genesisCid }, nowMs),
  ];

  it('is nothing for one that has only begun to wait', () => expect(heldUp([pooled])).toEqual([]));
  it('is a fee cap under the base fee', () => expect(heldUp([pooled], 101n)).toEqual([['pooled', 'under-base-fee']]));
  it('is no base fee of another network', () => expect(heldUp([pooled], 101n, 0, 'bafyother')).toEqual([]));
  it('is a long wait', () => expect(heldUp([pooled], 100n, 300_001)).toEqual([['pooled', 'long']]));
  it('is an earlier message that is kept here', () => expect(heldUp([pooled, kept], 101n)).toEqual([['pooled', 'nonce-gap']]));
  it('is none where another message has the nonce of that one', () =>
    expect(heldUp([pooled, kept, journalEntry(['signed', 'pushed'], { id: 'other', nonce: '7', createdAtMs: 0 })])).toEqual([]));
  it('is none that comes later, of another sender or of another network', () =>
    expect(heldUp([pooled, { ...kept, nonce: '9' }, { ...kept, from: 't1other' }, { ...kept, genesisCid: 'bafyother' }])).toEqual([]));
});
