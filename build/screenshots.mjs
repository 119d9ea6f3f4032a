/**
 * npm run screenshots: takes docs/screenshots/*.png of the running app at 1440 × 900, and removes all other files in that folder.
 * Creates a practice chain with the seed `sextant`, its large miner and two multisigs (tests/builders/make-pictured-chain.ts), runs the
 * web host on it and goes through the main tasks. The chain is the same every time; times and latencies differ.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureBuild, ensureDependencies, findNode, ROOT, say } from './lib/setup.mjs';

const FOLDER = path.join(ROOT, 'docs/screenshots');
const SEED = 'sextant';
const LARGE_MINER_SECTORS = '100000';
const PATIENCE_MS = 120_000;
const SIZE = { width: 1440, height: 900 };
const PASSPHRASE = 'harbour lantern quiet 71 compass';
/** The large miner. */
const LARGE_MINER = 't01008';
/** An account that is not on chain until it receives funds. */
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const NO_LINK_CID = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';

await ensureDependencies();
const executablePath = await ensureTestChromium();
await ensureBuild();
const { chromium } = await import('playwright');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const profile = mkdtempSync(path.join(tmpdir(), 'sextant-screenshots-'));
const story = makeChain(path.join(profile, 'embedded-node'));
const host = spawn(findNode(), [path.join(ROOT, 'out/main/web-host.mjs'), '--profile', profile], { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = new Promise((resolve) => host.once('exit', resolve));
// Chromium does not run as root with its sandbox.
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: 1 });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(await readUrl(host));
  await sendMessage(page);
  await watchMiner(page);
  await watchSectors(page);
  await readChain(page);
  await glance(page);
  await inspect(page);
} finally {
  await browser.close();
  host.kill('SIGTERM');
  await exited;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/** @returns {{ approval: string, multisig: string }} message and multisig to show */
function makeChain(folder) {
  const script = path.join(ROOT, 'tests/builders/make-pictured-chain.ts');
  return JSON.parse(execFileSync(findNode(), [script, folder, SEED, LARGE_MINER_SECTORS], { encoding: 'utf8' }));
}

function readUrl(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) resolve(JSON.parse(output.split('\n', 1)[0]).url);
    });
    child.once('exit', (code) => reject(new Error(`The web host ended with ${code}.`)));
  });
}

/** A key, a draft, its approval, and the pending message. */
async function sendMessage(page) {
  await open(page, 'Accounts');
  const making = await popup(page, () => page.getByRole('button', { name: 'Create a vault' }).click());
  await making.getByRole('button', { name: 'New recovery phrase' }).click();
  await making.getByLabel('Passphrase for the new vault').fill(PASSPHRASE);
  await making.getByLabel('The same passphrase again').fill(PASSPHRASE);
  await making.getByRole('button', { name: 'Create the vault' }).click();
  await making.getByRole('button', { name: 'Check it later' }).click();
  await making.getByRole('heading', { name: 'Your key is ready' }).waitFor();
  await making.close();
  const account = page.getByRole('complementary', { name: 'Main key' });
  await account.getByRole('button', { name: 'Get practice funds' }).click();
  await account
    .getByTestId('account-balance')
    .getByText(/^100\s*FIL/)
    .waitFor();

  await open(page, 'Compose');
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Amount').fill('12.5');
  const review = page.getByRole('button', { name: 'Review and approve', disabled: false });
  await review.waitFor();
  await shoot(page, 'compose', 'dark');
  const approving = await popup(page, () => review.click());
  await approving.getByLabel('Passphrase of this vault').fill(PASSPHRASE);
  await approving.getByRole('button', { name: 'Sign and push', disabled: false }).waitFor();
  await shoot(approving, 'approve', 'dark');
  await approving.getByRole('button', { name: 'Sign and push' }).click();
  await approving.getByRole('heading', { name: 'Signed and pushed' }).waitFor();
  await approving.close();

  await page.getByRole('listitem').filter({ hasText: 'Executed, now' }).waitFor();
  await shoot(page, 'journal', 'light');
}

/** Power, balances, keys, deadlines and 100,000 sectors. */
async function watchMiner(page) {
  await open(page, 'Miners');
  await page.getByRole('textbox', { name: 'Address of a miner' }).fill(LARGE_MINER);
  await page.getByRole('button', { name: 'Add to mine' }).click();
  await page.getByRole('grid', { name: 'My miners', exact: true }).getByRole('row').filter({ hasText: LARGE_MINER }).click();
  await page.getByRole('toolbar', { name: 'Deadlines' }).waitFor();
  const rows = page.getByRole('grid', { name: 'Sectors' }).getByRole('row');
  await rows.nth(1).waitFor();
  await page.getByRole('region', { name: 'Sectors' }).getByText('100,000 of 100,000').waitFor();
  await settle(page);
  await shoot(page, 'miner', 'dark', 'light');
  const filter = page.getByRole('combobox', { name: 'Filter the sectors' });
  await filter.fill('deadline:0..23');
  await filter.press('Enter');
  await page.getByRole('button', { name: 'Expiries' }).click();
  await page.getByRole('region', { name: 'When commitments end' }).waitFor();
  await settle(page);
  await page.getByRole('region', { name: 'Sectors' }).evaluate((panel) => panel.scrollIntoView());
  await shoot(page, 'sectors', 'light');
}

/** Sealing pipeline, retrievals and deals. */
async function watchSectors(page) {
  await open(page, 'Sealing');
  await page.getByRole('list', { name: 'Sectors in the pipeline by group' }).waitFor();
  await settle(page);
  await shoot(page, 'sealing', 'dark');
  const proven = page
    .getByRole('grid', { name: 'Sectors' })
    .getByRole('row')
    .filter({ hasText: 'f05' })
    .filter({ hasText: 'Proving' })
    .first();
  const number = await proven.getByRole('gridcell').first().innerText();
  await page.getByRole('button', { name: 'Check retrieval' }).click();
  await page.getByRole('textbox', { name: 'Deal, piece or sector' }).fill(`sector ${number}`);
  await page.keyboard.press('Enter');
  await page.getByText('Yes: its sector is proven (pSet is YES)').waitFor();
  await shoot(page, 'retrieval', 'light');
  await open(page, 'Deals');
  const filter = page.getByRole('combobox', { name: 'Filter the deals' });
  await filter.fill('state:proving verified:yes');
  await filter.press('Enter');
  const deals = page.getByRole('grid', { name: 'Deals' }).getByRole('row');
  await deals.nth(1).click();
  await page.getByRole('list', { name: 'Deal timeline' }).waitFor();
  await settle(page);
  await shoot(page, 'deals', 'light');
}

/** A message with a failed call, its tipset, a multisig with a pending transaction, and the mempool. */
async function readChain(page) {
  await search(page, story.approval);
  await page.getByRole('complementary', { name: 'WithdrawBalance' }).waitFor();
  await settle(page);
  await shoot(page, 'message', 'light');
  await page.getByRole('region', { name: 'Message', exact: true }).getByRole('link').first().click();
  await page.getByRole('grid', { name: 'Blocks' }).waitFor();
  await settle(page);
  await shoot(page, 'tipset', 'dark');
  await search(page, story.multisig);
  await page.getByRole('article', { name: 'Proposal 0' }).waitFor();
  await settle(page);
  await shoot(page, 'actor', 'dark');
  await open(page, 'Mempool');
  // Every block empties the mempool.
  await page.getByRole('grid', { name: 'Senders' }).getByRole('row').nth(1).waitFor();
  await page.locator('main canvas').nth(1).waitFor();
  await shoot(page, 'mempool', 'light');
}

/** The overview, once it has data. */
async function glance(page) {
  await open(page, 'Overview');
  await page.getByText('Healthy').waitFor();
  await page.getByRole('grid', { name: 'My miners', exact: true }).getByRole('row').filter({ hasText: LARGE_MINER }).waitFor();
  await page.getByRole('grid', { name: 'My messages' }).waitFor();
  await settle(page);
  await shoot(page, 'overview', 'dark', 'light');
}

/** The explanation of a failed call; the endpoint and its passport. */
async function inspect(page) {
  await open(page, 'Inspector');
  await page.getByRole('button', { name: 'New call' }).click();
  await page.getByLabel('Method', { exact: true }).fill('ChainGetBlock');
  await page.getByRole('textbox', { name: 'Parameters' }).fill(`["${NO_LINK_CID}"]`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('tree', { name: 'Repaired request' }).waitFor();
  await shoot(page, 'console', 'light');
  await page.getByRole('button', { name: 'In the recording' }).click();
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  await settle(page);
  await shoot(page, 'inspector', 'dark');
  await open(page, 'Endpoints');
  await page.getByRole('button', { name: 'Examine', exact: true }).click();
  await page.getByRole('button', { name: 'Examine endpoint' }).click();
  await page.getByText(/^examined/).waitFor();
  await shoot(page, 'endpoints', 'light');
}

async function open(page, title) {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${title}\\b`) })
    .click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

/** Search for a text and open the first result. */
async function search(page, text) {
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(text);
  await page.getByRole('listbox', { name: 'Search hits' }).getByRole('option').first().waitFor();
  await field.press('Enter');
}

async function popup(page, action) {
  const opened = page.context().waitForEvent('page');
  await action();
  return opened;
}

/** Wait until nothing on the screen is loading. */
async function settle(page) {
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"], main [role="status"][aria-label^="Loading"]') === null);
}

/** Take screenshots in these themes, via the emulated system theme. */
async function shoot(page, name, ...themes) {
  await page.mouse.move(0, 0);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`), animations: 'disabled' });
    say(`docs/screenshots/${name}-${colorScheme}.png`);
  }
}
