import type { CallDetail, CallPhases } from '../../../../shared/ipc/schemas/inspector.ts';
import { formatLatency } from '../../../../shared/text/format.ts';
import styles from './call-pane.module.css';

interface Phase {
  readonly key: keyof CallPhases | 'rest';
  readonly word: string;
  readonly meaning: string;
  readonly colour: string;
}

/** In the order in which they happen. */
const PHASES: readonly (Phase & { readonly key: keyof CallPhases })[] = [
  { key: 'queuedMs', word: 'queued', meaning: 'Queued because of the endpoint’s limits', colour: '--chart-8' },
  { key: 'dnsMs', word: 'name', meaning: 'DNS lookup', colour: '--chart-6' },
  { key: 'connectMs', word: 'connect', meaning: 'Opening the connection', colour: '--chart-4' },
  { key: 'tlsMs', word: 'TLS', meaning: 'TLS handshake', colour: '--chart-7' },
  { key: 'sendMs', word: 'send', meaning: 'Writing the request', colour: '--chart-3' },
  { key: 'waitMs', word: 'wait', meaning: 'From the last byte sent to the first byte received', colour: '--chart-1' },
  { key: 'readMs', word: 'read', meaning: 'Receiving the answer', colour: '--chart-5' },
];
/** What no phase accounts for, where it is more than clocks differ by. */
const REST_SHARE = 0.05;
const REST: Phase = { key: 'rest', word: 'other', meaning: 'Not attributed to a phase', colour: '--line-strong' };
const UNANSWERED: Phase = { key: 'rest', word: 'no answer', meaning: 'Until the call ended without an answer', colour: '--line-strong' };
/** A phase that happened is seen, however short. */
const MIN_SHARE = 0.006;

/** Where the time went. */
export function CallTiming({ call }: { readonly call: CallDetail }) {
  const { phases, summary } = call;
  const shown: (Phase & { readonly tookMs: number })[] = PHASES.flatMap((phase) => {
    const tookMs = phases?.[phase.key];
    return tookMs === undefined ? [] : [{ ...phase, tookMs }];
  });
  const knownMs = shown.reduce((sum, phase) => sum + phase.tookMs, 0);
  const totalMs = Math.max(knownMs, summary.tookMs ?? 0);
  const restMs = totalMs - knownMs;
  if (knownMs > 0 && restMs > totalMs * REST_SHARE) shown.push({ ...(call.response === undefined ? UNANSWERED : REST), tookMs: restMs });
  if (knownMs === 0) return undefined;
  return (
    <div className={styles.section}>
      <h3>Time {summary.tookMs === undefined ? undefined : <span className="t3">{formatLatency(summary.tookMs)}</span>}</h3>
      <div className={styles.timing} aria-hidden="true">
        {shown.map((phase) => (
          <i key={phase.key} style={{ flexGrow: Math.max(phase.tookMs / totalMs, MIN_SHARE), background: `var(${phase.colour})` }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {shown.map((phase) => (
          <li key={phase.key} title={phase.meaning}>
            <i style={{ background: `var(${phase.colour})` }} />
            {phase.word} {formatLatency(phase.tookMs)}
          </li>
        ))}
      </ul>
      {call.isConnectionReused === true ? <p className={styles.quiet}>Over an open connection.</p> : undefined}
    </div>
  );
}
