/** Endpoints that serve less: v0 paths, gateways without StateSearchMsg or ChainGetPath. Recorded data over real HTTP. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { type ReplayOptions, startReplayNode } from '../../fakes/replay-node/replay-node.ts';
import { RpcFailure } from '../../fakes/replay-node/replay-rpc.ts';

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

async function open(replay: ReplayOptions, apiVersion: 'v0' | 'v1' = 'v1') {
  const node = await startReplayNode(replay);
  cleanups.push(() => node.stop());
  const toVersion = (url: string) => url.replace(/v1$/, apiVersion);
  const { connection, close } = buildConnection({ httpUrl: toVersion(node.httpUrl), wsUrl: toVersion(node.wsUrl) }, { apiVersion });
  cleanups.push(close);
  const service = new ChainService({ connections: new TestConnections(connection), clock: systemClock, logger: quietLogger });
  service.start();
  cleanups.push(() => service.stop());
  await service.whenHead();
  return { node, service };
}

/** A message of recorded mainnet tipset 3573066, which one of the recordings has as its head. */
function messageOf(node: Awaited<ReturnType<typeof startReplayNode>>) {
  const tipset = node.chain.byHeight(3573066);
  const execution = tipset === undefined ? undefined : node.chain.executionsIn(tipset)[3];
  if (execution === undefined) {
    throw new Error('nothing recorded at 3573066');
  }
  return execution;
}

function otherThan(node: Awaited<ReturnType<typeof startReplayNode>>) {
  const tipset = node.chain.byHeight(3573066);
  const asked = messageOf(node);
  const other =
    tipset === undefined
      ? undefined
      : node.chain.executionsIn(tipset).find(({ Msg, MsgCid }) => MsgCid !== asked.MsgCid && Msg.From.startsWith('f3'));
  if (other === undefined) {
    throw new Error('nothing else recorded');
  }
  return other;
}

describe('v0', () => {
  it('asks StateSearchMsg with the one parameter it takes there', async () => {
    const { node, service } = await open({ network: 'mainnet' }, 'v0');
    const { MsgCid, GasCost } = messageOf(node);
    const message = await service.getMessage({ cid: MsgCid['/'] });
    expect(message.execution?.fees.total).toBe(GasCost.TotalCost);
    expect(node.calls).toContain('StateSearchMsg');
  });
});

describe('without StateSearchMsg', () => {
  it('finds a message in the tipsets of the strip', async () => {
    const { node, service } = await open({ network: 'mainnet', headHeight: 3573066, unserved: ['StateSearchMsg'] });
    const { MsgCid } = messageOf(node);
    const message = await service.getMessage({ cid: MsgCid['/'] });
    expect(message).toMatchObject({ stage: 'included', inclusion: { tipset: { height: 3573066 } } });
  });

  it('says that an older message is not found rather than guess', async () => {
    const { node, service } = await open({ network: 'mainnet', unserved: ['StateSearchMsg'] });
    const { MsgCid } = messageOf(node);
    const message = await service.getMessage({ cid: MsgCid['/'] });
    expect(message.stage).toBe('not-found');
    expect(message).not.toHaveProperty('inclusion');
    expect(message).not.toHaveProperty('execution');
  });
});

describe('without ChainGetPath', () => {
  it('fills the strip parent by parent, as far as the history goes', async () => {
    const { node, service } = await open({ network: 'mainnet', headHeight: 3, unserved: ['ChainGetPath'] });
    await eventually(() => service.slice.get().strip.length === 4, 'the strip back to genesis');
    expect(node.calls.filter((method) => method === 'ChainGetTipSet').length).toBeLessThanOrEqual(3);
  });

  it('shows the head alone where nothing before it can be had, and asks no further', async () => {
    const { node, service } = await open({ network: 'mainnet', frames: 'mainnet-3573066-same-height' });
    await eventually(() => node.calls.includes('ChainGetTipSet'), 'the attempt');
    await eventually(() => node.subscriberCount === 1, 'the subscription');
    expect(service.slice.get().strip.map(({ height }) => height)).toEqual([3573066]);
  });
});

describe('a message that was replaced', () => {
  it('names the one that took its place, and claims no receipt of its own', async () => {
    const found: { lookup?: unknown } = {};
    const { node, service } = await open({ network: 'mainnet', overrides: { StateSearchMsg: () => found.lookup } });
    const tipset = node.chain.byHeight(3573066);
    const [asked, other] = tipset === undefined ? [] : node.chain.executionsIn(tipset);
    const child = tipset === undefined ? undefined : node.chain.childOf(tipset);
    found.lookup = { Message: other?.MsgCid, Receipt: other?.MsgRct, ReturnDec: null, TipSet: child?.Cids, Height: child?.Height };
    const message = await service.getMessage({ cid: asked?.MsgCid['/'] ?? '' });
    expect(message.replacedBy).toBe(other?.MsgCid['/']);
    expect(message).not.toHaveProperty('execution');
  });
});

describe('a node that lies', () => {
  it('is caught when a header does not hash to its CID', async () => {
    const lie = { isOn: false };
    const { node, service } = await open({
      network: 'mainnet',
      overrides: {
        ChainGetTipSet: ([key]) => {
          const tipset = node.chain.byKey(key as { '/': string }[]);
          return lie.isOn ? { ...tipset, Blocks: tipset?.Blocks.map((block) => ({ ...block, ParentWeight: '1' })) } : tipset;
        },
      },
    });
    const key = node.chain.byHeight(3573064)?.Cids.map((link) => link['/']) ?? [];
    lie.isOn = true;
    const tipset = await service.getTipset({ key });
    expect(tipset.blocks.map(({ isCidVerified }) => isCidVerified)).toEqual([false, false, false]);
  });

  it('is caught when a message is not the one that was asked for, whatever CID it writes beside it', async () => {
    const { node, service } = await open({
      network: 'mainnet',
      overrides: { ChainGetMessage: () => otherThan(node).Msg },
    });
    const { MsgCid, Msg } = messageOf(node);
    expect(MsgCid).toEqual(Msg.CID);
    expect((await service.getMessage({ cid: MsgCid['/'] })).isCidVerified).toBe(false);
  });

  it('is refused when it answers with another tipset, or with nonsense', async () => {
    const answer: { value?: unknown } = {};
    const { node, service } = await open({ network: 'mainnet', overrides: { ChainGetTipSet: () => answer.value } });
    answer.value = node.chain.byHeight(3);
    const key = node.chain.byHeight(3573064)?.Cids.map((link) => link['/']) ?? [];
    await expect(service.getTipset({ key })).rejects.toMatchObject({ code: 'endpoint-bad-reply' });
    answer.value = { Cids: [], Blocks: null, Height: 'x' };
    await expect(service.getTipset({ key })).rejects.toMatchObject({ code: 'endpoint-bad-reply' });
  });
});

describe('search for a CID', () => {
  const MISSING = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
  const search = (service: ChainService) =>
    service.search({ text: MISSING }, { book: { list: () => [], find: () => undefined }, ownMiners: async () => [] });

  it('does not say that there is nothing where the endpoint refused to tell', async () => {
    const refuse = () => {
      throw new RpcFailure(1, "missing permission to invoke 'ChainGetMessage' (need 'read')");
    };
    const { service } = await open({ network: 'mainnet', overrides: { ChainGetMessage: refuse } });
    const { hits, problem } = await search(service);
    expect(hits).toEqual([]);
    expect(problem).toMatch(/^The endpoint could not identify this CID: .*ChainGetMessage/);
  });

  it('tells a key that nobody has from one that the endpoint refused to look for', async () => {
    const asked = { isRefused: false };
    const { node, service } = await open({
      network: 'mainnet',
      overrides: {
        ChainGetTipSet: () => {
          throw new RpcFailure(
            1,
            asked.isRefused ? "missing permission to invoke 'ChainGetTipSet' (need 'read')" : 'ipld: could not find it',
          );
        },
      },
    });
    const key = node.chain.byHeight(3573064)?.Cids.map((link) => link['/']) ?? [];
    const problemOf = async () =>
      (await service.search({ text: key.join(' ') }, { book: { list: () => [], find: () => undefined }, ownMiners: async () => [] }))
        .problem;
    expect(await problemOf()).toMatch(/^These CIDs are not the key of a tipset/);
    asked.isRefused = true;
    expect(await problemOf()).toMatch(/^The endpoint could not identify these CIDs: .*ChainGetTipSet/);
  });

  it('says so where the endpoint was asked and has nothing', async () => {
    const { service } = await open({ network: 'mainnet' });
    expect((await search(service)).problem).toMatch(/^This endpoint has no message, block, tipset or other object with this CID/);
  });
});
