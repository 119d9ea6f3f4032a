import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNumbers, rowsInTable } from '../../../../../electron/services/columns/row-order.ts';

test('rows stand by their numbers, those of the same number as they were, and none first', () => {
  const number = fc.oneof(fc.constantFrom(Number.NaN, 0, 1, -1), fc.integer(), fc.integer({ min: -(2 ** 52), max: 2 ** 52 }));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 60 }), fc.constantFrom('ascending', 'descending'), (column, direction) => {
      const rows = rowsInTable(column.length).filter((row) => row % 3 !== 0);
      const sign = direction === 'ascending' ? 1 : -1;
      const value = (row: number): number => (Number.isNaN(column[row]) ? Number.NEGATIVE_INFINITY : (column[row] ?? 0));
      const plain = [...rows].sort((left, right) =>
        value(left) === value(right) ? left - right : value(left) < value(right) ? -sign : sign,
      );
      expect([...byNumbers(rows, column, direction)]).toEqual(plain);
      expect([...rows]).toEqual([...rowsInTable(column.length)].filter((row) => row % 3 !== 0));
    }),
  );
});
