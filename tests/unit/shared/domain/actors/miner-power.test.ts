import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activePower, type MinerPartition } from '../../../../../shared/domain/actors/miner-partition.ts';
import {
  hasFullPower,
  qualityAdjustedPower,
  sectorQuality,
  subtractPower,
  sumPower,
} from '../../../../../shared/domain/actors/miner-power.ts';
import { quantizeToDeadline, quantizeToEveryDeadline, quantizeUp } from '../../../../../shared/domain/actors/miner-quantization.ts';
import { deadlineAt } from '../../../../../shared/domain/chain/epoch.ts';
import { codeOf } from '../../../../builders/code-of.ts';

const GIB_32 = 2n ** 35n;

describe('quality-adjusted power', () => {
  const sector = { activation: 100, powerBaseEpoch: 100, expiration: 1100, verifiedDealWeight: 0n };

  it('is the size without verified deals, ten times as much where they fill the sector, and between in proportion', () => {
    expect(qualityAdjustedPower(GIB_32, sector)).toBe(GIB_32);
    expect(qualityAdjustedPower(GIB_32, { ...sector, verifiedDealWeight: GIB_32 * 1000n })).toBe(10n * GIB_32);
    expect(qualityAdjustedPower(GIB_32, { ...sector, verifiedDealWeight: GIB_32 * 500n })).toBe((11n * GIB_32) / 2n);
  });

  it('is ten times the size by its flag alone, whatever the weights', () => {
    for (const verifiedDealWeight of [0n, GIB_32 * 500n, GIB_32 * 1000n]) {
      for (const flags of [2, 3]) {
        const quality = sectorQuality(GIB_32, { ...sector, verifiedDealWeight, flags });
        expect(quality).toEqual({ qualityAdjusted: 10n * GIB_32, isFullByRule: true });
      }
      for (const flags of [undefined, 0, 1, 5]) {
        const quality = sectorQuality(GIB_32, { ...sector, verifiedDealWeight, flags });
        expect(quality).toEqual({ qualityAdjusted: GIB_32 + (9n * verifiedDealWeight) / 1000n, isFullByRule: false });
      }
    }
    // Flags that no 32-bit number holds keep their bits.
    expect([2 ** 40 + 2, 2 ** 40 + 1, 2 ** 53 - 1].map(hasFullPower)).toEqual([true, false, true]);
  });

  it('counts from the power base, and from the activation where there is none', () => {
    const verifiedDealWeight = GIB_32 * 500n;
    const updated = { ...sector, powerBaseEpoch: 600, verifiedDealWeight };
    expect(qualityAdjustedPower(GIB_32, updated)).toBe(10n * GIB_32);
    expect(qualityAdjustedPower(GIB_32, { ...updated, powerBaseEpoch: undefined })).toBe((11n * GIB_32) / 2n);
  });

  it('is below the exact figure by less than a part in 2^20 of the size and one byte', () => {
    const sectors = fc.record({
      size: fc.bigInt(2048n, 2n ** 36n),
      duration: fc.integer({ min: 1, max: 5_256_000 }),
      part: fc.integer({ min: 0, max: 1000 }),
    });
    fc.assert(
      fc.property(sectors, ({ size, duration, part }) => {
        const spaceTime = size * BigInt(duration);
        const verifiedDealWeight = (spaceTime * BigInt(part)) / 1000n;
        const found = qualityAdjustedPower(size, { activation: 0, expiration: duration, verifiedDealWeight });
        const exact = (spaceTime + 9n * verifiedDealWeight) * size;
        expect(found * spaceTime <= exact).toBe(true);
        expect((found + 1n + (size >> 20n) + 1n) * spaceTime > exact).toBe(true);
      }),
    );
  });

  it('is refused for a sector that never lives, or is nothing', () => {
    expect(codeOf(() => qualityAdjustedPower(GIB_32, { ...sector, expiration: 100 }))).toBe('state-tree');
    expect(codeOf(() => qualityAdjustedPower(0n, sector))).toBe('state-tree');
  });
});

describe('powers', () => {
  it('are added and taken away measure by measure', () => {
    const pairs = [
      { raw: 1n, qualityAdjusted: 10n },
      { raw: 2n, qualityAdjusted: 2n },
    ];
    expect(sumPower(pairs)).toEqual({ raw: 3n, qualityAdjusted: 12n });
    expect(sumPower([])).toEqual({ raw: 0n, qualityAdjusted: 0n });
    expect(subtractPower(sumPower(pairs), { raw: 1n, qualityAdjusted: 10n })).toEqual({ raw: 2n, qualityAdjusted: 2n });
  });

  it('of a partition are active where neither faulty nor unproven', () => {
    const of = (raw: bigint) => ({ raw, qualityAdjusted: 10n * raw });
    const partition = { livePower: of(8n), faultyPower: of(3n) } as MinerPartition<'v0'>;
    expect(activePower(partition)).toEqual(of(5n));
    expect(activePower({ ...partition, unprovenPower: of(1n) } as MinerPartition<'v16'>)).toEqual(of(4n));
  });
});

describe('quantized epochs', () => {
  const epochs = fc.integer({ min: -10_000, max: 2 ** 40 });

  it('are the first ones of their grid', () => {
    fc.assert(
      fc.property(epochs, fc.integer({ min: 1, max: 10_000 }), epochs, (epoch, unit, offset) => {
        const found = quantizeUp(epoch, unit, offset);
        expect(found >= epoch && found < epoch + unit).toBe(true);
        expect(Math.abs((found - offset) % unit)).toBe(0);
      }),
    );
    expect([0, 1, 9, 10, 11].map((epoch) => quantizeUp(epoch, 10, 0))).toEqual([0, 10, 10, 10, 20]);
    expect([0, 3, 4, 13].map((epoch) => quantizeUp(epoch, 10, 3))).toEqual([3, 3, 13, 13]);
  });

  it('of a deadline are its last, in any proving period', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 40 }),
        fc.integer({ min: 0, max: 2 ** 40 }),
        fc.integer({ min: 0, max: 47 }),
        (epoch, start, index) => {
          const found = quantizeToDeadline(epoch, start, index);
          expect(found >= epoch && found < epoch + 2880).toBe(true);
          const { index: at, close } = deadlineAt(start, found);
          expect([at, close]).toEqual([index, found + 1]);
        },
      ),
    );
  });

  it('of every deadline are the first of one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 40 }), (epoch, start) => {
        const found = quantizeToEveryDeadline(epoch, start);
        expect(found >= epoch && found < epoch + 60).toBe(true);
        expect(deadlineAt(start, found).open).toBe(found);
      }),
    );
  });
});
