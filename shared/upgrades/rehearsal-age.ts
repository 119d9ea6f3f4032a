/** Whether the data of a rehearsal is outdated. Pure. */

/** Limits refreshes on fast chains shortly before the upgrade. */
const MIN_AGE_EPOCHS = 5;
const SHARES_OF_TIME_LEFT = 10;

/**
 * Whether to read a rehearsal again: the head has passed the upgrade, or the data is older than a tenth of the time left.
 *
 * @param readAt height of the tipset that was read
 * @param height the last epoch before the upgrade
 */
export function isRehearsalDue(readAt: number, height: number, headHeight: number): boolean {
  if (readAt > height) return false;
  if (headHeight > height) return true;
  return headHeight - readAt > Math.max(MIN_AGE_EPOCHS, (height - headHeight) / SHARES_OF_TIME_LEFT);
}
