/** Endpoints: one that is added, killed and restored; presets, networks, pasted API infos. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { addByHand, entryOf } from './steps/endpoints.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { openScreen } from './steps/open-screen.ts';
import { type StandaloneNode, startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const BLOCK_TIME_MS = 500;

test('an endpoint is added, killed and comes back by itself', async ({ launch }) => {
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
      await expect.poll(() => headEpoch(page)).toBeGreaterThan(epoch + 3);
      await expect(topBar(page).getByRole('link', { name: /^harbour-1.*live/ })).toBeVisible();
      // A chain this fast has run ahead of the clock by now, which is said in place of “Healthy”.
      await expect(page.getByRole('region', { name: 'Node health' })).toContainText(/Healthy|Answers, but its head is .* in the future/);
      await expect(page.getByRole('main').getByText(/last refresh failed/)).toHaveCount(0);
    });
    await test.step('another one is chosen from the palette', async () => {
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByPlaceholder('Command, screen, address, CID, epoch or deal').fill('use embedded');
      await page.getByRole('button', { name: /^Use Embedded node/ }).waitFor();
      await page.keyboard.press('Enter');
      await expect(topBar(page).getByRole('link', { name: /^Embedded node.*live/ })).toBeVisible();
    });
  } finally {
    await node?.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a preset is edited, another network is refused, an API info is pasted', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  const node = await startStandaloneNode(data, BLOCK_TIME_MS);
  try {
    const { page } = await launch({ blockTimeMs: 2000 });
    await openScreen(page, 'Endpoints');
    await test.step('a preset fills in the form, and its address is edited to a node of this machine', () => editPreset(page, node.url));
    await test.step('the node is on another network than the preset says', () => refuseNetwork(page));
    await test.step('an API info is understood before it is filled in', () => pasteApiInfo(page, node.port));
  } finally {
    await node.kill();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a list of endpoints that cannot be read is said, set aside when asked, and saved anew', async ({ launch }) => {
  const profile = mkdtempSync(path.join(tmpdir(), 'sextant-damaged-'));
  try {
    writeFileSync(path.join(profile, 'connections.json'), 'damaged');
    writeFileSync(path.join(profile, 'connections.json.bak'), '{"version":2}');
    const sextant = await launch({ blockTimeMs: 2000, profile });
    const { page } = sextant;
    await topBar(page)
      .getByRole('link', { name: /list unreadable/ })
      .click();
    await expect(page.getByRole('heading', { name: 'Could not read the endpoint list' })).toBeVisible();
    await page.getByRole('button', { name: 'Start new list' }).click();
    await expect(page.getByText(/is kept as .*connections\.json\.corrupt and .*connections\.json\.bak\.corrupt/)).toBeVisible();
    await expect(topBar(page).getByRole('link', { name: /^Embedded node.*live/ })).toBeVisible();
    await addByHand(page, 'new-1', 'http://127.0.0.1:1/rpc/v1', 'a-token');
    await sextant.restart();
    await openScreen(sextant.page, 'Endpoints');
    await expect(entryOf(sextant.page, 'new-1')).toBeVisible();
    await expect(sextant.page.getByRole('heading', { name: /endpoint list/i })).toHaveCount(0);
    expect(readFileSync(path.join(profile, 'connections.json.corrupt'), 'utf8')).toBe('damaged');
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function editPreset(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page
    .getByRole('list', { name: 'Presets' })
    .getByRole('button', { name: /^Mainnet\s*third party: Glif/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Third party: Glif' })).toBeVisible();
  await expect(page.getByLabel('WebSocket URL')).toHaveValue(/glif/);
  // What belongs to the third party leaves with its address.
  await page.getByLabel('HTTP URL').fill(url);
  await expect(page.getByLabel('WebSocket URL')).toHaveValue(url.replace('http:', 'ws:'));
  await expect(page.getByRole('heading', { name: 'Third party: Glif' })).toBeHidden();
  await page.getByLabel('Name').fill('not-mainnet');
  await page.getByRole('button', { name: 'Check endpoint' }).click();
  await expect(page.getByRole('heading', { name: 'Network mismatch' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

async function refuseNetwork(page: Page): Promise<void> {
  const entry = entryOf(page, 'not-mainnet');
  await entry.getByRole('button', { name: 'Use' }).click();
  await expect(page.getByRole('heading', { name: 'not-mainnet is on another network' })).toBeVisible();
  await expect(page.getByText(/Expected network “mainnet”, but the node reports “localnet/)).toBeVisible();
  await expect(entry).toContainText('wrong network');
  await expect(topBar(page).getByRole('link', { name: /^not-mainnet.*wrong network/ })).toBeVisible();
  await page.getByRole('button', { name: 'Edit endpoint' }).click();
  await page.getByRole('button', { name: 'Check endpoint' }).click();
  await page.getByRole('button', { name: 'Change network' }).click();
  await expect(page.getByLabel('Network', { exact: true })).toHaveValue(/^localnet/);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(entry).toContainText(/live at/);
  await expect(page.getByRole('heading', { name: 'not-mainnet is on another network' })).toBeHidden();
}

async function pasteApiInfo(page: Page, port: number): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('tab', { name: 'Paste API info' }).click();
  const text = `export FULLNODE_API_INFO="abc:/ip4/127.0.0.1/tcp/${port}/http"\nSTORAGE_API_INFO=/ip4/127.0.0.1/tcp/2345/http`;
  await page.getByRole('textbox', { name: 'API info' }).fill(text);
  const understood = page.getByRole('region', { name: 'Recognised as' });
  await expect(understood.first()).toContainText(`A node at 127.0.0.1:${port}, with a token, from a multiaddress`);
  await expect(understood.last()).toContainText('STORAGE_API_INFO is the deprecated name of MINER_API_INFO.');
  await page.getByRole('button', { name: 'Fill in form' }).click();
  await expect(page.getByLabel('HTTP URL')).toHaveValue(`http://127.0.0.1:${port}/rpc/v1`);
  await expect(page.getByLabel('Miner API URL')).toHaveValue('http://127.0.0.1:2345/rpc/v0');
  await page.getByLabel('Name').fill('pasted');
  await page.getByRole('button', { name: 'Save unchecked' }).click();
  await expect(entryOf(page, 'pasted')).toContainText('miner API');
  await entryOf(page, 'pasted').getByRole('button', { name: 'Examine' }).click();
  await expect(page.getByRole('region', { name: 'Passport of pasted' })).toContainText('Not examined yet');
  await page.getByRole('button', { name: 'Edit pasted' }).click();
  await expect(page.getByText(`FULLNODE_API_INFO=TOKEN:ws://127.0.0.1:${port}`)).toBeVisible();
}

async function addEndpoint(page: Page, url: string): Promise<void> {
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('tab', { name: 'Manual' }).click();
  await page.getByLabel('Name').fill('harbour-1');
  await page.getByLabel('HTTP URL').fill(url);
  await expect(page.getByLabel('WebSocket URL')).toHaveValue(url.replace('http:', 'ws:'));
  await page.getByRole('button', { name: 'Check endpoint' }).click();
  const facts = page.getByRole('status', { name: 'Check result' });
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
  await expect(topBar(page).getByRole('link', { name: /^harbour-1\s*(not responding|no new tipset)/ })).toBeVisible();
  const health = page.getByRole('region', { name: 'Node health' });
  await expect(health).toContainText(/Not responding|No new tipset/);
  expect(await headEpoch(page)).toBeGreaterThanOrEqual(epoch);
  await openScreen(page, 'Deals');
  await expect(page.getByRole('alert')).toContainText(/The endpoint does not respond/);
  await openScreen(page, 'Overview');
}
