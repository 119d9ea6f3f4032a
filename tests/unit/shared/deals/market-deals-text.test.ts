import { expect, it } from 'vitest';
import { parseDealList } from '../../../../shared/deals/deal-list-text.ts';

const deal = (active: number, slashed = -1) => ({
  Proposal: {
    PieceCID: { '/': 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq' },
    PieceSize: 34_359_738_368,
    VerifiedDeal: true,
    Client: 't0107',
    Provider: 't01000',
    Label: 'a label',
    StartEpoch: 100,
    EndEpoch: 1100,
    StoragePricePerEpoch: '5',
    ProviderCollateral: '0',
    ClientCollateral: '0',
  },
  State: { SectorNumber: 7, SectorStartEpoch: active, LastUpdatedEpoch: -1, SlashEpoch: slashed },
});
const FILE = JSON.stringify({ 3: deal(90), 4: deal(90, 500), 5: deal(-1) });

it('parses a StateMarketDeals file, bare and in a response', () => {
  for (const text of [FILE, `{"jsonrpc":"2.0","id":1,"result":${FILE}}`]) {
    const { deals, unread, isCut } = parseDealList(text);
    expect({ unread, isCut }).toEqual({ unread: [], isCut: false });
    expect(deals.map(({ dealId, state, onChainEpoch, slashEpoch }) => [dealId, state, onChainEpoch, slashEpoch])).toEqual([
      [3, 'StorageDealActive', 90, undefined],
      [4, 'StorageDealSlashed', 90, 500],
      [5, 'StorageDealAwaitingPreCommit', undefined, undefined],
    ]);
    expect(deals[0]).toMatchObject({
      provider: 't01000',
      sizeBytes: 34_091_302_912,
      pricePerEpoch: 5n,
      durationEpochs: 1000,
      isVerified: true,
    });
  }
});

it('keeps the deals before the end of a truncated file', () => {
  for (const text of [FILE, `{"jsonrpc":"2.0","result":${FILE}`]) {
    const { deals, isCut } = parseDealList(text.slice(0, -60));
    expect(deals.map(({ dealId }) => dealId)).toEqual([3, 4]);
    expect(isCut).toBe(true);
  }
});

it('keeps complete deals wherever a file is truncated', () => {
  const one = JSON.stringify(deal(90));
  const text = `{${Array.from({ length: 5000 }, (_value, id) => `"${id}":${one}`).join()}`.slice(0, -1);
  expect(parseDealList(text).deals).toHaveLength(4999);
  // Looking for the last end again from each of them takes minutes.
  const ends = `{"Proposal":0${'}}, "1" :'.repeat(400_000)}`;
  expect(parseDealList(ends).unread).toHaveLength(1);
});

it('lists invalid entries, and a file that cannot be parsed', () => {
  expect(parseDealList(JSON.stringify({ 3: deal(90), 4: { Proposal: {} } })).unread).toEqual([{ line: 2, text: '4' }]);
  expect(parseDealList('{"Proposal": nothing').unread).toHaveLength(1);
});
