/** The console and the detail of a call: written, checked, refused, repaired, compared, annotated, and found again by address. */
import type { Locator, Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';
import { paramsEditor, writeParams } from './steps/write-params.ts';

/** As plain text, which nodes refuse: they want a link object. */
const CID = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';

test('a call is written by hand, explained, repaired, compared and kept with a note', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  await openScreen(page, 'Inspector');
  await page.getByRole('button', { name: 'New call' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New call' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Parameters' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  await test.step('the catalogue completes a method by keyboard, fills in its example and documents it', async () => {
    await method(page).fill('tipsetbyh');
    await expect(page.getByRole('option', { name: /ChainGetTipSetByHeight/ })).toBeVisible();
    await method(page).press('Enter');
    await expect(method(page)).toHaveValue('ChainGetTipSetByHeight');
    await expect(page.getByText('Sent as Filecoin.ChainGetTipSetByHeight')).toBeVisible();
    await expect(paramsEditor(page)).toContainText('null');
    const documentation = page.getByRole('complementary', { name: 'Documentation' });
    await expect(documentation).toContainText('tipsetKey');
    await expect(documentation).toContainText('Permission');
  });

  await test.step('what is wrong is said and put right with one press; Tab leaves the editor', async () => {
    await writeParams(page, '[1, 0]');
    const findings = page.getByRole('list', { name: 'Findings' });
    await expect(findings).toContainText('A tipset key is null for the head');
    await findings.getByRole('button', { name: 'Write null' }).click();
    await expect(paramsEditor(page)).toHaveText('[1, null]');
    await expect(findings).toHaveCount(0);
    await paramsEditor(page).press('Tab');
    await expect(paramsEditor(page)).not.toBeFocused();
  });

  await test.step('it is sent by keyboard and its answer is shown beside it', async () => {
    await paramsEditor(page).press('Control+Enter');
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    await expect(pane).toContainText('The node answered as expected.');
    await pane.getByRole('tab', { name: 'Response' }).click();
    await expect(pane.getByRole('tree', { name: 'Response' })).toContainText('"Height": 1');
  });

  await test.step('a text is found in the answer, as tree and as text', async () => {
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    const field = pane.getByRole('textbox', { name: 'Find in the response' });
    await field.fill('ticket');
    await field.press('Enter');
    await expect(pane.getByRole('search')).toContainText(/^1 of \d/);
    await expect(pane.getByRole('treeitem', { selected: true })).toContainText('"Ticket"');
    await pane.getByRole('button', { name: 'Raw', exact: true }).click();
    await pane.getByRole('button', { name: 'Previous match' }).click();
    await expect(pane.getByRole('search')).toContainText(/^(\d+) of \1/);
    await field.fill('nowhere');
    await field.press('Enter');
    await expect(pane.getByRole('search')).toContainText('No match');
  });

  await test.step('digits are sent as they were typed, and what is no list goes out too', async () => {
    await method(page).fill('ChainGetTipSetByHeight');
    await method(page).press('Escape');
    await writeParams(page, '[123456789012345678901234567890, null]');
    await send(page).click();
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    await pane.getByRole('tab', { name: 'Request' }).click();
    await expect(pane).toContainText('123456789012345678901234567890');
    await writeParams(page, '{"epoch": 1}');
    await expect(page.getByText(/nodes will reject it/)).toBeVisible();
    await send(page).click();
    await expect(callPane(page, /ChainGetTipSetByHeight/)).toContainText('−32');
  });

  await test.step('a refused call is explained and what is offered instead goes through', async () => {
    await method(page).fill('StateSearchMsg');
    await method(page).press('Escape');
    await writeParams(page, `["${CID}"]`);
    await send(page).click();
    const pane = callPane(page, /StateSearchMsg/);
    await expect(pane.getByRole('tree', { name: 'Repaired request' })).toContainText(CID);
    await page.getByRole('button', { name: 'In the recording' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
    await pane.getByRole('button', { name: 'Send repaired' }).click();
    // Its form is right: the practice chain just has no such message.
    await expect(pane).toContainText('The node does not have this data');
  });

  await test.step('wrong parameters are repaired and answered', async () => {
    await openScreen(page, 'Inspector');
    await page.getByRole('button', { name: 'New call' }).click();
    await method(page).fill('ChainGetTipSetByHeight');
    await method(page).press('Escape');
    await writeParams(page, '[1, 0]');
    await send(page).click();
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    await expect(pane.getByRole('tree', { name: 'Request, as sent' }).locator('[data-tone="danger"]')).toContainText('0');
    await expect(pane.getByRole('tree', { name: 'Repaired request' }).locator('[data-tone="success"]')).toContainText('null');
    await pane.getByRole('button', { name: 'Send repaired' }).click();
    await expect(pane).toContainText('The node answered as expected.');
  });

  await test.step('two calls are compared', async () => {
    await page.getByRole('button', { name: 'In the recording' }).click();
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    await pane.getByRole('button', { name: 'Compare with previous' }).click();
    const comparison = page.getByRole('complementary', { name: /Comparison/ });
    await expect(comparison.getByRole('table', { name: 'Request' })).toContainText('params[1]');
    await expect(comparison.getByRole('table', { name: 'Response' })).toContainText('only right');
    // The call that was refused came first: its side is the left one until they are swapped.
    const sides = comparison.getByRole('heading', { level: 3 }).locator('..');
    await expect(sides.filter({ hasText: 'Left' })).toContainText('−32');
    await expect(sides.filter({ hasText: 'Right' })).toContainText('OK');
    await expect(page.getByRole('grid', { name: 'Calls' }).getByLabel('Compared with the selected call')).toHaveCount(1);
    await comparison.getByRole('button', { name: 'Swap sides' }).click();
    await expect(sides.filter({ hasText: 'Left' })).toContainText('OK');
    await comparison.getByRole('button', { name: 'Close' }).click();
    await expect(callPane(page, /ChainGetTipSetByHeight/)).toContainText('The node answered as expected.');
  });

  await test.step('a pin and a note survive a reload of the page', async () => {
    const pane = callPane(page, /ChainGetTipSetByHeight/);
    await pane.getByRole('button', { name: /^Pin/ }).click();
    await expect(pane.getByRole('button', { name: 'Unpin' })).toBeVisible();
    await pane.getByLabel('Note').fill('The key was a number.');
    await pane.getByLabel('Note').press('Control+Enter');
    await expect(pane).toContainText('Saved');
    await page.reload();
    await expect(pane.getByLabel('Note')).toHaveValue('The key was a number.');
    await expect(pane.getByRole('button', { name: 'Unpin' })).toBeVisible();
  });

  await test.step('an address with a path shows the value; one that leads nowhere says so', async () => {
    const place = await page.evaluate(() => location.hash.split('?')[0]);
    await page.evaluate((hash) => location.assign(`${hash}?path=result.Blocks[0].Height`), place);
    const tree = page.getByRole('tree', { name: 'Response' });
    await expect(tree.getByRole('treeitem', { selected: true })).toContainText('"Height": ');
    await page.evaluate((hash) => location.assign(`${hash}?path=result.Blocks[0].Nothing`), place);
    await expect(page.getByText('Value not found')).toBeVisible();
  });
});

test('a stream that was opened by hand is stopped; what may change the node is asked about before it goes again', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });
  await openScreen(page, 'Inspector');
  await page.getByRole('button', { name: 'New call' }).click();
  await method(page).fill('ChainNotify');
  await method(page).press('Escape');
  await writeParams(page, '[]');
  await expect(page.getByText('A stream ends after 10 minutes or 10,000 items.')).toBeVisible();
  await send(page).click();
  const stream = callPane(page, /ChainNotify/);
  await stream.getByRole('tab', { name: /^Frames/ }).click();
  await expect(stream.getByRole('listitem').nth(1)).toBeVisible();
  await stream.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(stream.getByRole('listitem').filter({ hasText: 'cancelled' })).toBeVisible();
  await expect(stream.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0);

  await method(page).fill('SyncCheckpoint');
  await method(page).press('Escape');
  await writeParams(page, '[[]]');
  await send(page).click();
  const pane = callPane(page, /SyncCheckpoint/);
  const sent = page.getByRole('region', { name: 'Sent by hand' }).getByRole('listitem').filter({ hasText: 'SyncCheckpoint' });
  await expect(sent).toHaveCount(1);
  await pane.getByRole('button', { name: 'Send again' }).click();
  await expect(pane.getByRole('alert')).toContainText('may change the node');
  await pane.getByRole('button', { name: 'Cancel' }).click();
  await expect(pane.getByRole('alert')).toHaveCount(0);
  await pane.getByRole('button', { name: 'Send again' }).click();
  await pane.getByRole('button', { name: 'Send now' }).click();
  await expect(sent).toHaveCount(2);
});

test('several calls go out as one batch; an unknown call says so', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  await openScreen(page, 'Inspector');
  await page.getByRole('button', { name: 'New call' }).click();
  await method(page).fill('ChainHead');
  await method(page).press('Escape');
  await page.getByRole('button', { name: 'Add call' }).click();
  const second = page.getByRole('region', { name: 'Call 2', exact: true });
  await second.getByLabel('Method', { exact: true }).fill('Version');
  await page.getByRole('button', { name: 'Send 2 calls as a batch' }).click();
  const pane = page.getByRole('complementary').filter({ has: page.getByRole('tab', { name: /^Calls/ }) });
  await pane.getByRole('tab', { name: /^Calls/ }).click();
  await expect(pane.getByRole('listitem')).toHaveCount(2);

  await page.evaluate(() => location.assign('#/inspector/99999999'));
  await expect(page.getByRole('complementary').getByRole('alert')).toBeVisible();
});

function method(page: Page): Locator {
  return page.getByLabel('Method', { exact: true }).first();
}

function send(page: Page): Locator {
  return page.getByRole('button', { name: 'Send', exact: true });
}

function callPane(page: Page, name: RegExp): Locator {
  return page.getByRole('complementary', { name });
}
