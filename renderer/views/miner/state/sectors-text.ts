/** Sectors of a read as text, for a spreadsheet or a program. Every cell is a number, a word or a CID: nothing needs quotes. */
import type { StateSectorRow } from '../../../../shared/ipc/schemas/state-read.ts';
import { sectorStatus } from './sector-status.ts';

export type SectorsForm = 'csv' | 'json';

const COLUMNS: readonly (readonly [head: string, cell: (sector: StateSectorRow) => string | number | undefined])[] = [
  ['sector', ({ number }) => number],
  ['state', sectorStatus],
  ['active', ({ isActive }) => (isActive ? 'yes' : 'no')],
  ['deadline', ({ deadline }) => deadline],
  ['partition', ({ partition }) => partition],
  ['activation', ({ activation }) => activation],
  ['expiration', ({ expiration }) => expiration],
  ['quality_adjusted_bytes', ({ qualityAdjusted }) => qualityAdjusted],
  ['verified_bytes', ({ verifiedBytes }) => verifiedBytes],
  ['initial_pledge_attofil', ({ initialPledge }) => initialPledge],
  ['daily_fee_attofil', ({ dailyFee }) => dailyFee ?? '0'],
  ['sealed_cid', ({ sealedCid }) => sealedCid],
];

export function sectorsText(sectors: readonly StateSectorRow[], form: SectorsForm): string {
  if (form === 'json') return JSON.stringify(sectors, undefined, 2);
  const lines = sectors.map((sector) => COLUMNS.map(([, cell]) => cell(sector) ?? '').join(','));
  return [COLUMNS.map(([head]) => head).join(','), ...lines].map((line) => `${line}\r\n`).join('');
}
