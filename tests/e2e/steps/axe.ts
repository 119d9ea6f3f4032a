/** What axe finds in a document: everything in the dark theme, and in the light one whatever depends on colours. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * One line for each finding. The theme is that of the system here: a document follows it where nothing else was chosen under Settings.
 * Nothing fades meanwhile: half of a colour has half of its contrast.
 */
export async function axeProblems(page: Page, where: string): Promise<string[]> {
  const found: string[] = [];
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    // Without frames; the other mode opens a page of its own, which a spec that waits for a window would take for it.
    const axe = new AxeBuilder({ page }).setLegacyMode(true);
    const { violations } = await (theme === 'dark' ? axe : axe.withRules(COLOUR_RULES)).analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary = '' } of nodes) found.push(`${where}, ${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`);
    }
  }
  return found;
}
