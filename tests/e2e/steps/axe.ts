/** What axe finds in a document: everything in the dark theme, and in the light one whatever depends on colours. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** In place of axe's own source, which takes its time, where the document has it already. */
const NOTHING = ';';

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
    const hasAxe = await page.evaluate(() => 'axe' in globalThis);
    const axe = new AxeBuilder(hasAxe ? { page, axeSource: NOTHING } : { page })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] });
    const { violations } = await (theme === 'dark' ? axe : axe.withRules(COLOUR_RULES)).analyze();
    for (const { id, nodes } of violations) {
      for (const { target, failureSummary = '' } of nodes) found.push(`${where}, ${theme}: ${id}: ${target.join(' ')}: ${failureSummary}`);
    }
  }
  return found;
}
