/** Ways to every screen and to what opens in it, each until something of its content is there. */
import type { Page } from 'playwright';
import { expect } from '../fixture.ts';
import { openMessage } from './open-message.ts';
import { openScreen } from './open-screen.ts';
import { writeParams } from './write-params.ts';

const NOBODY = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const MINER = 't01001';
/** As `lotus-miner sectors list` prints it. */
const SECTORS_LIST = `0: Proving               sSet: YES pSet: YES tktH: 1200 seedH: 1350 deals: [7 0]
1: Proving               sSet: YES pSet: NO  tktH: 1240 seedH: 1391 deals: [0]
2: WaitSeed              sSet: NO  pSet: NO  tktH: 1302 seedH: 0 deals: [0]
`;
/** As `lotus client list-deals` prints it. */
const DEALS_LIST = `DealCid      DealId  Provider  State              On Chain?        Slashed?  PieceCID     Size       Price  Duration  Verified
...abcdefgh  7       f01001    StorageDealActive  Y (epoch 1100)   N         ...ijklmnop  31.75 GiB  0 FIL  518400    true
...bcdefghi  0       f01001    StorageDealError   N                N         ...jklmnopq  63.5 GiB   0 FIL  1008000   false
`;

export interface Visit {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
}

/** Opens a screen and waits for something of its content. */
function screen(title: string, content: (page: Page) => Promise<void>): Visit {
  return {
    name: title,
    open: async (page) => {
      await openScreen(page, title);
      await content(page);
    },
  };
}

/** Opens a place by its address and waits for something of its content. */
function place(name: string, hash: string, content: (page: Page) => Promise<void>): Visit {
  return {
    name,
    open: async (page) => {
      await go(page, hash);
      await content(page);
    },
  };
}

export function go(page: Page, hash: string): Promise<void> {
  return page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

async function firstRow(page: Page, grid: string): Promise<void> {
  const row = page.getByRole('grid', { name: grid, exact: true }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  await row.click();
}

const pane = (page: Page) => expect(page.getByRole('complementary')).toBeVisible();

export const VISITS: readonly Visit[] = [
  screen('Overview', (page) => expect(page.getByRole('region', { name: 'Node health' })).toContainText('Healthy')),
  screen('Tipsets', (page) => expect(page.getByRole('grid').first()).toBeVisible()),
  {
    name: 'Tipset',
    open: async (page) => {
      await firstRow(page, 'Recent tipsets');
      await expect(page.getByRole('grid', { name: 'Blocks' })).toBeVisible();
      await firstRow(page, 'Blocks');
      await pane(page);
    },
  },
  {
    name: 'Block',
    open: async (page) => {
      await page.getByRole('complementary').getByRole('button', { name: 'Open block' }).click();
      await expect(page.getByRole('region', { name: 'Header', exact: true })).toBeVisible();
    },
  },
  {
    name: 'Comparison of tipsets',
    open: async (page) => {
      await openScreen(page, 'Tipsets');
      await firstRow(page, 'Recent tipsets');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Compare with another tipset' })
        .getByRole('button', { name: /^previous tipset/ })
        .click();
      await page.getByRole('button', { name: 'Compare actors' }).click();
      await expect(page.getByRole('grid', { name: 'Changed actors' }).getByRole('row').nth(1)).toBeVisible();
    },
  },
  {
    name: 'Message',
    open: async (page) => {
      await openScreen(page, 'Tipsets');
      await firstRow(page, 'Recent tipsets');
      await openMessage(page);
    },
  },
  screen('Messages', (page) => expect(page.getByLabel('Message CID')).toBeVisible()),
  screen('Miners', (page) => expect(page.getByRole('grid', { name: 'Miners' }).getByRole('row').nth(1)).toBeVisible()),
  {
    name: 'Miner',
    open: async (page) => {
      await firstRow(page, 'Miners');
      await expect(page.getByRole('img', { name: /^48 deadlines/ })).toBeVisible();
    },
  },
  place('deadline', `/miners/${MINER}?deadline=12`, (page) =>
    expect(page.getByRole('complementary', { name: 'Deadline 12' }).getByRole('grid', { name: 'Partitions' })).toBeVisible(),
  ),
  place('sector', `/miners/${MINER}?sector=1`, (page) =>
    expect(page.getByRole('complementary', { name: 'Sector 1' }).getByRole('list', { name: 'Sector timeline' })).toBeVisible(),
  ),
  place('expiries', `/miners/${MINER}?expiries=1`, (page) => expect(page.getByRole('grid', { name: 'Sectors' })).toBeVisible()),
  place('state of a miner', `/miners/${MINER}?source=state`, (page) =>
    expect(page.getByRole('group', { name: 'Data source' })).toBeVisible(),
  ),
  screen('Sealing', async (page) => {
    await firstRow(page, 'Sectors');
    await pane(page);
  }),
  place('sealing table', '/sealing?view=table', (page) =>
    expect(page.getByRole('grid', { name: 'Sectors' }).getByRole('columnheader', { name: 'Details' })).toBeVisible(),
  ),
  {
    name: 'pasted list of sectors',
    open: async (page) => {
      await page.getByRole('button', { name: 'Paste a list' }).click();
      await page.getByLabel(/Output of lotus-miner sectors list/).fill(SECTORS_LIST);
      await firstRow(page, 'Pasted sectors');
      await pane(page);
    },
  },
  screen('Deals', async (page) => {
    await firstRow(page, 'Deals');
    await pane(page);
  }),
  place('check of a file', '/deals/check', (page) => expect(page.getByRole('complementary', { name: 'Check a file' })).toBeVisible()),
  {
    name: 'pasted list of deals',
    open: async (page) => {
      await go(page, '/deals');
      await page.getByRole('button', { name: 'Paste a list' }).click();
      await page.getByLabel(/output of lotus client list-deals/i).fill(DEALS_LIST);
      await firstRow(page, 'Deals of the list');
      await pane(page);
    },
  },
  screen('Mempool', (page) => expect(page.getByRole('main')).toContainText('Ready for inclusion')),
  screen('Actors', (page) => expect(page.getByRole('grid', { name: 'Known actors' })).toBeVisible()),
  place('Actor', '/actors/t01', (page) => expect(page.getByRole('region', { name: 'State', exact: true })).toContainText('NextID')),
  screen('Accounts', (page) => expect(page.getByRole('button', { name: 'Create a vault' })).toBeVisible()),
  screen('Compose', (page) => expect(page.getByRole('main')).toContainText('No keys on this machine')),
  screen('Journal', (page) => expect(page.getByRole('main')).toContainText('No messages yet')),
  screen('Signatures', async (page) => {
    await page.getByLabel('Signed message', { exact: true }).fill('82');
    await expect(page.getByLabel('Signed message', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  }),
  {
    name: 'Verify data',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Verify data' }).click();
      await page.getByLabel('Address').fill(NOBODY);
      await page.getByLabel('Signature', { exact: true }).fill(`01${'ab'.repeat(64)}00`);
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await expect(page.getByRole('heading', { name: /^The signature is invalid|^Could not verify the signature/ })).toBeVisible();
    },
  },
  {
    name: 'Address book',
    open: async (page) => {
      await openScreen(page, 'Address book');
      await page.getByRole('button', { name: 'Add an address' }).first().click();
      await page.getByRole('complementary').getByLabel('Address').fill('t099');
      await page.getByRole('complementary').getByLabel('Label').fill('Nobody');
      await page.getByRole('complementary').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('complementary', { name: 'Nobody' })).toContainText('burnt funds actor');
    },
  },
  screen('Inspector', async (page) => {
    await firstRow(page, 'Calls');
    await pane(page);
    await page.getByRole('combobox', { name: 'Filter calls' }).fill('not kind:event dur:>soon endpoint:');
    await expect(page.getByRole('option').first()).toBeVisible();
  }),
  screen('Inspector', async (page) => {
    await page.getByRole('button', { name: 'Timeline', exact: true }).click();
    await expect(page.getByRole('listbox', { name: 'Calls in time' }).getByRole('option').first()).toBeAttached();
  }),
  screen('Inspector', async (page) => {
    await page.getByRole('button', { name: 'Methods', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Methods' }).getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    // It fades in, and half of a colour has half of its contrast.
    await expect(page.getByRole('dialog', { name: 'Save calls' })).toHaveCSS('opacity', '1');
  }),
  {
    name: 'New call, with a finding',
    open: async (page) => {
      await openScreen(page, 'Inspector');
      await page.getByRole('button', { name: 'New call' }).click();
      await page.getByLabel('Method', { exact: true }).fill('tipsetbyh');
      await expect(page.getByRole('option', { name: /ChainGetTipSetByHeight/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Method', { exact: true })).toHaveValue('ChainGetTipSetByHeight');
      await writeParams(page, '[1, 0]');
      await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible();
    },
  },
  {
    name: 'New call, explained',
    open: async (page) => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByRole('tab', { name: 'Explained' })).toBeVisible();
      await expect(page.getByRole('tree', { name: 'Repaired request' }).locator('[data-tone="success"]')).toBeVisible();
    },
  },
  ...['Request', 'Response', 'Decoded', 'Headers'].map((name) => ({
    name: `call, ${name}`,
    open: async (page: Page) => {
      await page.getByRole('tab', { name }).click();
      await expect(page.getByRole('tabpanel')).not.toBeEmpty();
      // The hint of what was pressed before fades out.
      await expect(page.getByRole('tooltip')).toHaveCount(0);
    },
  })),
  {
    name: 'call, raw and copied',
    open: async (page) => {
      await page.getByRole('tab', { name: 'Response' }).click();
      await page.getByRole('button', { name: 'Raw', exact: true }).click();
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1');
      await expect(page.getByRole('dialog')).toContainText('The token is never copied');
    },
  },
  {
    name: 'comparison',
    open: async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'In the recording' }).click();
      await page.getByRole('button', { name: 'Compare with another call' }).click();
      await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(2).click();
      await expect(page.getByRole('complementary', { name: 'Comparison' })).toContainText('equal');
    },
  },
  screen('Node', (page) => expect(page.getByRole('grid', { name: 'Sync workers' }).getByText('complete')).toBeVisible()),
  screen('Endpoints', async (page) => {
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await pane(page);
  }),
  screen('Settings', (page) => expect(page.getByRole('region', { name: 'About' })).toContainText('Data folder')),
];
