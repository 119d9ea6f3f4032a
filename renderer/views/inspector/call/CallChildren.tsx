import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatLatency } from '../../../../shared/text/format.ts';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { formatClock } from '../../../lib/shown-time.ts';
import { CallStatus } from '../list/inspector-columns.tsx';
import { shortMethod } from '../method-name.ts';
import styles from './call-pane.module.css';
import { sizeText } from './size-text.ts';

interface CallChildrenProps {
  readonly calls: readonly CallSummary[];
  readonly onOpen: (id: number) => void;
}

/** Calls that belong to this one, the newest first. */
export function CallChildren({ calls, onOpen }: CallChildrenProps) {
  return (
    <ul className={styles.children}>
      {[...calls].reverse().map((call) => (
        <li key={call.id}>
          <button type="button" onClick={() => onOpen(call.id)}>
            <span className="t3">{formatClock(call.atMs)}</span>
            <span className={styles.childName}>
              <UntrustedText
                text={call.paramsPreview === '' || call.kind !== 'frame' ? shortMethod(call.method) : call.paramsPreview}
                maximumLength={80}
              />
            </span>
            <CallStatus call={call} />
            <span className={styles.childFigure}>
              {call.tookMs === undefined || call.kind === 'frame' ? sizeText(call.responseBytes ?? 0) : formatLatency(call.tookMs)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
