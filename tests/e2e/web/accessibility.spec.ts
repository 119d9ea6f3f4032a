/** Every screen and the trusted document in both themes: nothing that axe finds. */
import type { Page } from 'playwright';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { makePendingProposal } from '../../builders/pending-proposal.ts';
import { expect, type Sextant, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { axeProblems } from '../steps/axe.ts';
import { fundKey } from '../steps/fund-key.ts';
import { makeKey } from '../steps/make-key.ts';
import { openScreen } from '../steps/open-screen.ts';
import { go, VISITS } from '../steps/visits.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

test('every screen passes axe in both themes', async ({ launch }) => {
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
  await expect(unlocking.getByRole('heading', { name: 'Unlock wallet' })).toBeVisible();
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
  await page.getByRole('group', { name: 'Mempool view' }).getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByRole('grid', { name: 'Messages in the mempool' }).getByRole('row').nth(1)).toBeVisible();
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
  for (const way of ['New recovery phrase', 'Import a recovery phrase', 'Import a private key']) {
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
