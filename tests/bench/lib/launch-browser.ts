/** The tests' browser, without its own network requests. */
import { type Browser, chromium } from 'playwright';

export function launchBrowser(): Promise<Browser> {
  const { SEXTANT_CHROMIUM: executablePath } = process.env;
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  });
}
