import type { ReactNode } from 'react';
import styles from './scroll-area.module.css';

/** The part of a screen that scrolls below its head. Reachable by keyboard, because what scrolls must be. */
export function ScrollArea({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <section className={styles.area} aria-label={label} {...KEYBOARD_SCROLL}>
      {children}
    </section>
  );
}

const KEYBOARD_SCROLL = { tabIndex: 0 } as const;
