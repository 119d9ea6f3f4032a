import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BackendHeads } from '../../../../../electron/rpc/backend-heads.ts';
import type { CallOptions, NodeAnswer, NodeClient } from '../../../../../electron/rpc/node-client.ts';
import { panelOf, readPinned } from '../../../../../electron/services/pinned/pinned-node.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain, buildTipset } from '../../../../builders/chain-tipset.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

type Answer = (method: string, params: readonly unknown[]) => unknown;

/** A client that answers from a function, and remembers what it was asked. */
function clientOf(answer: Answer): NodeClient & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    urls: [],
    hasStream: false,
    limits: { limit: 16, running: 0, waiting: 0, refusals: 0, pausedMs: 0 },
    heads: new BackendHeads(),
    call: async (method: string, params: readonly unknown[], options: CallOptions & { schema?: z.ZodType }): Promise<NodeAnswer<never>> => {
      asked.push(`${method} ${JSON.stringify(params)}`);
      const value = answer(method, params);
      return {
        value: (options.schema?.parse(value) ?? value) as never,
        call: { id: asked.length, method, tookMs: 1, atMs: 0, isCached: false },
      };
    },
    subscribe: () => {
      throw new Error('not used');
    },
    sendRaw: () => {
      throw new Error('not used');
    },
    sendRawBatch: () => {
      throw new Error('not used');
    },
    close: () => {},
  };
}

const chain = buildChain([10, 11, 12, 13, 14]);

/** A tipset as a node of the public network gave it. */
function recordedTipset(): { readonly Height: number; readonly Cids: readonly unknown[] } {
  return readSharedJson('chain/tipsets/calibnet-1162295.json');
}

function refuse(nodeMessage: string, code: 'node-error' | 'method-not-served' = 'node-error'): never {
  throw new SextantError(code, 'refused', { details: { nodeMessage, method: 'StateMinerPower' } });
}

/** Knows tipsets only up to a height, as a replica that lags behind. */
function knowingUpTo(height: number): Answer {
  return (_method, params) => {
    const key = JSON.stringify(params.at(-1));
    const known = chain.some((tipset) => tipset.height <= height && key.includes(tipset.key[0] ?? '-'));
    return known ? 'fine' : refuse('loading tipset {main14-0}: get block main14-0: ipld: could not find main14-0');
  };
}

describe('readPinned', () => {
  it('passes the head to every call of the view', async () => {
    const client = clientOf(() => 'fine');
    const height = await readPinned(client, chain, 'test', async (node) => {
      await node.read('StateNetworkVersion', (key) => [key], z.string());
      await node.read('StateGetActor', (key) => ['t00', key], z.string());
      return node.ref.height;
    });
    expect(height).toBe(14);
    expect(client.asked).toEqual(['StateNetworkVersion [[{"/":"main14-0"}]]', 'StateGetActor ["t00",[{"/":"main14-0"}]]']);
  });

  it('asks once more, then reads the whole view one tipset deeper', async () => {
    const client = clientOf(knowingUpTo(13));
    const height = await readPinned(client, chain, 'test', async (node) => {
      const panel = await panelOf(async () => {
        const { value, call } = await node.read('StateNetworkVersion', (key) => [key], z.string());
        return { value, calls: [call] };
      });
      expect(panel).toMatchObject({ value: 'fine' });
      return node.ref.height;
    });
    expect(height).toBe(13);
    expect(client.asked.filter((call) => call.includes('main14-0'))).toHaveLength(2);
  });

  it('gives up after three deeper tipsets, with the node’s own refusal', async () => {
    const client = clientOf(knowingUpTo(0));
    const read = readPinned(client, chain, 'test', (node) => node.read('StateNetworkVersion', (key) => [key], z.string()));
    await expect(read).rejects.toMatchObject({ code: 'node-error' });
    expect(client.asked.at(-1)).toContain('main11-0');
  });

  it('does not move for another failure', async () => {
    const client = clientOf(() => refuse('actor not found'));
    const read = readPinned(client, chain, 'test', (node) => node.read('StateGetActor', (key) => ['t01', key], z.string()));
    await expect(read).rejects.toMatchObject({ code: 'node-error' });
    expect(client.asked).toHaveLength(1);
  });

  it('does not move for a block of the state that is missing, which may be there the next time', async () => {
    let isThere = false;
    const client = clientOf(() => (isThere ? 'fine' : refuse('failed to load partition: ipld: could not find bafy2bzacedother')));
    const read = () =>
      readPinned(client, chain, 'test', (node) => node.read('StateMinerPartitions', (key) => ['t01000', 4, key], z.string()));
    await expect(read()).rejects.toMatchObject({ code: 'node-error' });
    expect(client.asked).toHaveLength(2);
    expect(client.asked.every((call) => call.includes('main14-0'))).toBe(true);
    isThere = true;
    expect(await read()).toMatchObject({ value: 'fine' });
  });

  it('starts from what all backends have, once one of them was behind, and never before what the view has shown', async () => {
    const client = clientOf(knowingUpTo(12));
    const read = (cause = 'test', until = 5) =>
      readPinned(client, chain.slice(0, until), cause, async (node) => {
        await node.read('StateNetworkVersion', (key) => [key], z.string());
        return node.ref.height;
      });
    expect(await read()).toBe(12);
    const before = client.asked.length;
    expect(await read('another view')).toBe(12);
    expect(client.asked).toHaveLength(before + 1);
    // The lag of two epochs is known now, yet this view has shown epoch 12.
    expect(await read('test', 4)).toBe(12);
    client.heads.noteLag(4);
    expect(await read()).toBe(12);
    expect(await read('a third view')).toBe(10);
  });

  it('says that there is no head yet', async () => {
    await expect(
      readPinned(
        clientOf(() => 'fine'),
        [],
        'test',
        async () => 1,
      ),
    ).rejects.toMatchObject({ code: 'not-connected' });
  });
});

describe('readPinned at an epoch', () => {
  const heightAt = (client: NodeClient, at: number) => readPinned(client, chain, 'test', async (node) => node.ref.height, at);

  it('takes what the accepted chain holds without a call', async () => {
    const client = clientOf(() => 'fine');
    expect(await heightAt(client, 12)).toBe(12);
    expect(client.asked).toEqual([]);
  });

  it('takes the tipset before a null round', async () => {
    const gap = [...buildChain([10, 11]), ...chain.slice(3)];
    const client = clientOf(() => 'fine');
    expect(await readPinned(client, gap, 'test', async (node) => node.ref.height, 12)).toBe(11);
  });

  it('asks from the head for what is older, and reads with the key that came', async () => {
    const tipset = recordedTipset();
    const client = clientOf((method) => (method === 'ChainGetTipSetByHeight' ? tipset : 'fine'));
    const far = [buildTipset('far', tipset.Height + 5000)];
    const height = await readPinned(
      client,
      far,
      'test',
      async (node) => {
        await node.read('StateNetworkVersion', (key) => [key], z.string());
        return node.ref.height;
      },
      tipset.Height + 1,
    );
    expect(height).toBe(tipset.Height);
    expect(client.asked).toEqual([
      `ChainGetTipSetByHeight [${tipset.Height + 1},[{"/":"far-0"}]]`,
      `StateNetworkVersion [${JSON.stringify(tipset.Cids)}]`,
    ]);
  });

  it('says that an epoch has not come yet, without a call', async () => {
    const client = clientOf(() => 'fine');
    await expect(heightAt(client, 15)).rejects.toMatchObject({
      code: 'not-found',
      message: 'Epoch 15 is in the future: the head is at 14.',
    });
    expect(client.asked).toEqual([]);
  });

  it('says in plain words how far a gateway looks back', async () => {
    const client = clientOf(() => refuse('bad tipset height: lookbacks of more than 24h0m0s are disallowed'));
    await expect(heightAt(client, 3)).rejects.toMatchObject({
      code: 'outside-history',
      message:
        "Epoch 3 is outside this endpoint's history, which covers the last 2,880 epochs. Choose a later epoch, or an endpoint with the full chain.",
    });
  });

  it('does not move to another tipset where the node does not have the state', async () => {
    const client = clientOf(knowingUpTo(11));
    const read = readPinned(client, chain, 'test', (node) => node.read('StateNetworkVersion', (key) => [key], z.string()), 13);
    await expect(read).rejects.toMatchObject({ code: 'node-error' });
    expect(client.asked.every((call) => call.includes('main13-0'))).toBe(true);
  });
});

describe('panelOf', () => {
  it('keeps what the screen needs of a failure, and names the method', async () => {
    const panel = await panelOf(async () => refuse('method not found', 'method-not-served'));
    expect(panel).toEqual({
      error: {
        code: 'method-not-served',
        message: 'refused',
        retryable: false,
        details: { method: 'StateMinerPower', nodeMessage: 'method not found' },
      },
    });
  });

  it('does not hide bugs', async () => {
    await expect(panelOf(async () => Promise.reject(new TypeError('bug')))).rejects.toThrow(TypeError);
  });
});
