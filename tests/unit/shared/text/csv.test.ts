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
      { line: 2, cells: ['x, "y"\nz', '2'] },
      { line: 5, cells: ['3', ''] },
    ]);
  });

  it('reads lines that end in different ways, and tells their numbers', () => {
    expect(parseCsv('a,b\r\n1,2\n3,4\r5,6').map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
      [4, '5', '6'],
    ]);
  });

  it('takes a quote inside of a bare cell as it is', () => {
    expect(cellsOf('a,b\n6" pipe,2')).toEqual([
      ['a', 'b'],
      ['6" pipe', '2'],
    ]);
  });

  it('is told the separator by the line of the names, whatever stands below', () => {
    expect(cellsOf('to;value\nf01;1,5\nf02;2,5\n')).toEqual([
      ['to', 'value'],
      ['f01', '1,5'],
      ['f02', '2,5'],
    ]);
  });

  it.each([
    ['a,b\n"x,2', 2, 'Unclosed quote'],
    ['a,b\n1,2\n"x"y,2', 3, 'after a closing quote'],
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
        const filled = rows.filter((cells) => cells.some((each) => each.trim() !== ''));
        const read = filled.map((cells) => cells.map((each) => each.replace(/\r\n?/g, '\n')));
        expect(cellsOf(text)).toEqual([['head', 'line'], ...read]);
      }),
    );
  });
});
