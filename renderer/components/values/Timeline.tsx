import type { ReactNode } from 'react';
import styles from './timeline.module.css';

export interface TimelineStep {
  readonly key: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** Right column: epoch or figure, and its date below. */
  readonly at?: ReactNode;
  readonly atNote?: ReactNode;
  readonly status: 'done' | 'now' | 'next' | 'bad';
}

const SAID: Readonly<Record<TimelineStep['status'], string>> = { done: 'done', now: 'now', next: 'upcoming', bad: 'failed' };

/** Steps from the first to the last: what has been, what is now, what is to come. Shapes differ, not only colours. */
export function Timeline({ steps, label }: { readonly steps: readonly TimelineStep[]; readonly label: string }) {
  return (
    <ol className={styles.list} aria-label={label}>
      {steps.map((step) => (
        <li key={step.key} className={styles[step.status]} aria-current={step.status === 'now' ? 'step' : undefined}>
          <i className={styles.point} aria-hidden />
          <div className={styles.what}>
            <div className={styles.title}>
              {step.title}
              <span className={styles.said}>, {SAID[step.status]}</span>
            </div>
            {step.note === undefined ? undefined : <div className={styles.note}>{step.note}</div>}
          </div>
          {step.at === undefined && step.atNote === undefined ? undefined : (
            <div className={styles.at}>
              <div>{step.at}</div>
              {step.atNote === undefined ? undefined : <div className={styles.note}>{step.atNote}</div>}
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}
