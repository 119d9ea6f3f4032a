/** Custom endpoints: requested, followed, approved or refused, used, expired, revoked. */
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { keyFromPrivateKey } from '../../../shared/domain/keys/key.ts';
import { tokenPermissions } from '../../../shared/rpc/token-text.ts';
import { control, postCall } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

interface Endpoint {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly token: string;
  readonly apiInfo: string;
  readonly permissions: readonly string[];
}

interface Answer {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly reason?: string;
  readonly endpoint?: Endpoint;
  readonly expiresAt?: string;
}

const WANTED = {
  network: 'mainnet',
  permissions: ['read', 'write'],
  usage: { requestsPerMinute: 600, purpose: 'tests' },
  contact: 'ops@example.invalid',
};

let devnet: HostedDevnet;
beforeAll(async () => {
  devnet = await startHostedDevnet({ lagEpochs: [0, 0, 0] });
});
afterAll(() => devnet.node.stop());

async function send(url: string, init: RequestInit): Promise<{ status: number; headers: Headers; json: Answer }> {
  // No socket outlives the call: the service is restarted at the same ports.
  const answer = await fetch(url, { ...init, headers: { Connection: 'close', ...init.headers } });
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Answer };
}

const ask = (body: unknown = WANTED, at: HostedDevnet = devnet, headers: Record<string, string> = {}) =>
  send(at.hosted.custom, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) });
const follow = async ({ url }: Answer): Promise<Answer> => (await send(url, { method: 'GET' })).json;

async function approved(body: unknown = WANTED, more: Record<string, unknown> = {}): Promise<{ answer: Answer; endpoint: Endpoint }> {
  const { json } = await ask(body);
  await control(devnet.node, 'custom-approve', { id: json.id, ...more });
  const answer = await follow(json);
  if (answer.endpoint === undefined) throw new Error(`not open: ${answer.status}`);
  return { answer, endpoint: answer.endpoint };
}

describe('a request', () => {
  it('is pending until the operator decides, and can be followed', async () => {
    const { status, headers, json } = await ask();
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(json.url);
    expect(await follow(json)).toMatchObject({
      status: 'pending',
      network: 'mainnet',
      permissions: ['read', 'write'],
      contact: WANTED.contact,
    });
    expect(json.endpoint).toBeUndefined();
    expect(await control<Answer[]>(devnet.node, 'custom-requests')).toContainEqual(expect.objectContaining({ id: json.id }));
  });

  it('is refused with a reason, once', async () => {
    const { json } = await ask();
    await control(devnet.node, 'custom-refuse', { id: json.id, reason: 'Say what it is for.' });
    expect(await follow(json)).toMatchObject({ status: 'refused', reason: 'Say what it is for.' });
    await expect(control(devnet.node, 'custom-approve', { id: json.id })).rejects.toThrow('already been decided');
  });

  it('is withdrawn by who made it', async () => {
    const { json } = await ask();
    await send(json.url, { method: 'DELETE' });
    expect(await follow(json)).toMatchObject({ status: 'refused', reason: 'Withdrawn by the requester.' });
  });

  it.each([
    ['another network', { ...WANTED, network: 'calibration' }, 'network'],
    ['no permission', { ...WANTED, permissions: [] }, 'permissions'],
    ['an unknown permission', { ...WANTED, permissions: ['root'] }, 'permissions'],
    ['no usage', { ...WANTED, usage: undefined }, 'usage.requestsPerMinute'],
    ['no contact', { ...WANTED, contact: ' ' }, 'contact'],
  ])('with %s is refused at once', async (_what, body, field) => {
    const { status, json } = await ask(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: expect.stringContaining(field) });
  });

  it('of a web page, of another content type, or by an unknown id is refused', async () => {
    expect((await ask(WANTED, devnet, { Origin: 'https://example.invalid' })).status).toBe(403);
    expect((await ask(WANTED, devnet, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await send(devnet.hosted.custom, { method: 'GET' })).status).toBe(405);
    expect((await send(`${devnet.hosted.custom}/${'0'.repeat(32)}`, { method: 'GET' })).status).toBe(404);
  });

  it('is decided by rule where the service is told to', async () => {
    const service = await startHostedDevnet({ decisionMs: 0 }, { historyEpochs: 2 });
    try {
      const decided = async (body: unknown): Promise<Answer> => follow((await ask(body, service)).json);
      expect(await decided(WANTED)).toMatchObject({ status: 'approved', endpoint: { permissions: ['read', 'write'] } });
      expect(await decided({ ...WANTED, permissions: ['read', 'admin'] })).toMatchObject({
        status: 'refused',
        reason: expect.stringContaining('admin'),
      });
      expect(await decided({ ...WANTED, usage: { requestsPerMinute: 1_000_000 } })).toMatchObject({ status: 'refused' });
    } finally {
      await service.node.stop();
    }
  });
});

describe('an endpoint', () => {
  it('has a token and an address of its own, also as one text', async () => {
    const { endpoint, answer } = await approved();
    expect(tokenPermissions(endpoint.token)).toEqual(['read', 'write']);
    expect(endpoint.apiInfo).toBe(`${endpoint.token}:${endpoint.httpUrl.replace('/rpc/v1', '')}`);
    const claims = JSON.parse(Buffer.from(endpoint.token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
    expect(new Date(claims.exp * 1_000).toISOString()).toBe(answer.expiresAt);
    expect(endpoint.httpUrl.startsWith(devnet.hosted.networks.mainnet.httpUrl)).toBe(true);
  });

  it('answers its token alone, in the header or in the address', async () => {
    const { endpoint } = await approved();
    const other = await approved();
    expect((await postCall(endpoint.httpUrl, 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(200);
    expect((await postCall(`${endpoint.httpUrl}?token=${endpoint.token}`, 'Filecoin.ChainHead', [])).status).toBe(200);
    expect((await postCall(endpoint.httpUrl.replace('/v1', '/v0'), 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(200);
    for (const token of [undefined, '', 'nonsense', other.endpoint.token, devnet.node.tokens.admin, `${endpoint.token}x`]) {
      const { status, text } = await postCall(endpoint.httpUrl, 'Filecoin.ChainHead', [], token);
      expect({ status, text }).toEqual({ status: 401, text: '' });
    }
  });

  it('its token opens nothing at the bare node', async () => {
    const { endpoint } = await approved();
    expect((await postCall(devnet.node.httpUrl, 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(401);
  });

  it('enforces its permissions in the words of a node', async () => {
    const sender = new DevnetSender(devnet.node, 'hosted');
    const to = keyFromPrivateKey('secp256k1', new Uint8Array(32).fill(3)).address;
    const message = await sender.signed(sender.key('faucet'), to, { value: 1n });
    const reader = (await approved({ ...WANTED, permissions: ['read'] })).endpoint;
    expect((await postCall(reader.httpUrl, 'Filecoin.MpoolPush', [message], reader.token)).json.error).toEqual({
      code: 1,
      message: "missing permission to invoke 'MpoolPush' (need 'write')",
    });
    const writer = (await approved()).endpoint;
    expect((await postCall(writer.httpUrl, 'Filecoin.MpoolPush', [message], writer.token)).json.result).toMatchObject({
      '/': expect.any(String),
    });
  });

  it('has fewer permissions than were asked for where the operator says so', async () => {
    const { endpoint } = await approved(WANTED, { permissions: ['read'] });
    expect(endpoint.permissions).toEqual(['read']);
    expect(tokenPermissions(endpoint.token)).toEqual(['read']);
  });

  it('keeps the rules of the service', async () => {
    const { endpoint } = await approved();
    expect((await postCall(endpoint.httpUrl, 'Filecoin.WalletNew', ['bls'], endpoint.token)).json.error?.code).toBe(-32601);
    expect((await postCall(endpoint.httpUrl, 'Filecoin.StateMarketDeals', [null], endpoint.token)).json.error?.message).toContain(
      devnet.hosted.deals,
    );
    expect((await fetch(endpoint.httpUrl)).status).toBe(405);
  });

  it('counts calls against the usage that was granted', async () => {
    const { endpoint } = await approved({ ...WANTED, usage: { requestsPerMinute: 2 } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => postCall(endpoint.httpUrl, 'Filecoin.Version', [], endpoint.token)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it('is revoked: its token is refused, and open connections end', async () => {
    const { endpoint, answer } = await approved();
    const socket = new WebSocket(`${endpoint.wsUrl}?token=${endpoint.token}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await control(devnet.node, 'custom-revoke', { id: answer.id });
    await closed;
    expect((await postCall(endpoint.httpUrl, 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(401);
    expect(await follow(answer)).toMatchObject({ status: 'revoked' });
    expect((await follow(answer)).endpoint).toBeUndefined();
  });

  it('is given up by who requested it', async () => {
    const { endpoint, answer } = await approved();
    await send(answer.url, { method: 'DELETE' });
    expect((await postCall(endpoint.httpUrl, 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(401);
  });

  it('expires by itself', async () => {
    const { endpoint, answer } = await approved(WANTED, { lifetimeSeconds: 1 });
    const socket = new WebSocket(`${endpoint.wsUrl}?token=${endpoint.token}`);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    await new Promise((resolve) => socket.once('close', resolve));
    expect((await postCall(endpoint.httpUrl, 'Filecoin.ChainHead', [], endpoint.token)).status).toBe(401);
    expect(await follow(answer)).toMatchObject({ status: 'expired' });
  });
});

it('endpoints, their tokens and URLs outlive a restart of a node with a data folder', async () => {
  const folder = await temporaryFolder();
  try {
    const options = { dataFolder: folder.path, historyEpochs: 2 };
    const before = await startHostedDevnet({ decisionMs: 0 }, options);
    const made = await follow((await ask(WANTED, before)).json);
    await before.node.stop();
    const after = await startHostedDevnet({ decisionMs: 0 }, options);
    try {
      const again = (await send(`${after.hosted.custom}/${made.id}`, { method: 'GET' })).json;
      expect(after.hosted).toEqual(before.hosted);
      expect(again.endpoint).toEqual(made.endpoint);
      expect((await postCall(made.endpoint?.httpUrl ?? '', 'Filecoin.ChainHead', [], made.endpoint?.token)).status).toBe(200);
    } finally {
      await after.node.stop();
    }
  } finally {
    await folder.remove();
  }
});

it('a port that another process has taken is replaced, and the others stay', async () => {
  const folder = await temporaryFolder();
  const options = { dataFolder: folder.path, historyEpochs: 2 };
  const before = await startHostedDevnet({}, options);
  await before.node.stop();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(new URL(before.hosted.networks.testnet.httpUrl).port), '127.0.0.1', resolve));
  try {
    const after = await startHostedDevnet({}, options);
    await after.node.stop();
    expect(after.hosted.networks.testnet.httpUrl).not.toBe(before.hosted.networks.testnet.httpUrl);
    expect(after.hosted.networks.mainnet).toEqual(before.hosted.networks.mainnet);
    expect(after.hosted.custom).toBe(before.hosted.custom);
  } finally {
    await new Promise((resolve) => taken.close(resolve));
    await folder.remove();
  }
});
