import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNumbers, rowsInTable } from '../../../../../electron/services/columns/row-order.ts';
import { AMOUNT_PARTS, AmountColumn } from '../../../../../electron/services/miners/amount-column.ts';
import { CidColumn } from '../../../../../electron/services/miners/cid-column.ts';
import { KeptAnswer } from '../../../../../electron/services/miners/kept-answer.ts';
import { cidFromParts } from '../../../../../shared/domain/encoding/cid.ts';

test('an amount comes back exactly, however large, and below nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: -(1n << 80n), max: 1n << 80n }), { maxLength: 40 }), (amounts) => {
      const column = new AmountColumn(amounts.length);
      for (const [index, amount] of amounts.entries()) column.set(index, amount);
      expect(amounts.map((_, index) => column.get(index))).toEqual(amounts);
    }),
  );
});

test('amounts stand in order by their parts, in both directions, and those that are alike as they were', () => {
  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: (1n << 96n) - 1n }));
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 60 }), fc.constantFrom('ascending', 'descending'), (amounts, direction) => {
      const column = new AmountColumn(amounts.length);
      for (const [index, one] of amounts.entries()) column.set(index, one);
      const rows = AMOUNT_PARTS.reduce((ordered, part) => byNumbers(ordered, column.parts(part), direction), rowsInTable(amounts.length));
      const sign = direction === 'ascending' ? 1 : -1;
      const plain = amounts
        .map((one, index) => ({ one, index }))
        .sort((left, right) => (left.one === right.one ? left.index - right.index : left.one < right.one ? -sign : sign));
      expect([...rows]).toEqual(plain.map(({ index }) => index));
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
      const texts = column.texts(cids.length);
      expect(cids.map((_, index) => texts.textAt(index))).toEqual(cids);
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
