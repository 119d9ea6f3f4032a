/** Ways of somebody who has a keyboard and nothing else. */
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** So many stops may lie between two things on a screen. */
const MAX_STOPS = 150;

/** Goes on by Tab from where the focus is until it is on this. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** Goes to a button or a link and presses it. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field and writes into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens a screen by its keys: `g`, then its letter. */
export async function goByKeys(page: Page, letter: string, title: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(letter);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Opens a screen by its name in the palette, which also opens while a field has the focus. */
export async function goByPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByPlaceholder('Command, screen, address, CID, epoch or deal')).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Counts what a pointer does in a document from now on, so that a journey by keys can prove that it is one. */
export async function countPointer(page: Page): Promise<() => Promise<number>> {
  // A window that opens is another document at first.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => {
    Object.assign(globalThis, { pointerCount: 0 });
    addEventListener('pointerdown', () => Object.assign(globalThis, { pointerCount: Reflect.get(globalThis, 'pointerCount') + 1 }), true);
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'pointerCount') as number);
}
