/**
 * Every screen and what it leads to, on the embedded node, on an endpoint that serves what public ones do, and on recorded mainnet: no
 * word of a missing value, nothing wider than the window. A page or console error fails it too, as everywhere. On one host: the documents
 * are the same on both.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startReplayNode } from '../../fakes/replay-node/replay-node.ts';
import { expect, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { crawl } from '../steps/crawl.ts';
import { startStandaloneNode } from '../steps/standalone-node.ts';
import { topBar } from '../steps/top-bar.ts';

/** The smallest window that is promised. */
const SMALL = { width: 1024, height: 700 };

/** What a user reaches by typing, or by what happens seldom. */
const DEEP = [
  '/actors/t01',
  '/actors/t02',
  '/actors/t04',
  '/actors/t05',
  '/actors/t06',
  '/actors/t07',
  '/actors/t010',
  '/actors/t080',
  '/actors/t0999999',
  '/miners/t01000?source=state',
  '/tipsets/140?against=120',
  '/compose/batch',
  '/inspector/new',
  '/inspector/call/ChainHead',
  '/messages/bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w',
  '/deals/999999',
  '/nowhere',
];

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('the embedded node', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });
  await page.setViewportSize(SMALL);
  await expect(topBar(page)).toContainText('final');
  const { places, problems } = await crawl(page, { limit: 90, alsoFrom: DEEP });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(40);
});

test('an endpoint that serves what public ones do', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-crawl-'));
  const node = await startStandaloneNode(data, 2000, 0, ['--gateway']);
  cleanups.push(async () => {
    await node.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  });
  const profile = await profileKnowing({ name: 'Gateway', httpUrl: node.url, wsUrl: node.url.replace('http', 'ws') });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page)).toContainText('final');
  const { places, problems } = await crawl(page, {
    limit: 45,
    alsoFrom: ['/miners/t01000', '/miners/t01000?source=state', '/actors/t080'],
  });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(25);
});

test('recorded mainnet', async ({ launch }) => {
  const node = await startReplayNode({ network: 'mainnet', miners: 'genesis' });
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: 'Recorded', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page)).toContainText('final');
  const { places, problems } = await crawl(page, { limit: 45, alsoFrom: ['/miners/f01000', '/deals/0', '/actors/f0100', '/actors/f080'] });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(25);
});
