import { IconX } from '@tabler/icons-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { elementScale } from '../../lib/element-scale.ts';
import { Button } from '../inputs/Button.tsx';
import { CallLink } from '../values/CallLink.tsx';
import { CallsContext } from '../values/calls-context.ts';
import styles from './detail-pane.module.css';

const MIN_PX = 300;
const MAX_PX = 720;
const STEP_PX = 24;

/** The width that a user gave the pane, kept while the page lives. */
let chosenWidthPx: number | undefined;

interface DetailPaneProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /** Small buttons in the head, before the one that closes. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Sections; see `DetailSection`. */
  readonly children: ReactNode;
  /** Actions, which stay at the bottom. */
  readonly footer?: ReactNode;
}

/** What is selected, beside the list. Scrolls by itself, closes with Esc, resizable by pointer and by arrow keys. */
export function DetailPane({ title, sub, actions, onClose, children, footer }: DetailPaneProps) {
  const id = useId();
  const [widthPx, setWidthPx] = useState(chosenWidthPx);

  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented || isInOverlay(event)) return;
      event.preventDefault();
      onClose();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);

  function resize(next: number): void {
    chosenWidthPx = Math.min(MAX_PX, Math.max(MIN_PX, next));
    setWidthPx(chosenWidthPx);
  }

  function onPointerDown(event: PointerEvent<HTMLHRElement>): void {
    const handle = event.currentTarget;
    const pane = handle.parentElement;
    if (pane === null) return;
    const right = pane.getBoundingClientRect().right;
    const scale = elementScale(pane);
    const move = (moved: globalThis.PointerEvent): void => resize((right - moved.clientX) / scale);
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
  }

  function onHandleKey(event: KeyboardEvent<HTMLHRElement>): void {
    const current = widthPx ?? event.currentTarget.parentElement?.offsetWidth ?? MIN_PX;
    if (event.key === 'ArrowLeft') resize(current + STEP_PX);
    else if (event.key === 'ArrowRight') resize(current - STEP_PX);
    else return;
    event.preventDefault();
  }

  return (
    <aside className={styles.pane} aria-labelledby={id} style={widthPx === undefined ? undefined : chosenWidth(widthPx)}>
      <hr
        className={styles.handle}
        aria-label="Pane width"
        aria-orientation="vertical"
        aria-valuenow={widthPx ?? 408}
        aria-valuemin={MIN_PX}
        aria-valuemax={MAX_PX}
        {...FOCUSABLE}
        onPointerDown={onPointerDown}
        onKeyDown={onHandleKey}
      />
      <header className={styles.head}>
        <div className="col grow">
          <h2 id={id}>{title}</h2>
          {sub === undefined ? undefined : <span className={styles.sub}>{sub}</span>}
        </div>
        {actions}
        <Button kind="quiet" size="small" icon={IconX} isIconOnly onClick={onClose}>
          Close
        </Button>
      </header>
      <section className={styles.scroll} aria-label="Details" {...FOCUSABLE}>
        {children}
      </section>
      {footer === undefined ? undefined : <footer className={styles.foot}>{footer}</footer>}
    </aside>
  );
}

/** A style sheet may still say that there is no room beside the list. */
const chosenWidth = (widthPx: number): CSSProperties => ({ '--chosen-width': `${widthPx}px` }) as CSSProperties;

const FOCUSABLE = { tabIndex: 0 } as const;

/** A palette or a dialog over the page takes its own Esc; what was in it may be gone by now. */
function isInOverlay(event: globalThis.KeyboardEvent): boolean {
  return event.composedPath().some((target) => target instanceof Element && target.getAttribute('role') === 'dialog');
}

interface DetailSectionProps {
  readonly title: string;
  /** The calls behind it, named at the right of the title. */
  readonly calls?: readonly CallRef[] | undefined;
  readonly children: ReactNode;
}

/** A titled part of a pane. */
export function DetailSection({ title, calls, children }: DetailSectionProps) {
  return (
    <div className={styles.section}>
      <h3>
        {title}
        {calls === undefined ? undefined : <CallLink calls={calls} />}
      </h3>
      {calls === undefined ? children : <CallsContext value={calls}>{children}</CallsContext>}
    </div>
  );
}
