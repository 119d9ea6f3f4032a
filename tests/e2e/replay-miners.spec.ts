/**
 * Miner and Deals against recorded miners of mainnet, of the genesis and of 2020, served by a node over real HTTP and WebSocket. What is
 * expected is read from the recorded files and put into words here.
 */
import type { Page } from 'playwright';
import { genesisDeals, genesisMiners, minersOf2020 } from '../fakes/replay-node/recorded-miners.ts';
import { expect, test } from './fixture.ts';
import { exactly, fact, grouped, openRecorded, search } from './steps/recorded.ts';

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a miner of the genesis with its power, its deadlines and its 768 sectors; its deals', async ({ launch }) => {
  const { page } = await openRecorded(launch, { network: 'mainnet', miners: 'genesis' }, cleanups);
  await expect(page.getByRole('main').getByRole('button', { name: '0', exact: true }).first()).toBeVisible();
  await test.step('the miner', () => expectGenesisMiner(page));
  await test.step('the deals', () => expectGenesisDeals(page));
});

async function expectGenesisMiner(page: Page): Promise<void> {
  const address = 'f01000';
  const miner = genesisMiners()[address];
  if (miner === undefined) throw new Error('not recorded');
  await search(page, address);
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible();
  const { MinerPower, TotalPower } = miner.StateMinerPower;
  const tebibytes = (bytes: string): string => `${BigInt(bytes) / 2n ** 40n} TiB`;
  const power = page.getByRole('region', { name: 'Power', exact: true });
  await expect(power).toContainText(`${tebibytes(MinerPower.QualityAdjPower)}quality adjusted`);
  await expect(fact(power, 'Raw power')).toContainText(tebibytes(MinerPower.RawBytePower));
  const thousandths = (BigInt(MinerPower.QualityAdjPower) * 100_000n) / BigInt(TotalPower.QualityAdjPower);
  await expect(power).toContainText(`${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}%of the network`);

  const bySector = miner.StateMinerSectors;
  expect(bySector).toHaveLength(768);
  const sectors = page.getByRole('region', { name: 'Sectors', exact: true });
  await expect(sectors).toContainText('768 live: 768 active, 0 faulty');
  for (const [index, partitions] of miner.StateMinerPartitions.entries()) {
    const count = partitions.reduce((sum, { AllSectors }) => sum + bitsIn(AllSectors), 0);
    const name = count === 0 ? 'no sectors' : `${count} sectors in ${partitions.length} partition`;
    await expect(page.getByRole('button', { name: new RegExp(`^Deadline ${index}, .*${name}`) })).toHaveCount(1);
  }
  const grid = page.getByRole('grid', { name: 'Sectors' });
  await expect(grid).toHaveAttribute('aria-rowcount', '769');
  const [first] = bySector;
  const last = bySector.at(-1);
  for (const [key, place, sector] of [
    ['Home', 0, first],
    ['End', 767, last],
  ] as const) {
    await grid.focus();
    await page.keyboard.press(key);
    const row = grid.locator(`[data-row="${place}"]`);
    await expect(row).toContainText(grouped(sector?.Expiration ?? ''));
    await expect(row.getByTitle(exactly(sector?.InitialPledge ?? ''), { exact: true })).toBeVisible();
    await expect(row.getByTitle(sector?.SealedCID['/'] ?? '', { exact: true })).toBeVisible();
  }
}

async function expectGenesisDeals(page: Page): Promise<void> {
  const deals = Object.entries(genesisDeals());
  expect(deals).toHaveLength(2304);
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^Deals/ })
    .click();
  const grid = page.getByRole('grid', { name: 'Deals' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2305');
  const ofOne = deals.filter(([, { Proposal }]) => Proposal.Provider === 'f01001');
  const field = page.getByRole('combobox', { name: 'Filter the deals' });
  await field.fill('provider:f01001');
  await field.press('Enter');
  await expect(grid).toHaveAttribute('aria-rowcount', String(ofOne.length + 1));
  const [id = '', deal] = deals.at(-1) ?? [];
  await search(page, `deal ${id}`);
  const pane = page.getByRole('complementary', { name: `Deal ${id}` });
  await expect(pane.getByTitle(deal?.Proposal.PieceCID['/'] ?? '', { exact: true })).toBeVisible();
  await expect(fact(pane, 'Client')).toContainText(deal?.Proposal.Client ?? '');
  await expect(fact(pane, 'Provider')).toContainText(deal?.Proposal.Provider ?? '');
  await expect(fact(pane, 'Label')).toContainText(deal?.Proposal.Label ?? '');
  const life = pane.getByRole('list', { name: 'Deal timeline' });
  // The market of that time kept no number of the sector.
  await expect(life.getByRole('listitem').filter({ hasText: 'In a sector' })).toContainText('done');
  await expect(life.getByRole('listitem').filter({ hasText: 'Ends' })).toContainText(grouped(deal?.Proposal.EndEpoch ?? ''));
}

test('a miner of 2020 with faults, and one deadline of it', async ({ launch }) => {
  const epochOf2020 = 69001;
  const { page } = await openRecorded(launch, { network: 'mainnet', miners: { epochOf2020 } }, cleanups);
  await expect(
    page
      .getByRole('main')
      .getByRole('button', { name: grouped(epochOf2020), exact: true })
      .first(),
  ).toBeVisible();
  const miner = minersOf2020().find((one) => one.epoch === epochOf2020 && one.miner === 'f02490');
  const partitions = miner?.partitions.filter(({ counts }) => counts.all > 0) ?? [];
  const sum = (name: 'all' | 'live' | 'active' | 'faulty' | 'recovering') =>
    partitions.reduce((total, { counts }) => total + counts[name], 0);
  expect([sum('live'), sum('faulty'), sum('recovering')]).toEqual([4698, 40, 20]);
  await page.evaluate(() => {
    location.hash = '/miners/f02490?deadline=5';
  });
  await expect(page.getByRole('region', { name: 'Sectors', exact: true })).toContainText(
    `${grouped(sum('live'))} live: ${grouped(sum('active'))} active, ${sum('faulty')} faulty`,
  );
  // Actors of that time call the pledge otherwise, and know no debt.
  const balance = page.getByRole('region', { name: 'Balance', exact: true });
  await expect(balance.getByTitle(exactly(miner?.initialPledge ?? ''), { exact: true })).toBeVisible();
  await expect(balance.getByTitle(exactly(miner?.availableBalance ?? ''), { exact: true })).toBeVisible();
  const deadline = page.getByRole('button', { name: /^Deadline 5, some faulty/ });
  await expect(deadline).toHaveAccessibleName(
    new RegExp(`${sum('all')} sectors in ${partitions.length} partitions, .*${sum('faulty')} faulty, ${sum('recovering')} recovering`),
  );
  const pane = page.getByRole('complementary', { name: 'Deadline 5' });
  await expect(pane).toContainText(`${sum('faulty') - sum('recovering')} faulty sectors without a declared recovery`);
  for (const [index, { counts }] of partitions.entries()) {
    const cells = pane.getByRole('grid', { name: 'Partitions' }).locator(`[data-row="${index}"]`).getByRole('gridcell');
    await expect(cells.nth(1)).toHaveText(grouped(counts.live));
    await expect(cells.nth(2)).toHaveText(grouped(counts.faulty));
    await expect(cells.nth(3)).toHaveText(grouped(counts.recovering));
  }
});

/** How many bits are set, from run lengths that begin with a run of none. */
function bitsIn(runs: readonly number[]): number {
  return runs.filter((_, index) => index % 2 === 1).reduce((sum, run) => sum + run, 0);
}
