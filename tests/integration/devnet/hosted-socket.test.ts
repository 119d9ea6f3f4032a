/** A hosted endpoint over WebSocket: one backend a connection, its heads as a stream, the same rules. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { control, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';

interface Frame {
  readonly id?: number;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Change {
  readonly Type: string;
  readonly Val: TipsetJson;
}

class Caller {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;

  constructor(url: string, options?: ConstructorParameters<typeof WebSocket>[2]) {
    this.socket = new WebSocket(url, options);
    this.socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as Frame));
  }

  async opened(): Promise<this> {
    await new Promise((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('error', reject);
    });
    return this;
  }

  send(id: number, method: string, params: unknown): void {
    this.socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  async reply(id: number): Promise<Frame> {
    await eventually(() => this.frames.some((frame) => frame.id === id), `the reply to call ${id}`);
    return this.frames.find((frame) => frame.id === id) as Frame;
  }

  changes(): readonly Change[] {
    return this.frames.flatMap(({ method, params }) => (method === 'xrpc.ch.val' ? (params?.[1] as Change[]) : []));
  }
}

let devnet: HostedDevnet;
const callers: Caller[] = [];
const open = (url = devnet.hosted.networks.mainnet.wsUrl): Promise<Caller> => {
  const caller = new Caller(url);
  callers.push(caller);
  return caller.opened();
};

beforeAll(async () => {
  devnet = await startHostedDevnet({ lagEpochs: [0, 2, 3] });
});
afterAll(async () => {
  for (const { socket } of callers) socket.terminate();
  await devnet.node.stop();
});

it('answers on every network', async () => {
  for (const { wsUrl } of Object.values(devnet.hosted.networks)) {
    const caller = await open(wsUrl);
    caller.send(1, 'Filecoin.ChainHead', []);
    expect((await caller.reply(1)).result).toMatchObject({ Height: expect.any(Number) });
  }
});

it('a connection stays with one backend: its heads follow one another, each on the one before', async () => {
  const caller = await open();
  caller.send(1, 'Filecoin.ChainNotify', []);
  expect((await caller.reply(1)).result).toBe(1);
  for (let epoch = 0; epoch < 12; epoch += 1) {
    await control(devnet.node, 'advance', { epochs: 1 });
    caller.send(100 + epoch, 'Filecoin.ChainHead', []);
    await caller.reply(100 + epoch);
  }
  const [first, ...rest] = caller.changes();
  expect(first?.Type).toBe('current');
  expect(rest.length).toBeGreaterThan(4);
  const chain = [first?.Val];
  for (const { Type, Val } of rest) {
    if (Type === 'revert') expect(chain.pop()?.Cids).toEqual(Val.Cids);
    else {
      expect(Val.Blocks[0]?.Parents).toEqual(chain.at(-1)?.Cids ?? Val.Blocks[0]?.Parents);
      chain.push(Val);
    }
  }
  // What it is told in between is the head of its backend, never that of another.
  const heads = caller.frames.flatMap(({ id, result }) => (id !== undefined && id >= 100 ? [result as TipsetJson] : []));
  const told = new Set([first, ...rest].map((change) => JSON.stringify(change?.Val.Cids)));
  expect(heads.every(({ Cids }) => told.has(JSON.stringify(Cids)))).toBe(true);
});

it('keeps the rules: params as an array, reads alone, no stream of the pool', async () => {
  const caller = await open();
  caller.send(1, 'Filecoin.ChainHead', undefined);
  caller.send(2, 'Filecoin.WalletNew', ['bls']);
  caller.send(3, 'Filecoin.MpoolSub', []);
  caller.send(4, 'Filecoin.StateMarketDeals', [null]);
  expect((await caller.reply(1)).error).toMatchObject({ code: -32600 });
  expect((await caller.reply(2)).error).toMatchObject({ code: -32601 });
  expect((await caller.reply(3)).error).toMatchObject({ code: -32601 });
  expect((await caller.reply(4)).error?.message).toContain(devnet.hosted.deals);
});

it('is closed to web pages and to paths that are not there', async () => {
  const { wsUrl } = devnet.hosted.networks.testnet;
  await expect(new Caller(wsUrl, { headers: { Origin: 'https://example.invalid' } }).opened()).rejects.toThrow('403');
  await expect(new Caller(wsUrl.replace('/rpc/v1', '/rpc/v9')).opened()).rejects.toThrow('404');
});

it('counts frames where calls are limited, in the words of a gateway', async () => {
  const limited = await startHostedDevnet({ requestsPerMinute: 3 }, { historyEpochs: 2 });
  try {
    const caller = await new Caller(limited.hosted.networks.mainnet.wsUrl).opened();
    for (let id = 1; id <= 8; id += 1) caller.send(id, 'Filecoin.Version', []);
    await caller.reply(8);
    const refused = caller.frames.filter(({ error }) => error !== undefined);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused[0]?.error).toEqual({ code: 1, message: 'connection limited. rate: Wait(n=1) would exceed context deadline' });
  } finally {
    await limited.node.stop();
  }
});
