import { describe, expect, it } from 'vitest';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { feeBreakdown, maximumFee, nextBaseFeeByGasLimit, nextBaseFeeByPremium } from '../../../../../shared/domain/messages/gas.ts';
import { checked } from '../../../../builders/checked.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';

interface Traced {
  Msg: { GasLimit: number | bigint; GasFeeCap: string; GasPremium: string };
  MsgRct: { GasUsed: number | bigint };
  GasCost: Record<'BaseFeeBurn' | 'OverEstimationBurn' | 'MinerPenalty' | 'MinerTip' | 'Refund' | 'TotalCost' | 'GasUsed', string>;
}

describe('fees of messages that were executed', () => {
  it('agree with the node’s own account to the attoFIL', () => {
    let paid = 0;
    for (const file of listSharedFiles('chain/messages')) {
      const { Trace } = readSharedJson<{ Trace: Traced[] }>(`chain/messages/${file}`);
      for (const { Msg, GasCost } of Trace) {
        const gasUsed = BigInt(GasCost.GasUsed);
        // Implicit messages (rewards, cron) cost nothing.
        if (gasUsed === 0n || GasCost.TotalCost === '0') continue;
        const gas = { gasLimit: BigInt(Msg.GasLimit), gasFeeCap: BigInt(Msg.GasFeeCap), gasPremium: BigInt(Msg.GasPremium), gasUsed };
        // The burn names the effective base fee; only where it is below the cap it is the base fee itself.
        const effective = BigInt(GasCost.BaseFeeBurn) / gasUsed;
        const baseFee = effective + BigInt(GasCost.MinerPenalty) / gasUsed;
        const fees = feeBreakdown({ ...gas, baseFee });
        expect(fees.baseFeeBurn).toBe(BigInt(GasCost.BaseFeeBurn));
        expect(fees.overEstimationBurn).toBe(BigInt(GasCost.OverEstimationBurn));
        expect(fees.minerTip).toBe(BigInt(GasCost.MinerTip));
        expect(fees.refund).toBe(BigInt(GasCost.Refund));
        expect(fees.total).toBe(BigInt(GasCost.TotalCost));
        expect(fees.total + fees.refund).toBe(maximumFee(gas));
        paid += 1;
      }
    }
    checked(paid, 399, 'paid messages with their fees to the attoFIL');
  });

  it('burns all gas of a message that used none, and makes the producer pay for a cap below the base fee', () => {
    const fees = feeBreakdown({ gasLimit: 1000n, gasFeeCap: 80n, gasPremium: 30n, gasUsed: 0n, baseFee: 100n });
    expect(fees).toMatchObject({ baseFeeBurn: 0n, overEstimationBurn: 80_000n, minerTip: 0n, refund: 0n, minerPenalty: 20_000n });
  });
});

describe('base fee before network version 28', () => {
  const target = 5_000_000_000n;

  it.each([
    ['stays at the target', 8000n, target, 8000n],
    ['rises by an eighth at most', 8000n, target * 2n, 9000n],
    ['falls by an eighth at most', 8000n, 0n, 7000n],
    ['falls rounding down', 1001n, target - 1n, 1000n],
    ['never below 100 attoFIL', 100n, 0n, 100n],
  ])('%s', (_name, baseFee, gas, next) => {
    expect(nextBaseFeeByGasLimit(baseFee, gas, 1)).toBe(next);
    expect(nextBaseFeeByGasLimit(baseFee, gas * 3n, 3)).toBe(next);
  });
});

describe('base fee from network version 28 on', () => {
  const message = (nonce: bigint, gasLimit: bigint, gasPremium: bigint) => ({
    from: idAddress(100),
    nonce,
    gasLimit,
    gasPremium,
    gasFeeCap: 10n ** 12n,
  });

  it('falls by an eighth while a fifth of a block’s gas is free', () => {
    expect(nextBaseFeeByPremium(8000n, [])).toBe(7000n);
    expect(nextBaseFeeByPremium(8000n, [message(0n, 7_999_999_999n, 10n ** 9n)])).toBe(7000n);
  });

  it('follows the premium at the percentile and rises by an eighth at most', () => {
    expect(nextBaseFeeByPremium(8000n, [message(0n, 8_000_000_000n, 1500n)])).toBe(8500n);
    expect(nextBaseFeeByPremium(8000n, [message(0n, 8_000_000_000n, 10n ** 9n)])).toBe(9000n);
  });

  it('counts a message of the same sender and nonce once and never falls below 100 attoFIL', () => {
    const twice = [message(1n, 5_000_000_000n, 10n ** 9n), message(1n, 5_000_000_000n, 10n ** 9n)];
    expect(nextBaseFeeByPremium(8000n, twice)).toBe(7000n);
    // The first one counts, as Lotus walks through the blocks.
    const full = (gasPremium: bigint) => message(1n, 8_000_000_000n, gasPremium);
    expect(nextBaseFeeByPremium(8000n, [full(1500n), full(10n ** 9n)])).toBe(8500n);
    expect(nextBaseFeeByPremium(8000n, [full(10n ** 9n), full(1500n)])).toBe(9000n);
    expect(nextBaseFeeByPremium(100n, [])).toBe(100n);
  });
});
