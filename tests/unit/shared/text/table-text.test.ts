import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '../../../../shared/text/csv.ts';
import { type CellValue, csvLine, readCsvCell, type TableForm, TableText } from '../../../../shared/text/table-text.ts';

interface Row {
  readonly label: string;
  readonly epoch: number;
  readonly pledge: string;
}

const COLUMNS = [
  { name: 'Label', text: (row: Row) => row.label },
  { name: 'Epoch', text: (row: Row) => row.epoch },
  { name: 'Pledge, attoFIL', text: (row: Row) => row.pledge },
];

function textOf(form: TableForm, rows: readonly Row[]): string {
  const table = new TableText(COLUMNS, form);
  table.add(rows);
  expect(table.rowCount).toBe(rows.length);
  return table.finish().join('');
}

describe('a table as CSV', () => {
  it('has a line of names and a line for each row, with amounts to the last digit', () => {
    expect(textOf('csv', [{ label: 'two, "words"', epoch: -1, pledge: '123456789012345678901234567890' }])).toBe(
      'Label,Epoch,"Pledge, attoFIL"\r\n"two, ""words""",-1,123456789012345678901234567890\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '=HYPERLINK("http://x","y")', '-2+3+cmd|x'])(
    'lets no spreadsheet run %j',
    (text) => {
      const line = csvLine([text, 'plain']);
      expect(line).toMatch(/^"?'/);
      const [row] = parseCsv(line);
      expect(row?.cells[0]?.startsWith("'")).toBe(true);
    },
  );

  it('gives back every text that was written, but for how its lines end', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', "'", '"', ',', ';', '\n', 'a', ' ', '|') }),
    );
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }), (rows) => {
        const wanted = rows.map((cells) => ['x', ...cells.map((text) => text.replace(/\r\n?/g, '\n'))]);
        // Another separator in the first line would be taken for the table's own.
        const written = csvLine(['name', 'a', 'b', 'c']) + wanted.map(csvLine).join('');
        const [, ...read] = parseCsv(written);
        expect(read.map(({ cells }) => cells.map(readCsvCell))).toEqual(wanted);
        for (const { cells } of read) for (const text of cells) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
      }),
    );
  });
});

describe('a table as JSON', () => {
  it('keeps numbers as numbers and everything else as it is', () => {
    const rows = [
      { label: '=1+1', epoch: 5, pledge: '1' },
      { label: 'b', epoch: 6, pledge: '' },
    ];
    expect(JSON.parse(textOf('json', rows))).toEqual([
      { Label: '=1+1', Epoch: 5, 'Pledge, attoFIL': '1' },
      { Label: 'b', Epoch: 6, 'Pledge, attoFIL': '' },
    ]);
    expect(JSON.parse(textOf('json', []))).toEqual([]);
  });

  it('tells columns of one name apart', () => {
    const table = new TableText<readonly CellValue[]>(
      [
        { name: 'State', text: (row) => row[0] ?? '' },
        { name: 'State', text: (row) => row[1] ?? '' },
      ],
      'json',
    );
    table.add([['a', 'b']]);
    expect(JSON.parse(table.finish().join(''))).toEqual([{ State: 'a', 'State 2': 'b' }]);
  });
});
