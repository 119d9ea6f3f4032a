import { IconPlayerPlay, IconPlayerStop, IconRefresh, IconRoute2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { PanelError } from '../../../../shared/ipc/schemas/common.ts';
import type { StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatDuration, formatInteger } from '../../../../shared/text/format.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { CallBudgetField, NO_BUDGET } from './CallBudgetField.tsx';
import { announcement, isBlockMissing, readFigures, readWords } from './read-progress.ts';
import styles from './state.module.css';
import type { MinerReading } from './use-miner-read.ts';
import { useReadClock } from './use-read-clock.ts';

/** A healthy endpoint answers faster than this; a longer silence is reported. */
const LONG_SILENCE_MS = 4000;

interface ReadBandProps {
  readonly progress: StateReadProgress;
  readonly reading: MinerReading;
}

/** Progress or outcome of a read, with its actions. The last button stays in place and keeps the focus. */
export function ReadBand({ progress, reading }: ReadBandProps) {
  const { state, problem, step } = progress;
  const { tone, icon: Icon, title, reason } = readWords(progress);
  const band = useRef<HTMLElement>(null);
  useEffect(() => {
    // Move the focus here if the focused button was removed.
    if (document.activeElement === document.body) band.current?.focus({ preventScroll: true });
  }, []);
  const { elapsedMs, silentMs } = useReadClock(progress);
  const isRunning = state === 'running';
  const spoken = state === 'failed' ? 'alert' : 'status';
  return (
    <section ref={band} className={styles.band} data-tone={tone} data-state={state} aria-label="Reading from the state" tabIndex={-1}>
      <Icon className={styles.bandIcon} size={18} stroke={1.7} aria-hidden="true" />
      <div className={styles.told}>
        <div className={styles.title}>
          <h2>{title}</h2>
          {reason === undefined || state === 'failed' ? undefined : <span className="t2 ell">{reason}</span>}
          {silentMs < LONG_SILENCE_MS ? undefined : <span className="warn ell">No response for {formatDuration(silentMs)}</span>}
        </div>
        {state === 'failed' && problem !== undefined ? <Failure problem={problem} reason={reason} /> : undefined}
        <ul className={styles.figures}>
          {readFigures({ ...progress, elapsedMs }).map(({ label, value, note }) => (
            <li key={label}>
              <span className="t3">{label}</span> {value}
              {note === undefined ? undefined : <span className="t3 hide-narrow"> {note}</span>}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.bandActions}>
        <BandActions progress={progress} reading={reading} />
      </div>
      {isRunning ? (
        <progress
          className={styles.progress}
          max={1}
          value={step === undefined || step.total === 0 ? 0 : step.done / step.total}
          aria-label="Sectors read"
        />
      ) : undefined}
      <p key={spoken} className="visually-hidden" role={spoken}>
        {announcement(progress)}
      </p>
    </section>
  );
}

function Failure({ problem, reason }: { readonly problem: PanelError; readonly reason: string | undefined }) {
  const { message, code, details } = problem;
  return (
    <p className={styles.reason}>
      {reason === undefined ? undefined : `${reason} `}
      <UntrustedText text={message} maximumLength={400} />{' '}
      <span className={styles.code}>
        {code}
        {details?.method === undefined ? undefined : `, ${details.method}`}
        {details?.nodeCode === undefined ? undefined : `, code ${details.nodeCode}`}
        {details?.nodeMessage === undefined ? undefined : ': '}
      </span>
      {details?.nodeMessage === undefined ? undefined : <UntrustedText text={details.nodeMessage} maximumLength={200} isMono />}
    </p>
  );
}

/** The last button is the next action; it keeps the focus when the state of the read changes. */
function BandActions({ progress: { state, problem, isEmbedded }, reading }: ReadBandProps) {
  const [, navigate] = useLocation();
  const { callBudget } = reading;
  const refusal = callBudget === undefined && state !== 'running' ? NO_BUDGET : undefined;
  const callId = problem?.details?.callId;
  const isOfEndpoint =
    problem?.code === 'block-mismatch' || problem?.code === 'method-not-served' || (isBlockMissing(problem) && !isEmbedded);
  const main = {
    running: { label: 'Stop', icon: IconPlayerStop, act: reading.stop },
    done: { label: 'Read again', icon: IconRefresh, act: reading.start },
    cancelled: { label: 'Continue', icon: IconPlayerPlay, act: reading.goOn },
    failed: { label: 'Try again', icon: IconRefresh, act: reading.goOn },
    'budget-spent': {
      label: callBudget === undefined ? 'Continue' : `Continue with ${formatInteger(callBudget)} more calls`,
      icon: IconPlayerPlay,
      act: reading.goOn,
    },
  }[state];
  return (
    <>
      {state === 'running' ? undefined : <CallBudgetField label="Calls" value={callBudget} onChange={reading.setCallBudget} />}
      {isOfEndpoint ? (
        <Button size="small" onClick={() => navigate('/endpoints')}>
          Use another endpoint
        </Button>
      ) : undefined}
      {callId === undefined ? undefined : (
        <Button size="small" kind="quiet" icon={IconRoute2} onClick={() => navigate(`/inspector/${callId}`)}>
          Show the call
        </Button>
      )}
      {state === 'running' || state === 'done' ? undefined : (
        <Button size="small" kind="quiet" disabledReason={refusal} onClick={reading.start}>
          Start over
        </Button>
      )}
      <Button key="main" size="small" icon={main.icon} isBusy={reading.isBusy} disabledReason={refusal} onClick={main.act}>
        {main.label}
      </Button>
    </>
  );
}
