import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SecretStore } from '../../../../../electron/platform/ports.ts';
import { ConnectionStore } from '../../../../../electron/services/connections/connection-store.ts';
import { failureOf } from '../../../../builders/failure-of.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const NO_SECRETS: SecretStore = { get: async () => undefined, set: async () => undefined, delete: async () => undefined };
const DRAFT = { name: 'Mine', httpUrl: 'http://127.0.0.1:1/rpc/v1', apiVersion: 'v1', namespace: 'Filecoin' } as const;
const OLD = {
  id: 'one',
  name: 'Old',
  httpUrl: 'http://127.0.0.1:1/rpc/v1',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  hasToken: true,
  hasMinerToken: false,
};

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
beforeEach(async () => {
  profile = await temporaryProfile();
});
afterEach(() => profile.remove());

function store(): ConnectionStore {
  return new ConnectionStore({ paths: profile.paths, secrets: NO_SECRETS, logger: memoryLogger().logger });
}

const file = () => profile.paths.file('connections.json');

describe('the document of connections', () => {
  test('one of version 1 is read whole, and written as version 2', async () => {
    await writeFile(file(), JSON.stringify({ version: 1, data: { activeId: 'one', connections: [OLD] } }));
    const connections = store();
    await connections.load();
    expect(connections.connections).toEqual([OLD]);
    expect(connections).toMatchObject({ activeId: 'one', problem: undefined, tokenNames: ['connection.one.token'] });
    await connections.add('two', {
      ...DRAFT,
      network: 'mainnet',
      preset: 'mainnet-glif',
      dealsDataUrl: 'https://a.example/',
      cidCheckerUrl: 'https://b.example/',
    });
    const written = JSON.parse(await readFile(file(), 'utf8'));
    expect(written).toMatchObject({ version: 2, data: { connections: [OLD, { id: 'two', network: 'mainnet', preset: 'mainnet-glif' }] } });
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
        expect(after.problem).toMatch(/was damaged. It is kept as .*\.corrupt/);
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
    expect(connections.problem).toMatch(/cannot be read.*Nothing is saved until/s);
    expect((await failureOf(connections.add('one', DRAFT))).code).toBe('disk-failure');
    expect(await readFile(file(), 'utf8')).toBe('precious');
  });

  test('one of a newer version is left as it is', async () => {
    const text = JSON.stringify({ version: 3, data: {} });
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
