/** A custom endpoint of the practice service: requested, followed, saved with its token, withdrawn. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { SecretStore } from '../../../electron/platform/ports.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { EndpointRequest, EndpointWishes } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { control } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore } from '../../builders/wallet-core.ts';

const WISHES: EndpointWishes = {
  network: 'mainnet',
  permissions: ['read', 'write'],
  requestsPerMinute: 600,
  purpose: 'a test',
  contact: 'ops@example.invalid',
};

let devnet: HostedDevnet;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let core: Core;
let secrets: Map<string, string>;

beforeEach(async () => {
  folder = await temporaryFolder();
  devnet = await startHostedDevnet({ lagEpochs: [0, 0, 0] }, { historyEpochs: 5 });
  secrets = new Map();
  const store: SecretStore = {
    get: async (name) => secrets.get(name),
    set: async (name, value) => void secrets.set(name, value),
    delete: async (name) => void secrets.delete(name),
    names: async () => [...secrets.keys()],
  };
  ({ core } = await startCore(createProfilePaths(folder.path), devnet.node, { secrets: store }));
});
afterEach(async () => {
  await core.stop();
  await devnet.node.stop();
  await folder.remove();
});

const requests = (): readonly EndpointRequest[] => core.topics.connections.endpointRequestsChanged.get();
const requestOf = (id: string): EndpointRequest | undefined => requests().find((request) => request.id === id);
const connections = () => core.topics.connections.changed.get();

test('the practice service is offered where it runs', () => {
  const { networks, deals, cidChecker } = devnet.hosted;
  expect(connections().practiceService).toMatchObject({ networks, deals, cidChecker });
});

test('an approved request becomes a connection with its token, which works and never leaves the privileged side', async () => {
  const { id } = await core.handlers.connections.requestEndpoint(WISHES);
  expect(requestOf(id)).toMatchObject({ status: 'pending', network: 'mainnet', permissions: ['read', 'write'] });
  await control(devnet.node, 'custom-approve', { id });
  await eventually(() => requestOf(id)?.connectionId !== undefined, 'the saved connection');
  const request = requestOf(id);
  const saved = connections().connections.find((connection) => connection.id === request?.connectionId);
  expect(request).toMatchObject({ status: 'approved', expiresAtMs: expect.any(Number) });
  expect(saved).toMatchObject({
    hasToken: true,
    httpUrl: expect.stringContaining(`/${id}/rpc/v1`),
    dealsDataUrl: devnet.hosted.deals,
    cidCheckerUrl: devnet.hosted.cidChecker,
  });
  expect([...secrets.values()].join(' ')).toContain('eyJ');
  expect(JSON.stringify([requests(), connections()])).not.toContain('eyJ');
  await core.handlers.connections.activateConnection({ id: saved?.id ?? '' });
  await eventually(() => {
    const { connectionId, head } = core.topics.chain.headChanged.get();
    return connectionId === saved?.id && head !== undefined;
  }, 'the head of the custom endpoint');
});

test('a refusal and its reason are shown', async () => {
  const { id } = await core.handlers.connections.requestEndpoint(WISHES);
  await control(devnet.node, 'custom-refuse', { id, reason: 'No capacity.' });
  await eventually(() => requestOf(id)?.status === 'refused', 'the refusal');
  expect(requestOf(id)?.reason).toBe('No capacity.');
  expect(connections().connections).toHaveLength(1);
});

test('a request is withdrawn', async () => {
  const { id } = await core.handlers.connections.requestEndpoint(WISHES);
  await core.handlers.connections.withdrawEndpoint({ id });
  expect(requestOf(id)?.status).toBe('refused');
  expect((await failureOf(core.handlers.connections.withdrawEndpoint({ id: 'unknown' }))).code).toBe('not-found');
});

test('without the practice service a request is refused in a sentence', async () => {
  const other = await temporaryFolder();
  const { core: plain } = await startCore(createProfilePaths(other.path), undefined, {});
  try {
    const failure = await failureOf(plain.handlers.connections.requestEndpoint(WISHES));
    expect(failure).toMatchObject({ code: 'capability-missing', message: expect.stringContaining('--hosted') });
  } finally {
    await plain.stop();
    await other.remove();
  }
});
