/**
 * The ways to the split of a block reward against the embedded node: its own report, the reward actor before and after, and what is
 * expected at the head say the same to the attoFIL, and it is what the awards paid.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { ChainReader } from '../../../electron/services/chain/chain-reader.ts';
import { readRewardOf } from '../../../electron/services/chain/tipset-reward.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { RewardParts, TipsetReward } from '../../../shared/ipc/schemas/block-reward.ts';
import { buildConnection, type TestConnection } from '../../builders/active-connection.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';

const SEED = 'ways of the split';
const STREAM = 2;
const WHOLE = 10n ** 18n;
const APPLY_REWARDS = 14;

interface Trace {
  readonly Msg: { readonly From: string; readonly To: string; readonly Value: string; readonly Method: number };
  readonly Subcalls: readonly Trace[] | null;
}
interface Executed {
  readonly height: number;
  readonly nullRounds: number;
  readonly key: readonly Cid[];
  readonly childKey: readonly Cid[];
}

let node: RunningDevnet;
let opened: TestConnection;
beforeAll(async () => {
  node = await startDevnet({ seed: SEED, genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 40, streams: 'mainnet' });
  const { httpUrl, tokens } = node;
  const v2Url = httpUrl.replace('/rpc/v1', '/rpc/v2');
  opened = buildConnection({ httpUrl, token: tokens.read }, { letter: 't', networkName: 'localnet', v2Url });
  // Shares that divide nothing evenly, and a part that nobody has.
  const recipient = formatAddress(new DevnetSender(node, SEED).key('traffic-0').address, 't');
  await control(node, 'advance', { epochs: 4 });
  await control(node, 'set-shares', { id: STREAM, shares: { [recipient]: (WHOLE / 3n).toString(), t01001: (WHOLE / 7n).toString() } });
  await control(node, 'advance', { epochs: 6 });
  for (const epochs of [3, 2, 4]) {
    await control(node, 'null-round');
    await control(node, 'advance', { epochs });
  }
});
afterAll(async () => {
  opened.close();
  await node.stop();
});

const keyOf = ({ Cids }: TipsetJson): Cid[] => Cids.map((link) => parseCid(link['/']));
const linksOf = (key: readonly Cid[]) => key.map((cid) => ({ '/': cid }));
const parentOf = ({ Blocks }: TipsetJson) =>
  resultOf<TipsetJson>(node, 'ChainGetTipSet', [(Blocks[0] as { readonly Parents: TipsetJson['Cids'] }).Parents]);

/** All tipsets below the head, newest first, without the genesis. */
async function executedTipsets(): Promise<Executed[]> {
  const found: Executed[] = [];
  let child = await resultOf<TipsetJson>(node, 'ChainHead');
  for (let tipset = await parentOf(child); tipset.Height > 0; ) {
    const parent = await parentOf(tipset);
    const nullRounds = tipset.Height - parent.Height - 1;
    found.push({ height: tipset.Height, nullRounds, key: keyOf(tipset), childKey: keyOf(child) });
    [child, tipset] = [tipset, parent];
  }
  return found;
}

/** What the awards of a tipset paid to the miners and burned, block by block, by the calls that they made. */
async function paidIn({ height, key }: Executed): Promise<{ readonly miner: string; readonly burned: string }[]> {
  const { Trace: ran } = await resultOf<{ Trace: { ExecutionTrace: Trace }[] }>(node, 'StateCompute', [height, [], linksOf(key)]);
  const sum = (calls: readonly Trace[]) => calls.reduce((total, { Msg }) => total + BigInt(Msg.Value), 0n).toString();
  return ran
    .filter(({ ExecutionTrace: { Msg } }) => Msg.From === 't00' && Msg.To === 't02')
    .map(({ ExecutionTrace: { Subcalls } }) => ({
      miner: sum((Subcalls ?? []).filter(({ Msg }) => Msg.Method === APPLY_REWARDS)),
      burned: sum((Subcalls ?? []).filter(({ Msg }) => Msg.To === 't099')),
    }));
}

/** Tips of each block; attoFIL. */
async function tipsOf(key: readonly Cid[]): Promise<bigint[]> {
  const { connection } = opened;
  const report = await connection.v2?.rewardDistribution({ key }, { cause: 'test' });
  return report?.value.blocks.map(({ amounts }) => amounts.message) ?? [];
}

const partsOf = ({ minted, miner, explicit, burned }: RewardParts): RewardParts => ({ minted, miner, explicit, burned });

it('all ways say the same of every tipset, after null rounds too, and the awards paid that', async () => {
  const { v2: _, ...withoutV2 } = opened.connection;
  const [reporting, reading] = [new ChainReader(opened.connection), new ChainReader(withoutV2)];
  const seen = { tipsets: 0, afterNulls: 0, recipients: 0, burnedShares: 0, expected: 0 };
  for (const executed of await executedTipsets()) {
    const { key, childKey, nullRounds } = executed;
    const tipset = (await reporting.tipset(key, 'test')).value;
    const report = await readRewardOf(reporting, tipset, childKey, 'test');
    const state = await readRewardOf(reading, tipset, childKey, 'test');
    const what = `epoch ${executed.height}`;
    expect([report.way, state.way], what).toEqual(['node', 'state']);
    expect({ ...state, way: '', calls: [] }, what).toEqual({ ...report, way: '', calls: [] });
    // As if nothing had executed it: with the streams and the reward of its own state.
    const expected = await readRewardOf(reading, tipset, undefined, 'test');
    expect(expected, what).toMatchObject({ way: 'expected', isExact: false });
    const hasSameStreams = JSON.stringify(expected.blocks?.map(weightsOf)) === JSON.stringify(report.blocks?.map(weightsOf));
    if (nullRounds === 0 && hasSameStreams) {
      expect(expected.totals, what).toEqual(report.totals);
      expect(expected.blocks, what).toEqual(report.blocks);
      seen.expected += 1;
    }
    const tips = await tipsOf(key);
    const paid = await paidIn(executed);
    expect(
      paid.map(({ miner }, index) => (BigInt(miner) - (tips[index] ?? 0n)).toString()),
      what,
    ).toEqual(report.blocks?.map(({ miner }) => miner));
    // What a period could not divide is burned with an award, and is not of this reward.
    for (const [index, { burned }] of paid.entries()) {
      expect(BigInt(burned) - BigInt(report.blocks?.[index]?.burned ?? 0n), what).toBeGreaterThanOrEqual(0n);
      expect(BigInt(burned) - BigInt(report.blocks?.[index]?.burned ?? 0n), what).toBeLessThan(3n);
    }
    seen.tipsets += 1;
    if (nullRounds > 0) seen.afterNulls += 1;
    for (const { distribution } of report.blocks?.flatMap(({ streams }) => streams) ?? []) {
      if (distribution === undefined) continue;
      seen.recipients += distribution.recipients?.filter(({ amount }) => BigInt(amount) > 0n).length ?? 0;
      if (BigInt(distribution.burned) > 0n) seen.burnedShares += 1;
    }
  }
  expect(seen.tipsets).toBeGreaterThan(40);
  for (const count of [seen.afterNulls, seen.recipients, seen.burnedShares, seen.expected]) expect(count).toBeGreaterThan(2);
});

/** What a block was split by. */
const weightsOf = ({ streams }: NonNullable<TipsetReward['blocks']>[number]) =>
  streams.map(({ id, weight, distribution }) => [id, weight, distribution?.recipients?.map(({ recipient, share }) => [recipient, share])]);

it('one attoFIL more in any part of the reward actor’s state changes what the state says', async () => {
  const { v2: _, ...withoutV2 } = opened.connection;
  const [reporting, reading] = [new ChainReader(opened.connection), new ChainReader(withoutV2)];
  const [executed] = await executedTipsets();
  if (executed === undefined) throw new Error('nothing was executed');
  const tipset = (await reporting.tipset(executed.key, 'test')).value;
  const report = await readRewardOf(reporting, tipset, executed.childKey, 'test');
  for (const field of ['TotalMintedReward', 'TotalBurnMinted', 'TotalExplicitMinted']) {
    const { client } = withoutV2;
    const off = new Proxy(client, {
      get: (target, name) =>
        name === 'call'
          ? async (method: string, params: readonly unknown[], options: { readonly schema: z.ZodType; readonly cause: string }) => {
              const isAfter = method === 'StateReadState' && JSON.stringify(params).includes(executed.childKey[0] ?? '');
              if (!isAfter) return target.call(method, params, options);
              const schema = z.preprocess((value) => withOneMore(value, field), options.schema);
              return target.call(method, params, { ...options, schema });
            }
          : Reflect.get(target, name, target),
    });
    const wrong = await readRewardOf(new ChainReader({ ...withoutV2, client: off }), tipset, executed.childKey, 'test');
    expect(partsOf(wrong.totals), field).not.toEqual(partsOf(report.totals));
    expect(wrong.blocks, field).not.toEqual(report.blocks);
  }
  expect((await readRewardOf(reading, tipset, executed.childKey, 'test')).blocks).toEqual(report.blocks);
});

function withOneMore(value: unknown, field: string): unknown {
  const { State: state, ...rest } = value as { readonly State: Readonly<Record<string, unknown>> };
  return { ...rest, State: { ...state, [field]: (BigInt(String(state[field])) + 1n).toString() } };
}
