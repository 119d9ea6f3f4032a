import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { formatInteger } from '../../../shared/text/format.ts';
import styles from './tabs.module.css';

interface TabsProps<V extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: V; readonly label: string; readonly count?: number }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** What the chosen tab shows. */
  readonly children: ReactNode;
}

/** Faces of one thing, one at a time. Arrow keys move between them. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // In a narrow pane the chosen one may lie outside of what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the choice changes
  useEffect(() => {
    const { current } = list;
    const chosen = current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (current === null || chosen === null || chosen === undefined) return;
    const overhang = chosen.offsetLeft + chosen.offsetWidth - current.clientWidth;
    current.scrollLeft = Math.max(0, overhang);
  }, [value]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.value}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-tab={tab.value}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
          >
            {tab.label}
            {tab.count === undefined ? undefined : <span className={styles.count}>{formatInteger(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
