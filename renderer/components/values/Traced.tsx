import { Tooltip } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { useLocation } from 'wouter';
import { type FoundOrigin, findOrigins, type Origin } from '../../lib/origin.ts';
import { originWords } from '../../lib/origin-words.ts';
import { CallsContext } from './calls-context.ts';
import styles from './traced.module.css';

interface TracedProps {
  /** Where the figure stands in the answers of the calls around it (`CallsContext`); several where it was computed from them. */
  readonly of: Origin | readonly Origin[];
  /** What the call was about, where a list asked the same of many. */
  readonly about?: string | undefined;
  /** In the cell of a table, whose rows are one stop for Tab: `.` works under the pointer and on the row. */
  readonly isInCell?: boolean;
  readonly children: ReactNode;
}

/**
 * A figure that can show the call it came from, down to its place in the answer: a dotted line under the pointer or the focus, `.`
 * opens it. The key itself is handled once for the whole page, by `data-call-href`.
 */
export function Traced({ of, about, isInCell = false, children }: TracedProps) {
  const calls = useContext(CallsContext);
  const [, navigate] = useLocation();
  const found = findOrigins(calls, typeof of === 'string' ? [of] : of, about);
  const [first] = found;
  if (first === undefined) return <>{children}</>;
  if (isInCell) {
    return (
      <span
        className={styles.traced}
        data-call-href={first.href}
        data-call-method={first.call.method}
        title={found.map(hintText).join('\n')}
      >
        {children}
      </span>
    );
  }
  return (
    <Tooltip label={<TraceHint found={found} />}>
      <button
        type="button"
        className={styles.traced}
        data-call-href={first.href}
        data-call-method={first.call.method}
        onDoubleClick={() => navigate(first.href)}
        aria-description="Press . to open the call"
      >
        {children}
      </button>
    </Tooltip>
  );
}

function hintText({ call, path }: FoundOrigin): string {
  return `${call.method} ${path}, ${originWords(call)}`;
}

function TraceHint({ found }: { readonly found: readonly FoundOrigin[] }) {
  return (
    <>
      {found.map((origin) => (
        <div key={origin.href}>
          <span className="mono">
            {origin.call.method} {origin.path}
          </span>{' '}
          {originWords(origin.call)}
        </div>
      ))}
      <span className="t3">press . to open {found.length === 1 ? 'it' : 'the first'}</span>
    </>
  );
}
