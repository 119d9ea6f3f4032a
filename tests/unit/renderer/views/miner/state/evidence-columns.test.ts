import { expect, test } from 'vitest';
import { sectorTableColumns } from '../../../../../../renderer/views/miner/sector-columns.tsx';
import { evidenceColumns } from '../../../../../../renderer/views/miner/state/evidence-columns.tsx';
import { parseCsv } from '../../../../../../shared/text/csv.ts';
import { type TableForm, TableText } from '../../../../../../shared/text/table-text.ts';
import { sectorRow, wholeRead } from './sample-read.ts';

const SECTORS = [
  sectorRow(7, { dataBytes: '1024', dailyFee: '5' }),
  sectorRow(8, { isActive: false, isFaulty: true, isRecovering: true }),
  sectorRow(9, { isActive: false, isTerminated: true }),
];
const { proof } = wholeRead();

function textOf(form: TableForm): string {
  const columns = [...sectorTableColumns(() => undefined), ...evidenceColumns(proof, '=harbour-1')].map(
    ({ id, textName: name = id, text = () => '' }) => ({ name, text }),
  );
  const table = new TableText(columns, form);
  table.add(SECTORS);
  return table.finish().join('');
}

test('as CSV every sector is a line under the heads, exact and without units', () => {
  const [head, ...lines] = parseCsv(textOf('csv')).map(({ cells }) => cells);
  const cell = (line: readonly string[] | undefined, name: string) => line?.[head?.indexOf(name) ?? -1];
  expect(lines.map((line) => cell(line, 'sector'))).toEqual(['7', '8', '9']);
  expect(lines.map((line) => cell(line, 'state'))).toEqual(['active', 'recovering', 'terminated']);
  expect(lines.map((line) => cell(line, 'daily_fee_attofil'))).toEqual(['5', '0', '0']);
  expect(cell(lines[0], 'pledge_attofil')).toBe('200000000000000000');
  expect(lines.every((line) => line.length === head?.length)).toBe(true);
});

test('as JSON they have the fields of the CSV, and each says whose it is, at which state root, from whom', () => {
  const [head] = parseCsv(textOf('csv')).map(({ cells }) => cells);
  const objects: Record<string, unknown>[] = JSON.parse(textOf('json'));
  for (const object of objects) {
    expect(Object.keys(object)).toEqual(head);
    expect(object).toMatchObject({
      miner: 'f01000',
      tipset_epoch: 153,
      block: proof?.block,
      state_root: proof?.stateRoot,
      endpoint: '=harbour-1',
    });
  }
  expect(objects.map(({ daily_fee_attofil }) => daily_fee_attofil)).toEqual(['5', '0', '0']);
  // A name is the user's, but a spreadsheet does not run it.
  expect(textOf('csv')).toContain("'=harbour-1");
});
