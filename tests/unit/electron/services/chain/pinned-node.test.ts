import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallOptions, NodeAnswer, NodeClient } from '../../../../../electron/rpc/node-client.ts';
import { panelOf, readPinned } from '../../../../../electron/services/chain/pinned-node.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';

type Answer = (method: string, params: readonly unknown[]) => unknown;

/** A client that answers from a function, and remembers what it was asked. */
function clientOf(answer: Answer): NodeClient & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    urls: [],
    hasStream: false,
    limits: { limit: 16, running: 0, waiting: 0, refusals: 0, pausedMs: 0 },
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
