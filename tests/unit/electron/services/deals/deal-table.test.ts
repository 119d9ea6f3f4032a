/** The table against plain arrays of the same rows: filters, orders, counts and sums. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DealEntry, type DealTable, DealTableBuilder } from '../../../../../electron/services/deals/deal-table.ts';
import { orderedRows } from '../../../../../electron/services/deals/deal-table-order.ts';
import { DealTableView, dealQuery } from '../../../../../electron/services/deals/deal-table-view.ts';
import { ENDING_SOON_FILTER } from '../../../../../shared/deals/deal-filter.ts';
import { type DealOrder, zDealKind, zDealRow, zDealState } from '../../../../../shared/ipc/schemas/deals.ts';

const EPOCH_MS = 30_000;
const MOMENT = { head: 1000, epochOf: (timeMs: number) => timeMs / EPOCH_MS };
const timeMsOf = (epoch: number): number => epoch * EPOCH_MS;

const entry = fc.record({
  kind: fc.constantFrom(...zDealKind.options),
  id: fc.integer({ min: 0, max: 60 }),
  claimId: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  pieceCid: fc.stringMatching(/^baga6ea4seaq[a-c]{1,3}$/),
  pieceSizeBytes: fc.constantFrom(128, 2 ** 34, 2 ** 35, 2 ** 45),
  isVerified: fc.boolean(),
  client: fc.constantFrom('f0101', 'f0102', 'f01010'),
  provider: fc.constantFrom('f01000', 'f01001', 'f010000'),
  label: fc.option(fc.constantFrom('', 'QmAbC', 'bafyabc', '=1+1'), { nil: undefined }),
  sectorNumber: fc.option(fc.constantFrom(0, 1, 2 ** 40), { nil: undefined }),
  state: fc.constantFrom(...zDealState.options),
  startEpoch: fc.option(fc.integer({ min: -5, max: 5000 }), { nil: undefined }),
  endEpoch: fc.integer({ min: 0, max: 200_000 }),
  mayEndEpoch: fc.option(fc.integer({ min: 0, max: 200_000 }), { nil: undefined }),
  pricePerEpoch: fc.option(fc.constantFrom('0', '5', '100000000000000000000'), { nil: undefined }),
}) satisfies fc.Arbitrary<DealEntry>;
const entries = fc.array(entry, { maxLength: 40 });

function tableOf(rows: readonly DealEntry[]): DealTable {
  const builder = new DealTableBuilder(2);
  for (const row of rows) expect(builder.add(row)).toBe(true);
  return builder.finish(timeMsOf);
}

function matching(rows: readonly DealEntry[], filter: string): number[] {
  const view = new DealTableView(tableOf(rows), MOMENT);
  const page = view.page(dealQuery(undefined, filter), { by: 'id', direction: 'ascending' }, 0, 500);
  // A row is known by all that it says; equal ones are as good as each other.
  const written = rows.map((_, index) => JSON.stringify(view.table.rowAt(index)));
  return page.rows.map((row) => written.indexOf(JSON.stringify(row))).sort((left, right) => left - right);
}

describe('deal table', () => {
  it('returns the added rows', () => {
    fc.assert(
      fc.property(entries, (rows) => {
        const table = tableOf(rows);
        rows.forEach((row, index) => {
          const given = zDealRow.parse(table.rowAt(index));
          const { key: _, startTimeMs, endTimeMs, ...plain } = given;
          expect(plain).toEqual(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)));
          expect(endTimeMs).toBe(row.endEpoch * EPOCH_MS);
          expect(startTimeMs).toBe(row.startEpoch === undefined ? undefined : row.startEpoch * EPOCH_MS);
        });
      }),
    );
  });

  const TESTS: readonly (readonly [filter: string, test: (row: DealEntry) => boolean])[] = [
    ['id:7', ({ id }) => id === 7],
    ['id:>30', ({ id }) => id > 30],
    ['verified:yes', ({ isVerified }) => isVerified],
    ['not verified:yes', ({ isVerified }) => !isVerified],
    ['size:>=16GiB', ({ pieceSizeBytes }) => pieceSizeBytes >= 2 ** 34],
    ['state:faulty or state:proving', ({ state }) => state === 'faulty' || state === 'proving'],
    ['kind:ddo', ({ kind }) => kind === 'ddo'],
    ['client:f0101', ({ client }) => client === 'f0101'],
    ['provider:f0100*', ({ provider }) => provider.startsWith('f0100')],
    ['piece:ab', ({ pieceCid }) => pieceCid.includes('ab')],
    ['piece:=baga6ea4seaqa', ({ pieceCid }) => pieceCid === 'baga6ea4seaqa'],
    ['piece:baga6ea4seaq*c', ({ pieceCid }) => pieceCid.endsWith('c')],
    ['label:qmabc', ({ label }) => label === 'QmAbC'],
    ['sector:0', ({ sectorNumber }) => sectorNumber === 0],
    ['price:>5', ({ pricePerEpoch }) => pricePerEpoch !== undefined && BigInt(pricePerEpoch) > 5n],
    ['end:now..+30d', ({ endEpoch }) => endEpoch >= 1000 && endEpoch <= 1000 + 86_400],
    ['end:<30d', ({ endEpoch }) => endEpoch < 1000 + 86_400],
    ['start:<now', ({ startEpoch }) => startEpoch !== undefined && startEpoch < 1000],
    ['end:1970-01-02', ({ endEpoch }) => endEpoch >= 2880 && endEpoch < 5760],
    ['abc', ({ pieceCid, label = '' }) => pieceCid.includes('abc') || label.toLowerCase().includes('abc')],
    ['7', ({ id, claimId, client, provider, label = '' }) => id === 7 || claimId === 7 || `${client} ${provider} ${label}`.includes('7')],
    ['f0101 state:faulty', ({ client, provider, state }) => `${client} ${provider}`.includes('f0101') && state === 'faulty'],
    ['nonsense:1', () => false],
  ];
  it.each(TESTS)('filters by %s as a plain loop does', (filter, test) => {
    fc.assert(
      fc.property(entries, (rows) => {
        const wanted = rows.flatMap((row, index) => (test(row) ? [index] : []));
        const found = matching(rows, filter);
        expect(found.length).toBe(wanted.length);
        expect(found.every((index) => test(rows[index] as DealEntry))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  const KEYS: Readonly<Record<DealOrder['by'], (row: DealEntry) => number | string | bigint>> = {
    id: ({ id }) => id,
    kind: ({ kind }) => zDealKind.options.indexOf(kind),
    piece: ({ pieceCid }) => pieceCid,
    size: ({ pieceSizeBytes }) => pieceSizeBytes,
    client: ({ client }) => Number(client.slice(2)),
    provider: ({ provider }) => Number(provider.slice(2)),
    sector: ({ sectorNumber }) => sectorNumber ?? -1,
    state: ({ state }) => zDealState.options.indexOf(state),
    start: ({ startEpoch }) => startEpoch ?? Number.NEGATIVE_INFINITY,
    end: ({ endEpoch }) => endEpoch,
    price: ({ pricePerEpoch }) => (pricePerEpoch === undefined ? -1n : BigInt(pricePerEpoch)),
    verified: ({ isVerified }) => Number(isVerified),
  };
  it.each(Object.keys(KEYS) as DealOrder['by'][])('sorts by %s, stably', (by) => {
    fc.assert(
      fc.property(entries, (rows) => {
        const keyOf = (index: number) => KEYS[by](rows[index] as DealEntry);
        const wanted = rows
          .map((_, index) => index)
          .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : left - right));
        expect([...orderedRows(tableOf(rows), by)]).toEqual(wanted);
      }),
      { numRuns: 60 },
    );
  });

  it('has two years of months, with earlier and later ends apart', () => {
    const row = {
      kind: 'f05',
      pieceCid: 'baga6ea4seaqa',
      pieceSizeBytes: 128,
      isVerified: true,
      client: 'f0101',
      provider: 'f01000',
    } as const;
    const head = 100_000;
    const ends = [10, head, head + 5 * 365 * 2880];
    const rows = ends.map((endEpoch, index) => ({ ...row, id: index + 1, state: 'proving', endEpoch }) as const);
    const { months } = new DealTableView(tableOf(rows), { ...MOMENT, head }).summary(dealQuery(undefined, ''));
    expect(months.map(({ count }) => count)).toEqual([1, 1, ...Array<number>(23).fill(0), 1]);
    expect([months[0]?.fromEpoch, months.at(-1)?.beforeEpoch]).toEqual([undefined, undefined]);
  });

  it('sums the smallest providers, but never a single one', () => {
    const row = {
      ...({ kind: 'f05', id: 1, pieceCid: 'baga6ea4seaqa', pieceSizeBytes: 128, isVerified: true } as const),
      client: 'f0101',
    } as const;
    const providersOf = (count: number) => {
      const rows = Array.from(
        { length: count },
        (_, index) => ({ ...row, provider: `f0100${index}`, state: 'proving', endEpoch: 5 }) as const,
      );
      return new DealTableView(tableOf(rows), MOMENT)
        .summary(dealQuery(undefined, ''))
        .providers.map((entry) => ('address' in entry ? entry.address : entry.count));
    };
    expect(providersOf(9)).toHaveLength(9);
    expect(providersOf(9).at(-1)).toBe('f01008');
    expect(providersOf(10)).toHaveLength(9);
    expect(providersOf(10).at(-1)).toBe(2);
  });

  it('counts and sums what matches', () => {
    fc.assert(
      fc.property(entries, (rows) => {
        const view = new DealTableView(tableOf(rows), MOMENT);
        const query = dealQuery('f05', 'verified:yes');
        const wanted = rows.filter(({ kind, isVerified }) => kind === 'f05' && isVerified);
        const stateCount = (name: string) => wanted.filter(({ state }) => state === name).length;
        const soon = wanted.filter(
          ({ state, endEpoch }) => (state === 'proving' || state === 'faulty') && endEpoch >= 1000 && endEpoch <= 87_400,
        );
        expect(view.counts(query)).toEqual({
          proving: stateCount('proving'),
          faulty: stateCount('faulty'),
          endingSoon: soon.length,
          expired: stateCount('expired'),
        });
        // The link of the attention check lists the deals that it counts.
        expect(view.summary(dealQuery('f05', `verified:yes ${ENDING_SOON_FILTER}`)).matching).toBe(soon.length);
        const summary = view.summary(query);
        const bytes = wanted.reduce((sum, { pieceSizeBytes }) => sum + BigInt(pieceSizeBytes), 0n);
        expect(summary.matching).toBe(wanted.length);
        expect(summary.providers.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.length);
        expect(summary.providers.reduce((sum, entry) => sum + BigInt(entry.bytes), 0n)).toBe(bytes);
        expect(summary.states.every(({ state, count }) => stateCount(state) === count)).toBe(true);
        expect(summary.months.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.length);
        for (const { fromEpoch = Number.NEGATIVE_INFINITY, beforeEpoch = Number.POSITIVE_INFINITY, count } of summary.months) {
          expect(count).toBe(wanted.filter(({ endEpoch }) => endEpoch >= fromEpoch && endEpoch < beforeEpoch).length);
        }
      }),
    );
  });

  it('rejects epochs out of range', () => {
    const builder = new DealTableBuilder(1);
    const good = fc.sample(entry, 1)[0] as DealEntry;
    expect(builder.add({ ...good, endEpoch: 2 ** 31 })).toBe(false);
    expect(builder.add({ ...good, startEpoch: Number.NaN })).toBe(false);
    expect(builder.add({ ...good, mayEndEpoch: 2 ** 52 })).toBe(false);
    expect(builder.finish(timeMsOf).count).toBe(0);
  });

  it('pages through all rows without a gap', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 1, max: 7 }), (rows, limit) => {
        const view = new DealTableView(tableOf(rows), MOMENT);
        const query = dealQuery(undefined, '');
        const order = { by: 'end', direction: 'descending' } as const;
        const pages = Array.from(
          { length: Math.ceil(rows.length / limit) },
          (_, page) => view.page(query, order, page * limit, limit).rows,
        );
        expect(pages.flat()).toEqual(view.page(query, order, 0, 500).rows);
        expect(pages.flat().length).toBe(rows.length);
      }),
    );
  });
});
