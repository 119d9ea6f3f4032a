/** Answers that cannot change, over restarts: asked once, shown as what they are, never trusted where the file is damaged. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerStore } from '../../../electron/rpc/answer-store.ts';
import { JsonRpcClient, type JsonRpcClientOptions } from '../../../electron/rpc/json-rpc-client.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const LINK = { '/': 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2' };
const OPTIONS = { cause: 'test: kept' };

let node: ScriptedNode;
let folder: string;
let tap: RecordingTap;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  const temporary = await temporaryFolder();
  folder = path.join(temporary.path, 'answers');
  cleanups.push(
    () => temporary.remove(),
    () => node.stop(),
  );
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const storeOf = (limits: { maxBytes?: number; maxFiles?: number } = {}): AnswerStore =>
  new AnswerStore({ folder, logger: quietLogger, ...limits });

function connect(answers: AnswerStore, options: Partial<JsonRpcClientOptions> = {}): JsonRpcClient {
  const client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    httpUrl: node.httpUrl,
    namespace: 'Filecoin',
    tap,
    clock: systemClock,
    answers,
    ...options,
  });
  cleanups.push(() => client.close());
  return client;
}

/** Asks for a message through a client and a store of their own, as after a start. */
async function askAnew(options: Partial<JsonRpcClientOptions> = {}, params: readonly unknown[] = [LINK]): Promise<unknown> {
  const store = storeOf();
  const { value } = await connect(store, options).call('ChainGetMessage', params, OPTIONS);
  await store.settled();
  return value;
}

const files = (): string[] => readdirSync(folder).map((name) => path.join(folder, name));

describe('an answer on disk', () => {
  beforeEach(() => node.onRequest((request, response) => answer(response, 200, request, { result: { Nonce: 7 } })));

  test('is not asked for again after a restart, and is recorded as what it is', async () => {
    await askAnew();
    expect(await askAnew()).toEqual({ Nonce: 7 });
    expect(node.requests).toHaveLength(1);
    const [first, second] = tap.calls;
    expect(first?.start.transport).toBe('http');
    expect(second?.start).toMatchObject({ transport: 'cache', cause: 'test: kept', method: 'Filecoin.ChainGetMessage' });
    expect(Buffer.from(second?.end?.response as Uint8Array).toString()).toContain('"Nonce":7');
  });

  test('says that it was kept, and when', async () => {
    await askAnew();
    const { call } = await connect(storeOf()).call('ChainGetMessage', [LINK], OPTIONS);
    expect(call).toMatchObject({ isCached: true, id: 2 });
    expect(call.atMs).toBeLessThanOrEqual(Date.now());
  });

  test('answers for its own connection and address alone', async () => {
    await askAnew();
    await askAnew({ connectionId: 'other' });
    await askAnew({ httpUrl: `${node.httpUrl}?of=another` });
    await askAnew({ namespace: 'Node' });
    await askAnew({}, [{ '/': `${LINK['/']}x` }]);
    expect(node.requests).toHaveLength(5);
  });

  test('holds no token of the address', async () => {
    await askAnew({ httpUrl: `${node.httpUrl}?token=secret-token`, token: 'secret-token' });
    expect(files()).toHaveLength(1);
    expect(files().some((file) => readFileSync(file).includes('secret-token') || file.includes('secret-token'))).toBe(false);
  });

  test.each<[string, (content: Buffer) => Buffer]>([
    ['cut short', (content) => content.subarray(0, -3)],
    ['empty', () => Buffer.alloc(0)],
    ['changed', (content) => Buffer.from(content.toString().replace('"Nonce":7', '"Nonce":8'))],
    ['of another version', (content) => Buffer.from(content.toString().replace('"version":1', '"version":2'))],
    ['something else', () => Buffer.from('hello\nworld')],
  ])('that is %s is removed and asked for again', async (_name, damage) => {
    await askAnew();
    const [file = ''] = files();
    writeFileSync(file, damage(readFileSync(file)));
    expect(await askAnew()).toEqual({ Nonce: 7 });
    expect(node.requests).toHaveLength(2);
    expect(await askAnew()).toEqual({ Nonce: 7 });
    expect(node.requests).toHaveLength(2);
  });

  test('what a crash left half written is cleared away, and no other file is touched', async () => {
    await askAnew();
    writeFileSync(path.join(folder, `${'0'.repeat(64)}.answer.part`), 'half');
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    await askAnew();
    const names = files().map((file) => path.basename(file));
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(names).toContain('notes.txt');
  });
});

test('what is negative, changing or failed is not kept', async () => {
  const store = storeOf();
  const client = connect(store);
  await client.call('ChainGetMessage', [LINK], OPTIONS);
  node.onRequest((request, response) => answer(response, 200, request, { result: { Height: 1 } }));
  await client.call('ChainHead', [], OPTIONS);
  await client.call('StateMinerPower', ['f01', []], OPTIONS);
  node.onRequest((request, response) => answer(response, 200, request, { error: { code: 1, message: 'no' } }));
  await client.call('ChainReadObj', [LINK], OPTIONS).catch(() => undefined);
  await store.settled();
  await store.get('none');
  expect(() => files()).toThrow();
});

describe('the folder', () => {
  const keep = async (store: AnswerStore, key: string, bytes: number): Promise<void> => {
    store.set(key, { body: new Uint8Array(bytes), requestId: 1, keptAtMs: 1 });
    await store.settled();
  };
  const held = async (store: AnswerStore, keys: readonly string[]): Promise<string[]> => {
    const found: string[] = [];
    for (const key of keys) if ((await store.get(key)) !== undefined) found.push(key);
    return found;
  };

  test('keeps to its number of files, the least recently used removed first', async () => {
    const store = storeOf({ maxFiles: 3 });
    for (const key of ['a', 'b', 'c']) await keep(store, key, 10);
    await store.get('a');
    await keep(store, 'd', 10);
    expect(await held(store, ['a', 'b', 'c', 'd'])).toEqual(['a', 'c', 'd']);
    expect(files()).toHaveLength(3);
  });

  test('keeps to its bytes, and takes nothing that would fill it alone', async () => {
    const store = storeOf({ maxBytes: 8000 });
    await keep(store, 'huge', 1001);
    expect(await held(store, ['huge'])).toEqual([]);
    for (let count = 0; count < 20; count += 1) await keep(store, `k${count}`, 900);
    const sizeBytes = files().reduce((sum, file) => sum + readFileSync(file).length, 0);
    expect(sizeBytes).toBeLessThanOrEqual(8000);
    expect(await held(storeOf(), ['k0', 'k19'])).toEqual(['k19']);
  });

  test('holds no more than 64 MiB that wait for the disk', async () => {
    const store = storeOf({ maxBytes: 1024 * 1024 * 1024 });
    const body = Buffer.alloc(24 * 1024 * 1024, '[');
    for (const key of ['a', 'b', 'c']) store.set(key, { body, requestId: 1, keptAtMs: 1 });
    await store.settled();
    expect(readdirSync(folder)).toHaveLength(2);
    store.set('d', { body, requestId: 1, keptAtMs: 1 });
    await store.settled();
    expect(readdirSync(folder)).toHaveLength(3);
  });

  test('that cannot be written costs answers, not calls', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    node.onRequest((request, response) => answer(response, 200, request, { result: 1 }));
    expect(await askAnew()).toBe(1);
    expect(await askAnew()).toBe(1);
  });
});
