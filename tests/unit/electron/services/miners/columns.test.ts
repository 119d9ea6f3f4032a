import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AmountColumn } from '../../../../../electron/services/miners/amount-column.ts';
import { CidColumn } from '../../../../../electron/services/miners/cid-column.ts';
import { KeptAnswer } from '../../../../../electron/services/miners/kept-answer.ts';
import { cidFromParts } from '../../../../../shared/domain/cid.ts';

test('an amount comes back exactly, however large, and below nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(1n << 80n), max: 1n << 80n }), { maxLength: 40 }), (amounts) => {
      const column = new AmountColumn(amounts.length);
      for (const [index, amount] of amounts.entries()) column.set(index, amount);
      expect(amounts.map((_, index) => column.get(index))).toEqual(amounts);
    }),
  );
});

test('a CID comes back whatever it is of, beside others of another kind', () => {
  const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const cid = fc.oneof(
    digest.map((bytes) => cidFromParts(0xf102, 0xb401, bytes)),
    digest.map((bytes) => cidFromParts(0x71, 0xb220, bytes)),
    fc.uint8Array({ minLength: 0, maxLength: 20 }).map((bytes) => cidFromParts(0x55, 0, bytes)),
  );
  fc.assert(
    fc.property(fc.array(cid, { maxLength: 30 }), (cids) => {
      const column = new CidColumn(cids.length);
      for (const [index, one] of cids.entries()) column.set(index, one);
      expect(cids.map((_, index) => column.get(index))).toEqual(cids);
    }),
  );
});

test('an answer is asked for once while its key stays, also by two at once, and again after a failure', async () => {
  const kept = new KeptAnswer<number>();
  let asked = 0;
  const read = async (): Promise<number> => {
    asked += 1;
    return asked;
  };
  expect(await Promise.all([kept.get('a', read), kept.get('a', read)])).toEqual([1, 1]);
  expect(await kept.get('b', read)).toBe(2);
  expect(await kept.get('a', read)).toBe(3);
  expect([await kept.get(undefined, read), await kept.get(undefined, read)]).toEqual([4, 5]);
  await expect(kept.get('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await kept.get('c', read)).toBe(6);
});
