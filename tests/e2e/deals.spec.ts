/**
 * Deals: one list of deals, claims and allocations with its filters and charts, the life of one; the piece of a file; a pasted list; and
 * an endpoint that does not give the market, where deals of a provider come from the state.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { pieceCidOf } from '../../shared/domain/deals/piece-cid.ts';
import { readSharedText } from '../builders/shared-data.ts';
import { slowCommitment } from '../builders/slow-commitment.ts';
import { asReply, startFaultNode } from '../fakes/fault-node/fault-node.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { openScreen } from './steps/open-screen.ts';
import { startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const GATEWAY = 'gateway-1';
const UNSERVED = ['StateMarketDeals', 'StateMinerFaults', 'StateGetAllClaims', 'StateGetAllAllocations'];

const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function grid(page: Page, name = 'Deals') {
  return page.getByRole('grid', { name });
}

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

/** How many of how many, as the footer of the list says. */
async function counts(page: Page): Promise<readonly [matching: number, total: number]> {
  const text = await page.getByText(/^[\d,]+( of [\d,]+)? deals?$/).innerText();
  const [matching = 0, total = matching] = [...text.matchAll(/[\d,]+/g)].map(([number]) => Number(number.replaceAll(',', '')));
  return [matching, total];
}

test('one list of deals, claims and allocations; pieces, pasted lists and proposals', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 3000 });
  await test.step('filters are terms of the address, and back goes back', () => filterDeals(page));
  await test.step('a deal shows its life, its sector and its money', () => showDeal(page));
  await test.step('charts are filters', () => useCharts(page));
  await test.step('the piece of a file is computed here', () => checkFile(page));
  await test.step('lists of either era are read', () => pasteLists(page));
  await test.step('a proposal says what the endpoint lacks', async () => {
    await go(page, '/deals/proposal');
    const pane = page.getByRole('complementary', { name: 'Proposal' });
    await pane.getByLabel('Proposal CID').fill('bafyreifwspy6nwrhjxxa5p5ob52imh4exfnqkhtcijh4oz3v5wkhewqrtq');
    await pane.getByRole('button', { name: 'Look up' }).click();
    await expect(pane.getByRole('alert')).toContainText('ClientGetDealInfo');
  });
});

async function filterDeals(page: Page): Promise<void> {
  await openScreen(page, 'Deals');
  await expect(grid(page).getByRole('row').nth(5)).toBeVisible();
  const [, total] = await counts(page);
  await page.getByRole('button', { name: /^[1-9]\d* proving/ }).click();
  await expect(page).toHaveURL(/filter=state%3Aproving/);
  await expect.poll(async () => (await counts(page))[0]).toBeLessThan(total);
  await page.getByRole('button', { name: 'Allocations' }).click();
  await expect(page.getByRole('heading', { name: 'No deal matches' })).toBeVisible();
  await page.goBack();
  const field = page.getByRole('combobox', { name: 'Filter the deals' });
  await field.fill('size:>=1PiB ');
  // What can be written next is offered over the list, until the field is left.
  await page.getByRole('heading', { level: 1, name: 'Deals' }).click();
  await expect(page.getByRole('heading', { name: 'No deal matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await counts(page))[0]).toBeGreaterThanOrEqual(total);
}

async function showDeal(page: Page): Promise<void> {
  await go(page, '/deals?filter=state:proving%20verified:yes&kind=f05');
  const row = grid(page).getByRole('row').nth(1);
  await expect(row).toContainText('Proving');
  const id = await row.getByRole('gridcell').first().innerText();
  await row.click();
  const pane = page.getByRole('complementary', { name: `Deal ${id}` });
  const life = pane.getByRole('list', { name: 'Deal timeline' }).getByRole('listitem');
  await expect(life.filter({ hasText: /^In sector \d+, done/ })).toBeVisible();
  await expect(life.filter({ hasText: 'Earliest end, upcoming' })).toBeVisible();
  await expect(life.filter({ hasText: 'Latest end, upcoming' })).toBeVisible();
  await expect(pane).toContainText(/deadline \d+, partition \d+/);
  await expect(pane).toContainText('ready: the sector is sealed and active (pSet YES)');
  await expect(pane).toContainText('Total price');
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(page).toHaveURL(/kind=f05/);
}

async function useCharts(page: Page): Promise<void> {
  await go(page, '/deals');
  await page.getByRole('button', { name: 'Charts' }).click();
  const bars = page.getByRole('region', { name: 'By provider' }).getByRole('button');
  const words = await bars.first().innerText();
  const [address = '', count = ''] = words.split(/\s+/);
  const [, total] = await counts(page);
  expect(Number(count)).toBeLessThan(total);
  await bars.first().click();
  await expect(page).toHaveURL(new RegExp(`provider%3A${address}`));
  // The chain goes on: the provider may have more by now, and never all of them.
  await expect.poll(async () => (await counts(page))[0]).toBeLessThan(total);
  expect((await counts(page))[0]).toBeGreaterThanOrEqual(Number(count));
  await page.getByRole('button', { name: 'Charts' }).click();
}

async function checkFile(page: Page): Promise<void> {
  await go(page, '/deals/check');
  const pane = page.getByRole('complementary', { name: 'Check a file' });
  const choose = (name: string, buffer: Buffer) =>
    pane.getByLabel('File to check').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  await choose('small.bin', Buffer.alloc(126));
  await expect(pane).toContainText('File too small for a deal');
  const data = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 31 + 5) & 0xff));
  await choose('data.bin', data);
  const pieceCid = pieceCidOf(slowCommitment(data));
  await expect(pane).toContainText('4 KiB padded');
  await expect(pane.locator(`[data-copy="${pieceCid}"]`)).toBeVisible();
  await expect(pane).toContainText('not a CAR archive');
  await expect(pane).toContainText(/None of \d+ deals has this piece/);
  const field = pane.getByLabel('Piece CID or deal');
  await field.fill(pieceCid);
  await expect(pane.getByRole('status')).toContainText('Same piece');
  await field.fill('3');
  await expect(pane.getByRole('status')).toContainText('The piece CID does not match the proposal');
  await field.fill('baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq');
  await expect(pane.getByRole('status')).toContainText('The piece CID does not match the proposal');
}

async function pasteLists(page: Page): Promise<void> {
  await go(page, '/deals');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const field = page.getByLabel(/output of lotus client list-deals/i);
  for (const file of ['cli/client-list-deals.v0.4.txt', 'cli/client-list-deals.v1.txt']) {
    await field.fill(readSharedText(file));
    const rows = grid(page, 'Deals of the list').getByRole('row');
    await expect(rows).toHaveCount(7);
    await rows.filter({ hasText: '39126553' }).click();
    const pane = page.getByRole('complementary', { name: 'Deal 39126553' });
    await expect(pane).toContainText('Choose a start epoch of 907272 or earlier instead of 909189.');
    await page.keyboard.press('Escape');
  }
}

test('deals of a provider come from the state where the market is not given', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const node = await startStandaloneNode(data, 4000);
  cleanups.push(() => node.kill());
  const gateway = await startFaultNode({ httpUrl: node.url, wsUrl: node.url.replace('http:', 'ws:') });
  cleanups.push(() => gateway.stop());
  gateway.failMethods(UNSERVED, (request, response, count) =>
    asReply(200, { error: { code: -32601, message: `method '${request.call.method}' not found` } })(request, response, count),
  );
  const profile = await profileKnowing({ name: GATEWAY, httpUrl: gateway.httpUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page).getByRole('link', { name: new RegExp(`^${GATEWAY}.*live`) })).toBeVisible();

  await openScreen(page, 'Deals');
  await expect(page.getByRole('alert')).toContainText('StateMarketDeals');
  const scope = page.getByRole('region', { name: 'Scope' });
  await scope.getByLabel('Provider or client').fill('t01000');
  await scope.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(scope).toContainText('Claims and allocations of');
  await expect(grid(page).getByRole('row').nth(1)).toContainText('DDO');
  await expect(page.getByRole('button', { name: 'faults unknown' })).toBeVisible();
  await scope.getByLabel('Call limit').fill('15');
  await scope.getByRole('button', { name: 'Read from state' }).click();
  await expect(scope).toContainText('Call limit reached');
  await scope.getByLabel('Call limit').fill('5000');
  await scope.getByRole('button', { name: 'Continue' }).click();
  await expect(scope).toContainText(/Read from state:.*[\d,]+ blocks/);
  await page.getByRole('button', { name: 'f05 deals' }).click();
  await expect(grid(page).getByRole('row').nth(3)).toContainText('f05');
});
