/** A chain that splits its block rewards as mainnet does: a thousand tipsets, each held against what the reward actor counted. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { addressToBytes, formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { methodNumberOfName } from '../../../shared/domain/method-number.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { checkStateBefore, devnetBlocks } from '../../builders/devnet-state.ts';

const SEED = 'reward streams';
const EPOCHS = 1_060;
const WHOLE = 10n ** 18n;
const REWARD = 't02';
const STREAM = 2;

type Amounts = Readonly<
  Record<'MintedReward' | 'MinerReward' | 'MessageReward' | 'ExplicitReward' | 'BurnAllocation' | 'MinerPaid' | 'BurnPaid', string>
>;
interface Distribution {
  readonly Recipients: readonly { readonly Recipient: string; readonly Share: string; readonly EarnedAmount: string }[];
  readonly BurnShare: string;
  readonly BurnAmount: string;
  readonly RoundingAdjustment: string;
}
interface RewardJson {
  readonly Height: number;
  readonly Totals: Amounts;
  readonly Blocks: readonly {
    readonly Miner: string;
    readonly WinCount: number;
    readonly Amounts: Amounts;
    readonly BurnWeight: string;
    readonly Streams: readonly { readonly Weight: string; readonly Amount: string; readonly Distribution: Distribution | null }[];
  }[];
}
interface RewardState {
  readonly State: { readonly TotalMintedReward: string; readonly TotalBurnMinted: string; readonly TotalExplicitMinted: string };
}

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 0, streams: 'mainnet' });
});
afterAll(() => node.stop());

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

it('a thousand tipsets: the parts are what was minted, and what f02 counted; claims take what is owed', { timeout: 400_000 }, async () => {
  const sender = new DevnetSender(node, SEED);
  const [writer, own] = [sender.key('service-rewards'), sender.key('traffic-0')];
  const claimAll = async () => {
    const wallets = [own, sender.key('orchestrator-0')].map(({ address }) => addressToBytes(address));
    await sender.push(own, 2, { method: methodNumberOfName('Claim'), params: [STREAM, wallets] });
  };
  await control(node, 'advance', { epochs: 300 });
  await control(node, 'set-shares', {
    id: STREAM,
    shares: { [formatAddress(own.address, 't')]: (WHOLE / 3n).toString(), t099: (WHOLE - WHOLE / 3n).toString() },
  });
  await claimAll();
  await control(node, 'advance', { epochs: 300 });
  await claimAll();
  await sender.push(writer, 2, { method: methodNumberOfName('SetShares'), params: [STREAM, [[addressToBytes(idAddress(100)), WHOLE]]] });
  await sender.settle();
  await control(node, 'advance', { epochs: EPOCHS - 605 });

  let checked = 0;
  let events = 0;
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
    const receipts = await resultOf<readonly { readonly EventsRoot: unknown }[]>(node, 'ChainGetParentReceipts', [child.Cids[0]]);
    for (const { EventsRoot } of receipts) {
      if (EventsRoot === null) continue;
      const found = await resultOf<readonly { readonly Emitter: number }[]>(node, 'ChainGetEvents', [EventsRoot]);
      expect(found.every(({ Emitter }) => Emitter === 2)).toBe(true);
      events += found.length;
    }
    checked += 1;
    child = tipset;
    after = before;
  }
  expect(checked).toBeGreaterThan(1_000);
  // Two changes of shares with the period that they end, and claims.
  expect(events).toBeGreaterThanOrEqual(6);
  const { violations, counts } = await checkStateBefore(node, devnetBlocks(node), await resultOf<TipsetJson>(node, 'ChainHead'));
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ streams: 2 });
});
