import { describe, expect, it } from 'vitest';
import { countDealStates, dealLife, matchesDealText } from '../../../../../renderer/views/deals/deal-life.ts';
import type { DealRow } from '../../../../../shared/ipc/schemas/providers.ts';

function makeDeal(change: Partial<DealRow> = {}): DealRow {
  return {
    dealId: 69352803,
    pieceCid: 'baga6ea4seaqbzsj',
    pieceSizeBytes: 34359738368,
    isVerified: true,
    client: 't01234',
    provider: 't01000',
    label: 'a label',
    startEpoch: 1000,
    endEpoch: 2000,
    startTimeMs: 0,
    endTimeMs: 0,
    pricePerEpoch: '0',
    providerCollateral: '0',
    clientCollateral: '0',
    state: 'published',
    ...change,
  };
}

describe('the life of a deal', () => {
  it('waits for its sector while it is only published', () => {
    expect(dealLife(makeDeal(), 900).map((step) => [step.title, step.status])).toEqual([
      ['Published', 'done'],
      ['Waiting for a sector', 'now'],
      ['Starts', 'next'],
      ['Ends', 'next'],
    ]);
  });

  it('runs from its sector to its end', () => {
    const life = dealLife(makeDeal({ state: 'active', sectorStartEpoch: 950, sectorNumber: 7, lastUpdatedEpoch: 1100 }), 1500);
    expect(life.map((step) => [step.title, step.epoch, step.status])).toEqual([
      ['Published', undefined, 'done'],
      ['In sector 7', 950, 'done'],
      ['Starts', 1000, 'done'],
      ['Last settled', 1100, 'done'],
      ['Active', 1500, 'now'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('ends in a slash or a missed start', () => {
    expect(dealLife(makeDeal({ state: 'slashed', sectorStartEpoch: 950, slashEpoch: 1200 }), 1500).at(-1)).toMatchObject({
      title: 'Slashed',
      status: 'bad',
      epoch: 1200,
    });
    expect(dealLife(makeDeal({ state: 'missed-start' }), 1500).at(-1)).toMatchObject({ title: 'Missed its start', status: 'bad' });
  });

  it('counts states and finds a deal by any id it carries', () => {
    const deal = makeDeal({ sectorNumber: 7 });
    expect(countDealStates([deal, makeDeal({ state: 'active' })])).toMatchObject({ published: 1, active: 1, slashed: 0 });
    for (const text of ['69352803', 'BAGA6EA', 't01234', 't01000 label', 'sector 7', '']) expect(matchesDealText(deal, text)).toBe(true);
    expect(matchesDealText(deal, 't0999')).toBe(false);
  });
});
