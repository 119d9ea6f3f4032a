import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainReader } from '../../../../../electron/services/chain/chain-reader.ts';
import { readRewardOf } from '../../../../../electron/services/chain/tipset-reward.ts';
import { rewardState } from '../../../../../shared/domain/actors/reward-state.ts';
import { type RewardStream, type RewardStreams, rewardStreams } from '../../../../../shared/domain/actors/reward-streams.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import type { Tipset } from '../../../../../shared/domain/chain/tipset.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { zTipsetReward } from '../../../../../shared/ipc/schemas/block-reward.ts';
import { zNodeRewardDistribution } from '../../../../../shared/validation/node/reward-distribution.ts';
import { failureOf } from '../../../../builders/failure-of.ts';

const WHOLE = 10n ** 18n;
const HEIGHT = 6_566_640;
const CIDS = ['a', 'b', 'c', 'd'].map((text) => cidOfDagCbor(new TextEncoder().encode(text)));
const CHILD = cidOfDagCbor(new TextEncoder().encode('child'));
const call = (method: string) => ({ id: 1, method, tookMs: 1, atMs: 1, isCached: false });

interface Ledger {
  readonly minted: bigint;
  readonly burned: bigint;
  readonly explicit: bigint;
  readonly reward: bigint;
  readonly accrued: ReadonlyMap<bigint, bigint>;
  readonly streams: RewardStreams;
}

/** The awards of the actor in the order of the FIP, one stream after the other: written apart from the code under test. */
function award(ledger: Ledger, wins: number, epoch: number): { readonly after: Ledger; readonly miner: bigint } {
  const reward = (ledger.reward * BigInt(wins)) / 5n;
  const accrued = new Map(ledger.accrued);
  let [miner, allocated, burned, explicit] = [0n, 0n, 0n, 0n];
  for (const { id, weight, distribution } of ledger.streams.streams) {
    let value = weight.vStart + weight.slope * BigInt(epoch - weight.tStart);
    if (value > weight.cap) value = weight.cap;
    if (value < weight.floor) value = weight.floor;
    const portion = (value * reward) / WHOLE;
    allocated += portion;
    if (distribution === undefined) {
      miner += portion;
      continue;
    }
    const own = (portion * distribution.shares.reduce((sum, { share }) => sum + share, 0n)) / WHOLE;
    accrued.set(id, (accrued.get(id) ?? 0n) + own);
    explicit += own;
    burned += portion - own;
  }
  burned += reward - allocated;
  return {
    after: { ...ledger, minted: ledger.minted + reward, burned: ledger.burned + burned, explicit: ledger.explicit + explicit, accrued },
    miner,
  };
}

function stateJson({ minted, burned, explicit, reward, accrued, streams }: Ledger): unknown {
  const zero = attoFil(0n);
  return rewardState.v19.toJson(
    {
      cumsumBaseline: 0n,
      cumsumRealized: 0n,
      effectiveNetworkTime: 0,
      effectiveBaselinePower: 0n,
      thisEpochReward: attoFil(reward),
      thisEpochRewardSmoothed: { positionEstimate: 0n, velocityEstimate: 0n },
      thisEpochBaselinePower: 0n,
      epoch: 0,
      totalMintedReward: attoFil(minted),
      totalBurnMinted: attoFil(burned),
      totalExplicitMinted: attoFil(explicit),
      swaTimelockEpochs: 20_160,
      swaActor: idAddress(5000),
      accrued: [...accrued].map(([id, amount]) => ({ id, amount: amount === 0n ? zero : attoFil(amount) })),
      streamsRoot: cidOfDagCbor(encodeBlock(rewardStreams, streams)),
    },
    'f',
  );
}

interface Script {
  readonly before: unknown;
  readonly after?: unknown;
  readonly blocks?: readonly Uint8Array[];
  /** Undefined: not known. */
  readonly version?: number | undefined;
  readonly report?: unknown;
  readonly parentHeight?: number;
}

/** A reader whose node answers with these states, blocks and report. */
function readerOf(script: Script) {
  const { before, after, blocks = [], report, parentHeight = HEIGHT - 1 } = script;
  const version = 'version' in script ? script.version : 29;
  const asked: string[] = [];
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'StateReadState') {
      const [, key] = params as [string, readonly { '/': string }[]];
      const state = key[0]?.['/'] === CHILD ? after : before;
      if (state instanceof Error) throw state;
      return { Balance: '0', State: state };
    }
    const cid = (params[0] as { '/': Cid })['/'];
    return bytesToBase64(blocks.find((bytes) => cidOfDagCbor(bytes) === cid) ?? blocks[0] ?? new Uint8Array());
  };
  const reader = {
    letter: 'f',
    versions: { at: () => (version === undefined ? undefined : { version, isExact: true }) },
    tipset: async () => ({ value: { height: parentHeight }, call: call('ChainGetTipSet') }),
    client: {
      async call(method: string, params: readonly unknown[], { schema }: { readonly schema: { parse(value: unknown): unknown } }) {
        asked.push(method);
        return { value: schema.parse(answer(method, params)), call: call(method) };
      },
    },
    v2:
      report === undefined
        ? undefined
        : {
            async rewardDistribution() {
              if (report instanceof Error) throw report;
              return { value: zNodeRewardDistribution.parse(report), call: call('StateRewardDistribution') };
            },
          },
  } as unknown as ChainReader;
  return { reader, asked };
}

function tipsetOf(wins: readonly number[]): Tipset {
  return {
    key: CIDS.slice(0, wins.length),
    height: HEIGHT,
    blocks: wins.map((winCount) => ({ miner: idAddress(1234), electionProof: { winCount: BigInt(winCount) }, parents: [CIDS[3]] })),
  } as unknown as Tipset;
}

const weight = (vStart: bigint, slope: bigint, floor: bigint, cap: bigint) => ({ vStart, slope, tStart: 6_470_280, floor, cap });
const MINERS: RewardStream = {
  id: 1n,
  weight: weight((WHOLE * 95n) / 100n, -190_132_864_846n, WHOLE / 2n, (WHOLE * 95n) / 100n),
  distribution: undefined,
};
const services = (shares: readonly bigint[]): RewardStream => ({
  id: 2n,
  weight: weight(WHOLE / 20n, 190_132_864_846n, WHOLE / 20n, WHOLE / 10n),
  distribution: {
    writer: idAddress(5001),
    shares: shares.map((share, index) => ({ recipient: idAddress(6000 + index), share })),
    payable: [],
    claimedPeriod: [],
  },
});

function ledgerOf(shares: readonly bigint[], pool: bigint, reward: bigint): Ledger {
  return {
    minted: 10n ** 26n,
    burned: 10n ** 22n,
    explicit: 10n ** 23n,
    reward,
    accrued: new Map([[2n, pool]]),
    streams: { streams: [MINERS, services(shares)], tombstones: [], pendingWrites: [] },
  };
}

const wins = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
const shares = fc.array(fc.bigInt({ min: 1n, max: WHOLE / 4n }), { maxLength: 4 });

describe('the rewards of a tipset, from the states around it', () => {
  it('are those of the awards, to the attoFIL and for every block, with or without null rounds before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        wins,
        shares,
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.bigInt({ min: 10n ** 18n, max: 10n ** 20n }),
        fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }),
        async (counts, own, pool, reward, drift) => {
          let ledger = ledgerOf(own, pool, reward);
          const before = stateJson({ ...ledger, reward: reward + drift });
          const miners: bigint[] = [];
          const pools = [pool];
          for (const count of counts) {
            const { after, miner } = award(ledger, count, HEIGHT);
            ledger = after;
            miners.push(miner);
            pools.push(after.accrued.get(2n) ?? 0n);
          }
          const { reader } = readerOf({ before, after: stateJson(ledger), blocks: [encodeBlock(rewardStreams, ledger.streams)] });
          const result = zTipsetReward.parse(await readRewardOf(reader, tipsetOf(counts), [CHILD], 'test'));
          expect(result).toMatchObject({ way: 'state', isExact: true });
          expect(result.totals).toEqual({
            minted: (ledger.minted - 10n ** 26n).toString(),
            burned: (ledger.burned - 10n ** 22n).toString(),
            explicit: (ledger.explicit - 10n ** 23n).toString(),
            miner: miners.reduce((sum, amount) => sum + amount, 0n).toString(),
          });
          // Several rewards of an epoch may round to the same sums: then no block is given a part that is not certain.
          if (result.blocks === undefined) {
            expect(drift).not.toBe(0n);
            return;
          }
          expect(result.blocks.map(({ miner }) => miner)).toEqual(miners.map(String));
          expect(result.blocks.map(({ cid }) => cid)).toEqual(CIDS.slice(0, counts.length));
          const total = own.reduce((sum, share) => sum + share, 0n);
          for (const [index, block] of result.blocks.entries()) {
            const recipients = block.streams[1]?.distribution?.recipients ?? expect.fail('no recipients');
            const [from = 0n, to = 0n] = [pools[index], pools[index + 1]];
            expect(recipients.map(({ amount }) => amount)).toEqual(
              own.map((share) => ((to * share) / total - (from * share) / total).toString()),
            );
          }
        },
      ),
    );
  });

  it('leave out recipients where their period ended between two of its blocks', async () => {
    const half = [WHOLE / 2n, WHOLE / 2n];
    const first = award(ledgerOf(half, 700n, 10n ** 19n), 1, HEIGHT).after;
    const folded = { ...first, accrued: new Map([[2n, 0n]]) };
    const last = award(folded, 1, HEIGHT).after;
    const script = { before: stateJson(ledgerOf(half, 700n, 10n ** 19n)), blocks: [encodeBlock(rewardStreams, last.streams)] };
    const result = await readRewardOf(readerOf({ ...script, after: stateJson(last) }).reader, tipsetOf([1, 1]), [CHILD], 'test');
    expect(result.blocks?.[0]?.streams[1]?.distribution).toEqual({ writer: 'f05001', burned: '0' });
  });

  it('are sums only where the blocks do not meet them', async () => {
    const ledger = ledgerOf([WHOLE], 0n, 10n ** 19n);
    const after = { ...award(ledger, 1, HEIGHT).after, burned: ledger.burned + 5n };
    const { reader } = readerOf({
      before: stateJson(ledger),
      after: stateJson(after),
      blocks: [encodeBlock(rewardStreams, ledger.streams)],
    });
    const result = await readRewardOf(reader, tipsetOf([1]), [CHILD], 'test');
    expect(result.blocks).toBeUndefined();
    expect(result.totals).toMatchObject({ minted: '2000000000000000000', burned: '5' });
  });

  it('are refused where the streams are not the block of their CID', async () => {
    const ledger = ledgerOf([WHOLE], 0n, 10n ** 19n);
    const { reader } = readerOf({ before: stateJson(ledger), after: stateJson(ledger), blocks: [Uint8Array.of(0x83, 0x80, 0x80, 0x80)] });
    const failure = await failureOf(readRewardOf(reader, tipsetOf([1]), [CHILD], 'test'));
    expect(failure).toMatchObject({ code: 'endpoint-bad-reply', message: expect.stringContaining('does not match its CID') });
  });
});

const NOTHING_PAID = {
  ...{ MintedReward: '0', MinerReward: '0', MessageReward: '0', ExplicitReward: '0' },
  ...{ BurnAllocation: '0', MinerPaid: '0', BurnPaid: '0' },
};

describe('the rewards of a tipset', () => {
  const ledger = ledgerOf([WHOLE], 0n, 29_517_000_000_000_000_003n);
  const blocks = [encodeBlock(rewardStreams, ledger.streams)];

  it('are expected from the streams in force while nothing has executed it', async () => {
    const result = await readRewardOf(readerOf({ before: stateJson(ledger), blocks }).reader, tipsetOf([3]), undefined, 'test');
    expect(result).toMatchObject({
      way: 'expected',
      isExact: false,
      totals: { minted: '17710200000000000001', miner: '16500217833169741171', explicit: '1209982166830258829', burned: '1' },
    });
  });

  it('are all of the miners before network version 29, for one call', async () => {
    const before = { ThisEpochReward: '100', TotalStoragePowerReward: '5', SimpleTotal: '1', BaselineTotal: '1' };
    const { reader, asked } = readerOf({ before, version: 28, report: new Error('not to be asked') });
    const result = await readRewardOf(reader, tipsetOf([1, 2]), [CHILD], 'test');
    expect(result).toMatchObject({ way: 'whole', isExact: true, totals: { minted: '60', miner: '60', explicit: '0', burned: '0' } });
    expect(result.blocks?.map(({ miner }) => miner)).toEqual(['20', '40']);
    expect(asked).toEqual(['StateReadState']);
    const head = readerOf({ before, version: 28, parentHeight: HEIGHT - 2 });
    expect(await readRewardOf(head.reader, tipsetOf([1]), undefined, 'test')).toMatchObject({ way: 'whole', isExact: false });
  });

  it('after null rounds before network version 29 are what the child’s state says was minted', async () => {
    const state = (minted: bigint) => ({
      ThisEpochReward: '100',
      TotalStoragePowerReward: minted.toString(),
      SimpleTotal: '1',
      BaselineTotal: '1',
    });
    const script = { before: state(5n), version: 28, parentHeight: HEIGHT - 2 };
    // The award ran with 90: 18 and 36.
    const settled = readerOf({ ...script, after: state(59n) });
    const result = zTipsetReward.parse(await readRewardOf(settled.reader, tipsetOf([1, 2]), [CHILD], 'test'));
    expect(result).toMatchObject({ way: 'whole', isExact: true, totals: { minted: '54', miner: '54' } });
    expect(result.blocks?.map(({ miner }) => miner)).toEqual(['18', '36']);
    expect(settled.asked).toEqual(['StateReadState', 'StateReadState']);
    // Without an answer for the child, or one that no award can have made, the estimate stays.
    for (const after of [new SextantError('node-error', 'no state'), state(4n)]) {
      const { reader } = readerOf({ ...script, after });
      const estimate = await readRewardOf(reader, tipsetOf([1, 2]), [CHILD], 'test');
      expect(estimate).toMatchObject({ isExact: false, totals: { minted: '60' } });
    }
  });

  it('are split by the state after the first tipset of version 29, where the version is not known', async () => {
    const whole = { ThisEpochReward: ledger.reward.toString(), TotalStoragePowerReward: ledger.minted.toString() };
    const first = award({ ...ledger, burned: 0n, explicit: 0n }, 3, HEIGHT).after;
    const script = { before: whole, after: stateJson(first), blocks, version: undefined };
    const split = await readRewardOf(readerOf(script).reader, tipsetOf([3]), [CHILD], 'test');
    expect(split).toMatchObject({
      way: 'state',
      isExact: true,
      totals: { minted: '17710200000000000001', miner: '16500217833169741171', explicit: '1209982166830258829', burned: '1' },
    });
    // Without streams after it either, all of it is the miner's; at the head that is not certain.
    const before29 = await readRewardOf(readerOf({ ...script, after: whole }).reader, tipsetOf([3]), [CHILD], 'test');
    expect(before29).toMatchObject({ way: 'whole', isExact: true });
    const atHead = await readRewardOf(readerOf(script).reader, tipsetOf([3]), undefined, 'test');
    expect(atHead).toMatchObject({ way: 'whole', isExact: false });
  });

  it('are those that the node reports, where it does', async () => {
    const amounts = {
      MintedReward: '17710200000000000001',
      MinerReward: '16500217833169741171',
      MessageReward: '7',
      ExplicitReward: '1209982166830258829',
      BurnAllocation: '1',
      MinerPaid: '16500217833169741178',
      BurnPaid: '1',
    };
    const report = {
      TipSetKey: [{ '/': CIDS[0] }],
      Height: HEIGHT,
      Denom: WHOLE.toString(),
      Totals: amounts,
      Blocks: [
        {
          Block: { '/': CIDS[0] },
          Miner: 'f01234',
          WinCount: 3,
          Amounts: amounts,
          BurnWeight: '0',
          Streams: [
            { ID: '1', Weight: '931678797143439440', Amount: '16500217833169741171', Distribution: null },
            {
              ID: '2',
              Weight: '68321202856560560',
              Amount: '1209982166830258829',
              Distribution: {
                Writer: 'f05001',
                Recipients: [{ Recipient: 'f06000', Share: WHOLE.toString(), EarnedAmount: '1209982166830258829' }],
                BurnShare: '0',
                BurnAmount: '0',
                RoundingAdjustment: '0',
              },
            },
          ],
        },
      ],
    };
    const { after } = award(ledger, 3, HEIGHT);
    const script = { before: stateJson(ledger), after: stateJson(after), blocks };
    const byReport = await readRewardOf(readerOf({ ...script, report }).reader, tipsetOf([3]), [CHILD], 'test');
    const byState = await readRewardOf(readerOf(script).reader, tipsetOf([3]), [CHILD], 'test');
    expect(byReport).toMatchObject({ way: 'node', isExact: true });
    expect({ totals: byReport.totals, blocks: byReport.blocks }).toEqual({ totals: byState.totals, blocks: byState.blocks });
    // A payment that failed is reported beside the part that was due.
    const unpaid = { ...amounts, MinerPaid: '0', BurnPaid: '16500217833169741179' };
    const failed = { ...report, Totals: unpaid, Blocks: [{ ...report.Blocks[0], Amounts: unpaid }] };
    const byFailed = zTipsetReward.parse(
      await readRewardOf(readerOf({ ...script, report: failed }).reader, tipsetOf([3]), [CHILD], 'test'),
    );
    expect(byFailed.blocks).toMatchObject([{ miner: '16500217833169741171', minerPaid: '0' }]);
    // A report without blocks, of another tipset, height, miner or number of wins, and a node that does not have the method, lead to
    // the states.
    for (const other of [
      { ...report, Height: HEIGHT + 1 },
      { ...report, Blocks: [{ ...report.Blocks[0], Miner: 'f01235' }] },
      { ...report, Blocks: [{ ...report.Blocks[0], WinCount: 2 }] },
      { ...report, Totals: NOTHING_PAID, Blocks: null },
      { ...report, TipSetKey: [{ '/': CIDS[1] }], Blocks: [{ ...report.Blocks[0], Block: { '/': CIDS[1] } }] },
      new SextantError('method-not-served', 'not served'),
    ]) {
      expect(await readRewardOf(readerOf({ ...script, report: other }).reader, tipsetOf([3]), [CHILD], 'test')).toMatchObject({
        way: 'state',
      });
    }
  });
});
