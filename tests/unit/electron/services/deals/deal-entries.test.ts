import { describe, expect, it } from 'vitest';
import { allocationEntry, claimEntry, dealEntry } from '../../../../../electron/services/deals/deal-entries.ts';
import { joinDeals } from '../../../../../electron/services/deals/join-deals.ts';
import { nodeRows } from '../../../../../electron/services/deals/node-rows.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { zNodeMarketDeal } from '../../../../../shared/validation/node/provider-state.ts';
import { zNodeAllocation, zNodeClaim } from '../../../../../shared/validation/node/verified-registry.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const PIECE = { '/': 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq' };
const CONTEXT = {
  epoch: 150,
  address: (text: string) => text.replace(/^t/, 'f'),
  actor: (id: number) => `f0${id}`,
  health: () => undefined,
};
const timeMsOf = (epoch: number): number => epoch * 10;

function deal(state: Record<string, unknown>, proposal: Record<string, unknown> = {}) {
  return zNodeMarketDeal.parse({
    Proposal: {
      PieceCID: PIECE,
      PieceSize: 34359738368,
      VerifiedDeal: true,
      Client: 't01002',
      Provider: 't01000',
      Label: 'anything',
      StartEpoch: 100,
      EndEpoch: 200,
      StoragePricePerEpoch: '0',
      ProviderCollateral: '5',
      ClientCollateral: '0',
      ...proposal,
    },
    State: state,
  });
}

const published = deal({ SectorNumber: 0, SectorStartEpoch: -1, LastUpdatedEpoch: -1, SlashEpoch: -1 });
const started = deal({ SectorNumber: 0, SectorStartEpoch: 90, LastUpdatedEpoch: -1, SlashEpoch: -1 });
const slashed = deal({ SectorNumber: 7, SectorStartEpoch: 90, LastUpdatedEpoch: 120, SlashEpoch: 120 });
const claim = zNodeClaim.parse({
  Provider: 1000,
  Client: 1002,
  Data: PIECE,
  Size: 34359738368,
  TermMin: 100,
  TermMax: 400,
  TermStart: 90,
  Sector: 0,
});

describe('row of a deal', () => {
  it('has the state at the pinned epoch', () => {
    const stateAt = (row: typeof started, epoch: number) => dealEntry(1, row, { ...CONTEXT, epoch }).state;
    expect([stateAt(published, 99), stateAt(published, 100), stateAt(started, 199), stateAt(started, 200), stateAt(slashed, 150)]).toEqual([
      'published',
      'missed-start',
      'proving',
      'expired',
      'slashed',
    ]);
  });

  it('has a sector once activated, including number 0', () => {
    expect(dealEntry(5, published, CONTEXT).sectorNumber).toBeUndefined();
    expect(dealEntry(5, started, CONTEXT).sectorNumber).toBe(0);
    const huge = deal({ SectorNumber: 2n ** 62n, SectorStartEpoch: 90, LastUpdatedEpoch: -1, SlashEpoch: -1 });
    expect(dealEntry(5, huge, CONTEXT).sectorNumber).toBeUndefined();
  });

  it('is faulty or ended with its sector, if known', () => {
    const stateWith = (faulty: number[], live?: number[]) =>
      dealEntry(5, started, {
        ...CONTEXT,
        health: (provider) =>
          provider === 'f01000' ? { faulty: bitfieldOf(faulty), ...(live === undefined ? {} : { live: bitfieldOf(live) }) } : undefined,
      }).state;
    expect([stateWith([1]), stateWith([0]), stateWith([], [0]), stateWith([], [1])]).toEqual(['proving', 'faulty', 'proving', 'ended']);
  });

  it('cuts a very long label', () => {
    const long = deal({ SectorStartEpoch: -1, LastUpdatedEpoch: -1, SlashEpoch: -1 }, { Label: 'x'.repeat(1 << 20), PieceCID: null });
    expect(dealEntry(5, long, CONTEXT)).toMatchObject({ label: 'x'.repeat(1000), pieceCid: '<undefined>' });
  });
});

describe('row of a claim or an allocation', () => {
  it('has ended if its sector is not active a day after its start', () => {
    const stateAt = (epoch: number, active: number[]) =>
      claimEntry(
        9,
        { ...claim, TermMax: 10_000 },
        { ...CONTEXT, epoch, health: () => ({ faulty: bitfieldOf([]), active: bitfieldOf(active) }) },
      ).state;
    expect([stateAt(2970, []), stateAt(2971, []), stateAt(2971, [0])]).toEqual(['proving', 'ended', 'proving']);
  });

  it('ends at its maximum term, and earliest at its minimum term', () => {
    expect(claimEntry(9, claim, CONTEXT)).toMatchObject({ startEpoch: 90, mayEndEpoch: 190, endEpoch: 490, state: 'proving' });
    expect(claimEntry(9, claim, { ...CONTEXT, epoch: 490 }).state).toBe('expired');
  });

  it('can be claimed until its expiration', () => {
    const { TermStart: _, Sector: __, ...rest } = { ...claim, Data: PIECE, Expiration: 150 };
    const allocation = zNodeAllocation.parse(rest);
    expect(allocationEntry(3, allocation, CONTEXT)).toMatchObject({ state: 'allocated', endEpoch: 150, provider: 'f01000' });
    expect(allocationEntry(3, allocation, { ...CONTEXT, epoch: 151 }).state).toBe('unclaimed');
  });
});

describe('joined list', () => {
  it('joins a claim with the deal of the same provider, sector, piece and client, once', () => {
    const deals = [dealEntry(1, started, CONTEXT), dealEntry(2, started, CONTEXT), dealEntry(3, published, CONTEXT)];
    const claims = [
      claimEntry(7, claim, CONTEXT),
      claimEntry(8, { ...claim, Sector: 1 }, CONTEXT),
      claimEntry(9, { ...claim, Client: 5 }, CONTEXT),
    ];
    const { table, joined } = joinDeals(deals, claims, [], 6, timeMsOf);
    expect(joined).toBe(1);
    expect(Array.from({ length: table.count }, (_, row) => table.rowAt(row)).map(({ key, claimId }) => [key, claimId])).toEqual([
      ['1', 7],
      ['2', undefined],
      ['3', undefined],
      ['claim-1000-8', undefined],
      ['claim-1000-9', undefined],
    ]);
  });

  it('has all 2304 deals of the genesis of mainnet', () => {
    const market = readSharedJson<Record<string, unknown>>('deals/StateMarketDeals-mainnet-genesis.json.gz');
    const rows = nodeRows(market, zNodeMarketDeal);
    const entries = [...rows.rows].map(([id, row]) => dealEntry(id, row, { ...CONTEXT, epoch: 0 }));
    const { table, odd } = joinDeals(entries, [], [], rows.expected, timeMsOf);
    expect([rows.odd(), odd, table.count]).toEqual([0, 0, 2304]);
    const providers = new Map<string, number>();
    for (let row = 0; row < table.count; row += 1) {
      const { provider } = table.rowAt(row);
      providers.set(provider, (providers.get(provider) ?? 0) + 1);
    }
    // Three miners with 768 sectors each, a deal in every sector.
    expect([...providers]).toEqual([
      ['f01000', 768],
      ['f01001', 768],
      ['f01002', 768],
    ]);
  });

  it('skips and counts invalid rows', () => {
    const rows = nodeRows({ 1: 'nothing', x: published, 2: null, 3: { Proposal: {}, State: {} } }, zNodeMarketDeal);
    expect([...rows.rows]).toEqual([]);
    expect(rows.odd()).toBe(4);
  });
});
