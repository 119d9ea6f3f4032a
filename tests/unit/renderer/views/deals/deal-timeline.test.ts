import { describe, expect, it } from 'vitest';
import { dealMoney } from '../../../../../renderer/views/deals/deal-money.ts';
import { dealTimeline } from '../../../../../renderer/views/deals/deal-timeline.ts';
import { dealState } from '../../../../../renderer/views/deals/deal-words.ts';
import type { Deal } from '../../../../../shared/ipc/schemas/deals.ts';

const SECTOR = { number: 17, deadline: 7, partition: 12, isFaulty: false, isActive: true };

function makeDeal(row: Partial<Deal['row']> = {}, rest: Partial<Deal> = {}, now = 1500): Deal {
  return {
    pinned: { height: now, key: ['bafy2bzacea'], timeMs: 0 },
    calls: [],
    agreed: { providerCollateral: '0', clientCollateral: '0' },
    ...rest,
    row: {
      key: '69352803',
      kind: 'f05',
      id: 69352803,
      pieceCid: 'baga6ea4seaqbzsj',
      pieceSizeBytes: 34359738368,
      isVerified: true,
      client: 't01234',
      provider: 't01000',
      label: 'a label',
      startEpoch: 1000,
      endEpoch: 2000,
      endTimeMs: 0,
      pricePerEpoch: '3',
      state: 'published',
      ...row,
    },
  };
}

function timeline(deal: Deal) {
  return dealTimeline(deal).map(({ title, epoch, status }) => [title, epoch, status]);
}

describe('timeline of a market deal', () => {
  it('has a sector step also without a sector number', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 1100 };
    expect(timeline(makeDeal({ state: 'proving' }, { agreed }))).toEqual([
      ['Published', undefined, 'done'],
      ['Starts', 1000, 'done'],
      ['In a sector', 1100, 'done'],
      ['Proving', 1500, 'now'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('waits for a sector while published', () => {
    expect(timeline(makeDeal({}, {}, 900))).toEqual([
      ['Published', undefined, 'done'],
      ['Waiting for a sector', undefined, 'now'],
      ['Starts', 1000, 'next'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('goes from sector to end, with the last proven window', () => {
    const sector = { value: { ...SECTOR, lastWindow: { openEpoch: 1380, closeEpoch: 1440, closeTimeMs: 0 } }, calls: [] };
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950, lastUpdatedEpoch: 1200 };
    expect(timeline(makeDeal({ state: 'proving', sectorNumber: 17 }, { agreed, sector }))).toEqual([
      ['Published', undefined, 'done'],
      ['In sector 17', 950, 'done'],
      ['Starts', 1000, 'done'],
      ['Last settled', 1200, 'done'],
      ['Proven in last window', 1440, 'now'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('has no proof in a window before its sector', () => {
    const sector = { value: { ...SECTOR, lastWindow: { openEpoch: 940, closeEpoch: 1000, closeTimeMs: 0 } }, calls: [] };
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };
    expect(timeline(makeDeal({ state: 'proving', sectorNumber: 17 }, { agreed, sector }))).toContainEqual(['Proving', 1500, 'now']);
  });

  it('ends when slashed, and when it missed its start', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950, slashEpoch: 1300 };
    expect(timeline(makeDeal({ state: 'slashed', sectorNumber: 17 }, { agreed })).at(-1)).toEqual(['Slashed', 1300, 'bad']);
    expect(timeline(makeDeal({ state: 'missed-start' })).at(-1)).toEqual(['Missed start', 1000, 'bad']);
  });

  it('shows a faulty sector, with a declared recovery', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };
    const faulty = (isRecovering: boolean) =>
      dealTimeline(
        makeDeal(
          { state: 'faulty', sectorNumber: 17 },
          { agreed, sector: { value: { ...SECTOR, isFaulty: true, isRecovering }, calls: [] } },
        ),
      ).find(({ title }) => title === 'Sector faulty');
    expect(faulty(false)).toMatchObject({ status: 'bad', note: 'not proven in its last window' });
    expect(faulty(true)?.note).toContain('recovery declared');
  });
});

describe('timeline of a claim', () => {
  // The claim of the mock: claimed at 4,622,129 with terms of 3.46 and 3.71 years (87922000 of mainnet).
  const claim = { kind: 'ddo', state: 'proving', sectorNumber: 810472, startEpoch: 4622129 } as const;
  const terms = { termStart: 4622129, termMin: 3637440, termMax: 3896640, claimId: 87922000 };

  it('has its earliest end after the minimum term and its latest after the maximum', () => {
    expect(timeline(makeDeal(claim, { terms }, 6562208))).toEqual([
      ['Allocated', undefined, 'done'],
      ['Claimed in sector 810472', 4622129, 'done'],
      ['Proving', 6562208, 'now'],
      ['Earliest end', 8259569, 'next'],
      ['Latest end', 8518769, 'next'],
    ]);
  });

  it('ends with the maximum term', () => {
    const over = timeline(makeDeal({ ...claim, state: 'expired' }, { terms }, 9_000_000));
    expect(over.slice(-2)).toEqual([
      ['Earliest end', 8259569, 'done'],
      ['Latest end', 8518769, 'done'],
    ]);
  });
});

describe('an allocation once DataCap is frozen', () => {
  const allocation = { kind: 'allocation', state: 'allocated', endEpoch: 2000 } as const;
  const freeze = { sinceEpoch: 1400 };

  it('can no longer be claimed, and needs no action', () => {
    expect(dealTimeline(makeDeal(allocation), freeze)).toEqual([
      { title: 'Allocated', note: 'client DataCap reserved', epoch: undefined, status: 'done' },
      { title: 'Can no longer be claimed', note: 'DataCap is frozen (FIP-0118)', epoch: 1400, status: 'done' },
    ]);
    expect(dealState('allocated', freeze)).toEqual({
      label: 'Not claimed',
      tone: 'neutral',
      meaning: 'It can no longer be claimed. Frozen since epoch 1,400 (FIP-0118).',
    });
    expect(dealState('unclaimed', freeze).meaning).not.toContain('RemoveExpiredAllocations');
    expect(dealState('proving', freeze)).toEqual(dealState('proving', undefined));
    expect(dealState('allocated', undefined).tone).toBe('pending');
  });
});

describe('timeline of an allocation', () => {
  it('has a claim deadline, then was never claimed', () => {
    const allocation = { kind: 'allocation', state: 'allocated', endEpoch: 2000 } as const;
    expect(timeline(makeDeal(allocation))).toContainEqual(['Claim deadline', 2000, 'now']);
    expect(timeline(makeDeal(allocation, {}, 2001)).at(-1)).toEqual(['Never claimed', 2000, 'bad']);
  });
});

describe('dealMoney', () => {
  const activated = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };

  it('earns from the start until now, the end or the slash', () => {
    expect(dealMoney(makeDeal({}, { agreed: activated }))).toEqual({ total: 3000n, earned: 1500n, settled: 0n });
    expect(dealMoney(makeDeal({}, { agreed: activated }, 5000))?.earned).toBe(3000n);
    expect(dealMoney(makeDeal({}, { agreed: { ...activated, slashEpoch: 1100 } }))?.earned).toBe(300n);
    expect(dealMoney(makeDeal({}, { agreed: activated }, 960))?.earned).toBe(0n);
  });

  it('is zero without a sector, and settled up to the last update', () => {
    expect(dealMoney(makeDeal())).toEqual({ total: 3000n, earned: 0n, settled: 0n });
    expect(dealMoney(makeDeal({}, { agreed: { ...activated, lastUpdatedEpoch: 1200 } }))?.settled).toBe(600n);
  });

  it('is undefined for a claim', () => {
    const { agreed: _, ...claim } = makeDeal({ kind: 'ddo' });
    expect(dealMoney(claim)).toBeUndefined();
  });
});
