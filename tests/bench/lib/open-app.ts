/** Open the app in a new page from its single-use URL; resolves once it has a head. */
import type { Browser, Page } from 'playwright';

/** Timeout for an embedded node with a large miner. */
const HEAD_MS = 300_000;

export async function openApp(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForFunction(() => /\d/.test(document.querySelector('[data-head-epoch]')?.textContent ?? ''), undefined, {
    timeout: HEAD_MS,
  });
  return page;
}
