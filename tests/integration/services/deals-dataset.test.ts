/** The deals service over a dataset and a CID checker: the same rows as the node's own list, and look-ups in one form from both. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExportPlan, exportCsv } from '../../../electron/dataset/questions/export-deals.ts';
import type { MarketDataset } from '../../../electron/dataset/questions/market-dataset.ts';
import { CLAIM } from '../../../electron/dataset/registry/registry-rows.ts';
import type { DatasetExports } from '../../../electron/services/dataset/dataset-exports.ts';
import { idOfAddress, parseAddress } from '../../../shared/domain/addresses/address.ts';
import { cidFromBytes, cidToBytes, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { DealRow } from '../../../shared/ipc/schemas/deals.ts';
import { zDeal, zDealLookUp, zDealPage, zDealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { parseCsv } from '../../../shared/text/csv.ts';
import { zNodeMarketDeal, zNodeMarketDeals } from '../../../shared/validation/node/provider-state.ts';
import { DATASET_ENGINES, type StoredDeal, storeDeals, storeRegistry } from '../../builders/dataset-engines.ts';
import { type DealsServices, startDealsServices } from '../../builders/deals-services.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const ORDER = { by: 'id', direction: 'ascending' } as const;

describe.each(DATASET_ENGINES)('deals of a dataset in $name', ({ open }) => {
  let services: DealsServices;
  let dataset: Awaited<ReturnType<typeof open>>;
  let current: MarketDataset | undefined;
  let checkerUrl: string | undefined;
  let stored: StoredDeal[];
  const exported: (readonly [plan: ExportPlan, expected: number | undefined])[] = [];
  const startExport: DatasetExports['startExport'] = async (_, plan, __, expected) => {
    exported.push([plan, expected]);
    return 'one';
  };

  beforeAll(async () => {
    dataset = await open();
    services = await startDealsServices({
      datasets: { current: async () => current },
      exports: { startExport },
      cidCheckerOf: () => checkerUrl,
    });
    const market = zNodeMarketDeals.parse(await services.ask('StateMarketDeals', null));
    stored = Object.entries(market ?? {}).map(([id, value]) => {
      const { Proposal, State } = zNodeMarketDeal.parse(value);
      return {
        dealId: Number(id),
        clientId: Number(idOfAddress(parseAddress(Proposal.Client))),
        providerId: Number(idOfAddress(parseAddress(Proposal.Provider))),
        pieceCid: cidToBytes(parseCid(Proposal.PieceCID ?? '')),
        pieceSize: Proposal.PieceSize,
        isVerified: Proposal.VerifiedDeal,
        label: Proposal.Label ?? '',
        startEpoch: Proposal.StartEpoch,
        endEpoch: Proposal.EndEpoch,
        price: BigInt(Proposal.StoragePricePerEpoch),
        sectorNumber: State.SectorNumber === undefined || State.SectorNumber === null ? null : Number(State.SectorNumber),
        sectorStartEpoch: State.SectorStartEpoch,
        slashEpoch: State.SlashEpoch,
      };
    });
    expect(stored.length).toBeGreaterThan(3);
    await storeDeals(dataset.writer, stored);
  });
  afterAll(async () => {
    await services.stop();
    await dataset.remove();
  });

  async function useDataset(): Promise<void> {
    const { pinned } = await services.deals.listDeals({ order: ORDER, offset: 0, limit: 1 });
    const { writer: engine } = dataset;
    current ??= { number: 7, engine, epoch: pinned.height, write: (plan, target) => exportCsv(engine, plan, target) };
  }

  test('without one the answer says how to get one', async () => {
    const asked = services.deals.listDeals({ source: 'dataset', order: ORDER, offset: 0, limit: 10 });
    expect(await failureOf(asked)).toMatchObject({ code: 'not-found', message: expect.stringContaining('No dataset') });
  });

  test('pages have the rows of the node, but for what a dataset does not know', async () => {
    await useDataset();
    const ofNode = await services.deals.listDeals({ kind: 'f05', order: ORDER, offset: 0, limit: 500 });
    const page = zDealPage.parse(await services.deals.listDeals({ source: 'dataset', order: ORDER, offset: 0, limit: 500 }));
    // Faults, ended sectors and claims are not in the market's file.
    const known = ({ state, claimId: _, ...row }: DealRow) => ({
      ...row,
      state: state === 'faulty' || state === 'ended' ? 'proving' : state,
    });
    expect(page.rows.map(known)).toEqual(ofNode.rows.map(known));
    expect(page).toMatchObject({ source: 'dataset', total: stored.length, matching: stored.length, asOf: { epoch: current?.epoch } });
  });

  test('filters, sums and values are asked of the dataset alone', async () => {
    await useDataset();
    const provider = `t0${stored[0]?.providerId}`;
    const calls = services.tap.calls.length;
    const page = await services.deals.listDeals({
      source: 'dataset',
      of: [provider],
      filter: `provider:${provider}`,
      order: ORDER,
      offset: 0,
      limit: 5,
    });
    expect(page.matching).toBe(stored.filter(({ providerId }) => `t0${providerId}` === provider).length);
    const summary = zDealSummary.parse(await services.deals.summarizeDeals({ source: 'dataset' }));
    expect(summary.matching).toBe(stored.length);
    const values = await services.deals.listFilterValues({ source: 'dataset', field: 'provider', prefix: '' });
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(stored.length);
    expect(services.tap.calls).toHaveLength(calls);
  });

  test('all deals that pass are exported, not only those of a page', async () => {
    await useDataset();
    const provider = `t0${stored[0]?.providerId}`;
    expect(await services.deals.startExport({ filter: `provider:${provider}`, form: 'csv' })).toEqual({ exportId: 'one' });
    const [plan, expected] = exported.at(-1) ?? [];
    const wanted = stored.filter(({ providerId }) => `t0${providerId}` === provider);
    expect(expected).toBe(wanted.length);
    const folder = await temporaryFolder();
    const file = path.join(folder.path, 'deals.csv');
    await current?.write(plan as ExportPlan, { file });
    const [, ...rows] = parseCsv(await readFile(file, 'utf8'));
    expect(rows.map(({ cells }) => Number(cells[0])).toSorted((a, b) => a - b)).toEqual(
      wanted.map(({ dealId }) => dealId).toSorted((a, b) => a - b),
    );
    expect(rows.map(({ cells }) => cells[9])).toEqual(expect.arrayContaining(wanted.map(({ label }) => label)));
    await folder.remove();
  });

  test('a look-up has the same answer from the dataset and from a CID checker', async () => {
    await useDataset();
    const piece = pieceOf(stored[0]);
    const texts = [piece, String(stored[1]?.dealId), `t0${stored[0]?.clientId}`, 'nonsense'];
    const fromDataset = zDealLookUp.parse(await services.deals.lookUp({ texts, source: 'dataset' }));
    expect(fromDataset.results[0]).toMatchObject({ kind: 'piece', deals: stored.filter((deal) => pieceOf(deal) === piece).length });
    expect(fromDataset.results[3]).toMatchObject({ kind: 'unknown', deals: 0, problem: expect.any(String) });
    const checker = await startChecker(() => fromDatasetRows(services));
    checkerUrl = `http://127.0.0.1:${(checker.address() as AddressInfo).port}/cid-checker`;
    try {
      const fromChecker = zDealLookUp.parse(await services.deals.lookUp({ texts, source: 'checker' }));
      expect(fromChecker.results).toEqual(fromDataset.results);
      expect(fromChecker.asOf).toMatchObject({ epoch: 77 });
    } finally {
      checker.closeAllConnections();
      checker.close();
      checkerUrl = undefined;
    }
  });

  test('a checker that is missing, a page, down or wrong is told apart', async () => {
    const ask = () => services.deals.lookUp({ texts: ['1'], source: 'checker' });
    expect(await failureOf(ask())).toMatchObject({ code: 'capability-missing' });
    checkerUrl = 'https://example.invalid/{cid}';
    expect(await failureOf(ask())).toMatchObject({ code: 'capability-missing' });
    checkerUrl = 'http://127.0.0.1:1/cid-checker';
    expect(await failureOf(ask())).toMatchObject({ code: 'endpoint-unreachable' });
    const answers: (readonly [status: number, body: string, code: string])[] = [
      [200, '{"deals":[]}', 'endpoint-bad-reply'],
      [200, '<html>', 'endpoint-bad-reply'],
      [400, '{"error":"no criterion"}', 'endpoint-bad-reply'],
      [410, '{"error":"older"}', 'endpoint-bad-reply'],
      [429, '{"error":"slow down"}', 'endpoint-rate-limited'],
    ];
    for (const [status, body, code] of answers) {
      const server = createServer((_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      checkerUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      expect(await failureOf(ask()), body).toMatchObject({ code });
      server.closeAllConnections();
      server.close();
    }
    checkerUrl = undefined;
  });

  test('what the node does not have opens from the dataset, with its age and its claim', async () => {
    await useDataset();
    const [first] = stored;
    if (first === undefined) throw new Error('There is no deal.');
    const kept = { ...first, dealId: 900_001, isVerified: true, sectorNumber: 77, sectorStartEpoch: 5 };
    await storeDeals(dataset.writer, [kept]);
    const place = {
      kind: CLAIM,
      clientId: kept.clientId,
      providerId: kept.providerId,
      pieceCid: kept.pieceCid,
      pieceSize: 1024,
      prefix: 0n,
    } as const;
    const terms = { startEpoch: 6, endEpoch: 906, termMin: 100, termMax: 900 };
    await storeRegistry(dataset.writer, [
      { id: 900_002, ...place, ...terms, sectorNumber: 77 },
      { id: 900_003, ...place, ...terms, sectorNumber: 78 },
    ]);
    const deal = zDeal.parse(await services.deals.getDeal({ key: '900001' }));
    expect(deal).toMatchObject({
      dataset: { epoch: current?.epoch },
      calls: [],
      row: { kind: 'f05', id: 900_001, claimId: 900_002, sectorNumber: 77 },
      agreed: { providerCollateral: '7', sectorStartEpoch: 5 },
      terms: { termMin: 100, termMax: 900, termStart: 6, claimId: 900_002 },
    });
    const joined = zDeal.parse(await services.deals.getDeal({ key: `claim-${kept.providerId}-900002` }));
    expect(joined.row).toEqual(deal.row);
    const alone = zDeal.parse(await services.deals.getDeal({ key: `claim-${kept.providerId}-900003` }));
    expect(alone).toMatchObject({ row: { kind: 'ddo', id: 900_003, mayEndEpoch: 106 }, terms: { claimId: 900_003 } });
    expect(await failureOf(services.deals.getDeal({ key: '900009' }))).toMatchObject({ code: 'not-found' });
    expect(await failureOf(services.deals.getDeal({ key: 'claim-1-900003' }))).toMatchObject({ code: 'not-found' });
    // The node has it: nothing is said of a dataset.
    expect((await services.deals.getDeal({ key: String(first.dealId) })).dataset).toBeUndefined();
  });
});

function pieceOf(deal: StoredDeal | undefined): string {
  return deal === undefined ? '' : cidFromBytes(deal.pieceCid);
}

async function fromDatasetRows({ deals }: DealsServices): Promise<readonly DealRow[]> {
  return (await deals.listDeals({ source: 'dataset', order: ORDER, offset: 0, limit: 500 })).rows;
}

/** Two deals a page, from rows of the list. */
async function startChecker(rowsOf: () => Promise<readonly DealRow[]>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const body = request.method === 'POST' ? (JSON.parse(await text(request)) as { cids: string[]; cursor?: string }) : undefined;
    const wanted = (row: DealRow): boolean =>
      body?.cids.includes(row.pieceCid) === true ||
      url.searchParams.get('dealId') === String(row.id) ||
      url.searchParams.get('client') === row.client ||
      url.searchParams.get('provider') === row.provider;
    const found = (await rowsOf()).filter(wanted);
    const from = Number(body?.cursor ?? url.searchParams.get('cursor') ?? 0);
    const page = found.slice(from, from + 2).map((row) => ({
      dealId: row.id,
      pieceCid: row.pieceCid,
      pieceSize: row.pieceSizeBytes,
      label: row.label ?? null,
      client: row.client,
      provider: row.provider,
      verified: row.isVerified,
      startEpoch: row.startEpoch,
      endEpoch: row.endEpoch,
      pricePerEpoch: row.pricePerEpoch,
      sectorNumber: row.sectorNumber ?? null,
      sectorStartEpoch: null,
      slashEpoch: null,
      status: row.state === 'proving' ? 'active' : row.state,
      matched: body === undefined ? null : row.pieceCid,
    }));
    const isLast = from + 2 >= found.length;
    const asOf = { epoch: 77, time: '2026-11-24T00:00:00Z', tipset: [] };
    response
      .writeHead(url.pathname === '/cid-checker/deals' ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ asOf, total: found.length, deals: page, notFound: [], next: isLast ? null : String(from + 2) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
