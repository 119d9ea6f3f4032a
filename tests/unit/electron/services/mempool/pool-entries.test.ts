/** The messages of a pool while a list of them is on its way. */
import { describe, expect, it } from 'vitest';
import { nonceSlot, PoolEntries } from '../../../../../electron/services/mempool/pool-entries.ts';
import { messageToJson } from '../../../../../shared/validation/node/message.ts';
import { sentMessage } from '../messages/sent-message-of.ts';

const signed = (nonce: bigint) => ({
  Message: messageToJson(sentMessage(nonce).message, 'f'),
  Signature: { Type: 1, Data: Buffer.alloc(65, Number(nonce)).toString('base64') },
});
const noncesOf = ({ entries }: PoolEntries): bigint[] => [...entries.values()].map(({ message }) => message.nonce).sort();

describe('the messages of a pool', () => {
  it('are those of the list and what changed since it was asked for', async () => {
    const pool = new PoolEntries('f');
    await pool.replaceBy([signed(1n), signed(2n)], 10);
    pool.beginReplacing();
    // The node wrote its list before these two were told.
    pool.change(signed(1n), false, 20);
    pool.change(signed(3n), true, 20);
    await pool.replaceBy([signed(1n), signed(2n)], 30);
    expect(noncesOf(pool)).toEqual([2n, 3n]);
    expect([...pool.entries.values()].map(({ seenAtMs }) => seenAtMs)).toEqual([10, 20]);
    // What was told before the next list is in it, or gone.
    pool.beginReplacing();
    await pool.replaceBy([signed(2n)], 40);
    expect(noncesOf(pool)).toEqual([2n]);
  });

  it('are not those that the accepted chain has, whatever a backend that is behind says', async () => {
    const pool = new PoolEntries('f');
    await pool.replaceBy([signed(1n), signed(2n)], 10, new Set([nonceSlot(sentMessage(1n).message)]));
    expect(noncesOf(pool)).toEqual([2n]);
  });

  it('are counted where they are none', async () => {
    const pool = new PoolEntries('f');
    await pool.replaceBy([signed(1n), null, 'x', { Message: 1 }], 10);
    pool.change({}, true, 11);
    expect(pool.unreadableCount).toBe(4);
    expect(noncesOf(pool)).toEqual([1n]);
  });
});
