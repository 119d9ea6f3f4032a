/** Whatever is pasted is explained: into search, palette and console, or on the screen for it; and opened in the console. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJBbGxvdyI6WyJyZWFkIl19.p1_LbHg-2E5oyCN0zXyzA';
const CURL = `curl 'https://node.example/rpc/v1' \\
  -H 'Authorization: Bearer ${TOKEN}' \\
  --data-raw '{"jsonrpc":"2.0","id":7,"method":"Filecoin.StateGetActor","params":["f01000"]}'
{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"wrong param count (method 'Filecoin.StateGetActor'): 1 != 2"}}`;

/** A paste as the browser makes it, without the clipboard of the machine. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

test('anything pasted is explained', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });
  await openScreen(page, 'Overview');
  const pane = page.getByRole('complementary', { name: /StateGetActor/ });

  await test.step('a curl command with its output, into the search', async () => {
    await page.getByRole('combobox', { name: 'Search' }).focus();
    await paste(page, CURL);
    await expect(page).toHaveURL(/inspector\/explain/);
    await expect(pane).toContainText('Wrong number of parameters');
    await expect(pane).toContainText('Repaired request');
    await pane.getByRole('tab', { name: 'Headers' }).click();
    await expect(pane).toContainText('[masked]');
    await expect(pane).not.toContainText(TOKEN.slice(-12));
  });

  await test.step('its repaired request goes to the console', async () => {
    await pane.getByRole('tab', { name: 'Explained' }).click();
    await pane.getByRole('button', { name: /Edit/ }).first().click();
    await expect(page).toHaveURL(/inspector\/new/);
    await expect(page.getByRole('combobox', { name: 'Method' })).toHaveValue('Filecoin.StateGetActor');
  });

  await test.step('a whole request, into the method of the console: its checks are shown', async () => {
    await page.getByRole('combobox', { name: 'Method' }).focus();
    await paste(page, '{"jsonrpc":"2.0","id":1,"method":"Filecoin.StateGetActor","params":["f01000"]}');
    await expect(pane).toContainText('The recording has no answer to this request');
    await expect(pane.getByRole('list', { name: 'Findings' })).toContainText('The method takes 2 parameters');
  });

  await test.step('the text of an error, from the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Command, screen/).fill('RPC error -32601: method Filecoin.StateListMiners not found');
    await page.getByText('Explain this text').click();
    await expect(page.getByRole('complementary')).toContainText('The endpoint does not serve this method');
  });

  await test.step('a recovery phrase is neither sent nor kept', async () => {
    const phrase = `${'abandon '.repeat(11)}about`;
    await page.getByLabel('Pasted text').fill(phrase);
    await page.getByRole('button', { name: 'Explain', exact: true }).click();
    await expect(page.getByText('This looks like a secret')).toBeVisible();
    await expect(page.getByLabel('Pasted text')).toHaveValue('');
  });
});
