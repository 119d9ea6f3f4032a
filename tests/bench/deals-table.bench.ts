/**
 * A million deals in columns: memory, and filter and sort times compared with a bare loop over one column of the same rows. Every
 * query is new, so nothing is cached.
 */
import { createHash } from 'node:crypto';
import { DealTableBuilder } from '../../electron/services/deals/deal-table.ts';
import { DealTableView, dealQuery } from '../../electron/services/deals/deal-table-view.ts';
import { pieceCidOf } from '../../shared/domain/deals/piece-cid.ts';
import type { DealOrder } from '../../shared/ipc/schemas/deals.ts';
import { median, report } from './lib/report.ts';

const ROWS = 1_000_000;
const ROUNDS = 9;
const HEAD = 4_000_000;
const DAY = 2880;
const MIB = 1024 ** 2;

const before = usedBytes();
const view = new DealTableView(table(), { head: HEAD, epochOf: (timeMs) => timeMs / 30_000 });
const grownMib = Math.round((usedBytes() - before) / MIB);
const { columns } = view.table;

const FILTERS: readonly (readonly [name: string, filter: (round: number) => string])[] = [
  ['verified and size', (round) => `verified:yes size:>=16GiB id:>${round}`],
  ['one provider', (round) => `provider:f0${1000 + round}`],
  ['a part of a piece CID', (round) => `piece:${'abcdefghi'[round]}bcd`],
  ['a part of a label', (round) => `label:${'abcdefghi'[round]}xyz`],
  ['a word anywhere', (round) => `${'abcdefghi'[round]}qrs`],
  ['ending within 30 days', (round) => `end:now..+30d id:>${round}`],
];
const ORDERS: readonly DealOrder['by'][] = ['end', 'piece', 'provider', 'size'];

for (const [name, filter] of FILTERS) {
  const took: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(timeOf(bareScan));
    took.push(timeOf(() => view.page(dealQuery(undefined, filter(round)), { by: 'end', direction: 'descending' }, 0, 100)));
  }
  tell(`Filter 1,000,000 deals: ${name}`, took, bare);
}
for (const by of ORDERS) {
  const took: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = new DealTableView(view.table, { head: HEAD, epochOf: () => 0 });
    bare.push(timeOf(bareScan));
    took.push(timeOf(() => fresh.page(dealQuery(undefined, ''), { by, direction: 'ascending' }, 0, 100)));
  }
  tell(`Order 1,000,000 deals by ${by}, for the first time`, took, bare);
}

function tell(bench: string, took: readonly number[], bare: readonly number[]): void {
  report({
    bench,
    unit: 'ms',
    measured: median(took),
    baseline: { name: 'a bare loop over one column of the same rows', value: median(bare) },
    ratio: median(took.map((time, round) => time / (bare[round] ?? Number.NaN))),
    aim: '100 ms',
    note: `${ROUNDS} rounds, slowest ${Math.round(Math.max(...took))} ms; the table takes ${grownMib} MiB`,
  });
}

/** Baseline of a filter: read one number of every row and store the result. */
function bareScan(): number {
  const marks = new Uint8Array(view.table.count);
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) {
    if ((columns.end[row] ?? 0) < HEAD) continue;
    marks[row] = 1;
    count += 1;
  }
  return count;
}

function timeOf(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

/** Distinct pieces and labels, as on mainnet. */
function table() {
  const builder = new DealTableBuilder(ROWS);
  for (let id = 0; id < ROWS; id += 1) {
    const digest = createHash('sha256').update(String(id)).digest();
    const start = HEAD - (digest.readUInt32LE(4) % (500 * DAY));
    const isClaim = id % 3 === 0;
    builder.add({
      kind: isClaim ? 'ddo' : 'f05',
      id,
      pieceCid: pieceCidOf(digest),
      pieceSizeBytes: 2 ** (30 + ((digest[8] ?? 0) % 6)),
      isVerified: isClaim || (digest[9] ?? 0) < 128,
      client: `f0${3_000_000 + (digest.readUInt16LE(10) % 5000)}`,
      provider: `f0${1000 + (digest.readUInt16LE(12) % 3000)}`,
      label: isClaim ? undefined : `bafykbzace${digest.toString('hex').slice(0, 49)}`,
      sectorNumber: digest.readUInt32LE(14) % 1_000_000,
      state: 'proving',
      startEpoch: start,
      endEpoch: start + 540 * DAY,
      pricePerEpoch: '0',
    });
  }
  return builder.finish((epoch) => epoch * 30_000);
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
