/** The recording of calls: narrowed by keyboard, held still and caught up with, grouped, seen in time, saved and opened again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Download, Locator, Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('calls are found by keyboard, held still, grouped and seen in time', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });
  await openScreen(page, 'Overview');
  await expect(page.getByRole('region', { name: 'Node health' })).toContainText('Healthy');
  await openScreen(page, 'Inspector');
  await expect(rows(page).nth(1)).toBeVisible();

  await test.step('a filter is written with completion, kept in the address, and given up with back', () => filterByKeyboard(page));
  await test.step('a filter is kept under a name', () => keepFilter(page));
  await test.step('the list stands still while a call is looked at', () => holdStill(page));
  await test.step('a span of time is chosen with the keyboard', () => chooseSpan(page));
  await test.step('methods are counted and lead to their calls', () => groupByMethod(page));
  await test.step('calls are walked through in time', () => walkTimeline(page));
  await test.step('recording stops and the list can be cleared', () => pauseAndClear(page));
  await test.step('an address without a call says so', () => openBadAddress(page));
});

test('a recording is saved, opened again read-only, and written for other tools', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  await openScreen(page, 'Overview');
  await expect(page.getByRole('region', { name: 'Node health' })).toContainText('Healthy');
  await openScreen(page, 'Inspector');
  await filterField(page).fill('method:State*');
  await filterField(page).press('Enter');
  await expect(rows(page).nth(1)).toContainText('State');

  const session = await test.step('as a session', () => saveAs(sextant, 'Session'));
  const lines = gunzipSync(readFileSync(session)).toString('utf8').trim().split('\n');
  const calls = lines.map((line) => JSON.parse(line)).filter((line) => line.type === 'call');
  expect(calls.length).toBeGreaterThan(0);
  for (const { summary } of calls) expect(summary.method).toMatch(/^Filecoin\.State/);

  const archive = await test.step('as an archive of HTTP', () => saveAs(sextant, 'HAR'));
  const { log } = JSON.parse(readFileSync(archive, 'utf8'));
  expect(log.version).toBe('1.2');
  expect(log.entries.length).toBeGreaterThan(0);
  for (const { request, response } of log.entries) {
    expect(JSON.parse(request.postData.text).method).toMatch(/^Filecoin\.State/);
    expect(response.status).toBe(200);
  }

  await test.step('a file that is no recording is refused with a sentence', async () => {
    await page
      .getByLabel('Recording or HAR file')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing of the kind') });
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not open the file');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('neither a saved session nor a HAR file');
    await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('the archive of HTTP is opened as a read-only recording', async () => {
    await page.getByLabel('Recording or HAR file').setInputFiles(archive);
    await expect(page.getByText('A HAR file:')).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', String(log.entries.length + 1));
    await page.getByRole('button', { name: 'Close recording' }).click();
    await expect(page.getByText('A HAR file:')).toHaveCount(0);
  });

  await test.step('the archive of HTTP is dropped on the list', async () => {
    const dropped = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'calls.har', { type: 'application/json' }));
        return data;
      },
      readFileSync(archive, 'utf8'),
    );
    await page.getByRole('grid', { name: 'Calls' }).dispatchEvent('drop', { dataTransfer: dropped });
    await expect(page.getByText('A HAR file:')).toBeVisible();
    await page.getByRole('button', { name: 'Close recording' }).click();
    await expect(page.getByText('A HAR file:')).toHaveCount(0);
  });

  await test.step('the session is opened, read and closed', async () => {
    await page.getByLabel('Recording or HAR file').setInputFiles(session);
    await expect(page.getByText('Read-only', { exact: true })).toBeVisible();
    await expect(page.getByText('Trust it only as far as its sender')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause recording' })).toHaveCount(0);
    await expect(page.getByRole('grid', { name: 'Calls' })).toHaveAttribute('aria-rowcount', String(calls.length + 1));
    await rows(page).nth(1).click();
    const pane = page.getByRole('complementary', { name: /State/ });
    await expect(pane).toBeVisible();
    await expect(page).toHaveURL(/inspector\/\d+\?.*source=/);
    await readSaved(page, pane);
    await page.getByLabel('Recording', { exact: true }).selectOption({ label: 'Live' });
    await expect(page.getByText('Recording', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(pane).toBeVisible();
    await page.getByRole('button', { name: 'Close recording' }).click();
    await expect(page.getByText('Recording', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Recording', { exact: true })).toHaveCount(0);
  });
});

const rows = (page: Page) => page.getByRole('grid', { name: 'Calls' }).getByRole('row');
const filterField = (page: Page) => page.getByRole('combobox', { name: 'Filter calls' });

async function filterByKeyboard(page: Page): Promise<void> {
  const field = filterField(page);
  await field.focus();
  await page.keyboard.type('end');
  await expect(page.getByRole('option', { name: /^endpoint:/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('endpoint:');
  await expect(page.getByRole('option', { name: /Embedded node/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove endpoint:"Embedded node"' })).toBeVisible();
  await page.keyboard.type('method:ChainNotify not kind:call ');
  await expect(page.getByRole('button', { name: 'Remove not kind:call' })).toBeVisible();
  await expect(page).toHaveURL(/filter=endpoint/);
  await expect(rows(page).nth(1)).toContainText('ChainNotify');
  await expect(rows(page).nth(1)).toContainText('frame');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Remove not kind:call' })).toHaveCount(0);
  await field.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.type('dur:>soon ');
  await expect(page.getByRole('main')).toContainText('"soon" is not a valid duration');
  await page.getByRole('button', { name: 'Remove dur:>soon' }).click();
  await expect(rows(page).nth(2)).toBeVisible();
}

async function keepFilter(page: Page): Promise<void> {
  await filterField(page).fill('kind:frame');
  await filterField(page).press('Enter');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabel('Save this filter as').fill('Frames only');
  await page.getByRole('button', { name: 'Save filter' }).click();
  await expect(page.getByRole('button', { name: 'Remove Frames only' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await filterField(page).click();
  await page.getByRole('option', { name: /Frames only/ }).click();
  await expect(page.getByRole('button', { name: 'Remove kind:frame' })).toBeVisible();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Remove Frames only' }).click();
  await expect(page.getByText('No saved filters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filter' }).click();
}

async function holdStill(page: Page): Promise<void> {
  await rows(page).nth(2).click();
  await expect(page.getByRole('complementary')).toBeVisible();
  const first = await rows(page).nth(1).textContent();
  const newer = page.getByRole('button', { name: /^\d+ new$/ });
  await expect(newer).toBeVisible();
  expect(await rows(page).nth(1).textContent()).toBe(first);
  // The selection is walked through by keys, also beyond what was drawn.
  const selected = page.url();
  await page.getByRole('grid', { name: 'Calls' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(selected);
  await newer.click();
  await expect(rows(page).nth(1)).not.toHaveText(first ?? '');
  await expect(newer).toHaveCount(0);
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
}

async function chooseSpan(page: Page): Promise<void> {
  const count = async (): Promise<number> => Number(await page.getByRole('grid', { name: 'Calls' }).getAttribute('aria-rowcount'));
  const before = await count();
  await page.getByRole('slider', { name: 'End of the time span' }).focus();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect.poll(count).toBeLessThan(before);
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await expect(page).not.toHaveURL(/from=/);
}

async function groupByMethod(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Methods', exact: true }).click();
  const methods = page.getByRole('grid', { name: 'Methods' });
  const row = methods.getByRole('row').filter({ hasText: 'StateMinerPower' });
  await expect(row).toContainText(/ms/);
  await row.click();
  await expect(page.getByRole('button', { name: /^Remove method:.*StateMinerPower$/ })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('StateMinerPower');
  await page.getByRole('button', { name: 'Clear filter' }).click();
}

async function walkTimeline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Timeline', exact: true }).click();
  const lanes = page.getByRole('listbox', { name: 'Calls in time' });
  await expect(lanes.getByRole('option').first()).toBeAttached();
  await lanes.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(lanes.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Reset zoom' }).first().click();
  await page.getByRole('button', { name: 'List', exact: true }).click();
}

async function pauseAndClear(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause recording' }).click();
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: /^Clear [\d,]+ calls$/ }).click();
  await expect(page.getByText('Not recording')).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(rows(page).nth(1)).toBeVisible();
}

async function openBadAddress(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '/inspector/abc';
  });
  await expect(page.getByRole('complementary')).toContainText('There is no call under this address');
  await page.getByRole('button', { name: 'Back to list' }).click();
  await expect(page.getByRole('complementary')).toHaveCount(0);
}

/** Every face of a saved call reads the file; what would change it says why it cannot. */
async function readSaved(page: Page, pane: Locator): Promise<void> {
  const where = page.url();
  await expect(pane).toContainText('The node answered as expected.');
  await expect(pane.getByPlaceholder('Saved recordings are read-only.')).not.toBeEditable();
  await expect(pane.getByRole('button', { name: /^Pin/ })).toHaveAttribute('aria-disabled', 'true');
  await expect(pane.getByRole('button', { name: 'Send again' })).toHaveAttribute('aria-disabled', 'true');
  await pane.getByRole('tab', { name: 'Request' }).click();
  await expect(pane.getByRole('tree', { name: 'Request' })).toContainText('"Filecoin.State');
  await pane.getByRole('tab', { name: 'Response' }).click();
  await expect(pane.getByRole('tree', { name: 'Response' })).toContainText('"result"');
  await pane.getByRole('button', { name: 'Raw', exact: true }).click();
  await expect(pane).toContainText('"jsonrpc"');
  await pane.getByRole('tab', { name: 'Headers' }).click();
  await expect(pane).toContainText('Request headers');
  expect(page.url()).toBe(where);
}

async function saveAs({ page, profile }: Sextant, kind: 'Session' | 'HAR'): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: kind, exact: true }).click();
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save file' }).click();
  const download: Download = await started;
  const file = path.join(profile, download.suggestedFilename());
  await download.saveAs(file);
  return file;
}
