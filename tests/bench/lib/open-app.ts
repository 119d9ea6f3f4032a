/** The app in a page of its own, from the address that opens it once, as soon as it knows a head. */
import type { Browser, Page } from 'playwright';

/** An embedded node with a large miner takes its time to begin. */
const HEAD_MS = 300_000;

export async function openApp(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.waitForFunction(() => /\d/.test(document.querySelector('[data-head-epoch]')?.textContent ?? ''), undefined, {
    timeout: HEAD_MS,
  });
  return page;
}
