/** Headers typed for an endpoint: sent where its token is, stored like its token, and in nothing that is written down or shown. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSecretFileStore, PLAIN_CIPHER } from '../../electron/persistence/secret-file-store.ts';
import { createProfilePaths } from '../../electron/platform/profile-paths.ts';
import { LIVE_SOURCE } from '../../shared/ipc/schemas/inspector.ts';
import { eventually } from '../builders/eventually.ts';
import { failureOf } from '../builders/failure-of.ts';
import { recordingOf } from '../builders/recording-of.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';
import { PASSPHRASE, type RunningCore, startCore } from '../builders/wallet-core.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../fakes/scripted-node/scripted-node.ts';

const KEY = 'opaque-key-of-the-gateway-0123456789';
const HEADERS = `x-api-key: ${KEY}\nCF-Access-Client-Id: sextant`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let node: ScriptedNode;
let running: RunningCore;

beforeEach(async () => {
  folder = await temporaryFolder();
  node = await startScriptedNode();
  node.onRequest((request, response) => answer(response, 200, request, { result: null }));
  node.onFrame((socket, { call }) => socket.send(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: 1 })));
  const paths = createProfilePaths(folder.path);
  running = await startCore(paths, undefined, { secrets: createSecretFileStore(paths.file('secrets.json'), PLAIN_CIPHER) });
});
afterEach(async () => {
  await running.core.stop();
  await node.stop();
  await folder.remove();
});

const draft = () => ({ name: 'Gateway', httpUrl: node.httpUrl, apiVersion: 'v1', namespace: 'Filecoin', headers: HEADERS }) as const;
const profileText = (name: string) => readFile(createProfilePaths(folder.path).file(name), 'utf8');

/** A file of the inspector, as a document fetches it. */
async function exported(format: 'session' | 'har'): Promise<string> {
  const { inspector } = running.core.handlers;
  const { exportId } = await inspector.exportCalls({
    source: LIVE_SOURCE,
    filter: '',
    part: 'all',
    format,
    includesSignatures: true,
    hidesNames: false,
  });
  const { base64 } = await inspector.readExport({ exportId, offset: 0 });
  const bytes = Buffer.from(base64, 'base64');
  return (format === 'session' ? gunzipSync(bytes) : bytes).toString();
}

test('are sent over HTTP and WebSocket, and are in no recording, file, log or state', async () => {
  const { core, logger } = running;
  const { connections, inspector } = core.handlers;
  const { id } = await connections.addConnection({ ...draft(), wsUrl: node.wsUrl });
  await connections.activateConnection({ id });
  const call = await inspector.sendCall({ method: 'Filecoin.ChainHead', params: '[]' });
  await inspector.sendCall({ method: 'Filecoin.ChainNotify', params: '[]' });
  await eventually(() => node.upgrades.length > 0, 'the WebSocket');
  for (const headers of [...node.requests.map((request) => request.headers), ...node.upgrades]) {
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'cf-access-client-id': 'sextant' });
  }

  const recording = await recordingOf(core, call.id);
  expect(recording.requestHeaders).toMatchObject({ 'x-api-key': '[masked]', 'CF-Access-Client-Id': '[masked]' });
  const curl = await inspector.copyCall({ source: LIVE_SOURCE, id: call.id, as: 'curl', includesSignature: false });
  expect(curl.text).toContain('-H "x-api-key: $HEADER_X_API_KEY"');
  const state = core.topics.connections.changed.get();
  expect(state.connections).toMatchObject([{ hasHeaders: true, hasToken: false }]);
  for (const text of [
    JSON.stringify([recording, curl, state, core.topics.chain.headChanged.get(), logger.lines]),
    await exported('har'),
    await exported('session'),
    await profileText('connections.json'),
  ]) {
    expect(text).not.toContain(KEY);
  }
  const secrets = await profileText('secrets.json');
  expect(secrets).toContain(KEY);

  await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
  expect(await profileText('secrets.json')).not.toContain(KEY);
});

test('are sent to no other host, are kept by a change that leaves them out, and are removed with their connection', async () => {
  const { connections } = running.core.handlers;
  const other = await startScriptedNode();
  try {
    const { headers: _, ...rest } = draft();
    const { id } = await connections.addConnection(draft());
    const elsewhere = { ...rest, httpUrl: other.httpUrl };
    for (const moved of [connections.updateConnection({ id, draft: elsewhere }), connections.probeConnection({ id, draft: elsewhere })]) {
      expect((await failureOf(moved)).details?.fields?.headers).toMatch(/Enter the headers again/);
    }
    expect(other.requests).toEqual([]);
    await connections.updateConnection({ id, draft: { ...rest, name: 'Renamed' } });
    await connections.probeConnection({ id, draft: rest }).catch(() => undefined);
    expect(node.requests.at(-1)?.headers['x-api-key']).toBe(KEY);
    await connections.removeConnection({ id });
    expect(await profileText('secrets.json')).not.toContain(KEY);
  } finally {
    await other.stop();
  }
});

test('a reserved name is refused in a sentence, and is not stored', async () => {
  const refused = await failureOf(running.core.handlers.connections.addConnection({ ...draft(), headers: `Authorization: ${KEY}` }));
  expect(refused.details?.fields?.headers).toBe('Authorization is set from the token. Use the Token field.');
  expect(refused.message).not.toContain(KEY);
  expect(running.core.topics.connections.changed.get().connections).toEqual([]);
});
