/** Every figure that says where it came from leads there: to its call, and to the place in the answer that it was read from. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';

/** Slow enough that no screen is read again while its figures are followed. */
const BLOCK_TIME_MS = 120_000;
/** One figure of a kind is enough: a table has the same in every row. */
const MAX_FOLLOWED = 30;

const SCREENS: readonly { readonly path: string; readonly ready: string; readonly methods: readonly string[] }[] = [
  { path: '/overview', ready: 'Block reward', methods: ['StateMinerPower', 'StateReadState', 'MpoolPending'] },
  { path: '/miners', ready: 'QA power', methods: ['StateMinerPower', 'StateMinerSectorCount', 'StateMinerAvailableBalance'] },
  {
    path: '/miners/t01000',
    ready: 'Proving deadlines',
    methods: ['StateMinerPower', 'StateMinerInfo', 'StateMinerSectors', 'StateReadState'],
  },
  { path: '/sealing', ready: 'in the pipeline', methods: ['SectorsStatus', 'StateMinerActiveSectors'] },
  { path: '/deals', ready: 'Piece CID', methods: ['StateMarketDeals'] },
  { path: '/node', ready: 'Sync epoch', methods: ['Version', 'ChainHead', 'NodeStatus', 'StateGetNetworkParams'] },
  { path: '/tipsets/HEAD', ready: 'Parent weight', methods: ['ChainGetBlockMessages'] },
];

test('figures lead to their place in the answer', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: BLOCK_TIME_MS });
  const head = page.locator('[data-head-epoch]');
  await expect(head).toBeVisible();
  const epoch = (await head.innerText()).replaceAll(',', '');
  for (const { path, ready, methods } of SCREENS) {
    await test.step(path, async () => {
      await go(page, path.replace('HEAD', epoch));
      await expect(page.getByText(ready).first()).toBeVisible();
      for (const method of methods) {
        await expect(traced(page, method).first(), `a figure from ${method}`).toBeAttached();
      }
      const hrefs = await tracedHrefs(page);
      expect(hrefs.length).toBeGreaterThan(0);
      for (const href of hrefs) await followTo(page, href);
    });
  }
});

test('the head epoch of the top bar is the number in the answer, and the key leads there', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: BLOCK_TIME_MS });
  const head = page.locator('[data-head-epoch]');
  await expect(head).toBeVisible();
  const epoch = (await head.innerText()).replaceAll(',', '');
  await go(page, '/overview');
  await expect(page.getByText('Block reward', { exact: true })).toBeVisible();
  await head.hover();
  await page.keyboard.press('.');
  const grouped = Number(epoch).toLocaleString('en-US');
  await expect(revealedRow(page)).toHaveText(new RegExp(`Height\\D+(${epoch}|${grouped})\\b`));
});

function traced(page: Page, method: string) {
  return page.locator(`[data-call-method="${method}"]`);
}

function revealedRow(page: Page) {
  return page.locator('[role="treeitem"][class*="revealed"]');
}

async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((route) => {
    location.hash = route;
  }, path);
}

/** Of every place in an answer one, whichever item of a list it belongs to. */
async function tracedHrefs(page: Page): Promise<string[]> {
  const all = await page
    .locator('[data-call-href*="path="]')
    .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-call-href') ?? ''));
  const kinds = new Map(
    all.map((href) => [
      decodeURIComponent(href)
        .replace(/^.*path=/, '')
        .replaceAll(/\[[^\]]*\]|\b\d+\b/g, ''),
      href,
    ]),
  );
  return [...kinds.values()].slice(0, MAX_FOLLOWED);
}

async function followTo(page: Page, href: string): Promise<void> {
  await go(page, href);
  await expect(revealedRow(page), href).toBeVisible();
}
