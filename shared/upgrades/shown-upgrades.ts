/** The upgrades to list: all scheduled ones and the latest past ones. */
import type { ScheduledUpgrade, VersionKnowledge } from '../domain/chain/network-version.ts';

const MAX_PASSED = 3;

/** Scheduled upgrades first, the next one on top; then past ones, newest first. */
export function shownUpgrades({ upgrades }: Pick<VersionKnowledge, 'upgrades'>, headHeight: number): readonly ScheduledUpgrade[] {
  const scheduled = upgrades.filter(({ height }) => height >= headHeight);
  const passed = upgrades.filter(({ height }) => height < headHeight && height >= 0);
  return [...scheduled, ...passed.slice(-MAX_PASSED).reverse()];
}
