/** The main region, which every screen is drawn into. */
export const SCREEN_REGION_ID = 'screen';

/**
 * Moves the focus to the screen, for somebody who chose it by keyboard: the next Tab is in it. What on the screen took the focus
 * itself keeps it. Not at once: a palette that closes gives the focus back to where it was unless it has moved on by then.
 */
export function focusScreen(): void {
  setTimeout(() => {
    const region = document.getElementById(SCREEN_REGION_ID);
    if (region !== null && !region.contains(document.activeElement)) region.focus({ preventScroll: true });
  }, 0);
}
