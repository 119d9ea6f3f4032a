import { type ReactNode, useId } from 'react';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { classNames } from '../../lib/class-names.ts';
import { CallLink } from '../values/CallLink.tsx';
import { CallsContext } from '../values/calls-context.ts';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Beside the title: a count, a legend, what the figures are. */
  readonly sub?: ReactNode;
  /** The calls behind the panel, named at the right of its head. */
  readonly calls?: readonly CallRef[] | undefined;
  /** At the right of the head, after the provenance. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
  /** Takes the height that is left, and scrolls inside. */
  readonly isFilling?: boolean;
  /** Draws the hairline below; panels inside `.ruled` do not need it. */
  readonly hasRule?: boolean;
}

/** A part of a screen: one head of fixed height, its provenance, and a body. Divided by lines, never by cards. */
export function Panel({ title, sub, calls, actions, children, isFilling = false, hasRule = false }: PanelProps) {
  const id = useId();
  return (
    <section className={classNames(styles.panel, isFilling && styles.filling, hasRule && styles.ruled)} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {sub === undefined ? undefined : <span className={styles.sub}>{sub}</span>}
        <span className={styles.right}>
          {calls === undefined ? undefined : <CallLink calls={calls} />}
          {actions}
        </span>
      </header>
      {calls === undefined ? children : <CallsContext value={calls}>{children}</CallsContext>}
    </section>
  );
}

/** The padded body of a panel whose content does not run from edge to edge. */
export function PanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}
