/** The overview: every check with what it found, the pin, the base fee's spans, and what is known after a restart. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('is everything well: checks, pin, spans, what changed', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  await openScreen(page, 'Overview');
  await test.step('checks are listed with what they found', () => listChecks(page));
  await test.step('the view stays at the epoch that it is pinned to', () => pinAndMove(page));
  await test.step('a longer span of base fees is read when it is chosen', () => chooseSpan(page));
  const again = await sextant.restart();
  await test.step('what was seen outlives a restart', () => seeChanges(again));
});

async function listChecks(page: Page): Promise<void> {
  const practice = page.getByRole('grid', { name: 'Endpoints' }).getByRole('row').filter({ hasText: 'Healthy' });
  await expect(practice.getByRole('gridcell').nth(2)).toHaveText(/^(<1|\d+), (<1|\d+) ms$/);
  const attention = page.getByRole('region', { name: 'Needs attention' });
  // The own miner of the practice network has a faulty sector from the start.
  await expect(attention.getByRole('listitem').first()).toContainText(/faulty/);
  await expect(attention.getByRole('listitem').first()).toContainText(/FIL a day until recovered/);
  // One count, wherever it stands.
  const bell = page.getByRole('link', { name: /item(s need| needs) attention$/ });
  await expect(attention).toContainText(/\d+ now/);
  await expect(async () => {
    const count = /\d+/.exec(await bell.innerText())?.[0];
    expect(/(\d+) now/.exec(await attention.innerText())?.[1]).toBe(count);
    expect(await page.title()).toBe(`(${count}) Sextant`);
  }).toPass();

  await bell.click();
  const pane = page.getByRole('complementary', { name: 'All checks' });
  expect(await pane.getByRole('listitem').count()).toBeGreaterThan(30);
  await expect(pane).toContainText('Faulty sectors');
  await expect(pane).toContainText('3.51 days');
  await expect(pane.getByRole('listitem').filter({ hasText: 'Key backup' })).toContainText('Not applicable');
  await expect(pane.getByRole('listitem').first()).toContainText(/faulty/);
  // The first Escape would close the tooltip of the bell, which the pointer is on.
  await pane.hover();
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();

  await attention.getByRole('button', { name: 'Recover' }).first().click();
  await expect(page).toHaveURL(/#\/miners\/[ft]0\d+\?deadline=\d+/);
  await page.goBack();
  await expect(attention).toBeVisible();
}

async function pinAndMove(page: Page): Promise<void> {
  const head = page.getByText(/^as of epoch/);
  await expect(head).toBeVisible();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\?at=\d+$/);
  const at = Number(/at=(\d+)/.exec(page.url())?.[1]);
  const pin = page.getByRole('region', { name: 'Pin' });
  await expect(pin).toContainText(`Pinned to epoch ${at.toLocaleString('en-US')}`);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(page).toHaveURL(new RegExp(`at=${at - 2}$`));
  await expect(pin).toContainText(/behind the head/);
  await expect(page.getByRole('region', { name: 'Tipsets before it' })).toBeVisible();
  // What was shown before stays until the next is there.
  const epoch = async () => Number(/epoch ([\d,]+)/.exec(await head.innerText())?.[1]?.replaceAll(',', ''));
  await expect.poll(epoch).toBeLessThanOrEqual(at - 2);
  const shown = await head.innerText();
  // Heads go on; what is pinned does not.
  await expect(pin).toContainText(/[3-9] min .*behind the head|[3-9] min behind the head/);
  expect(await head.innerText()).toBe(shown);

  await pin.getByRole('textbox', { name: 'Pinned epoch' }).fill('999999999');
  await expect(pin.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await pin.getByRole('textbox').fill('40');
  await pin.getByRole('textbox').press('Enter');
  await expect(head).toContainText(/as of epoch (40|39|38),/);
  await page.goBack();
  await expect(pin).toBeHidden();
  await page.goForward();
  await expect(pin).toContainText('Pinned to epoch 40');
  await pin.getByRole('button', { name: 'Follow the head' }).click();
  await expect(page).not.toHaveURL(/at=/);
  await expect(pin).toBeHidden();
}

async function chooseSpan(page: Page): Promise<void> {
  const fees = page.getByRole('region', { name: 'Base fee' });
  const known = async () => Number(/(\d+) tipsets known/.exec((await fees.getByRole('img').getAttribute('aria-label')) ?? '')?.[1]);
  await expect(fees.getByRole('img')).toHaveAttribute('aria-label', /^Base fee, last hour/);
  const before = await known();
  await fees.getByRole('button', { name: '24 h' }).click();
  await expect(fees.getByRole('img')).toHaveAttribute('aria-label', /^Base fee, last 24 hours/);
  await expect.poll(known).toBeGreaterThan(before);
}

async function seeChanges(page: Page): Promise<void> {
  await openScreen(page, 'Overview');
  const changes = page.getByRole('region', { name: 'What changed' });
  await expect(changes).toContainText('since your last visit');
  await expect(changes.getByRole('grid').getByRole('row').nth(1)).toContainText(/[ft]01000/);
  await changes.getByRole('button', { name: '24 h' }).click();
  await expect(changes).toContainText(/^What changedsince,/);
  await expect(page.getByRole('region', { name: 'In progress' })).toContainText(/Sealing\d+ sectors?/);
}
