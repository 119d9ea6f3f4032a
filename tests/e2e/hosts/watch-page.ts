import type { Page } from 'playwright';

/** Notes what goes wrong in a document: errors that were thrown, and errors on the console, which includes every violation of the policy. */
export function watchPage(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(`page error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.text().includes('Content Security Policy')) {
      problems.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('crash', () => problems.push('the page crashed'));
}
