/** A chain that splits its block rewards as mainnet does: a thousand tipsets, each held against what the reward actor counted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SeededRandom } from '../../../electron/devnet/chain/seeded-random.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { ChainReader } from '../../../electron/services/chain/chain-reader.ts';
import { readRewardOf, readStreams } from '../../../electron/services/chain/tipset-reward.ts';
import { addressToBytes, idAddress } from '../../../shared/domain/addresses/address.ts';
import type { CborValue } from '../../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { Key } from '../../../shared/domain/keys/key.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import type { TipsetReward } from '../../../shared/ipc/schemas/block-reward.ts';
import { buildConnection, type TestConnection } from '../../builders/active-connection.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { checkStateBefore, devnetBlocks } from '../../builders/devnet-state.ts';

const SEED = 'reward streams';
const ROUNDS = 36;
const WHOLE = 10n ** 18n;
const REWARD = 't02';
const STREAM = 2;
/** A stream that governance registers and removes while it owes. */
const REMOVED = 3;
const TIMELOCK_EPOCHS = 60;
const PERCENT = WHOLE / 100n;

type Amounts = Readonly<
  Record<'MintedReward' | 'MinerReward' | 'MessageReward' | 'ExplicitReward' | 'BurnAllocation' | 'MinerPaid' | 'BurnPaid', string>
>;
interface Distribution {
  readonly Writer: string;
  readonly Recipients: readonly { readonly Recipient: string; readonly Share: string; readonly EarnedAmount: string }[];
  readonly BurnShare: string;
  readonly BurnAmount: string;
  readonly RoundingAdjustment: string;
}
interface RewardJson {
  readonly Height: number;
  readonly Totals: Amounts;
  readonly Blocks: readonly {
    readonly Block: { readonly '/': string };
    readonly Miner: string;
    readonly WinCount: number;
    readonly Amounts: Amounts;
    readonly BurnWeight: string;
    readonly Streams: readonly {
      readonly ID: string;
      readonly Weight: string;
      readonly Amount: string;
      readonly Distribution: Distribution | null;
    }[];
  }[];
}
interface RewardState {
  readonly State: {
    readonly TotalMintedReward: string;
    readonly TotalBurnMinted: string;
    readonly TotalExplicitMinted: string;
    readonly StreamsRoot: { readonly '/': string };
  };
}

let node: RunningDevnet;
let opened: TestConnection;
/** Of an endpoint without the v2 API. */
let reader: ChainReader;
beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 0, streams: 'mainnet' });
  opened = buildConnection({ httpUrl: node.httpUrl, token: node.tokens.read }, { letter: 't', networkName: 'localnet' });
  reader = new ChainReader(opened.connection);
});
afterAll(async () => {
  opened.close();
  await node.stop();
});

const sum = (values: readonly string[]): bigint => values.reduce((total, value) => total + BigInt(value), 0n);

async function distributionOf(tipset: TipsetJson): Promise<RewardJson> {
  const url = node.httpUrl.replace('/v1', '/v2');
  const { json, text } = await postCall(url, 'Filecoin.StateRewardDistribution', [{ key: tipset.Cids }]);
  if (json.result === undefined) throw new Error(text);
  return json.result as RewardJson;
}

function expectSums({ Totals, Blocks }: RewardJson): void {
  for (const { Amounts: amounts, BurnWeight, Streams } of Blocks) {
    expect(BigInt(amounts.MintedReward)).toBe(sum([amounts.MinerReward, amounts.ExplicitReward, amounts.BurnAllocation]));
    expect(BigInt(amounts.MinerPaid)).toBe(sum([amounts.MinerReward, amounts.MessageReward]));
    expect(BigInt(amounts.BurnPaid)).toBeGreaterThanOrEqual(BigInt(amounts.BurnAllocation));
    expect(sum([BurnWeight, ...Streams.map(({ Weight }) => Weight)])).toBe(WHOLE);
    for (const { Amount, Distribution: distribution } of Streams) {
      if (distribution === null) continue;
      const { Recipients, BurnShare, BurnAmount, RoundingAdjustment } = distribution;
      expect(sum([BurnShare, ...Recipients.map(({ Share }) => Share)])).toBe(WHOLE);
      expect(BigInt(Amount)).toBe(sum([BurnAmount, RoundingAdjustment, ...Recipients.map(({ EarnedAmount }) => EarnedAmount)]));
    }
  }
  for (const [name, total] of Object.entries(Totals)) {
    expect(BigInt(total), name).toBe(sum(Blocks.map(({ Amounts: amounts }) => amounts[name as keyof Amounts])));
  }
}

/** What the node reports of each block, in the form of the view; recipients are compared where the state alone can tell them. */
function blocksOf({ Blocks }: RewardJson, like: TipsetReward['blocks']): unknown {
  return Blocks.map(({ Block, Amounts: amounts, Streams }, index) => ({
    cid: Block['/'],
    minted: amounts.MintedReward,
    miner: amounts.MinerReward,
    explicit: amounts.ExplicitReward,
    burned: amounts.BurnAllocation,
    streams: Streams.map(({ ID, Weight, Amount, Distribution: distribution }, place) => ({
      id: ID,
      weight: Weight,
      amount: Amount,
      ...(distribution === null
        ? {}
        : {
            distribution: {
              writer: distribution.Writer,
              burned: distribution.BurnAmount,
              ...(like?.[index]?.streams[place]?.distribution?.recipients === undefined
                ? {}
                : {
                    recipients: distribution.Recipients.map(({ Recipient, Share, EarnedAmount }) => ({
                      recipient: Recipient,
                      share: Share,
                      amount: EarnedAmount,
                    })),
                  }),
            },
          }),
    })),
  }));
}

/** Runs the chain with null rounds, new shares, claims and changes of the streams at seeded epochs; a stream is removed while it owes. */
async function runStreams(sender: DevnetSender): Promise<void> {
  const random = new SeededRandom(`${SEED} script`);
  const [swa, writer, own, other] = ['stream-weights', 'service-rewards', 'traffic-0', 'orchestrator-0'].map((name) =>
    sender.key(name),
  ) as [Key, Key, Key, Key];
  let drawn = 0;
  const call = (from: Key, name: string, params: CborValue) => sender.push(from, 2, { method: methodNumberOfName(name), params });
  const weight = (percent: bigint): CborValue => [percent * PERCENT, 0, 0, 0, percent * PERCENT];
  const sharesOf = (...keys: readonly Key[]): CborValue => {
    drawn += 1;
    const parts = keys.map((_, index) => WHOLE / BigInt(random.between(5, 13, 'share', drawn, index)));
    return [
      ...keys.map(({ address }, index): CborValue => [addressToBytes(address), parts[index] ?? 0n]),
      [addressToBytes(idAddress(99)), WHOLE - parts.reduce((total, part) => total + part, 0n)],
    ];
  };
  const claims = (id: number, ...keys: readonly Key[]) => call(own, 'Claim', [id, keys.map(({ address }) => addressToBytes(address))]);
  const fixed = new Map<number, () => Promise<unknown>>([
    [
      4,
      () =>
        call(swa, 'SetWeightRecords', [
          [
            [1, [91n * PERCENT, -1_000_000_000_007n, 0, 50n * PERCENT, 91n * PERCENT]],
            [2, weight(5n)],
          ],
        ]),
    ],
    [
      8,
      async () => {
        const { Height } = await resultOf<TipsetJson>(node, 'ChainHead');
        const distribution = [addressToBytes(writer.address), sharesOf(own, other, swa)];
        await call(swa, 'RegisterStream', [REMOVED, weight(3n), distribution, Height + TIMELOCK_EPOCHS + 10]);
      },
    ],
    [20, () => call(swa, 'RemoveStream', [REMOVED])],
    [28, () => claims(REMOVED, other)],
  ]);
  const seldom = [
    () => claims(STREAM, own, other),
    () => call(writer, 'SetShares', [STREAM, sharesOf(own, other)]),
    () => call(writer, 'SetShares', [STREAM, sharesOf(other, swa, own)]),
    () => control(node, 'null-round'),
  ];
  for (let round = 0; round < ROUNDS; round += 1) {
    await control(node, 'advance', { epochs: random.between(20, 30, 'epochs', round) });
    await (fixed.get(round) ?? seldom[random.between(0, seldom.length - 1, 'event', round)])?.();
    await control(node, 'null-round');
    await sender.settle();
  }
}

it('a thousand tipsets: the parts are what was minted and what f02 counted, read from its state too', async () => {
  await runStreams(new DevnetSender(node, SEED));
  const seen = { tipsets: 0, events: 0, blocks: 0, recipients: 0, afterNulls: 0, removed: 0 };
  let child = await resultOf<TipsetJson>(node, 'ChainHead');
  const totalsBefore = async ({ Cids }: TipsetJson) => (await resultOf<RewardState>(node, 'StateReadState', [REWARD, Cids])).State;
  let after = await totalsBefore(child);
  while (child.Height > 1) {
    const parents = (child.Blocks[0] as { readonly Parents: TipsetJson['Cids'] }).Parents;
    const tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSet', [parents]);
    if (tipset.Height === 0) break;
    const before = await totalsBefore(tipset);
    const distribution = await distributionOf(tipset);
    expectSums(distribution);
    expect(BigInt(distribution.Totals.MintedReward)).toBe(BigInt(after.TotalMintedReward) - BigInt(before.TotalMintedReward));
    expect(BigInt(distribution.Totals.BurnAllocation)).toBe(BigInt(after.TotalBurnMinted) - BigInt(before.TotalBurnMinted));
    expect(BigInt(distribution.Totals.ExplicitReward)).toBe(BigInt(after.TotalExplicitMinted) - BigInt(before.TotalExplicitMinted));
    // The same from the state alone, as an endpoint without the v2 API gives it.
    const key = tipset.Cids.map((link) => parseCid(link['/']));
    const childKey = child.Cids.map((link) => parseCid(link['/']));
    const state = await readRewardOf(reader, (await reader.tipset(key, 'test')).value, childKey, 'test');
    const { MintedReward: minted, MinerReward: miner, ExplicitReward: explicit, BurnAllocation: burned } = distribution.Totals;
    expect(state, `epoch ${tipset.Height}`).toMatchObject({ way: 'state', isExact: true, totals: { minted, miner, explicit, burned } });
    if (state.blocks !== undefined) {
      expect(state.blocks, `epoch ${tipset.Height}`).toEqual(blocksOf(distribution, state.blocks));
      seen.blocks += 1;
      const parts = state.blocks.flatMap(({ streams }) => streams.flatMap((stream) => stream.distribution ?? []));
      if (parts.every(({ recipients }) => recipients !== undefined)) seen.recipients += 1;
      if (parts.length > state.blocks.length) seen.removed += 1;
    }
    const receipts = await resultOf<readonly { readonly EventsRoot: unknown }[]>(node, 'ChainGetParentReceipts', [child.Cids[0]]);
    for (const { EventsRoot } of receipts) {
      if (EventsRoot === null) continue;
      const found = await resultOf<readonly { readonly Emitter: number }[]>(node, 'ChainGetEvents', [EventsRoot]);
      expect(found.every(({ Emitter }) => Emitter === 2)).toBe(true);
      seen.events += found.length;
    }
    seen.tipsets += 1;
    if (child.Height - tipset.Height > 1) seen.afterNulls += 1;
    child = tipset;
    after = before;
  }
  expect(seen.tipsets).toBeGreaterThan(1_000);
  // Only a change of shares between two blocks of a tipset hides which block got what, or which recipient.
  expect(seen.blocks).toBeGreaterThan(seen.tipsets - ROUNDS);
  expect(seen.recipients).toBeGreaterThan(seen.tipsets - ROUNDS);
  expect(seen.afterNulls).toBeGreaterThanOrEqual(ROUNDS);
  expect(seen.removed).toBeGreaterThan(100);
  expect(seen.events).toBeGreaterThan(ROUNDS / 2);
  const { violations, counts } = await checkStateBefore(node, devnetBlocks(node), await resultOf<TipsetJson>(node, 'ChainHead'));
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ streams: 2 });
  const { value: ledger } = await readStreams(
    reader,
    parseCid((await totalsBefore(await resultOf(node, 'ChainHead'))).StreamsRoot['/']),
    'test',
  );
  expect(ledger.tombstones).toMatchObject([{ id: BigInt(REMOVED), payable: [expect.anything(), expect.anything()] }]);
});
