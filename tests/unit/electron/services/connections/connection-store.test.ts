import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecretStore } from '../../../../../electron/platform/ports.ts';
import { ConnectionStore } from '../../../../../electron/services/connections/connection-store.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { failureOf } from '../../../../builders/failure-of.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const DRAFT = { name: 'Mine', httpUrl: 'http://127.0.0.1:1/rpc/v1', apiVersion: 'v1', namespace: 'Filecoin' } as const;
const OLD = {
  id: 'one',
  name: 'Old',
  httpUrl: 'http://127.0.0.1:1/rpc/v1',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  hasToken: true,
  hasMinerToken: false,
  hasHeaders: false,
};

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
let secrets: Map<string, string>;
beforeEach(async () => {
  profile = await temporaryProfile();
  secrets = new Map();
});
afterEach(() => profile.remove());

const memorySecrets: SecretStore = {
  get: async (name) => secrets.get(name),
  set: async (name, value) => void secrets.set(name, value),
  delete: async (name) => void secrets.delete(name),
  names: async () => [...secrets.keys()],
};

function store(): ConnectionStore {
  return new ConnectionStore({ paths: profile.paths, secrets: memorySecrets, logger: memoryLogger().logger });
}

async function tokensOf(connections: ConnectionStore, id: string): Promise<unknown> {
  const saved = connections.find(id);
  return saved === undefined ? undefined : connections.tokensOf(saved);
}

const file = () => profile.paths.file('connections.json');

describe('the document of connections', () => {
  test('one of version 1 is read whole, and written as version 4', async () => {
    await writeFile(file(), JSON.stringify({ version: 1, data: { activeId: 'one', connections: [OLD] } }));
    const connections = store();
    await connections.load();
    expect(connections.connections).toEqual([OLD]);
    expect(connections).toMatchObject({ activeId: 'one', problem: undefined });
    await connections.add('two', {
      ...DRAFT,
      network: 'mainnet',
      preset: 'mainnet-glif',
      dealsDataUrl: 'https://a.example/',
      cidCheckerUrl: 'https://b.example/',
      v2Url: 'https://a.example/v2',
    });
    const written = JSON.parse(await readFile(file(), 'utf8'));
    expect(written).toMatchObject({
      version: 4,
      data: { connections: [OLD, { id: 'two', network: 'mainnet', preset: 'mainnet-glif', v2Url: 'https://a.example/v2' }] },
    });
    expect(JSON.parse(await readFile(`${file()}.bak`, 'utf8')).version).toBe(1);
  });

  test.each(['', '{"version":2,"data":{"connections":', 'null', '{"version":2,"data":{"activeId":1}}'])(
    'one that holds %j is kept aside, never overwritten, and the state before it is taken',
    async (damage) => {
      const before = store();
      await before.load();
      await before.add('one', DRAFT);
      await before.add('two', { ...DRAFT, name: 'Second' });
      for (const round of [1, 2]) {
        await writeFile(file(), damage);
        const after = store();
        await after.load();
        expect(after.connections.length).toBeGreaterThan(0);
        expect(after.problem).toMatchObject({
          isBlocking: false,
          message: expect.stringMatching(/were damaged. The file is kept as .*\.corrupt/),
        });
        await after.add(`new ${round}`, { ...DRAFT, name: `New ${round}` });
      }
      const names = await readdir(profile.paths.folder);
      for (const name of ['connections.json.corrupt', 'connections.json.corrupt-2']) {
        expect(names).toContain(name);
        expect(await readFile(join(profile.paths.folder, name), 'utf8')).toBe(damage);
      }
    },
  );

  test('one that cannot be read, with none before it, is left as it is, and nothing is saved', async () => {
    await writeFile(file(), 'precious');
    const connections = store();
    expect((await failureOf(connections.load())).code).toBe('disk-failure');
    expect(connections.problem).toMatchObject({
      isBlocking: true,
      message: expect.stringMatching(/cannot be read.*Changes are not saved until/),
    });
    expect((await failureOf(connections.add('one', DRAFT))).code).toBe('disk-failure');
    expect(await readFile(file(), 'utf8')).toBe('precious');
  });

  test.each(['damaged too', undefined])(
    'one that cannot be read, and before it %j, is set aside when asked to; nothing is lost',
    async (before) => {
      await writeFile(file(), 'damaged');
      if (before !== undefined) await writeFile(`${file()}.bak`, before);
      await writeFile(`${file()}.corrupt`, 'an earlier one');
      const connections = store();
      await failureOf(connections.load());
      await connections.setAside();
      expect(connections.problem).toMatchObject({ isBlocking: false, message: expect.stringContaining('connections.json.corrupt-2') });
      await connections.add('one', DRAFT);
      const texts = await Promise.all(
        (await readdir(profile.paths.folder))
          .filter((name) => name.includes('.corrupt'))
          .map((name) => readFile(join(profile.paths.folder, name), 'utf8')),
      );
      expect(texts.sort()).toEqual(['an earlier one', 'damaged', ...(before === undefined ? [] : [before])].sort());
      const again = store();
      await again.load();
      expect(again).toMatchObject({ problem: undefined, connections: [{ id: 'one' }] });
      expect((await failureOf(again.setAside())).code).toBe('forbidden');
    },
  );

  test('more connections than the document takes are refused in words', async () => {
    const connections = Array.from({ length: 200 }, (_, index) => ({ ...OLD, id: `${index}`, name: `Node ${index}`, hasToken: false }));
    await writeFile(file(), JSON.stringify({ version: 2, data: { activeId: '', connections } }));
    const full = store();
    await full.load();
    expect(await failureOf(full.add('one', { ...DRAFT, token: 'x' }))).toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('200'),
    });
    expect(secrets.size).toBe(0);
  });

  test('one of a newer version is left as it is', async () => {
    const text = JSON.stringify({ version: 5, data: {} });
    await writeFile(file(), text);
    const connections = store();
    expect((await failureOf(connections.load())).message).toContain('newer version');
    expect(await readFile(file(), 'utf8')).toBe(text);
  });

  test('two changes at once are both kept', async () => {
    const connections = store();
    await connections.load();
    await Promise.all([connections.add('one', DRAFT), connections.add('two', { ...DRAFT, name: 'Second' })]);
    const again = store();
    await again.load();
    expect(again.connections.map(({ id }) => id)).toEqual(['one', 'two']);
  });
});

describe('stored tokens', () => {
  const ELSEWHERE = { ...DRAFT, httpUrl: 'http://other.example/rpc/v1' };

  test('a token goes only where it was typed for, whatever an earlier state of the document says', async () => {
    const connections = store();
    await connections.load();
    await connections.add('one', { ...DRAFT, minerUrl: DRAFT.httpUrl, token: 'for-the-first', minerToken: 'for-the-miner' });
    await connections.update('one', { ...ELSEWHERE, minerUrl: DRAFT.httpUrl, token: 'for-the-other' });
    expect(await tokensOf(connections, 'one')).toEqual({ token: 'for-the-other', minerToken: 'for-the-miner' });
    await writeFile(file(), 'damaged');
    const earlier = store();
    await earlier.load();
    expect(earlier.find('one')?.httpUrl).toBe(DRAFT.httpUrl);
    expect(await tokensOf(earlier, 'one')).toEqual({ minerToken: 'for-the-miner' });
  });

  test('why one is not sent is told, until it is typed again', async () => {
    const problemOf = (connections: ConnectionStore): string | undefined => {
      const saved = connections.find('one');
      return saved === undefined ? 'not there' : connections.tokenProblemOf(saved);
    };
    const connections = store();
    await connections.load();
    await connections.add('one', { ...DRAFT, token: 'secret-token' });
    await tokensOf(connections, 'one');
    expect(problemOf(connections)).toBeUndefined();
    secrets.set('connection.one.token', JSON.stringify({ token: 'secret-token', targets: ['plain elsewhere:1'] }));
    await tokensOf(connections, 'one');
    expect(problemOf(connections)).toMatch(/entered for another host/);
    secrets.clear();
    await tokensOf(connections, 'one');
    expect(problemOf(connections)).toMatch(/missing from the secret store/);
    await connections.update('one', { ...DRAFT, token: 'again' });
    expect(problemOf(connections)).toBeUndefined();
    expect(await tokensOf(connections, 'one')).toEqual({ token: 'again' });
    const unreadable = new ConnectionStore({
      paths: profile.paths,
      logger: memoryLogger().logger,
      secrets: { ...memorySecrets, get: () => Promise.reject(new SextantError('disk-failure', 'The disk is full of sand.')) },
    });
    await unreadable.load();
    expect(await tokensOf(unreadable, 'one')).toEqual({});
    expect(problemOf(unreadable)).toMatch(/The disk is full of sand\./);
  });

  test('one that an earlier version stored is used as before', async () => {
    await writeFile(file(), JSON.stringify({ version: 1, data: { activeId: 'one', connections: [OLD] } }));
    secrets.set('connection.one.token', 'eyJ.old');
    const connections = store();
    await connections.load();
    expect(await tokensOf(connections, 'one')).toEqual({ token: 'eyJ.old' });
  });

  test('are gone with their connection', async () => {
    const connections = store();
    await connections.load();
    await connections.add('one', { ...DRAFT, token: 'x' });
    expect(secrets.size).toBe(1);
    await connections.remove('one');
    expect(secrets.size).toBe(0);
  });
});
