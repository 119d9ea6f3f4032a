/** Exported files: CSV that a spreadsheet can be trusted with, Parquet with the same rows. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDuckDb, openDuckDbWriter } from '../../../electron/dataset/duckdb-engine.ts';
import { filterCondition } from '../../../electron/dataset/questions/deal-filter-sql.ts';
import { exportCsv, exportParquet, planDealExport } from '../../../electron/dataset/questions/export-deals.ts';
import { ALLOCATION, CLAIM, type RegistryRow } from '../../../electron/dataset/registry/registry-rows.ts';
import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import { pieceCidOf } from '../../../shared/domain/deals/piece-cid.ts';
import { parseFilter } from '../../../shared/filter/filter.ts';
import { parseCsv } from '../../../shared/text/csv.ts';
import { readCsvCell } from '../../../shared/text/table-text.ts';
import { DATASET_ENGINES, type StoredDeal, storeDeals, storeRegistry } from '../../builders/dataset-engines.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const HEAD = 5000;
const MOMENT = { head: HEAD, asOf: HEAD, epochOf: () => undefined };
const DIGEST = Uint8Array.from({ length: 32 }, (_, at) => at * 3);
const LABELS = ['=HYPERLINK("http://example.invalid")', 'two\nlines, "quoted"', '', 'bafy'];
const DEALS: readonly StoredDeal[] = Array.from({ length: 5000 }, (_, at) => ({
  dealId: at + 1,
  clientId: 1010 + (at % 7),
  providerId: 1000 + (at % 3),
  pieceCid: Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...DIGEST]),
  pieceSize: 2 ** 35,
  isVerified: at % 2 === 0,
  label: LABELS[at % LABELS.length] ?? '',
  startEpoch: 100,
  endEpoch: HEAD + (at % 2) * 100,
  price: 10n ** 25n + BigInt(at),
  sectorNumber: at,
  sectorStartEpoch: at % 5 === 0 ? -1 : 90,
  slashEpoch: -1,
}));
/** A claim of a deal, one of none, and an allocation. */
const CLAIM_OF = { dealId: 3, id: 9000 };
const CLAIMED = DEALS[CLAIM_OF.dealId - 1] as StoredDeal;
const PLACE = { clientId: CLAIMED.clientId, providerId: CLAIMED.providerId, pieceCid: CLAIMED.pieceCid, pieceSize: 2 ** 35, prefix: 0n };
const TERMS = { startEpoch: 95, endEpoch: 6095, termMin: 10, termMax: 6000 };
const REGISTRY: readonly RegistryRow[] = [
  { kind: CLAIM, id: CLAIM_OF.id, ...PLACE, ...TERMS, sectorNumber: CLAIMED.sectorNumber ?? 0 },
  { kind: CLAIM, id: 9001, ...PLACE, ...TERMS, clientId: 1010, sectorNumber: 77 },
  { kind: ALLOCATION, id: 9002, ...PLACE, ...TERMS, startEpoch: undefined, endEpoch: 6000, sectorNumber: undefined },
];
const context = (dialect: 'duckdb' | 'postgres') =>
  ({ dialect, letter: 'f', moment: MOMENT, clock: { genesisTimeMs: 1_598_306_400_000, blockDelaySeconds: 30 } }) as const;
const conditionOf = (text: string, dialect: 'duckdb' | 'postgres') =>
  filterCondition(parseFilter(text, DEAL_FILTER).node, { dialect, letter: 'f', moment: MOMENT });

describe.each(DATASET_ENGINES)('a CSV file from $name', ({ open }) => {
  let dataset: Awaited<ReturnType<typeof open>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    [dataset, folder] = [await open(), await temporaryFolder()];
    await storeDeals(dataset.writer, DEALS);
    await storeRegistry(dataset.writer, REGISTRY);
  });
  afterAll(async () => {
    await dataset.remove();
    await folder.remove();
  });

  test('has every deal that passes, exact amounts and no formula', async () => {
    const { dialect } = dataset.writer;
    const file = path.join(folder.path, 'deals.csv');
    const plan = planDealExport('csv', conditionOf('verified:yes', dialect), context(dialect));
    const count = await exportCsv(dataset.writer, plan, { file });
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/(?:^|,)"?=/m);
    const [names = [], ...rows] = parseCsv(text).map(({ cells }) => cells);
    const expected = DEALS.filter(({ isVerified }) => isVerified);
    expect(count).toBe(expected.length + 2);
    const byName = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, readCsvCell(row[at] ?? '')])));
    const idOf = ({ deal_id: deal, claim_id: claim, allocation_id: allocation }: Record<string, string>) =>
      Number(deal || claim || allocation);
    byName.sort((left, right) => idOf(left) - idOf(right));
    expect(byName.splice(-2)).toMatchObject([
      {
        deal_id: '',
        kind: 'ddo',
        claim_id: '9001',
        client_id: 'f01010',
        sector_number: '77',
        start_epoch: '95',
        earliest_end_epoch: '105',
      },
      { deal_id: '', kind: 'allocation', allocation_id: '9002', sector_number: '', start_epoch: '', end_epoch: '6000', is_active: 'false' },
    ]);
    expect(byName).toEqual(
      expected.map((deal) => ({
        deal_id: String(deal.dealId),
        piece_cid: pieceCidOf(DIGEST),
        padded_piece_size_bytes: String(2 ** 35),
        padded_piece_size_tibs: '0.03125',
        unpadded_piece_size_bytes: String((2 ** 35 / 128) * 127),
        unpadded_piece_size_tibs: '0.031005859375',
        is_verified: 'true',
        client_id: `f0${deal.clientId}`,
        provider_id: `f0${deal.providerId}`,
        label: deal.label,
        start_epoch: '100',
        start_at: '2020-08-24T22:50:00.000Z',
        end_epoch: String(deal.endEpoch),
        end_at: new Date(1_598_306_400_000 + deal.endEpoch * 30_000).toISOString(),
        sector_number: deal.sectorStartEpoch >= 0 ? String(deal.sectorNumber) : '',
        sector_start_epoch: deal.sectorStartEpoch >= 0 ? '90' : '',
        sector_start_at: deal.sectorStartEpoch >= 0 ? '2020-08-24T22:45:00.000Z' : '',
        last_updated_epoch: '',
        last_updated_at: '',
        slash_epoch: '',
        slash_at: '',
        storage_price_per_epoch: String(deal.price),
        provider_collateral: '7',
        client_collateral: '0',
        is_active: String(deal.sectorStartEpoch >= 0 && deal.endEpoch > HEAD),
        kind: 'f05',
        claim_id: deal.dealId === CLAIM_OF.dealId ? String(CLAIM_OF.id) : '',
        allocation_id: '',
        earliest_end_epoch: '',
      })),
    );
  });

  test('that was stopped is not there', async () => {
    const { dialect } = dataset.writer;
    const stop = new AbortController();
    const file = path.join(folder.path, 'stopped.csv');
    stop.abort(new Error('stopped'));
    const plan = planDealExport('csv', conditionOf('', dialect), context(dialect));
    const writing = exportCsv(dataset.writer, plan, { file, signal: stop.signal });
    await expect(writing).rejects.toThrow('stopped');
    expect((await readdir(folder.path)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });
});

describe('a Parquet file', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const writer = await openDuckDbWriter({ path: path.join(folder.path, 'market.duckdb'), memoryMib: 256, threads: 2 });
    await storeDeals(writer, DEALS);
    await writer.close();
  });
  afterAll(() => folder.remove());

  test('has the rows, names and types that other tools load', async () => {
    const outside = await temporaryFolder();
    const source = { path: path.join(folder.path, 'market.duckdb'), memoryMib: 256, threads: 2 };
    const file = path.join(outside.path, "it's.parquet");
    const engine = await openDuckDb({ ...source, exportFolder: outside.path });
    const plan = planDealExport('parquet', conditionOf('provider:f01001 verified:no', 'duckdb'), context('duckdb'));
    const count = await exportParquet(engine, plan, { file });
    const expected = DEALS.filter(({ providerId, isVerified }) => providerId === 1001 && !isVerified);
    expect(count).toBe(expected.length);
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const types = await connection.runAndReadAll('DESCRIBE SELECT * FROM read_parquet($1)', [file]);
    expect(Object.fromEntries(types.getRows().map(([name, type]) => [name, type]))).toMatchObject({
      deal_id: 'BIGINT',
      piece_cid: 'VARCHAR',
      padded_piece_size_bytes: 'BIGINT',
      is_verified: 'BOOLEAN',
      client_id: 'VARCHAR',
      start_at: 'TIMESTAMP',
      storage_price_per_epoch: 'DECIMAL(38,0)',
      is_active: 'BOOLEAN',
    });
    const read = await connection.runAndReadAll(
      "SELECT deal_id::VARCHAR, piece_cid, label, storage_price_per_epoch::VARCHAR, strftime(start_at, '%Y-%m-%dT%H:%M:%SZ'), sector_start_epoch::INT FROM read_parquet($1)",
      [file],
    );
    expect(read.getRows()).toEqual(
      expected.map((deal) => [
        String(deal.dealId),
        pieceCidOf(DIGEST),
        deal.label,
        String(deal.price),
        '2020-08-24T22:50:00Z',
        deal.sectorStartEpoch >= 0 ? 90 : null,
      ]),
    );
    connection.closeSync();
    instance.closeSync();
    const elsewhere = path.join(folder.path, '..', 'elsewhere.parquet');
    await expect(exportParquet(engine, plan, { file: elsewhere })).rejects.toThrow(/permission|disabled|not allowed/i);
    await engine.close();
    await outside.remove();
  });
});
