import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RewardStream } from '../../../../../shared/domain/actors/reward-streams.ts';
import { type Address, idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import {
  blockReward,
  recipientParts,
  splitBlockReward,
  streamAccounts,
  streamWeight,
  vestingPart,
  WHOLE_WEIGHT,
  weightRamp,
} from '../../../../../shared/domain/chain/reward-split.ts';
import { zNodeRewardDistribution } from '../../../../../shared/validation/node/reward-distribution.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Case {
  readonly name: string;
  readonly epoch: number;
  readonly thisEpochReward: string;
  readonly winCount: number;
  readonly streams: readonly {
    readonly id: number;
    readonly weight: readonly [string, string, number, string, string];
    readonly explicit: boolean;
    readonly storedShareTotal: string | null;
    readonly evaluated: string;
  }[];
  readonly blockReward: string;
  readonly miner: string;
  readonly explicit: string;
  readonly burn: string;
}

interface Bootstrap {
  readonly streams: readonly {
    readonly id: number;
    readonly weight: Readonly<Record<'v_start' | 'slope' | 'floor' | 'cap', string>> & { readonly t_start: number };
  }[];
}

const { cases } = readSharedJson<{ cases: readonly Case[] }>('nv29/award-split.json');
const WRITER = idAddress(5001);

function weightOf([vStart, slope, tStart, floor, cap]: Case['streams'][number]['weight']): RewardStream['weight'] {
  return { vStart: BigInt(vStart), slope: BigInt(slope), tStart, floor: BigInt(floor), cap: BigInt(cap) };
}

function distributionOf(shares: readonly (readonly [Address, bigint])[]): NonNullable<RewardStream['distribution']> {
  return { writer: WRITER, shares: shares.map(([recipient, share]) => ({ recipient, share })), payable: [], claimedPeriod: [] };
}

const constant = (weight: bigint) => ({ vStart: weight, slope: 0n, tStart: 0, floor: weight, cap: weight });
const implicit = (weight: bigint): RewardStream => ({ id: 1n, weight: constant(weight), distribution: undefined });

describe('a block reward', () => {
  it('is split as the worked cases are', () => {
    for (const { name, epoch, thisEpochReward, winCount, streams, ...expected } of cases) {
      const own = streams.map(
        ({ id, weight, explicit, storedShareTotal }): RewardStream => ({
          id: BigInt(id),
          weight: weightOf(weight),
          distribution: explicit ? distributionOf([[idAddress(5002), BigInt(storedShareTotal ?? 0)]]) : undefined,
        }),
      );
      const reward = blockReward(BigInt(thisEpochReward), BigInt(winCount));
      const split = splitBlockReward(own, epoch, reward);
      expect(reward.toString(), name).toBe(expected.blockReward);
      expect(
        split.streams.map(({ weight }) => weight.toString()),
        name,
      ).toEqual(streams.map(({ evaluated }) => evaluated));
      expect([split.minted, split.miner, split.explicit, split.burned].map(String), name).toEqual([
        expected.blockReward,
        expected.miner,
        expected.explicit,
        expected.burn,
      ]);
    }
    checked(cases.length, 7, 'splits of a block reward');
  });

  it('is split as a report of StateRewardDistribution has it, by the weights of mainnet’s bootstrap', () => {
    const { exampleConstructed } = readSharedJson<{ exampleConstructed: unknown }>('nv29/state-reward-distribution.json');
    const { bootstrap } = readSharedJson<{ bootstrap: { mainnet: Bootstrap } }>('nv29/solstice.json');
    const { height, blocks } = zNodeRewardDistribution.parse(exampleConstructed);
    for (const { amounts, streams, burnWeight } of blocks) {
      const own = bootstrap.mainnet.streams.map(({ id, weight }): RewardStream => {
        const recipients = streams.find((stream) => stream.id === BigInt(id))?.distribution?.recipients;
        const { v_start, slope, t_start, floor, cap } = weight;
        return {
          id: BigInt(id),
          weight: weightOf([v_start, slope, t_start, floor, cap]),
          distribution: recipients && distributionOf(recipients.map(({ recipient, share }) => [recipient, share])),
        };
      });
      const split = splitBlockReward(own, height, amounts.minted);
      expect(split).toMatchObject({ minted: amounts.minted, miner: amounts.miner, explicit: amounts.explicit, burned: amounts.burn });
      expect(split.streams.map(({ id, weight, amount }) => [id, weight, amount])).toEqual(
        streams.map(({ id, weight, amount }) => [id, weight, amount]),
      );
      expect(split.streams.reduce((sum, { weight }) => sum + weight, burnWeight)).toBe(WHOLE_WEIGHT);
      for (const [index, { distribution }] of streams.entries()) {
        const stream = own[index]?.distribution;
        if (distribution === undefined || stream === undefined) continue;
        const parts = recipientParts(stream, 0n, split.streams[index]?.explicit?.accrued ?? 0n);
        expect(parts.map(({ amount }) => amount)).toEqual(distribution.recipients.map(({ earned }) => earned));
      }
    }
    checked(blocks.length, 1, 'blocks of a reported split');
  });

  it('is not minted where weights break a rule of the actor', () => {
    const half = WHOLE_WEIGHT / 2n;
    const second = (weight: RewardStream['weight']): RewardStream => ({ id: 2n, weight, distribution: distributionOf([]) });
    for (const weight of [
      constant(half + 1n),
      { ...constant(0n), cap: WHOLE_WEIGHT + 1n },
      { ...constant(0n), floor: 1n },
      { ...constant(2n), cap: 1n },
    ]) {
      const split = splitBlockReward([implicit(half), second(weight)], 10, 1000n);
      expect(split).toMatchObject({ minted: 0n, miner: 0n, explicit: 0n, burned: 0n });
    }
    expect(splitBlockReward([implicit(half), second(constant(half))], 10, 1000n)).toMatchObject({
      minted: 1000n,
      miner: 500n,
      burned: 500n,
    });
    expect(splitBlockReward([], 10, 1000n)).toMatchObject({ minted: 1000n, miner: 0n, burned: 1000n });
  });

  const shares = fc.array(fc.bigInt({ min: 1n, max: WHOLE_WEIGHT / 8n }), { maxLength: 8 });
  const randomStreams = fc
    .array(fc.record({ weight: fc.bigInt({ min: 0n, max: WHOLE_WEIGHT / 8n }), shares: fc.option(shares, { nil: undefined }) }), {
      maxLength: 8,
    })
    .map((streams) =>
      streams.map(
        ({ weight, shares: own }, index): RewardStream => ({
          id: BigInt(index + 1),
          weight: constant(weight),
          distribution: own && distributionOf(own.map((share, at) => [idAddress(100 + at), share])),
        }),
      ),
    );

  it('is the sum of its parts for any streams', () => {
    fc.assert(
      fc.property(randomStreams, fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.nat(), (streams, reward, epoch) => {
        const { minted, miner, explicit, burned, streams: parts } = splitBlockReward(streams, epoch, reward);
        expect(minted).toBe(reward);
        expect(miner + explicit + burned).toBe(reward);
        expect(burned >= 0n && miner >= 0n && explicit >= 0n).toBe(true);
        for (const { amount, explicit: own } of parts) if (own !== undefined) expect(own.accrued + own.burned).toBe(amount);
        expect(parts.reduce((sum, { explicit: own }) => sum + (own?.accrued ?? 0n), 0n)).toBe(explicit);
      }),
    );
  });

  it('leaves recipients less than one attoFIL each beside what their stream accrues, over any number of awards', () => {
    const pools = fc.array(fc.bigInt({ min: 0n, max: 10n ** 22n }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        shares.filter((list) => list.length > 0),
        pools,
        (own, growths) => {
          const distribution = distributionOf(own.map((share, at) => [idAddress(100 + at), share]));
          let pool = 0n;
          const earned = new Map<Address, bigint>();
          for (const growth of growths) {
            for (const { recipient, amount } of recipientParts(distribution, pool, pool + growth)) {
              expect(amount >= 0n).toBe(true);
              earned.set(recipient, (earned.get(recipient) ?? 0n) + amount);
            }
            pool += growth;
          }
          const sum = [...earned.values()].reduce((total, amount) => total + amount, 0n);
          expect(pool - sum >= 0n && pool - sum < BigInt(own.length)).toBe(true);
          // Award by award is the same as all at once: that is what the actor pays.
          const [account] = streamAccounts({ streams: [{ ...implicit(0n), distribution }], tombstones: [] }, [
            { id: 1n, amount: attoFil(pool) },
          ]);
          for (const { recipient, owed } of account?.recipients ?? []) expect(owed).toBe(earned.get(recipient));
        },
      ),
    );
  });

  it('earlier remainders become earned, as a node reports them', () => {
    const halves = distributionOf([
      [idAddress(101), WHOLE_WEIGHT / 2n],
      [idAddress(102), WHOLE_WEIGHT / 2n],
    ]);
    const amounts = (before: bigint, after: bigint) => recipientParts(halves, before, after).map(({ amount }) => amount);
    expect(amounts(1n, 2n)).toEqual([1n, 1n]);
    expect(amounts(0n, 1n)).toEqual([0n, 0n]);
    expect(recipientParts(distributionOf([]), 0n, 0n)).toEqual([]);
  });

  it('of a miner vests by three quarters, rounded down', () => {
    expect([0n, 1n, 4n, 5_608_230_000_000_000_000n].map(vestingPart)).toEqual([0n, 0n, 3n, 4_206_172_500_000_000_000n]);
  });
});

describe('the weight of a stream', () => {
  const [first] = cases;
  const miners = weightOf(first?.streams[0]?.weight ?? expect.fail('no case'));

  it('falls to its floor and stays there; before its start the line goes on to the cap', () => {
    expect(streamWeight(miners, 6_470_280)).toBe(950_000_000_000_000_000n);
    expect(streamWeight(miners, 6_470_281)).toBe(950_000_000_000_000_000n - 190_132_864_846n);
    expect(streamWeight(miners, 0)).toBe(950_000_000_000_000_000n);
    expect(streamWeight(miners, 2 ** 52)).toBe(500_000_000_000_000_000n);
    expect(streamWeight({ vStart: 5n, slope: 2n, tStart: -1, floor: 4n, cap: 9n }, 0)).toBe(7n);
  });

  it('is a line of corners, exact at each of them and straight between them', () => {
    const ramp = weightRamp(miners, 6_470_280, 9_500_000);
    expect(ramp.map(({ epoch }) => epoch)).toEqual([6_470_280, 6_470_281, 8_837_045, 8_837_046, 9_500_000]);
    expect(ramp.at(-1)?.weight).toBe(500_000_000_000_000_000n);
    const record = fc
      .tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000))
      .map((values) => values.sort((a, b) => a - b))
      .chain(([floor = 0, vStart = 0, cap = 0]) =>
        fc.record({
          vStart: fc.constant(BigInt(vStart)),
          slope: fc.bigInt({ min: -50n, max: 50n }),
          tStart: fc.integer({ min: -10, max: 60 }),
          floor: fc.constant(BigInt(floor)),
          cap: fc.constant(BigInt(cap)),
        }),
      );
    fc.assert(
      fc.property(record, (weights) => {
        const points = weightRamp(weights, 0, 100);
        expect(points.length).toBeLessThanOrEqual(6);
        for (const [index, { epoch, weight }] of points.entries()) {
          const next = points[index + 1];
          if (next === undefined) continue;
          const width = BigInt(next.epoch - epoch);
          for (let at = epoch; at <= next.epoch; at += 1) {
            expect(streamWeight(weights, at) * width).toBe(weight * width + (next.weight - weight) * BigInt(at - epoch));
          }
        }
      }),
    );
  });
});

it('accounts of streams add up to what the reward actor owes', () => {
  const [alice, bob, carol] = [idAddress(101), idAddress(102), idAddress(103)];
  const distribution = {
    ...distributionOf([
      [alice, (WHOLE_WEIGHT * 3n) / 4n],
      [bob, WHOLE_WEIGHT / 8n],
    ]),
    payable: [{ recipient: carol, amount: attoFil(50n) }],
    claimedPeriod: [{ recipient: alice, amount: attoFil(40n) }],
  };
  const accounts = streamAccounts(
    {
      streams: [implicit(1n), { id: 2n, weight: constant(1n), distribution }],
      tombstones: [{ id: 3n, payable: [{ recipient: bob, amount: attoFil(9n) }] }],
    },
    [{ id: 2n, amount: attoFil(100n) }],
  );
  // 100 in the pool: 85 and 14 by shares of 6 and 1, and 1 that rounding leaves.
  expect(accounts).toEqual([
    {
      id: 2n,
      isLive: true,
      accrued: 100n,
      claimed: 40n,
      owed: 110n,
      recipients: [
        { recipient: alice, share: (WHOLE_WEIGHT * 3n) / 4n, earned: 85n, claimed: 40n, payable: 0n, owed: 45n },
        { recipient: bob, share: WHOLE_WEIGHT / 8n, earned: 14n, claimed: 0n, payable: 0n, owed: 14n },
        { recipient: carol, earned: 0n, claimed: 0n, payable: 50n, owed: 50n },
      ],
    },
    {
      id: 3n,
      isLive: false,
      accrued: 0n,
      claimed: 0n,
      owed: 9n,
      recipients: [{ recipient: bob, earned: 0n, claimed: 0n, payable: 9n, owed: 9n }],
    },
  ]);
});
