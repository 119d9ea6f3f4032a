import { describe, expect, it } from 'vitest';
import { dealLife } from '../../../../../renderer/views/deals/deal-life.ts';
import { dealMoney } from '../../../../../renderer/views/deals/deal-money.ts';
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

function life(deal: Deal) {
  return dealLife(deal).map(({ title, epoch, status }) => [title, epoch, status]);
}

describe('the life of a deal of the market', () => {
  it('is in a sector where the market says since when, also where it does not say in which', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 1100 };
    expect(life(makeDeal({ state: 'proving' }, { agreed }))).toEqual([
      ['Published', undefined, 'done'],
      ['Starts', 1000, 'done'],
      ['In a sector', 1100, 'done'],
      ['Proving', 1500, 'now'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('waits for its sector while it is only published', () => {
    expect(life(makeDeal({}, {}, 900))).toEqual([
      ['Published', undefined, 'done'],
      ['Waiting for a sector', undefined, 'now'],
      ['Starts', 1000, 'next'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('goes from its sector to its end, with the window that it was proven in', () => {
    const sector = { value: { ...SECTOR, lastWindow: { openEpoch: 1380, closeEpoch: 1440, closeTimeMs: 0 } }, calls: [] };
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950, lastUpdatedEpoch: 1200 };
    expect(life(makeDeal({ state: 'proving', sectorNumber: 17 }, { agreed, sector }))).toEqual([
      ['Published', undefined, 'done'],
      ['In sector 17', 950, 'done'],
      ['Starts', 1000, 'done'],
      ['Last settled', 1200, 'done'],
      ['Proven in its last window', 1440, 'now'],
      ['Ends', 2000, 'next'],
    ]);
  });

  it('does not claim a proof in a window from before its sector', () => {
    const sector = { value: { ...SECTOR, lastWindow: { openEpoch: 940, closeEpoch: 1000, closeTimeMs: 0 } }, calls: [] };
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };
    expect(life(makeDeal({ state: 'proving', sectorNumber: 17 }, { agreed, sector }))).toContainEqual(['Proving', 1500, 'now']);
  });

  it('ends where it was slashed, and where it missed its start', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950, slashEpoch: 1300 };
    expect(life(makeDeal({ state: 'slashed', sectorNumber: 17 }, { agreed })).at(-1)).toEqual(['Slashed', 1300, 'bad']);
    expect(life(makeDeal({ state: 'missed-start' })).at(-1)).toEqual(['Missed its start', 1000, 'bad']);
  });

  it('says that the sector is faulty, with what the provider has declared', () => {
    const agreed = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };
    const faulty = (isRecovering: boolean) =>
      dealLife(
        makeDeal(
          { state: 'faulty', sectorNumber: 17 },
          { agreed, sector: { value: { ...SECTOR, isFaulty: true, isRecovering }, calls: [] } },
        ),
      ).find(({ title }) => title === 'Sector faulty');
    expect(faulty(false)).toMatchObject({ status: 'bad', note: 'not proven in its last window' });
    expect(faulty(true)?.note).toContain('declared recovered');
  });
});

describe('the life of a claim', () => {
  // The claim of the mock: claimed at 4,622,129 with terms of 3.46 and 3.71 years (87922000 of mainnet).
  const claim = { kind: 'ddo', state: 'proving', sectorNumber: 810472, startEpoch: 4622129 } as const;
  const terms = { termStart: 4622129, termMin: 3637440, termMax: 3896640, claimId: 87922000 };

  it('may end from start and shortest term, and does at the longest', () => {
    expect(life(makeDeal(claim, { terms }, 6562208))).toEqual([
      ['Allocation made', undefined, 'done'],
      ['Claimed in sector 810472', 4622129, 'done'],
      ['Proving', 6562208, 'now'],
      ['May end from', 8259569, 'next'],
      ['Ends at the latest', 8518769, 'next'],
    ]);
  });

  it('is over when the longest term is', () => {
    const over = life(makeDeal({ ...claim, state: 'expired' }, { terms }, 9_000_000));
    expect(over.slice(-2)).toEqual([
      ['May end from', 8259569, 'done'],
      ['Ended at the latest', 8518769, 'done'],
    ]);
  });
});

describe('an allocation once DataCap is frozen', () => {
  const allocation = { kind: 'allocation', state: 'allocated', endEpoch: 2000 } as const;
  const freeze = { sinceEpoch: 1400 };

  it('can no longer be claimed, and asks for nothing', () => {
    expect(dealLife(makeDeal(allocation), freeze)).toEqual([
      { title: 'Allocation made', note: 'DataCap of the client was set aside', epoch: undefined, status: 'done' },
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

describe('the life of an allocation', () => {
  it('waits to be claimed, or was not', () => {
    const allocation = { kind: 'allocation', state: 'allocated', endEpoch: 2000 } as const;
    expect(life(makeDeal(allocation))).toContainEqual(['Must be claimed until', 2000, 'now']);
    expect(life(makeDeal(allocation, {}, 2001)).at(-1)).toEqual(['Never claimed', 2000, 'bad']);
  });
});

describe('the money of a deal', () => {
  const activated = { providerCollateral: '0', clientCollateral: '0', sectorStartEpoch: 950 };

  it('counts from the start to now, to the end or to the slash', () => {
    expect(dealMoney(makeDeal({}, { agreed: activated }))).toEqual({ total: 3000n, earned: 1500n, settled: 0n });
    expect(dealMoney(makeDeal({}, { agreed: activated }, 5000))?.earned).toBe(3000n);
    expect(dealMoney(makeDeal({}, { agreed: { ...activated, slashEpoch: 1100 } }))?.earned).toBe(300n);
    expect(dealMoney(makeDeal({}, { agreed: activated }, 960))?.earned).toBe(0n);
  });

  it('is nothing for a deal without a sector, and settled as far as it was brought up to date', () => {
    expect(dealMoney(makeDeal())).toEqual({ total: 3000n, earned: 0n, settled: 0n });
    expect(dealMoney(makeDeal({}, { agreed: { ...activated, lastUpdatedEpoch: 1200 } }))?.settled).toBe(600n);
  });

  it('is not known of a claim', () => {
    const { agreed: _, ...claim } = makeDeal({ kind: 'ddo' });
    expect(dealMoney(claim)).toBeUndefined();
  });
});
