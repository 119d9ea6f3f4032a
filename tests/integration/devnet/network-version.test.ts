/** What a node says of network versions 28 and 29, and how it crosses from one to the other. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DevnetOptions, RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const DATA = path.resolve(import.meta.dirname, '../../../../shared/data');
const GIB_32 = 34_359_738_368;
const CHAIN: DevnetOptions = { seed: 'network version', genesisTime: 1_700_000_000, isPaused: true };
const PRE_COMMIT = {
  ...{ SealProof: 8, SectorNumber: 1, SealRandEpoch: 1, DealIDs: [], Expiration: 600_000, UnsealedCid: null },
  SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
};

const v2 = async (node: RunningDevnet, method: string, ...params: unknown[]) =>
  (await postCall(node.httpUrl.replace('/v1', '/v2'), `Filecoin.${method}`, params)).json;
const head = (node: RunningDevnet) => resultOf<TipsetJson>(node, 'ChainHead');

describe('a chain of network version 29', () => {
  let node: RunningDevnet;
  beforeAll(async () => {
    node = await startDevnet({ ...CHAIN, historyEpochs: 60 });
  });
  afterAll(() => node.stop());

  it('has the codes of actors v19 and the forms of their states', async () => {
    const { 'v19.0.1': v19 } = JSON.parse(readFileSync(path.join(DATA, 'nv29/actor-codes.json'), 'utf8')) as {
      'v19.0.1': { mainnet: Record<string, string> };
    };
    const codes = await resultOf<Record<string, { '/': string }>>(node, 'StateActorCodeCIDs', [29]);
    for (const [name, code] of Object.entries(codes)) expect(code['/'], name).toBe(v19.mainnet[name]);
    const system = await resultOf<{ State: { BuiltinActors: { '/': string } } }>(node, 'StateReadState', ['t00', null]);
    expect(system.State.BuiltinActors['/']).toBe(v19.mainnet._actorList);
    const reward = await resultOf<{ State: Record<string, unknown> }>(node, 'StateReadState', ['t02', null]);
    expect(Object.keys(reward.State)).toHaveLength(15);
    expect(reward.State).toMatchObject({ SWAActor: 't00', TotalBurnMinted: '0', TotalExplicitMinted: '0' });
    const market = await resultOf<{ State: Record<string, unknown> }>(node, 'StateReadState', ['t05', null]);
    expect(Object.keys(market.State)).toHaveLength(12);
  });

  it('has crossed every upgrade before its genesis, and knows Lotus’ names of them', async () => {
    const { ForkUpgradeParams: heights } = await resultOf<{ ForkUpgradeParams: Record<string, number> }>(node, 'StateGetNetworkParams');
    expect(heights.UpgradeSolsticeHeight).toBeLessThan(0);
    expect(Object.keys(heights)).toHaveLength(35);
    expect(new Set(Object.values(heights)).size).toBe(35);
  });

  it('pledges for the whole size, and refuses the older question', async () => {
    const pledge = (verified: number) => resultOf<string>(node, 'StateMinerInitialPledgeForSector', [600_000, GIB_32, verified, null]);
    expect(BigInt(await pledge(GIB_32))).toBe(10n * BigInt(await pledge(0)));
    const { json } = await postCall(node.httpUrl, 'Filecoin.StateMinerInitialPledgeCollateral', ['t01000', PRE_COMMIT, null]);
    expect(json.error?.message).toContain('unsupported from network version 29');
  });

  it('selects tipsets by tag, key and height', async () => {
    const latest = await head(node);
    expect((await v2(node, 'ChainGetTipSet', { tag: 'latest' })).result).toEqual(latest);
    expect((await v2(node, 'ChainGetTipSet', { key: latest.Cids })).result).toEqual(latest);
    const finalized = await resultOf<TipsetJson>(node, 'ChainGetFinalizedTipSet');
    for (const tag of ['safe', 'finalized']) expect((await v2(node, 'ChainGetTipSet', { tag })).result).toEqual(finalized);
    const at = 12;
    const below = await resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [at, null]);
    expect((await v2(node, 'ChainGetTipSet', { height: { at, previous: true } })).result).toEqual(below);
    expect((await v2(node, 'ChainGetTipSet', { height: { at, anchor: { key: latest.Cids } } })).result).toMatchObject({
      Height: expect.any(Number),
    });
    expect((await v2(node, 'ChainGetTipSet', { height: { at: latest.Height, previous: true } })).error?.message).toContain(
      'greater than start point',
    );
    for (const selector of [{}, { tag: 'newest' }, { tag: 'latest', key: latest.Cids }, { height: { at: -1 } }, { height: {} }, 7]) {
      expect((await v2(node, 'ChainGetTipSet', selector)).error?.code, JSON.stringify(selector)).toBe(-32_700);
    }
    expect((await v2(node, 'ChainGetTipSetFinalityStatus')).result).toMatchObject({
      ecFinalityThresholdDepth: 30,
      head: latest,
      finalizedTipSet: finalized,
    });
    expect((await v2(node, 'StateGetActor', 't02', { tag: 'latest' })).result).toEqual(
      await resultOf(node, 'StateGetActor', ['t02', latest.Cids]),
    );
    expect((await v2(node, 'StateGetID', 't01000', { tag: 'latest' })).result).toBe('t01000');
    expect((await v2(node, 'Version')).error?.code).toBe(-32_601);
  });

  it('gives a block’s reward to its miner', async () => {
    const { result } = await v2(node, 'StateRewardDistribution', { tag: 'latest' });
    const { Totals, Blocks } = result as { Totals: Record<string, string>; Blocks: readonly { Streams: readonly unknown[] }[] };
    expect(Totals.MinerReward).toBe(Totals.MintedReward);
    expect(Totals).toMatchObject({ BurnAllocation: '0', ExplicitReward: '0', BurnPaid: '0' });
    for (const { Streams } of Blocks) expect(Streams).toMatchObject([{ ID: '1', Weight: String(10n ** 18n), Distribution: null }]);
  });

  it('is not upgraded again', async () => {
    await expect(control(node, 'upgrade', { epoch: 500 })).rejects.toThrow('runs network version 29 already');
    await expect(control(node, 'set-shares', { id: 2, shares: {} })).rejects.toThrow('--streams mainnet');
  });
});

it('a chain of network version 28 answers as one, crosses on command, and goes on', async () => {
  const node = await startDevnet({ ...CHAIN, historyEpochs: 20, upgradeEpoch: 100_000, streams: 'mainnet' });
  try {
    expect(await resultOf(node, 'StateNetworkVersion', [null])).toBe(28);
    expect(BigInt(await resultOf<string>(node, 'StateMinerInitialPledgeCollateral', ['t01000', PRE_COMMIT, null]))).toBeGreaterThan(0n);
    const before = await resultOf<{ State: { TotalStoragePowerReward: string } }>(node, 'StateReadState', ['t02', null]);
    expect(Object.keys(before.State)).toHaveLength(11);
    const { error } = await v2(node, 'StateRewardDistribution', { tag: 'latest' });
    expect(error?.message).toBe('StateRewardDistribution requires reward actor v19 (network version 29)');
    const { Height } = await head(node);
    await expect(control(node, 'upgrade', { epoch: 1 })).rejects.toThrow('the height of the head');
    expect(await control(node, 'upgrade', { epoch: Height + 3 })).toEqual({ upgradeEpoch: Height + 3 });
    await control(node, 'advance', { epochs: 12 });
    const { ForkUpgradeParams: heights } = await resultOf<{ ForkUpgradeParams: Record<string, number> }>(node, 'StateGetNetworkParams');
    expect(heights.UpgradeSolsticeHeight).toBe(Height + 3);
    const versionAt = async (height: number): Promise<unknown> => {
      const tipset = await resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [height, null]);
      return [tipset.Height <= Height + 3 ? 28 : 29, await resultOf(node, 'StateNetworkVersion', [tipset.Cids])];
    };
    for (let height = Height; height < Height + 10; height += 1) {
      const [expected, version] = (await versionAt(height)) as [number, number];
      expect(version).toBe(expected);
    }
    const after = await resultOf<{ State: Record<string, string> }>(node, 'StateReadState', ['t02', null]);
    expect(BigInt(after.State.TotalMintedReward ?? 0)).toBeGreaterThan(BigInt(before.State.TotalStoragePowerReward));
    expect(BigInt(after.State.TotalExplicitMinted ?? 0)).toBeGreaterThan(0n);
    const own = (await v2(node, 'StateRewardDistribution', { tag: 'latest' })).result as {
      Blocks: readonly { Streams: readonly unknown[] }[];
    };
    for (const { Streams } of own.Blocks) expect(Streams).toHaveLength(2);
  } finally {
    await node.stop();
  }
});
