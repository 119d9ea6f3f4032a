import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { CallRef } from '../../shared/ipc/schemas/common.ts';
import { formatLatency } from '../../shared/text/format.ts';
import styles from './traced.module.css';

interface TracedProps {
  readonly call: CallRef | undefined;
  readonly children: ReactNode;
}

/**
 * A figure that can show the call it came from: a dotted line under the pointer or the focus, `.` opens the call.
 * The key itself is handled once for the whole page, by `data-call-id`.
 */
export function Traced({ call, children }: TracedProps) {
  const [, navigate] = useLocation();
  if (call === undefined) return <>{children}</>;
  const open = (): void => navigate(`/inspector/${call.id}`);
  return (
    <Tooltip label={<TraceHint call={call} />}>
      <button
        type="button"
        className={styles.traced}
        data-call-id={call.id}
        onDoubleClick={open}
        aria-description="Press . to open the call"
      >
        {children}
      </button>
    </Tooltip>
  );
}

function TraceHint({ call }: { readonly call: CallRef }) {
  return (
    <>
      <span className="mono">{call.method}</span> {call.isCached ? 'known already' : formatLatency(call.tookMs)}
      <span className="t3">, press . to open the call</span>
    </>
  );
}
