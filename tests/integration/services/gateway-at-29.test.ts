/** Every view of state at network version 29 behind a gateway without the v2 API: what it does not serve is missing, nothing is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';

const SEED = 'gateway at 29';
const MINER = 't01000';
/** Of the v2 API alone. */
const UNSERVED = ['ChainGetTipSetFinalityStatus', 'StateRewardDistribution'];
const cleanups: (() => Promise<void>)[] = [];

let devnet: RunningDevnet;
let core: Core;
beforeAll(async () => {
  const folder = await temporaryFolder();
  cleanups.push(() => folder.remove());
  devnet = await startStillDevnet({ seed: SEED, historyEpochs: 300, streams: 'mainnet', isGateway: true, withoutMethods: UNSERVED });
  cleanups.push(() => devnet.stop());
  ({ core } = await startCore(createProfilePaths(folder.path), devnet));
  cleanups.push(() => core.stop());
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Every error within an answer, but those of methods that gateways do not have. */
function problemsIn(answer: unknown): unknown[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null && 'code' in answer.error) {
    return answer.error.code === 'method-not-served' ? [] : [answer.error];
  }
  return Object.values(answer).flatMap(problemsIn);
}

/** The answer of a view, with every part of it. */
async function sound<T>(answer: Promise<T>): Promise<T> {
  const value = await answer;
  expect(problemsIn(value)).toEqual([]);
  return value;
}

describe('a gateway at network version 29', () => {
  it('has a named state for every actor, of actors v19', async () => {
    const numbers = [...Array(10).keys(), 10, 99, ...Array.from({ length: 40 }, (_, index) => 100 + index), 1000];
    const types = new Set<string>();
    for (const number of numbers) {
      const address = `t0${number}`;
      const { identity, entry, state } = await sound(core.handlers.actors.getActor({ address }));
      if (entry === undefined) continue;
      expect(entry.actorsVersion, address).toBe(19);
      expect(entry, address).not.toHaveProperty('actorName');
      if (state !== undefined && 'value' in state) expect(state.value, address).not.toHaveProperty('problem');
      if (identity.actorType !== undefined) types.add(identity.actorType);
    }
    for (const type of [
      'system',
      'init',
      'reward',
      'cron',
      'storagepower',
      'storagemarket',
      'verifiedregistry',
      'datacap',
      'storageminer',
    ]) {
      expect(types).toContain(type);
    }
  });

  it('has the split of a block reward, the streams and what a recipient can claim', async () => {
    const { chain, miners } = core.handlers;
    const overview = await sound(chain.getOverview({}));
    if ('error' in overview.reward) throw new Error(overview.reward.error.message);
    expect(BigInt(overview.reward.value.miner)).toBeLessThan(BigInt(overview.reward.value.perWin));
    const { ref } = await sound(chain.getTipset({ height: overview.pinned.height - 20 }));
    const reward = await sound(chain.getTipsetReward({ key: [...ref.key] }));
    expect(reward).toMatchObject({ way: 'state', isExact: true });
    const block = await sound(chain.getBlock({ cid: ref.key[0] ?? '' }));
    if (block.reward === undefined || 'error' in block.reward) throw new Error('no reward of a block');
    const { cid: _, ...parts } = reward.blocks?.[0] ?? expect.fail('no blocks');
    expect(block.reward.value).toMatchObject(parts);
    const { ledger } = await sound(chain.getRewardStreams({}));
    expect(ledger?.streams).toHaveLength(2);
    const recipient = formatAddress(new DevnetSender(devnet, SEED).key('orchestrator-0').address, 't');
    const { claims } = await sound(chain.getStreamClaims({ address: recipient }));
    expect(claims).toHaveLength(1);
    expect(BigInt(claims[0]?.owed ?? 0)).toBeGreaterThan(0n);
    expect(claims[0]?.simulated).toBe(claims[0]?.owed);
    const last = await sound(miners.getLastBlock({ address: MINER }));
    expect(last.block?.reward).toMatchObject({ value: { way: expect.stringMatching(/state|expected/) } });
  });

  it('has a miner as it answers and as its blocks have it', async () => {
    const { miners, state } = core.handlers;
    const told = await sound(miners.getMiner({ address: MINER }));
    const { readId } = await state.startMinerRead({ address: MINER, tipsetKey: [...told.pinned.key], callBudget: 20_000 });
    const { problem } = await eventually(
      () => core.topics.state.readProgressed.items().find((read) => read.readId === readId && read.state !== 'running'),
      'the end of a read',
    );
    expect(problem).toBeUndefined();
    const read = await sound(state.getMinerRead({ readId }));
    expect(read.power).toMatchObject({ value: { qualityAdjusted: expect.stringMatching(/^[1-9]/) } });
    const order = { by: 'number', direction: 'ascending' } as const;
    const page = await sound(miners.listSectors({ address: MINER, readId, filter: '', order, offset: 0, limit: 500 }));
    expect(page.rows.length).toBeGreaterThan(0);
    // What was made at version 29 has full quality by rule, whatever it holds.
    expect(page.rows.some(({ isFullByRule, quality }) => isFullByRule && quality === 10)).toBe(true);
  });

  it('has the changed state between two tipsets', async () => {
    const { chain, tipsetDiff } = core.handlers;
    const { height } = (await chain.getOverview({})).pinned;
    const [before, after] = await Promise.all([height - 12, height - 10].map((at) => chain.getTipset({ height: at })));
    if (before === undefined || after === undefined) throw new Error('no tipsets');
    await sound(tipsetDiff.compareTipsets({ one: { key: [...before.ref.key] }, other: { key: [...after.ref.key] } }));
    const { readId } = await tipsetDiff.startStateDiff({ before: [...before.ref.key], after: [...after.ref.key], callBudget: 20_000 });
    const { problem } = await eventually(
      () => core.topics.tipsetDiff.readProgressed.items().find((read) => read.readId === readId && read.state !== 'running'),
      'the end of a comparison',
    );
    expect(problem).toBeUndefined();
    await sound(tipsetDiff.getStateDiff({ readId }));
  });

  it('has the deals and the sealing board of a miner from its blocks', async () => {
    const { deals, sealing } = core.handlers;
    const board = await eventually(async () => {
      const found = await sound(sealing.getChainBoard({ miner: MINER }));
      return found.sectors.length > 0 ? found : undefined;
    }, 'the board');
    expect(board.sectors.length).toBeGreaterThan(0);
    await deals.startRead({ of: [MINER], callBudget: 10_000 });
    await eventually(() => core.topics.deals.readProgressed.get().state === 'done', 'the deals');
    const order = { by: 'end', direction: 'ascending' } as const;
    const page = await sound(deals.listDeals({ filter: '', order, offset: 0, limit: 100 }));
    expect(page.rows.length).toBeGreaterThan(0);
  });
});
