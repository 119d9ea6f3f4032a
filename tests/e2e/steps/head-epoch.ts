import type { Page } from 'playwright';
import { topBar } from './top-bar.ts';

/** The epoch of the head as the top bar shows it; 0 while there is none. */
export async function headEpoch(page: Page): Promise<number> {
  // A chain that is made faster than its clock runs ahead of ours, and the cell says that in place of an age.
  const cell = topBar(page).getByRole('link', { name: /head, | in the future/ });
  if ((await cell.count()) === 0) return 0;
  const [digits = ''] = /^[\d,]+/.exec(await cell.innerText()) ?? [];
  return Number(digits.replaceAll(',', ''));
}
