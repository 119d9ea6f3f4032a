import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextColumnBuilder } from '../../../../../electron/services/columns/text-column.ts';

function columnOf(texts: readonly string[]) {
  const builder = new TextColumnBuilder(1, 1);
  for (const text of texts) builder.add(text);
  return builder.finish();
}

describe('a column of texts', () => {
  it('gives every text back, also beyond ASCII and empty ones', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const column = columnOf(texts);
        expect(texts.map((_, row) => column.textAt(row))).toEqual(texts);
      }),
    );
  });

  it('marks the rows that hold a text, and never one across two rows', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'Q', 'é', 'É'), maxLength: 6 });
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 40 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'q', 'é'), maxLength: 3 }),
        (texts, wanted) => {
          const marks = new Uint8Array(texts.length);
          columnOf(texts).markHolding(marks, wanted);
          expect([...marks]).toEqual(texts.map((text) => Number(text.toLowerCase().includes(wanted))));
        },
      ),
    );
  });

  it('tests what it found', () => {
    const marks = new Uint8Array(4);
    columnOf(['bafyaaa', 'bafyaab', 'x bafyaaa', '']).markHolding(marks, 'bafy', (text) => text.endsWith('aaa'));
    expect([...marks]).toEqual([1, 0, 1, 0]);
  });

  it('orders by bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^baga[a-z2-7]{0,8}$/), { minLength: 2, maxLength: 20 }), (texts) => {
        const column = columnOf(texts);
        const rows = texts.map((_, row) => row);
        const byText = [...rows].sort(
          (left, right) => Buffer.from(texts[left] ?? '').compare(Buffer.from(texts[right] ?? '')) || left - right,
        );
        const byColumn = [...rows].sort((left, right) => column.compare(left, right) || left - right);
        const byKey = [...rows].sort(
          (left, right) =>
            column.keyAt(left, 0) - column.keyAt(right, 0) ||
            column.keyAt(left, 4) - column.keyAt(right, 4) ||
            column.compare(left, right) ||
            left - right,
        );
        expect(byColumn).toEqual(byText);
        expect(byKey).toEqual(byText);
      }),
    );
  });
});
