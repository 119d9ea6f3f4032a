import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../renderer/client/create-client.ts';
import type { SocketCredential } from '../../../../renderer/client/socket-transport.ts';
import { createSocketTransport } from '../../../../renderer/client/socket-transport.ts';
import type { Transport, TransportStatus } from '../../../../renderer/client/transport.ts';
import { CLOSE_SESSION_ENDED, CLOSE_UNAUTHORISED } from '../../../../shared/ipc/wire.ts';
import { sampleContract } from '../../../contract/sample.ts';

class FakeSocket extends EventTarget {
  readonly sent: string[] = [];
  readonly protocols: string[];

  constructor(protocols: string[]) {
    super();
    this.protocols = protocols;
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.fail(1000);
  }

  welcome(): void {
    this.dispatchEvent(new Event('open'));
    this.receive({ type: 'welcome' });
  }

  receive(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }

  fail(code: number): void {
    this.dispatchEvent(Object.assign(new Event('close'), { code }));
  }
}

let sockets: FakeSocket[];
let statuses: TransportStatus[];
let transport: Transport;
let findToken: () => Promise<string | undefined>;
let isForgotten: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  statuses = [];
  isForgotten = false;
  findToken = async () => 'the-token';
});

afterEach(() => {
  transport.close();
  vi.useRealTimers();
});

const TOKEN: SocketCredential = {
  kind: 'token',
  find: () => findToken(),
  forget: () => {
    isForgotten = true;
  },
};

function connect(credential = TOKEN): void {
  transport = createSocketTransport({
    origin: 'http://127.0.0.1:7400',
    credential,
    createSocket: (url, protocols) => {
      expect(url).toBe('ws://127.0.0.1:7400/socket');
      const socket = new FakeSocket(protocols);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  });
  transport.onStatus((status) => statuses.push(status));
}

async function nextSocket(): Promise<FakeSocket> {
  const known = sockets.length;
  while (sockets.length === known) await vi.advanceTimersByTimeAsync(250);
  return sockets.at(-1) as FakeSocket;
}

const sentBy = (socket: FakeSocket) => socket.sent.map((text) => JSON.parse(text));

test('the token is a subprotocol, and connected means welcomed', async () => {
  connect();
  const socket = await nextSocket();
  expect(socket.protocols).toEqual(['sextant.v1', 'token.the-token']);
  expect(transport.getStatus()).toBe('connecting');
  socket.welcome();
  expect(transport.getStatus()).toBe('connected');
});

test('calls made before the first connection wait for it', async () => {
  connect();
  const client = createClient(sampleContract, transport, 'app');
  const reply = client.plain.getEcho({ text: 'a', amount: '1' });
  const socket = await nextSocket();
  expect(socket.sent).toEqual([]);
  socket.welcome();
  expect(sentBy(socket)).toEqual([{ type: 'call', id: 1, name: 'plain.getEcho', input: { text: 'a', amount: '1' } }]);
  socket.receive({ type: 'reply', id: 1, reply: { ok: true, value: { text: 'a', amount: '1' } } });
  await expect(reply).resolves.toEqual({ text: 'a', amount: '1' });
});

describe('when the host is lost', () => {
  test('calls under way are rejected, new ones refused, topics taken up again', async () => {
    connect();
    const client = createClient(sampleContract, transport, 'app');
    const seen: number[] = [];
    client.plain.counted.subscribe((value) => seen.push(value.count));
    const first = await nextSocket();
    first.welcome();
    first.receive({ type: 'frame', frame: { type: 'snapshot', topic: 'plain.counted', sequence: 1, dropped: 0, value: { count: 1 } } });
    const underWay = client.plain.getEcho({ text: 'a', amount: '1' });
    const rejected = expect(underWay).rejects.toMatchObject({ code: 'cancelled', retryable: true });
    first.fail(1006);
    await rejected;
    await expect(client.plain.getEcho({ text: 'b', amount: '1' })).rejects.toMatchObject({ code: 'cancelled' });
    const second = await nextSocket();
    second.welcome();
    expect(sentBy(second)).toEqual([{ type: 'subscribe', topic: 'plain.counted' }]);
    second.receive({ type: 'frame', frame: { type: 'snapshot', topic: 'plain.counted', sequence: 1, dropped: 0, value: { count: 9 } } });
    expect(seen).toEqual([1, 9]);
    expect(statuses).toEqual(['connected', 'lost', 'connected']);
  });

  test('it tries again with growing pauses of at most a few seconds', async () => {
    connect();
    (await nextSocket()).welcome();
    sockets[0]?.fail(1006);
    for (let attempt = 0; attempt < 12; attempt += 1) (await nextSocket()).fail(1006);
    const before = sockets.length;
    await vi.advanceTimersByTimeAsync(60_000);
    sockets.at(-1)?.fail(1006);
    expect(sockets.length - before).toBeLessThanOrEqual(2);
    await vi.advanceTimersByTimeAsync(7000);
    expect(sockets.length).toBeGreaterThan(before);
  });

  test('a host that cannot be asked for the token is tried again', async () => {
    let attempts = 0;
    findToken = async () => {
      attempts += 1;
      if (attempts < 3) throw new TypeError('Failed to fetch');
      return 'late';
    };
    connect();
    expect((await nextSocket()).protocols).toContain('token.late');
  });
});

describe('when the host does not know the document', () => {
  test('it stops, forgets the token and says so', async () => {
    connect();
    const client = createClient(sampleContract, transport, 'app');
    const waiting = client.plain.getEcho({ text: 'a', amount: '1' });
    const rejected = expect(waiting).rejects.toMatchObject({ code: 'forbidden' });
    (await nextSocket()).fail(CLOSE_UNAUTHORISED);
    await rejected;
    expect([transport.getStatus(), isForgotten]).toEqual(['unauthorised', true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  test('without a token nothing is opened', async () => {
    findToken = async () => undefined;
    connect();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([sockets.length, transport.getStatus()]).toEqual([0, 'unauthorised']);
  });
});

describe('the trusted document', () => {
  const KEY: SocketCredential = {
    kind: 'key',
    prove: async (challenge) => ({ type: 'proof', publicKey: 'the key', signature: `${challenge} signed` }),
  };

  async function challenged(challenge: string): Promise<FakeSocket> {
    // Opened at once: no token has to be found first.
    const socket = sockets.at(-1) as FakeSocket;
    socket.receive({ type: 'challenge', challenge });
    await vi.advanceTimersByTimeAsync(0);
    return socket;
  }

  test('shows no token: it signs the challenge of each socket, and says nothing else before it is welcome', async () => {
    connect(KEY);
    const client = createClient(sampleContract, transport, 'approval');
    client.guarded.unlock({ secret: 'one' }).catch(() => undefined);
    const socket = await challenged('a');
    expect(socket.protocols).toEqual(['sextant.v1']);
    expect(sentBy(socket)).toEqual([{ type: 'proof', publicKey: 'the key', signature: 'a signed' }]);
    socket.receive({ type: 'welcome' });
    expect(sentBy(socket).at(-1)).toMatchObject({ type: 'call', id: 1 });
  });

  test('a browser that was never paired says so and does not try again', async () => {
    connect({ kind: 'key', prove: async () => undefined });
    const socket = await challenged('a');
    expect([socket.sent, transport.getStatus()]).toEqual([[], 'unauthorised']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
  });

  test('proves itself anew when its session ends, and what was not answered is sent again', async () => {
    connect(KEY);
    const client = createClient(sampleContract, transport, 'approval');
    const first = await challenged('a');
    first.receive({ type: 'welcome' });
    const call = client.guarded.unlock({ secret: 'one' });
    first.fail(CLOSE_SESSION_ENDED);
    const second = await challenged('b');
    expect(sentBy(second)).toEqual([{ type: 'proof', publicKey: 'the key', signature: 'b signed' }]);
    second.receive({ type: 'welcome' });
    expect(sentBy(second).at(-1)).toMatchObject({ type: 'call', id: 1 });
    second.receive({ type: 'reply', id: 1, reply: { ok: true, value: { isOpen: true } } });
    await call;
    expect(statuses).toEqual(['connected', 'connecting', 'connected']);
  });

  test('says that the host is lost when the next session does not come', async () => {
    connect(KEY);
    (await challenged('a')).receive({ type: 'welcome' });
    sockets[0]?.fail(CLOSE_SESSION_ENDED);
    sockets[1]?.fail(1006);
    expect(statuses).toEqual(['connected', 'connecting', 'lost']);
  });
});

test('a closed transport stays closed', async () => {
  connect();
  (await nextSocket()).welcome();
  transport.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sockets.length, transport.getStatus()]).toEqual([1, 'closed']);
});
