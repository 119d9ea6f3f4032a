import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Miner } from '../../../../../electron/devnet/miners/miner-view.ts';
import { minerOf } from '../../../../../electron/devnet/miners/miners.ts';
import { lockReward, unlockVested, vestedFunds } from '../../../../../electron/devnet/miners/vesting.ts';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { devnetGenesis } from '../../../../builders/devnet-execution.ts';

const { genesis } = devnetGenesis('vesting');
const { blocks } = genesis;
const VEST_EPOCHS = 180 * EPOCHS.perDay;
const HALF_DAY = EPOCHS.perDay / 2;
/** A quarter of a reward; no round number. */
const VESTED = 10n ** 19n + 7n;

function freshMiner(): Miner {
  const miner = minerOf(genesis, 1001);
  if (miner === undefined) throw new Error('there is no such miner');
  return miner;
}

const table = ({ vestingFunds }: Miner) => (vestingFunds === undefined ? [] : [vestingFunds.head, ...vestingFunds.tail.value]);

describe('a reward', () => {
  it('is locked by three quarters, in a step a day, each free at one of two moments of a day', () => {
    const { miner, lockedDelta } = lockReward(freshMiner(), blocks, 1_000, 4n * VESTED);
    expect(lockedDelta).toBe(3n * VESTED);
    expect(miner.lockedFunds).toBe(3n * VESTED);
    const funds = table(miner);
    expect(funds.length).toBe(180);
    for (const [index, { epoch }] of funds.entries()) {
      expect((epoch - miner.provingPeriodStart) % HALF_DAY).toBe(0);
      const asked = 1_000 + (index + 1) * EPOCHS.perDay;
      expect(epoch).toBeGreaterThanOrEqual(asked);
      expect(epoch).toBeLessThan(asked + HALF_DAY);
    }
  });

  it('vests in proportion to the time that passed', () => {
    const { miner } = lockReward(freshMiner(), blocks, 0, 4n * VESTED);
    for (const [index, { epoch }] of table(miner).entries()) {
      const free = table(miner)
        .slice(0, index + 1)
        .reduce((sum, { amount }) => sum + amount, 0n);
      expect(free).toBe(epoch < VEST_EPOCHS ? (3n * VESTED * BigInt(epoch)) / BigInt(VEST_EPOCHS) : 3n * VESTED);
      expect(vestedFunds(miner, epoch)).toBe(free - (table(miner)[index]?.amount ?? 0n));
      expect(vestedFunds(miner, epoch + 1)).toBe(free);
    }
  });

  it('and others with it are free after 180 days and a half, to the last attoFIL; locked funds are what the table says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pause: fc.nat(4_000), reward: fc.bigInt({ min: 0n, max: 10n ** 21n }) }), { maxLength: 12 }),
        fc.array(fc.nat(VEST_EPOCHS), { maxLength: 8 }),
        (rewards, looks) => {
          let miner = freshMiner();
          let epoch = 0;
          let total = 0n;
          const note = (change: ReturnType<typeof unlockVested>): void => {
            expect(change.lockedDelta).toBe(change.miner.lockedFunds - miner.lockedFunds);
            miner = change.miner;
            expect(miner.lockedFunds).toBe(table(miner).reduce((sum, { amount }) => sum + amount, 0n));
            expect(table(miner).every((fund) => fund.epoch >= epoch && fund.amount > 0n)).toBe(true);
            expect(table(miner).map((fund) => fund.epoch)).toEqual(
              [...new Set(table(miner).map((fund) => fund.epoch))].sort((a, b) => a - b),
            );
          };
          for (const { pause, reward } of rewards) {
            epoch += pause;
            total += (reward * 3n) / 4n;
            note(lockReward(miner, blocks, epoch, reward));
          }
          expect(miner.lockedFunds).toBeLessThanOrEqual(total);
          for (const look of looks.toSorted((left, right) => left - right)) {
            epoch = Math.max(epoch, look);
            note(unlockVested(miner, blocks, epoch));
          }
          epoch += VEST_EPOCHS + HALF_DAY + 1;
          note(unlockVested(miner, blocks, epoch));
          expect(miner).toMatchObject({ lockedFunds: 0n, vestingFunds: undefined });
        },
      ),
      { numRuns: 60 },
    );
  });
});
