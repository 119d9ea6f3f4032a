/** When what was read for a rehearsal is too old for its upgrade. Pure: by heights alone. */

/** So that a fast chain is not read without a pause as the upgrade comes near. */
const MIN_AGE_EPOCHS = 5;
const PARTS_OF_TIME_LEFT = 10;

/**
 * Whether a rehearsal is to be read again: the head has crossed the upgrade since, or the read is older than a tenth of the time left.
 *
 * @param readAt height of the tipset that was read
 * @param height the last epoch before the upgrade
 */
export function isRehearsalDue(readAt: number, height: number, headHeight: number): boolean {
  if (readAt > height) return false;
  if (headHeight > height) return true;
  return headHeight - readAt > Math.max(MIN_AGE_EPOCHS, (height - headHeight) / PARTS_OF_TIME_LEFT);
}
