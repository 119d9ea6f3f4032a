/** Questions of a dataset: on every engine the same answers as a table in memory gives. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestPrefix } from '../../../electron/dataset/cid-prefix.ts';
import type { DatasetWriter } from '../../../electron/dataset/engine.ts';
import { MarketQuestions } from '../../../electron/dataset/questions/market-questions.ts';
import { ALLOCATION, CLAIM, type RegistryRow } from '../../../electron/dataset/registry/registry-rows.ts';
import { allocationEntry, claimEntry, dealEntry } from '../../../electron/services/deals/deal-entries.ts';
import { DealTableView } from '../../../electron/services/deals/deal-table-view.ts';
import { joinDeals } from '../../../electron/services/deals/join-deals.ts';
import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import { cidFromBytes } from '../../../shared/domain/encoding/cid.ts';
import { parseFilter } from '../../../shared/filter/filter.ts';
import { type DealOrder, zDealOrder, zDealState } from '../../../shared/ipc/schemas/deals.ts';
import { DATASET_ENGINES, type StoredDeal, storeDeals, storeRegistry } from '../../builders/dataset-engines.ts';

const HEAD = 5000;
const GENESIS_MS = Date.UTC(2026, 0, 1);
const EPOCH_MS = 30_000;
const timeMsOf = (epoch: number): number => GENESIS_MS + epoch * EPOCH_MS;
const epochOf = (timeMs: number): number => (timeMs - GENESIS_MS) / EPOCH_MS;
const MOMENT = { head: HEAD, asOf: HEAD, epochOf, timeMsOf };

/** Few values of each column, so that filters find some and orders have ties. */
const digest = fc
  .constantFrom(0, 1, 2, 3, 4, 5)
  .map((seed) => Uint8Array.from({ length: 32 }, (_, at) => (at * 37 + seed * 101 + (at ^ seed)) & 0xff));
const pieceBytes = (bytes: Uint8Array): Uint8Array => Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...bytes]);
const piece = fc.oneof(
  { weight: 20, arbitrary: digest.map((bytes) => Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...bytes])) },
  { weight: 1, arbitrary: fc.constant(new Uint8Array()) },
);
const label = fc.constantFrom(
  '',
  'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWWZ',
  '100%',
  'a_b!c',
  'Ünïcode LABEL',
  'Καλά',
  '=1+1',
);
const epoch = fc.integer({ min: HEAD - 60, max: HEAD + 60 }).map((at) => (at % 3 === 0 ? at * 17 : at));
const deals = fc
  .array(
    fc.record({
      clientId: fc.constantFrom(100, 1001, 1010, 10101, 987654321),
      providerId: fc.constantFrom(1000, 1001, 2000, 20001),
      pieceCid: piece,
      pieceSize: fc.constantFrom(128, 2 ** 20, 2 ** 30, 2 ** 35, 2 ** 36),
      isVerified: fc.boolean(),
      label,
      startEpoch: epoch,
      endEpoch: epoch,
      price: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.constantFrom(1n, 9n, 10n, 10n ** 18n, 10n ** 30n)),
      sectorNumber: fc.oneof(fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }), fc.integer({ min: 0, max: 3 })),
      sectorStartEpoch: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: HEAD })),
      slashEpoch: fc.oneof({ weight: 5, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: HEAD }) }),
    }),
    { minLength: 300, maxLength: 300 },
  )
  .map((rows): StoredDeal[] => rows.map((row, index) => ({ ...row, dealId: (index * 7919) % 4001 })));

/** IDs come behind those of the deals, as rows of the table in memory do. */
const epochs = fc.integer({ min: 1, max: 60 });
const claims = fc
  .array(
    fc.record({
      clientId: fc.constantFrom(100, 1001, 1010),
      providerId: fc.constantFrom(1000, 1001, 2000),
      pieceCid: digest.map(pieceBytes),
      pieceSize: fc.constantFrom(128, 2 ** 30, 2 ** 35),
      sectorNumber: fc.integer({ min: 0, max: 3 }),
      startEpoch: fc.integer({ min: HEAD - 60, max: HEAD }),
      termMin: epochs,
      termMax: epochs,
    }),
    { minLength: 150, maxLength: 150 },
  )
  .map((rows): RegistryRow[] =>
    rows.map((row, at) => ({
      ...row,
      kind: CLAIM,
      id: 5000 + at,
      endEpoch: row.startEpoch + row.termMax,
      prefix: digestPrefix(cidFromBytes(row.pieceCid)),
    })),
  );
const allocations = claims.map((rows): RegistryRow[] =>
  rows.slice(0, 60).map((row, at) => ({ ...row, kind: ALLOCATION, id: 6000 + at, sectorNumber: undefined, startEpoch: undefined })),
);

const value = fc.oneof(
  fc.integer({ min: -10, max: 60 }),
  fc.double({ min: -5, max: 5000, noNaN: true }).map((n) => Number(n.toFixed(3))),
  fc.constantFrom(1e18, 1e25, 1e60),
);
const comparison = fc.constantFrom(':', ':>', ':>=', ':<', ':<=', '>', '<=');
const part = fc
  .tuple(fc.nat(63), fc.integer({ min: 1, max: 12 }), digest)
  .map(([from, length, bytes]) =>
    cidFromBytes(Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...bytes])).slice(from, from + length),
  );
const wholePiece = digest.map((bytes) => String(cidFromBytes(Uint8Array.from([0x01, 0x81, 0xe2, 0x03, 0x92, 0x20, 0x20, ...bytes]))));
const word = fc.oneof(
  part,
  wholePiece,
  fc.constantFrom(
    'baga6ea4seaq',
    'baga',
    'b',
    'undef',
    '10',
    '1001',
    'f01001',
    'f0',
    'f',
    'bafy',
    'qmy',
    '%',
    'a_b',
    '!',
    'ünï',
    'label',
    'καλ',
    '0',
    '94',
    '5003',
    '5100',
    '6010',
    'zzzz',
    '777',
  ),
);
const pattern = fc.oneof(
  word,
  word.map((text) => `${text}*`),
  word.map((text) => `*${text}`),
  fc.tuple(word, word).map(([a, b]) => `${a}*${b}`),
  fc.tuple(word, word).map(([a, b]) => `*${a}*${b}*`),
  fc.tuple(wholePiece, fc.nat(60), fc.nat(60)).map(([cid, a, b]) => `${cid.slice(0, Math.min(a, b))}*${cid.slice(Math.max(a, b))}`),
  fc.tuple(wholePiece, fc.nat(63)).map(([cid, a]) => `${cid.slice(0, a + 1)}*`),
  fc.constantFrom('*', 'f01*', '*1', 'f0*1', 't01000', 'f01000', 'f001000', '<undefined>', '<*'),
);
const term = fc.oneof(
  fc.tuple(fc.constantFrom('id', 'sector', 'price'), comparison, value).map(([name, sign, at]) => `${name}${sign}${at}`),
  fc
    .tuple(fc.constantFrom('size'), comparison, fc.constantFrom('1GiB', '0.5GiB', '1MB', '128', '1.5KiB', '64GiB'))
    .map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('start', 'end'),
      comparison,
      fc.constantFrom('now', '+1h', '-30', '-0.3h', '5000', '5010.5', '2026-01-02', '2026-01-03', '+30d'),
    )
    .map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('id', 'start', 'price', 'sector'), value, value).map(([name, a, b]) => `${name}:${a}..${b}`),
  fc.constantFrom('end:now..+30d', 'start:2026-01-02..2026-01-03', 'size:1MiB..1GiB'),
  fc.constantFrom(...zDealState.options).map((state) => `state:${state}`),
  fc.constantFrom('verified:yes', 'verified:no', 'kind:f05', 'kind:ddo', 'kind:allocation', 'nonsense:1', 'state:none'),
  fc
    .tuple(fc.constantFrom('piece', 'label', 'client', 'provider'), fc.constantFrom(':', ':='), pattern)
    .map(([name, sign, text]) => `${name}${sign}"${text}"`),
  word.map((text) => `"${text}"`),
);
const { filter } = fc.letrec<{ filter: string; group: string }>((tie) => ({
  filter: fc.oneof({ weight: 3, arbitrary: term }, { weight: 2, arbitrary: tie('group') }),
  group: fc.oneof(
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `(${a} ${b})`),
    fc.tuple(tie('filter'), tie('filter')).map(([a, b]) => `(${a} or ${b})`),
    tie('filter').map((a) => `not (${a})`),
  ),
}));

const CONTEXT = { epoch: HEAD, address: (text: string) => text, actor: (id: number) => `f0${id}`, health: () => undefined };

function viewOf(stored: readonly StoredDeal[], registry: readonly RegistryRow[]): { view: DealTableView; joined: number } {
  const deals = stored
    .toSorted((left, right) => left.dealId - right.dealId)
    .map((deal) =>
      dealEntry(
        deal.dealId,
        {
          Proposal: {
            PieceCID: deal.pieceCid.length === 0 ? null : cidFromBytes(deal.pieceCid),
            PieceSize: deal.pieceSize,
            VerifiedDeal: deal.isVerified,
            Client: `f0${deal.clientId}`,
            Provider: `f0${deal.providerId}`,
            Label: deal.label,
            StartEpoch: deal.startEpoch,
            EndEpoch: deal.endEpoch,
            StoragePricePerEpoch: String(deal.price),
            ProviderCollateral: '7',
            ClientCollateral: '0',
          },
          State: {
            SectorNumber: deal.sectorNumber === null ? null : BigInt(deal.sectorNumber),
            SectorStartEpoch: deal.sectorStartEpoch,
            LastUpdatedEpoch: -1,
            SlashEpoch: deal.slashEpoch,
          },
        },
        CONTEXT,
      ),
    );
  const data = (row: RegistryRow) => ({
    Provider: row.providerId,
    Client: row.clientId,
    Data: cidFromBytes(row.pieceCid),
    Size: row.pieceSize,
    TermMin: row.termMin,
    TermMax: row.termMax,
  });
  const claimEntries = registry
    .filter(({ kind }) => kind === CLAIM)
    .map((row) => claimEntry(row.id, { ...data(row), TermStart: row.startEpoch ?? 0, Sector: row.sectorNumber ?? 0 }, CONTEXT));
  const allocationEntries = registry
    .filter(({ kind }) => kind === ALLOCATION)
    .map((row) => allocationEntry(row.id, { ...data(row), Expiration: row.endEpoch }, CONTEXT));
  const { table, joined } = joinDeals(deals, claimEntries, allocationEntries, deals.length + registry.length, timeMsOf);
  return { view: new DealTableView(table, { head: HEAD, epochOf }), joined };
}

describe.each(DATASET_ENGINES)('questions of a dataset in $name', ({ open }) => {
  let dataset: { readonly writer: DatasetWriter; remove(): Promise<void> };
  let questions: MarketQuestions;
  let view: DealTableView;
  let joined: number;

  beforeAll(async () => {
    dataset = await open();
    const [stored] = fc.sample(deals, { numRuns: 1, seed: 4711 });
    if (stored === undefined) throw new Error('There are no deals.');
    const registry = [claims, allocations].flatMap((rows) => fc.sample(rows, { numRuns: 1, seed: 815 })[0] ?? []);
    await storeDeals(dataset.writer, stored);
    await storeRegistry(dataset.writer, registry);
    questions = new MarketQuestions(dataset.writer, 'f', { ranges: 5, small: 3 });
    ({ view, joined } = viewOf(stored, registry));
    expect(joined).toBeGreaterThan(3);
  });
  afterAll(() => dataset.remove());

  async function idsOf(text: string, order: DealOrder = { by: 'id', direction: 'ascending' }): Promise<number[]> {
    const { node } = parseFilter(text, DEAL_FILTER);
    return (await questions.page({ node }, MOMENT, order, 0, 600)).map(({ id }) => id);
  }

  test('a random filter lets the same rows through as in memory', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (text) => {
        const parsed = parseFilter(text, DEAL_FILTER);
        const expected = view.page({ filter: parsed }, { by: 'id', direction: 'ascending' }, 0, 600).rows.map(({ id }) => id);
        expect(await idsOf(text), text).toEqual(expected);
      }),
      {
        numRuns: 150,
        examples: [['price:<1000000000000000000'], ['price:>999999999999999999'], ['price:>=0.5 price:<1.5'], ['"ünï"']],
      },
    );
  });

  test.each(zDealOrder.shape.by.options)('order by %s: random windows are those of the whole list', async (by) => {
    await fc.assert(
      fc.asyncProperty(
        filter,
        fc.constantFrom('ascending' as const, 'descending' as const),
        fc.nat(520),
        fc.integer({ min: 1, max: 60 }),
        async (text, direction, offset, limit) => {
          const { node } = parseFilter(text, DEAL_FILTER);
          const all = await idsOf(text, { by, direction });
          const window = await questions.page({ node }, MOMENT, { by, direction }, offset, limit);
          expect(window.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit));
          // A piece CID is in the order of its bytes here, and in that of its letters in memory.
          if (by === 'piece') return;
          const expected = view.page({ filter: parseFilter(text, DEAL_FILTER) }, { by, direction }, offset, limit);
          expect(window.map(({ id }) => id)).toEqual(expected.rows.map(({ id }) => id));
        },
      ),
      { numRuns: 15 },
    );
  });

  test('rows have the same columns as in memory', async () => {
    const rows = await questions.page({}, MOMENT, { by: 'id', direction: 'ascending' }, 0, 600);
    const expected = view.page({ filter: parseFilter('', DEAL_FILTER) }, { by: 'id', direction: 'ascending' }, 0, 600).rows;
    expect(await questions.registry()).toEqual({ joined, odd: 0 });
    expect(
      rows.map((row) => ({
        kind: row.kind,
        id: row.id,
        claim: row.claimId,
        mayEnd: row.mayEndEpoch,
        piece: row.pieceCid,
        size: row.pieceSize,
        verified: row.isVerified,
        client: `f0${row.clientId}`,
        provider: `f0${row.providerId}`,
        label: row.label,
        sector: row.sectorNumber,
        state: row.state,
        start: row.startEpoch,
        end: row.endEpoch,
        price: row.price?.toString(),
      })),
    ).toEqual(
      expected.map((row) => ({
        kind: row.kind,
        id: row.id,
        claim: row.claimId,
        mayEnd: row.mayEndEpoch,
        piece: row.pieceCid,
        size: row.pieceSizeBytes,
        verified: row.isVerified,
        client: row.client,
        provider: row.provider,
        label: row.label,
        sector: row.sectorNumber,
        state: row.state,
        start: row.startEpoch,
        end: row.endEpoch,
        price: row.pricePerEpoch,
      })),
    );
  });

  test('counts, sums and values are those of the table in memory', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (text) => {
        const parsed = parseFilter(text, DEAL_FILTER);
        const { matching, ...counts } = await questions.counts({ node: parsed.node }, MOMENT);
        expect(counts).toEqual(view.counts({ filter: parsed }));
        expect(matching).toBe(view.summary({ filter: parsed }).matching);
        expect(await questions.summary({ node: parsed.node }, MOMENT)).toEqual(view.summary({ filter: parsed }));
      }),
      { numRuns: 25 },
    );
    for (const [field, prefix] of [
      ['client', ''],
      ['provider', '10'],
      ['client', 'F0'],
      ['provider', '%'],
    ] as const) {
      const sorted = (list: readonly { value: string; count: number }[]) => list.toSorted((a, b) => (a.value < b.value ? -1 : 1));
      expect(sorted(await questions.values(field, prefix))).toEqual(sorted(view.values(field, prefix)));
    }
  });

  test('what cannot be known at the head is told as of the dataset', async () => {
    const late = { ...MOMENT, head: HEAD + 1000 };
    const { node } = parseFilter('state:missed-start', DEAL_FILTER);
    const ids = (await questions.page({ node }, late, { by: 'id', direction: 'ascending' }, 0, 500)).map(({ id }) => id);
    expect(ids).toEqual(await idsOf('state:missed-start'));
    const expired = await questions.counts({ node: parseFilter('state:expired', DEAL_FILTER).node }, late);
    expect(expired.matching).toBeGreaterThan((await idsOf('state:expired')).length);
  });
});
