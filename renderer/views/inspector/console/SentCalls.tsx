import { IconPencil } from '@tabler/icons-react';
import { LIVE_SOURCE } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatLatency } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useFreshAnswer } from '../../../hooks/use-fresh-answer.ts';
import { useTopic } from '../../../hooks/use-topic.ts';
import { formatClock } from '../../../lib/shown-time.ts';
import { CallStatus } from '../list/inspector-columns.tsx';
import { methodWords } from '../method-name.ts';
import styles from './console.module.css';
import { paramsWords } from './params-words.ts';

const MAX_SHOWN = 20;
const REFRESH_PAUSE_MS = 500;

interface SentCallsProps {
  readonly shownId: number | undefined;
  readonly onShow: (id: number) => void;
  readonly onEdit: (id: number) => void;
}

/** Calls that were written by hand in this run, the newest first. */
export function SentCalls({ shownId, onShow, onEdit }: SentCallsProps) {
  const revision = useTopic('inspector.changed', (state) => state?.revision ?? 0);
  const { data } = useFreshAnswer(
    'console calls',
    (client) =>
      client.inspector.listCalls({
        source: LIVE_SOURCE,
        filter: 'cause=user',
        part: 'all',
        order: { by: 'id', direction: 'descending' },
        offset: 0,
        limit: MAX_SHOWN * 2,
      }),
    { revision, pauseMs: REFRESH_PAUSE_MS },
  );
  const rows = (data?.rows ?? [])
    .filter((call) => call.cause === 'user' && (call.kind === 'batch' || (call.kind === 'call' && call.parentId === undefined)))
    .slice(0, MAX_SHOWN);
  const activeId = useTopic('connections.changed', (state) => state?.activeId);
  if (rows.length === 0) return undefined;
  return (
    <section className={styles.sent} aria-label="Sent by hand">
      <h2>Sent by hand</h2>
      <ul>
        {rows.map((call) => (
          <li key={call.id} data-is-shown={call.id === shownId || undefined}>
            <button type="button" className={styles.sentCall} onClick={() => onShow(call.id)}>
              <span className="t3">{formatClock(call.atMs)}</span>
              <span className={styles.sentMethod}>
                <span className="mono">
                  <UntrustedText text={methodWords(call)} maximumLength={80} />
                </span>{' '}
                {call.connectionId === activeId ? undefined : (
                  <span className="t2 s12">
                    to <UntrustedText text={call.connectionName} maximumLength={40} />{' '}
                  </span>
                )}
                <span className="t3 s12">
                  <UntrustedText text={call.kind === 'batch' ? '' : paramsWords(call.paramsPreview)} maximumLength={80} />
                </span>
              </span>
              <CallStatus call={call} />
              <span className={styles.sentTook}>{call.tookMs === undefined ? '' : formatLatency(call.tookMs)}</span>
            </button>
            <Button kind="quiet" size="small" icon={IconPencil} isIconOnly onClick={() => onEdit(call.id)}>
              Edit and send again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
