/**
 * A damaged document of the profile: it is never overwritten, what it held before is taken where there is that, and everything else
 * works. The saved connections, which say it on their screen, are in `core/connections.test.ts`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';

/** Another miner than that of the storage-miner API, which is one's own without being watched. */
const WATCHED = 't01001';

let devnet: RunningDevnet;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const cores: Core[] = [];

beforeAll(async () => {
  devnet = await startStillDevnet();
});
afterAll(() => devnet.stop());
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const core of cores.splice(0)) await core.stop();
  await folder.remove();
});

async function open(): Promise<Core> {
  const { core } = await startCore(createProfilePaths(folder.path), devnet);
  cores.push(core);
  return core;
}

interface Kept {
  readonly file: string;
  change(core: Core, text: 'first' | 'second'): Promise<unknown>;
  /** Whether a screen sees what was saved. */
  holds(core: Core, text: 'first' | 'second'): boolean | Promise<boolean>;
}

const DOCUMENTS: readonly Kept[] = [
  {
    file: 'settings.json',
    change: ({ handlers }, text) => handlers.settings.updateSettings({ theme: text === 'first' ? 'dark' : 'light' }),
    holds: ({ topics }, text) => topics.settings.changed.get().theme === (text === 'first' ? 'dark' : 'light'),
  },
  {
    file: 'call-filters.json',
    change: ({ handlers }, text) => handlers.filters.saveFilter({ list: 'deals', name: 'Mine', text }),
    holds: ({ topics }, text) => topics.filters.changed.get()[0]?.text === text,
  },
  {
    file: 'watched-miners.json',
    change: ({ handlers }, text) => handlers.miners.watchMiner({ address: WATCHED, isWatched: text === 'first' }),
    holds: async ({ handlers }, text) => {
      const { miners } = await handlers.miners.listMiners({ isOwnOnly: true });
      return 'value' in miners && miners.value.some(({ address }) => address === WATCHED) === (text === 'first');
    },
  },
];

const DAMAGES = [
  ['torn', '{"version":1,"data":{'],
  ['emptied', ''],
  ['of another shape', '{"version":1,"data":{"theme":7,"filters":7,"byGenesis":7}}'],
] as const;

describe.each(DOCUMENTS)('$file', ({ file, change, holds }) => {
  test.each(DAMAGES)('%s, with the one before it: that is taken, and the damaged one kept aside', async (_name, damage) => {
    const first = await open();
    await change(first, 'first');
    await change(first, 'second');
    await first.stop();
    const path = join(folder.path, file);
    await writeFile(path, damage);

    const second = await open();
    await eventually(() => holds(second, 'first'), 'what was saved before');
    await change(second, 'second');
    const aside = (await readdir(folder.path)).filter((name) => name.startsWith(`${file}.`) && !name.endsWith('.bak'));
    expect(aside).toHaveLength(1);
    expect(await readFile(join(folder.path, aside[0] ?? ''), 'utf8')).toBe(damage);
    await second.stop();
    const third = await open();
    await eventually(() => holds(third, 'second'), 'what was saved since');
  });

  test.each(DAMAGES)('%s, and nothing before it: it stays as it is, and saving is refused', async (_name, damage) => {
    const path = join(folder.path, file);
    await writeFile(path, damage);
    const core = await open();
    const error = await failureOf(change(core, 'first'));
    expect(error.code).toBe('disk-failure');
    expect(error.message).toMatch(
      new RegExp(`${file.replaceAll('.', '\\.')} cannot be read: (?:it|the migration).*\\. The file was not changed\\.$`),
    );
    expect(await readFile(path, 'utf8')).toBe(damage);
    expect(core.topics.chain.headChanged.get().head).toBeDefined();
  });
});

test.each(DAMAGES)('sealing-times.json, %s: the board is there without them, and the file stays as it is', async (_name, damage) => {
  const path = join(folder.path, 'sealing-times.json');
  await writeFile(path, damage);
  const core = await open();
  core.topics.sealing.boardChanged.addSubscriber();
  await eventually(() => core.topics.sealing.boardChanged.get().status === 'live', 'the board');
  expect(core.topics.sealing.boardChanged.get().sectors.length).toBeGreaterThan(0);
  await core.stop();
  expect(await readFile(path, 'utf8')).toBe(damage);
});

test('two windows that change every document at once lose nothing of each other', async () => {
  const core = await open();
  const { handlers } = core;
  await Promise.all([
    handlers.settings.updateSettings({ theme: 'dark' }),
    handlers.settings.updateSettings({ density: 'roomy' }),
    handlers.filters.saveFilter({ list: 'calls', name: 'One', text: 'status:error' }),
    handlers.filters.saveFilter({ list: 'deals', name: 'Two', text: 'method:State*' }),
    handlers.miners.watchMiner({ address: WATCHED, isWatched: true }),
  ]);
  await core.stop();
  const { topics } = await open();
  expect(topics.settings.changed.get()).toMatchObject({ theme: 'dark', density: 'roomy' });
  expect(topics.filters.changed.get().map(({ name }) => name)).toEqual(['One', 'Two']);
});
