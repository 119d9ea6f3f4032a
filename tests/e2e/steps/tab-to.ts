import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** So many stops may lie between two things on a screen. */
const STOPS_AT_MOST = 150;

/** Goes on by Tab from where the focus is until it is on this. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < STOPS_AT_MOST; stop += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Opens a screen by its keys: `g`, then its letter. */
export async function goByKeys(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
