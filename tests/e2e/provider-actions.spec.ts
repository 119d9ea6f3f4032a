/** What a provider does about sectors: drafts for a key that is elsewhere, and messages signed here by a practice miner's control address. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';
import { signAndPush } from './steps/sign-and-push.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const MINER = 't01001';
/** Behind the rows that a list shows at first. */
const FAR_SECTOR = 120;

const deadlines = (page: Page) => page.getByRole('toolbar', { name: 'Deadlines' });
const elsewhere = (page: Page) => page.getByRole('region', { name: 'Send with another wallet' });

async function show(page: Page, where: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/miners/${where}`);
}

/** Opens a deadline with faults whose declarations have not ended, and its recovery in the composer. */
async function draftRecovery(page: Page): Promise<void> {
  await show(page, MINER);
  const now = Number(
    await deadlines(page)
      .getByRole('button', { name: /, open now, / })
      .getAttribute('data-deadline'),
  );
  const troubled = await deadlines(page)
    .getByRole('button', { name: /faulty, / })
    .evaluateAll((buttons) => buttons.map((button) => Number(button.getAttribute('data-deadline'))));
  const index = troubled.find((one) => one < now - 1 || one > now + 4);
  expect(index, 'a deadline with faults that is not near').toBeDefined();
  await show(page, `${MINER}?deadline=${index}`);
  const pane = page.getByRole('complementary', { name: `Deadline ${index}` });
  await pane.getByRole('button', { name: 'Declare recovery' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compose' })).toBeVisible();
}

test('a draft whose key is elsewhere has its ways on, and a key of this machine can act for a practice miner', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);

  await test.step('without a vault: the command and the unsigned message', async () => {
    await draftRecovery(page);
    await expect(page.getByText('No keys on this machine')).toBeVisible();
    await expect(elsewhere(page).getByText(/^lotus send --from t1\w+ --method 11 --params-hex 81[0-9a-f]+ t01001 0$/)).toBeVisible();
    await elsewhere(page).getByRole('button', { name: 'lotus-miner', exact: true }).click();
    await expect(elsewhere(page).getByText(/^lotus-miner proving recover-faults \d+/)).toBeVisible();
    const message = await saved(sextant, 'Save unsigned message');
    expect(JSON.parse(message)).toMatchObject({ To: MINER, Method: 11, Value: '0' });
    expect(await saved(sextant, 'Save as hex')).toMatch(/^8a00/);
    await expect(page.getByRole('button', { name: 'Review and approve' })).toBeDisabled();
  });

  await test.step('with one: the key becomes a control address of the practice miner, and the message goes out', async () => {
    const { address } = await makeKey(sextant, PASSPHRASE);
    await openScreen(page, 'Compose');
    await elsewhere(page).getByRole('button', { name: 'Use my key for this practice miner' }).click();
    await expect(page.getByLabel('From')).toHaveValue(address);
    await expect(elsewhere(page)).toBeHidden();
    await signAndPush(sextant, PASSPHRASE, { title: 'Call DeclareFaultsRecovered', confirm: 'Sign and push' });
  });

  await test.step('what is faulty in all deadlines is recovered by one message', async () => {
    await show(page, `${MINER}?change=recover&filter=state:faulty`);
    const pane = page.getByRole('complementary', { name: 'Declare recovery' });
    await openDraft(page, pane);
    await expect(page.getByText('Simulation succeeded')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review and approve' })).toBeEnabled();
  });

  await test.step('ticked sectors are extended by one message', async () => {
    await show(page, `${MINER}?filter=state:active`);
    const grid = page.getByRole('grid', { name: 'Sectors' });
    const ticks = grid.getByRole('checkbox', { name: /^Select sector / });
    const names = [await ticks.nth(0).getAttribute('aria-label'), await ticks.nth(1).getAttribute('aria-label')];
    for (const name of names) await grid.getByRole('checkbox', { name: name ?? '', exact: true }).check();
    await expect(page.getByRole('button', { name: '2 selected' })).toBeVisible();
    const row = grid.getByRole('row').filter({ has: page.getByRole('checkbox', { name: names[0] ?? '', exact: true }) });
    const before = await row.innerText();
    await page.getByRole('region', { name: 'Sectors' }).getByRole('button', { name: 'Extend' }).click();
    const pane = page.getByRole('complementary', { name: 'Extend sectors' });
    await expect(pane).toContainText('2 selected sectors');
    await expect(pane).toContainText('Included2');
    await openDraft(page, pane);
    await signAndPush(sextant, PASSPHRASE, { title: 'Call ExtendSectorExpiration2', confirm: 'Sign and push' });
    await show(page, `${MINER}?filter=state:active`);
    await expect.poll(() => row.innerText()).not.toBe(before);
    await page.getByRole('button', { name: '2 selected' }).click();
    await expect(page.getByRole('button', { name: '2 selected' })).toBeHidden();
  });

  await test.step('the quality of committed capacity is upgraded by a draft that passes its review', async () => {
    await show(page, `${MINER}?filter=state:active%20quality:1`);
    const ticks = page.getByRole('grid', { name: 'Sectors' }).getByRole('checkbox', { name: /^Select sector / });
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await page.getByRole('region', { name: 'Sectors' }).getByRole('button', { name: 'Upgrade quality' }).click();
    const pane = page.getByRole('complementary', { name: 'Upgrade quality' });
    await expect(pane).toContainText('2 selected sectors');
    await expect(pane).toContainText('Upgradable2');
    await openDraft(page, pane);
    await expect(page.getByLabel('Call', { exact: true })).toHaveValue('UpgradeSectorQuality');
    await expect(page.getByText('Simulation succeeded')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Review and approve' })).toBeEnabled();
  });

  await test.step('a link to a sector leads to its row', async () => {
    await show(page, `${MINER}?sector=${FAR_SECTOR}`);
    await page.reload();
    const tick = page.getByRole('grid', { name: 'Sectors' }).getByRole('checkbox', { name: `Select sector ${FAR_SECTOR}`, exact: true });
    await expect(tick).toBeInViewport();
  });
});

/** Goes on from a pane to the composer, where a key of this machine is the sender. */
async function openDraft(page: Page, pane: Locator): Promise<void> {
  await pane.getByRole('button', { name: 'Open draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compose' })).toBeVisible();
  await expect(elsewhere(page)).toBeHidden();
}

async function saved({ page, profile }: Sextant, button: string): Promise<string> {
  const started = page.waitForEvent('download');
  await elsewhere(page).getByRole('button', { name: button }).click();
  const download = await started;
  const file = path.join(profile, download.suggestedFilename());
  await download.saveAs(file);
  return readFile(file, 'utf8');
}
