/**
 * Every screen and what it leads to, on the embedded node, on an endpoint that serves what public ones do, and on recorded mainnet: no
 * word of a missing value, nothing wider than the window. A page or console error fails it too, as everywhere.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startReplayNode } from '../fakes/replay-node/replay-node.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { crawl } from './steps/crawl.ts';
import { startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

/** The smallest window that is promised. */
const SMALL = { width: 1024, height: 700 };

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('the embedded node', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });
  await page.setViewportSize(SMALL);
  await expect(topBar(page)).toContainText('final');
  const { places, problems } = await crawl(page, { limit: 70 });
  expect(problems).toEqual([]);
  expect(places.length).toBeGreaterThan(30);
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
  expect(places.length).toBeGreaterThan(20);
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
  expect(places.length).toBeGreaterThan(20);
});
