/**
 * npm run screenshots: docs/screenshots/*.png of the real product, every picture in both themes at 1440 × 900.
 *
 * Runs the web host with a fresh profile and the seed `sextant`, goes through the main jobs as a user does and takes a
 * picture at each. The chain is the same every time; clocks and latencies are those of the moment.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureTestChromium } from './lib/browser.mjs';
import { ensureBuild, ensureDependencies, findNode, ROOT, say } from './lib/setup.mjs';

const FOLDER = path.join(ROOT, 'docs/screenshots');
const BLOCK_TIME_MS = 2000;
const PATIENCE_MS = 120_000;
const SIZE = { width: 1440, height: 900 };
const PASSPHRASE = 'harbour lantern quiet 71 compass';
/** An account that is not on the chain until it is paid. */
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const NO_LINK_CID = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';

await ensureDependencies();
const executablePath = await ensureTestChromium();
await ensureBuild();
const { chromium } = await import('playwright');

mkdirSync(FOLDER, { recursive: true });
const profile = mkdtempSync(path.join(tmpdir(), 'sextant-screenshots-'));
const arguments_ = ['--profile', profile, '--seed', 'sextant', '--block-time-ms', String(BLOCK_TIME_MS)];
const host = spawn(findNode(), [path.join(ROOT, 'out/main/web-host.mjs'), ...arguments_], { stdio: ['ignore', 'pipe', 'inherit'] });
const exited = new Promise((resolve) => host.once('exit', resolve));
// Chromium refuses to run as root with its sandbox.
const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
try {
  const context = await browser.newContext({ viewport: SIZE, deviceScaleFactor: 1 });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto(await readUrl(host));
  await explore(page);
  await sendMessage(page);
  await inspect(page);
  await glance(page);
} finally {
  await browser.close();
  host.kill('SIGTERM');
  await exited;
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
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

/** The chain, a miner, sealing and deals. */
async function explore(page) {
  await open(page, 'Tipsets');
  await firstRow(page, 'Recent tipsets', 4);
  await page.getByText(/in all blocks/).waitFor();
  // Now and then a tipset carries no message.
  while ((await page.getByRole('grid', { name: 'Messages' }).getByRole('row').count()) < 2) {
    await page.getByRole('button', { name: /^Previous/ }).click();
    await page.getByText(/[1-9]\d* in all blocks/).waitFor();
  }
  await shoot(page, 'tipset');
  await firstRow(page, 'Messages', 1);
  await page.getByText('Verified here', { exact: true }).waitFor();
  await shoot(page, 'message');

  await open(page, 'Miners');
  await firstRow(page, 'Miners', 1);
  await page.getByRole('img', { name: /^48 deadlines/ }).waitFor();
  await shoot(page, 'miner');

  await open(page, 'Sealing');
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: /^Taking data/ }) })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('complementary').waitFor();
  await shoot(page, 'sealing');

  await open(page, 'Deals');
  await page.getByRole('button', { name: /^Active \d/ }).click();
  await firstRow(page, 'Deals', 1);
  await page.getByRole('list', { name: 'Life of the deal' }).waitFor();
  await shoot(page, 'deals');
}

/** A key, a draft, its approval, and the message on its way. */
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
    .getByText(/^100\s*FIL/)
    .first()
    .waitFor();

  await open(page, 'Compose');
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Amount').fill('12.5');
  const review = page.getByRole('button', { name: 'Review and approve', disabled: false });
  await review.waitFor();
  await shoot(page, 'compose');
  const approving = await popup(page, () => review.click());
  await approving.getByLabel('Passphrase of this vault').fill(PASSPHRASE);
  await approving.getByRole('button', { name: 'Sign and push', disabled: false }).waitFor();
  await shoot(approving, 'approve');
  await approving.getByRole('button', { name: 'Sign and push' }).click();
  await approving.getByRole('heading', { name: 'Signed and pushed' }).waitFor();
  await approving.close();

  await page.getByRole('listitem').filter({ hasText: 'Executed, now' }).waitFor();
  await shoot(page, 'journal');
}

/** A call that failed, explained; the endpoints. */
async function inspect(page) {
  await open(page, 'Inspector');
  await page.getByRole('button', { name: 'New call' }).click();
  await page.getByLabel('Method', { exact: true }).fill('ChainGetBlock');
  await page.getByRole('textbox', { name: 'Parameters' }).fill(`["${NO_LINK_CID}"]`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('tree', { name: 'Repaired request' }).waitFor();
  await shoot(page, 'console');
  await page.getByRole('button', { name: 'In the recording' }).click();
  await page.getByRole('grid', { name: 'Calls' }).waitFor();
  await shoot(page, 'inspector');
  await open(page, 'Endpoints');
  await page.getByText('In use', { exact: true }).waitFor();
  await shoot(page, 'endpoints');
}

/** The overview, once there is something to tell. */
async function glance(page) {
  await open(page, 'Overview');
  await page.getByText('Healthy').waitFor();
  await page.getByRole('grid', { name: 'My miners' }).waitFor();
  await page.getByRole('grid', { name: 'My messages' }).waitFor();
  await page
    .getByRole('region', { name: 'Base fee' })
    .getByText(/last \d\d+ tipsets/)
    .waitFor();
  await shoot(page, 'overview');
}

async function open(page, title) {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${title}\\b`) })
    .click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function firstRow(page, grid, index) {
  await page.getByRole('grid', { name: grid, exact: true }).getByRole('row').nth(index).click();
}

async function popup(page, action) {
  const opened = page.context().waitForEvent('page');
  await action();
  return opened;
}

/** Both pictures of what is on screen. The theme follows the system's, which the browser is told. */
async function shoot(page, name) {
  await page.mouse.move(0, 0);
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`), animations: 'disabled' });
  }
  say(`docs/screenshots/${name}-{dark,light}.png`);
}
