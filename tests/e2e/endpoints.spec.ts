/** An endpoint that is added, killed and restored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { openScreen } from './steps/open-screen.ts';
import { type StandaloneNode, startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const BLOCK_TIME_MS = 500;

test('an endpoint is added, killed and comes back by itself', async ({ launch }) => {
  test.setTimeout(240_000);
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  let node: StandaloneNode | undefined = await startStandaloneNode(data, BLOCK_TIME_MS);
  try {
    const { page } = await launch({ blockTimeMs: 2000 });
    await test.step('an endpoint is checked, saved and used', () => addEndpoint(page, node?.url ?? ''));
    const epoch = await headEpoch(page);

    const { port } = node;
    await node.kill();
    node = undefined;
    await test.step('what is known stays, and words say that it is old', () => expectTrouble(page, epoch));

    node = await startStandaloneNode(data, BLOCK_TIME_MS, port);
    await test.step('it recovers by itself', async () => {
      await expect.poll(() => headEpoch(page), { timeout: 90_000 }).toBeGreaterThan(epoch + 3);
      await expect(topBar(page).getByRole('link', { name: /^harbour-1.*live/ })).toBeVisible({ timeout: 90_000 });
      await expect(page.getByRole('region', { name: 'Node health' })).toContainText('Healthy');
      await expect(page.getByRole('main').getByText(/the last try failed/)).toHaveCount(0);
    });
  } finally {
    await node?.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function addEndpoint(page: Page, url: string): Promise<void> {
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('Name').fill('harbour-1');
  await page.getByLabel('HTTP address').fill(url);
  await expect(page.getByLabel('WebSocket address')).toHaveValue(url.replace('http:', 'ws:'));
  await page.getByRole('button', { name: 'Check the endpoint' }).click();
  const facts = page.getByRole('status', { name: 'What the endpoint says' });
  await expect(facts).toContainText(/answers in/);
  await expect(facts).toContainText(/Genesisbafy2/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  const entry = page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').filter({ hasText: 'harbour-1' });
  await entry.getByRole('button', { name: 'Use' }).click();
  await expect(entry).toContainText('In use');
  await expect(topBar(page).getByRole('link', { name: /^harbour-1.*live/ })).toBeVisible();
  const first = await headEpoch(page);
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(first);
  await openScreen(page, 'Overview');
  await expect(page.getByRole('region', { name: 'Node health' })).toContainText('harbour-1');
}

async function expectTrouble(page: Page, epoch: number): Promise<void> {
  await expect(topBar(page).getByRole('link', { name: /^harbour-1\s*(does not answer|no new tipset)/ })).toBeVisible({ timeout: 60_000 });
  const health = page.getByRole('region', { name: 'Node health' });
  await expect(health).toContainText(/Does not answer|No new tipset/);
  expect(await headEpoch(page)).toBeGreaterThanOrEqual(epoch);
  await openScreen(page, 'Deals');
  await expect(page.getByRole('alert')).toContainText(/The endpoint does not answer/);
  await openScreen(page, 'Overview');
}
