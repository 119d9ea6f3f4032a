import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../../shared/text/csv.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

describe('CSV', () => {
  it.each([
    ['a,b\n1,2', '\n'],
    ['a,b\r\n1,2\r\n', '\r\n'],
    ['\uFEFFa,b\r1,2\r', 'a mark and \\r'],
    ['a;b\n1;2\n', 'semicolons'],
    ['a\tb\n1\t2\n\n\n', 'tabs'],
  ])('reads %j (%s)', (text) => {
    expect(cellsOf(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('reads quoted cells, and tells the line of each row', () => {
    expect(parseCsv('a,b\n"x, ""y""\r\nz",2\n\n3,\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"\r\nz', '2'] },
      { line: 5, cells: ['3', ''] },
    ]);
  });

  it.each([
    ['a,b\n"x,2', 2, 'never closed'],
    ['a,b\nx"y,2', 2, 'inside of a cell'],
    ['a,b\n1,2\n"x"y,2', 3, 'After a closing quote'],
  ])('refuses %j at line %i', (text, line, words) => {
    expect(() => parseCsv(text)).toThrowError(expect.objectContaining({ line, message: expect.stringContaining(words) }));
  });

  it('reads back whatever is written by the rules', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', '\r', '\t', ' ', 'é') });
    const row = fc.tuple(cell, cell);
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const text = ['head,line', ...rows.map((cells) => cells.map(quote).join(','))].join('\r\n');
        expect(cellsOf(text)).toEqual([['head', 'line'], ...rows.filter((cells) => cells.some((each) => each.trim() !== ''))]);
      }),
    );
  });
});
