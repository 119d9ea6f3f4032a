/** Which upgrades of a network are worth a rehearsal: those that are scheduled, and the newest that ran. */
import type { ScheduledUpgrade, VersionKnowledge } from '../domain/network-version.ts';

const MAX_PASSED = 3;

/** Scheduled ones first, the next one at the top; then the newest that ran. */
export function shownUpgrades({ upgrades }: Pick<VersionKnowledge, 'upgrades'>, headHeight: number): readonly ScheduledUpgrade[] {
  const scheduled = upgrades.filter(({ height }) => height >= headHeight);
  const passed = upgrades.filter(({ height }) => height < headHeight && height >= 0);
  return [...scheduled, ...passed.slice(-MAX_PASSED).reverse()];
}
