import { createTheme, Modal, Popover, Tooltip } from '@mantine/core';

/**
 * Where hints and what opens beside a button are drawn: inside of a landmark, so that a screen reader that goes by landmarks does not miss
 * them; and in an element with a place of its own, from which the size that is set can be told.
 */
export const HINTS_ID = 'hints';

/** Mantine under our tokens: behaviour is its own, appearance is ours (`mantine.css` and the modules of the components). */
export const mantineTheme = createTheme({
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '16px', md: '20px', lg: '20px', xl: '24px' },
  radius: { xs: '2px', sm: '3px', md: '3px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Tooltip: Tooltip.extend({
      defaultProps: {
        openDelay: 250,
        transitionProps: { duration: 120 },
        withArrow: false,
        classNames: { tooltip: 'tooltip' },
        portalProps: { target: `#${HINTS_ID}` },
      },
    }),
    Popover: Popover.extend({ defaultProps: { portalProps: { target: `#${HINTS_ID}` } } }),
    Modal: Modal.extend({
      defaultProps: { transitionProps: { duration: 120, transition: 'fade' }, yOffset: '5cqh' },
      classNames: { content: 'overlay-content', overlay: 'overlay-scrim', header: 'overlay-header' },
    }),
  },
});
