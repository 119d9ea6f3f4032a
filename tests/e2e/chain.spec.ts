/** From a fresh profile to a ticking head, a tipset, one of its messages; and what the search says to texts that mean nothing. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { openMessage } from './steps/open-message.ts';
import { topBar } from './steps/top-bar.ts';

test('a fresh profile shows a ticking head and leads down to a message', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 1000 });

  await test.step('the head ticks and the chain is labelled as accelerated', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
    const first = await headEpoch(page);
    await expect.poll(() => headEpoch(page)).toBeGreaterThan(first + 1);
    await expect(topBar(page).getByRole('link', { name: /accelerated, 1 s$/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Node health' })).toContainText('Healthy');
  });

  await test.step('a tipset of the strip opens, its blocks verified here', async () => {
    const link = page.getByRole('group', { name: 'Recent tipsets' }).getByRole('link', { name: /^Epoch [\d,]+, [1-9]\d* blocks?$/ });
    const name = (await link.nth(-4).getAttribute('aria-label')) ?? '';
    const [, epoch = '', count = ''] = /^Epoch ([\d,]+), (\d+) block/.exec(name) ?? [];
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Tipset ${epoch}` })).toBeVisible();
    const blocks = page.getByRole('grid', { name: 'Blocks' }).getByRole('row');
    await expect(blocks).toHaveCount(Number(count) + 1);
    await expect(blocks.filter({ hasText: 'CID verified' })).toHaveCount(Number(count));
  });

  await test.step('a message of a tipset opens with its fee and its receipt', async () => {
    await openMessage(page);
    const facts = page.getByRole('region', { name: 'Message', exact: true }).last();
    await expect(facts).toContainText('Verified');
    await expect(facts).toContainText('Executed in');
    await expect(page.getByRole('region', { name: 'Return and events' })).toContainText(/Exit\d/);
  });

  await test.step('search answers bad input in words and good input with the thing itself', () => searches(page));
});

async function searches(page: Page): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search' });
  const answer = page.getByRole('listbox', { name: 'Search results' });
  for (const [text, words] of [
    ['???', /Not recognised\. Search accepts/],
    ['999999999', /above the head/],
    ['f1notanaddress!', /Not a valid address/],
    // The last letter is wrong.
    ['t1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4z', /Not a valid address/],
    ['bafy2bzacecwna4bf3tkjknsg63tul7bptafmt6r2mfix6z7q6glc3v3z4lhl4', /./],
    ['<img/src=x onerror=alert(1)>', /Not recognised\. Search accepts/],
  ] as const) {
    await search.fill(text);
    await expect(answer).toContainText(words);
    await expect(answer).not.toContainText('Searching');
    await search.press('Enter');
    // Nothing was found, so nothing opens.
    await expect(search).toHaveValue(text);
  }
  // Several words may be an error as well: why they are nothing on the chain is said beside the offer to explain them.
  await search.fill('<img src=x onerror=alert(1)>');
  await expect(answer).toContainText('Not recognised. Search accepts');
  await expect(answer.getByRole('option', { name: 'Explain this text' })).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');

  await search.fill('ChainHead');
  await expect(answer.getByRole('option', { name: 'Method ChainHead', exact: true })).toBeVisible();
  await search.fill('12');
  await answer.getByRole('option', { name: /^Tipset at epoch 12\b/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Tipset 1\d$/ })).toBeVisible();
  await search.fill('t01000');
  await answer.getByRole('option', { name: 'Miner t01000', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 't01000' })).toBeVisible();
  // The actor that burnt funds go to: on every network.
  await search.fill('f099');
  await answer.getByRole('option', { name: /\bt099\b/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Burnt funds actor' })).toBeVisible();
  await search.fill('deal 1');
  await answer.getByRole('option', { name: 'Deal 1', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Deal 1' })).toBeVisible();
}
