/** Sextant on recorded data, and what was recorded in words: put together here, not by Sextant's own formatters. */
import type { Locator, Page } from 'playwright';
import { type ReplayNode, type ReplayOptions, startReplayNode } from '../../fakes/replay-node/replay-node.ts';
import { expect, type LaunchOptions, type Sextant } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';

/** Starts a node with the data and Sextant on it. What has to be ended afterwards goes to `cleanups`. */
export async function openRecorded(
  launch: (options?: LaunchOptions) => Promise<Sextant>,
  options: ReplayOptions,
  cleanups: (() => Promise<void> | void)[],
): Promise<{ node: ReplayNode; page: Page }> {
  const node = await startReplayNode(options);
  cleanups.push(() => node.stop());
  const profile = await profileKnowing({ name: 'Recorded', httpUrl: node.httpUrl, wsUrl: node.wsUrl });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  return { node, page };
}

/** Thousands in groups, as people write them. */
export function grouped(value: string | number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function exactly(attoFil: string): string {
  return `${grouped(attoFil)} attoFIL`;
}

/** Types into the search field and takes the first hit. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(text);
  await expect(page.getByRole('listbox', { name: 'Search results' }).getByRole('option', { selected: true })).toBeVisible();
  await field.press('Enter');
}

/** The value beside a name in a list of facts. */
export function fact(scope: Locator, label: string): Locator {
  return scope.locator(`dt:text-is("${label}") + dd`);
}
