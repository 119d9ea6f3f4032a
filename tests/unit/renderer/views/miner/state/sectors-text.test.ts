import { expect, test } from 'vitest';
import { sectorsText } from '../../../../../../renderer/views/miner/state/sectors-text.ts';
import { parseCsv } from '../../../../../../shared/text/csv.ts';
import { sectorRow } from './sample-read.ts';

const SECTORS = [
  sectorRow(7, { verifiedBytes: '1024', dailyFee: '5' }),
  sectorRow(8, { isActive: false, isFaulty: true, isRecovering: true }),
  sectorRow(9, { isActive: false, isTerminated: true }),
];

test('as CSV every sector is a line under the heads, exact and without units', () => {
  const [head, ...lines] = parseCsv(sectorsText(SECTORS, 'csv')).map(({ cells }) => cells);
  const cell = (line: readonly string[] | undefined, name: string) => line?.[head?.indexOf(name) ?? -1];
  expect(lines.map((line) => cell(line, 'sector'))).toEqual(['7', '8', '9']);
  expect(lines.map((line) => cell(line, 'state'))).toEqual(['active', 'recovering', 'terminated']);
  expect(cell(lines[0], 'verified_bytes')).toBe('1024');
  expect(cell(lines[1], 'verified_bytes')).toBe('');
  expect(lines.map((line) => cell(line, 'daily_fee_attofil'))).toEqual(['5', '0', '0']);
  expect(cell(lines[0], 'initial_pledge_attofil')).toBe('200000000000000000');
  expect(lines.every((line) => line.length === head?.length)).toBe(true);
});

test('as JSON they are what the screen was given', () => {
  expect(JSON.parse(sectorsText(SECTORS, 'json'))).toEqual(SECTORS);
});
