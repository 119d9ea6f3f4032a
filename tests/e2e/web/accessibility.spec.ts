/** Every screen and the trusted document in both themes: nothing that axe finds. */
import type { Page } from 'playwright';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { makePendingProposal } from '../../builders/pending-proposal.ts';
import { readSharedText } from '../../builders/shared-data.ts';
import { expect, type Sextant, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { axeProblems } from '../steps/axe.ts';
import { fundKey } from '../steps/fund-key.ts';
import { makeKey } from '../steps/make-key.ts';
import { openMessage } from '../steps/open-message.ts';
import { openScreen } from '../steps/open-screen.ts';
import { writeParams } from '../steps/write-params.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const NOBODY = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const MINER = 't01001';
const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

test('every screen passes axe in both themes', async ({ launch }) => {
  test.setTimeout(420_000);
  const { page } = await launch({ blockTimeMs: 1000 });
  const found: string[] = [];
  for (const visit of VISITS) {
    await visit.open(page);
    found.push(...(await axeProblems(page, visit.name)));
  }
  expect(found).toEqual([]);
  await test.step('a theme that is chosen is shown at once, whatever the system has', async () => {
    for (const theme of ['Dark', 'Light'] as const) {
      await page.getByRole('button', { name: theme, exact: true }).click();
      await expect(page.getByRole('button', { name: theme, exact: true })).toHaveAttribute('aria-pressed', 'true');
      await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain(theme.toLowerCase());
    }
  });
});

test('the trusted document, and what a key changes, pass axe in both themes', async ({ launch }) => {
  test.setTimeout(240_000);
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  const found: string[] = [];
  const check = async (checked: Page, where: string): Promise<void> => void found.push(...(await axeProblems(checked, where)));

  await openScreen(page, 'Accounts');
  const creating = await sextant.openTrusted(() => page.getByRole('button', { name: 'Create a vault' }).click());
  await checkNewVault(creating, (where) => check(creating, where));
  await creating.close();
  const { address } = await makeKey(sextant, PASSPHRASE, {
    onPhrase: (trusted) => check(trusted, 'recovery phrase'),
    onCheck: async (trusted) => {
      await trusted.getByRole('button', { name: 'Check', exact: true }).click();
      await check(trusted, 'backup check with nothing typed');
    },
  });
  await fundKey(page);
  await check(page, 'Accounts with a key');
  const unlocking = await sextant.openTrusted(() => page.getByRole('main').getByRole('button', { name: 'Unlock' }).click());
  await expect(unlocking.getByRole('heading', { name: 'Unlock the wallet' })).toBeVisible();
  await check(unlocking, 'unlock');
  await unlocking.close();
  await checkKeyPages(sextant, check);
  const approving = await openApproval(sextant, address, (composing) => check(composing, 'Compose with a draft'));
  await check(approving, 'approval');
  await approving.getByRole('button', { name: 'Reject' }).click();
  await expect(approving.getByRole('heading', { name: 'Rejected' })).toBeVisible();
  await check(approving, 'rejected approval');
  await approving.close();
  expect(found).toEqual([]);
});

test('a multisig with a proposal and a pool with a message pass axe in both themes', async ({ launch }) => {
  // It stands still, so that what waits goes on waiting.
  const node = await startDevnet({ seed: 'accessibility', isPaused: true, historyEpochs: 30 });
  cleanups.push(() => node.stop());
  const sender = new DevnetSender(node, 'accessibility');
  const { multisig } = await makePendingProposal(sender);
  await sender.push(sender.key('traffic-0'), 99, { value: 7n });
  const profile = await profileKnowing({ name: 'Still node', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(profile.remove);
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  const found: string[] = [];
  // The address that the window begins with is taken by then.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await go(page, `/actors/${multisig}`);
  await expect(page.getByRole('article', { name: 'Proposal 0' })).toBeVisible();
  found.push(...(await axeProblems(page, 'multisig')));
  await openScreen(page, 'Mempool');
  await expect(page.getByRole('grid', { name: 'Senders' }).getByRole('row').nth(1)).toBeVisible();
  found.push(...(await axeProblems(page, 'pool by sender')));
  await page.getByRole('group', { name: 'Face of the mempool' }).getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByRole('grid', { name: 'Messages of the pool' }).getByRole('row').nth(1)).toBeVisible();
  found.push(...(await axeProblems(page, 'messages of the pool')));
  expect(found).toEqual([]);
});

test('what is wrong is found: anything in the dark theme, colours in the light one', async ({ testBrowser }) => {
  const page = await testBrowser.context.newPage();
  const body = `<!doctype html><html lang="en"><title>Wrong</title>
    <style>[data-theme="light"] p { color: #ddd; background: #fff } [data-theme="dark"] p { color: #fff; background: #000 }</style>
    <main><h1>Wrong</h1><p>Pale</p><img src="data:," width="9" height="9"></main>
    <script>
      const light = matchMedia('(prefers-color-scheme: light)');
      const show = () => { document.documentElement.dataset.theme = light.matches ? 'light' : 'dark'; };
      light.addEventListener('change', show);
      show();
    </script>`;
  await page.route('http://wrong.test/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('http://wrong.test/');
  const found = await axeProblems(page, 'here');
  await page.close();
  expect(found.map((problem) => problem.split(': ', 2).join(': '))).toEqual(['here, dark: image-alt', 'here, light: color-contrast']);
});

/** The ways to begin a vault, and what each of them asks first, with nothing typed. */
async function checkNewVault(trusted: Page, check: (where: string) => Promise<void>): Promise<void> {
  await check('create a vault');
  for (const way of ['New recovery phrase', 'Bring a recovery phrase', 'Bring a private key']) {
    await trusted.getByRole('button', { name: way }).click();
    await trusted.locator('footer').getByRole('button').last().click();
    await expect(trusted.locator('[aria-invalid=true]').first()).toBeVisible();
    await check(way);
    await trusted.getByRole('button', { name: 'Back' }).click();
  }
}

/** Pages about the key that is selected, as they open. */
async function checkKeyPages(sextant: Sextant, check: (trusted: Page, where: string) => Promise<void>): Promise<void> {
  const { page } = sextant;
  await page.getByRole('grid', { name: 'Accounts' }).getByText('Main key', { exact: true }).click();
  const pane = page.getByRole('complementary', { name: 'Main key' });
  for (const name of ['Rename', 'Export', 'Delete']) {
    const trusted = await sextant.openTrusted(() => pane.getByRole('button', { name, exact: true }).click());
    await expect(trusted.getByRole('heading', { level: 1 })).toContainText(name);
    await check(trusted, `${name} a key`);
    await trusted.close();
  }
}

/** Writes a message to oneself, which is worth a warning, and opens its approval. */
async function openApproval(sextant: Sextant, address: string, onDraft: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = sextant;
  await openScreen(page, 'Compose');
  await page.getByLabel('To', { exact: true }).fill(address);
  await page.getByLabel('Amount').fill('0.5');
  const review = page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();
  await onDraft(page);
  const approving = await sextant.openTrusted(() => review.click());
  await expect(approving.getByRole('heading', { level: 1, name: 'Send 0.5 FIL' })).toBeVisible();
  return approving;
}

interface Visit {
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

function go(page: Page, hash: string): Promise<void> {
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

const VISITS: readonly Visit[] = [
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
      await page.getByRole('complementary').getByRole('button', { name: 'Open the block' }).click();
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
        .getByRole('button', { name: /^the one before/ })
        .click();
      await page.getByRole('button', { name: 'Compare every actor' }).click();
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
    expect(page.getByRole('complementary', { name: 'Sector 1' }).getByRole('list', { name: 'Life of the sector' })).toBeVisible(),
  ),
  place('expiries', `/miners/${MINER}?expiries=1`, (page) => expect(page.getByRole('grid', { name: 'Sectors' })).toBeVisible()),
  place('state of a miner', `/miners/${MINER}?source=state`, (page) =>
    expect(page.getByRole('group', { name: 'Where the figures come from' })).toBeVisible(),
  ),
  screen('Sealing', async (page) => {
    await firstRow(page, 'Sectors');
    await pane(page);
  }),
  place('sealing table', '/sealing?view=table', (page) =>
    expect(page.getByRole('grid', { name: 'Sectors' }).getByRole('columnheader', { name: 'What it waits for' })).toBeVisible(),
  ),
  {
    name: 'pasted list of sectors',
    open: async (page) => {
      await page.getByRole('button', { name: 'Paste a list of sectors' }).click();
      await page.getByLabel(/output of lotus-miner sectors list/).fill(readSharedText('cli/sectors-list.pset.txt'));
      await firstRow(page, 'Sectors of the list');
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
      await page.getByLabel(/output of lotus client list-deals/).fill(readSharedText('cli/client-list-deals.v1.txt'));
      await firstRow(page, 'Deals of the list');
      await pane(page);
    },
  },
  screen('Mempool', (page) => expect(page.getByRole('main')).toContainText('Could be taken now')),
  screen('Actors', (page) => expect(page.getByRole('grid', { name: 'Known actors' })).toBeVisible()),
  place('Actor', '/actors/t01', (page) => expect(page.getByRole('region', { name: 'State', exact: true })).toContainText('NextID')),
  screen('Accounts', (page) => expect(page.getByRole('button', { name: 'Create a vault' })).toBeVisible()),
  screen('Compose', (page) => expect(page.getByRole('main')).toContainText('No key to send from')),
  screen('Journal', (page) => expect(page.getByRole('main')).toContainText('Nothing was signed yet')),
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
      await expect(page.getByRole('heading', { name: /^The signature is not valid|^It could not be verified/ })).toBeVisible();
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
    await page.getByRole('combobox', { name: 'Filter the calls' }).fill('not kind:event dur:>soon endpoint:');
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
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    await pane(page);
  }),
  screen('Settings', (page) => expect(page.getByRole('region', { name: 'About' })).toContainText('Data folder')),
];
