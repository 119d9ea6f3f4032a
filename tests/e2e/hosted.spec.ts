/** The practice service: every screen against its mainnet, and a custom endpoint from its request to its end. */
import type { Locator, Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { goTo, lookAt } from './steps/crawl.ts';
import { entryOf } from './steps/endpoints.ts';
import { openScreen } from './steps/open-screen.ts';

/** Texts of the program itself where it met what it should have named. */
const RAW = [/method not supported/i, /-32601/, /ipld: could not find/, /The call was cancelled/];

const PLACES = [
  '/overview',
  '/tipsets',
  '/messages',
  '/mempool',
  '/actors',
  '/actors/t01000',
  '/miners',
  '/miners/t01000',
  '/miners/t01000?deadline=12',
  '/miners/t01000?source=state',
  '/sealing',
  '/sealing/retrieval?ask=94',
  '/deals',
  '/deals/dataset',
  '/journal',
  '/signatures',
  '/inspector/new',
  '/inspector/explain',
  '/node',
  '/node/upgrades',
  '/endpoints',
  '/accounts',
  '/addresses',
  '/compose',
  '/compose/batch',
  '/settings',
];

async function addPreset(page: Page, name: string): Promise<void> {
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('button', { name: new RegExp(name) }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await use(page, name);
}

async function use(page: Page, name: string): Promise<void> {
  await entryOf(page, name).getByRole('button', { name: 'Use', exact: true }).click();
  await expect(entryOf(page, name)).toContainText(/live at \d/);
}

test('every screen has a value or names what is missing', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000, hasHostedService: true });
  await addPreset(page, 'Practice mainnet');
  const problems: string[] = [];
  for (const place of PLACES) {
    await goTo(page, place);
    const skeletons = page.getByRole('main').locator('[aria-busy="true"]');
    await expect(skeletons, place).toHaveCount(0);
    problems.push(...(await lookAt(page, place, RAW)));
  }
  expect(problems).toEqual([]);

  await test.step('lists that the service does not have lead to what it has instead', async () => {
    await goTo(page, '/deals');
    const main = page.getByRole('main');
    await expect(main.getByText(/StateMarketDeals is not served|does not serve StateMarketDeals/).first()).toBeVisible();
    await main.getByRole('button', { name: 'Dataset' }).first().click();
    await expect(page.getByLabel('URL')).toHaveValue(/\/StateMarketDeals\.json$/);
    await goTo(page, '/sealing');
    await expect(main).toContainText('no storage-miner API');
  });

  await test.step('Node says how far the backends differ', async () => {
    await openScreen(page, 'Node');
    const backends = page.getByRole('region', { name: 'Backends' });
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(backends).toContainText(/up to \d epochs? apart; \d+ of \d+ answers behind/, { timeout: 3000 });
    }).toPass();
    await expect(backends.getByRole('grid', { name: 'Heads of the backends' }).getByRole('row').nth(2)).toBeVisible();
  });
});

const requestOf = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: text });

async function openRequests(page: Page): Promise<void> {
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('tab', { name: 'Custom endpoint' }).click();
}

test('a custom endpoint is requested, saved, given up, and used after a restart', async ({ launch }) => {
  const sextant: Sextant = await launch({ blockTimeMs: 1000, hasHostedService: true });
  let { page } = sextant;
  await openRequests(page);
  const send = page.getByRole('button', { name: 'Request endpoint' });
  await send.click();
  await expect(page.getByText('Required.')).toBeVisible();
  await page.getByLabel('Contact').fill('ops@example.invalid');
  await send.click();
  await expect(requestOf(page, 'read, write')).toContainText('pending');
  await page.getByRole('checkbox', { name: 'admin' }).check();
  await send.click();
  await page.getByRole('checkbox', { name: 'admin' }).uncheck();
  await page.getByRole('button', { name: 'Testnet' }).click();
  await send.click();

  await test.step('it is decided, and its token is sealed', async () => {
    await expect(requestOf(page, 'admin')).toContainText('refused');
    await expect(requestOf(page, 'admin')).toContainText(/permission|admin/i);
    const approved = requestOf(page, 'mainnet').filter({ hasNotText: 'admin' });
    await expect(approved).toContainText('approved');
    await expect(approved).toContainText('Saved as an endpoint with its token');
    await expect(entryOf(page, 'Practice mainnet,')).toContainText('token');
    await use(page, 'Practice mainnet,');
  });

  await test.step('one that is given up is refused, with its reason', async () => {
    const other = requestOf(page, 'testnet');
    await expect(other).toContainText('Saved as an endpoint with its token');
    await other.getByRole('button', { name: 'Revoke endpoint' }).click();
    await expect(other).toContainText('revoked');
    await entryOf(page, 'Practice testnet,').getByRole('button', { name: 'Use', exact: true }).click();
    await expect(page.getByRole('main')).toContainText(/requires a valid token \(HTTP 401\)/);
    await use(page, 'Practice mainnet,');
  });

  await test.step('it works after a restart', async () => {
    page = await sextant.restart();
    await openScreen(page, 'Endpoints');
    await expect(entryOf(page, 'Practice mainnet,')).toContainText(/live at \d/);
  });

  await test.step('a provider without an interface gets a text, and its answer is pasted', async () => {
    await openRequests(page);
    await page.getByRole('button', { name: 'Other provider' }).click();
    await page.getByLabel('Contact').fill('ops@example.invalid');
    await expect(page.locator('pre')).toContainText('Contact: ops@example.invalid');
    await page
      .getByLabel(/API info/)
      .fill('FULLNODE_API_INFO=eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6WyJyZWFkIl19.c2ln:https://node.example.invalid/rpc/v1');
    await expect(page.getByText('node.example.invalid').first()).toBeVisible();
  });
});
