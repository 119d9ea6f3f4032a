import { describe, expect, it } from 'vitest';
import { zNodeRewardDistribution } from '../../../../shared/validation/node/reward-distribution.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

const { exampleConstructed } = readSharedJson<{ exampleConstructed: Record<string, unknown> }>('nv29/state-reward-distribution.json');

/** The example with one value replaced. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const copy: unknown = structuredClone(exampleConstructed);
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => Reflect.get(at as object, key), copy);
  Reflect.set(parent as object, path.at(-1) ?? '', value);
  return copy;
}

describe('StateRewardDistribution', () => {
  it('is read with exact amounts, and with recipients only where a stream has them', () => {
    const read = zNodeRewardDistribution.parse(exampleConstructed);
    expect(read.height).toBe(6_566_640);
    expect(read.totals).toMatchObject({ minted: 17_710_200_000_000_000_001n, miner: 16_500_217_833_169_741_171n, burn: 1n });
    const [miners, services] = read.blocks[0]?.streams ?? [];
    expect(miners).toEqual({ id: 1n, weight: 931_678_797_143_439_440n, amount: 16_500_217_833_169_741_171n });
    expect(services?.distribution?.recipients).toEqual([{ recipient: 'f05002', share: 10n ** 18n, earned: 1_209_982_166_830_258_829n }]);
  });

  it.each([
    ['parts that do not add up', ['Blocks', 0, 'Amounts', 'MinerReward'], '16500217833169741170'],
    ['totals that are not the sums', ['Totals', 'MinerPaid'], '1'],
    ['weights above 1', ['Blocks', 0, 'BurnWeight'], '1'],
    ['shares below 1', ['Blocks', 0, 'Streams', 1, 'Distribution', 'Recipients', 0, 'Share'], '999999999999999999'],
    ['a stream that is not its parts', ['Blocks', 0, 'Streams', 1, 'Distribution', 'BurnAmount'], '1'],
    ['another denominator', ['Denom'], '1000'],
    ['a number for an amount', ['Totals', 'BurnPaid'], 1],
    ['a stream with a negative ID', ['Blocks', 0, 'Streams', 0, 'ID'], '-1'],
    ['no blocks to the totals', ['Blocks'], null],
  ] as const)('refuses %s', (_what, path, value) => {
    expect(zNodeRewardDistribution.safeParse(changed(path, value)).success).toBe(false);
  });
});
