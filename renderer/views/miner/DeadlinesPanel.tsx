import { IconAlertCircle } from '@tabler/icons-react';
import { incomeDaysWords } from '../../../shared/domain/sectors/fault-fee.ts';
import type { Deadline, Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatCount, formatCountdown, formatInteger } from '../../../shared/text/format.ts';
import { callsOf, type MissingPart, PanelContent } from '../../components/feedback/QueryContent.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { useChainNow } from '../../hooks/use-chain-now.ts';
import { formatDue } from '../../lib/due-words.ts';
import { formatTime } from '../../lib/shown-time.ts';
import { DeadlineLegend, DeadlineMap } from './DeadlineMap.tsx';
import { type NextWindow, nextWindow, summariseDeadlines } from './deadline-map.ts';
import { BLOCK_ORIGIN, type FigureBlocks } from './figure-blocks.ts';
import styles from './miner.module.css';
import type { DeadlineFee, DeadlineFees } from './use-fault-fee.ts';

interface DeadlinesPanelProps {
  readonly deadlines: Miner['deadlines'] | undefined;
  /** Source blocks, if read from the state. */
  readonly blocks?: FigureBlocks | undefined;
  readonly missing: MissingPart;
  readonly selected?: number | undefined;
  /** Daily fault fees; undefined if unknown. */
  readonly fees?: DeadlineFees | undefined;
  /** Set if deadlines can be opened. */
  readonly onSelect?: ((index: number) => void) | undefined;
  /** Set if recoveries of all deadlines can be declared at once. */
  readonly onRecover?: (() => void) | undefined;
}

/** The proving period: deadline map, open deadline with countdown, and faulty deadlines. */
export function DeadlinesPanel({ deadlines: panel, blocks, missing, selected, fees, onSelect, onRecover }: DeadlinesPanelProps) {
  const nowMs = useChainNow();
  return (
    <div className={styles.deadlines}>
      <Panel title="Proving deadlines" sub={<DeadlineLegend />} calls={callsOf(panel)}>
        <PanelContent panel={panel} {...missing}>
          {({ deadlines, currentIndex }) => {
            const summary = summariseDeadlines(deadlines, currentIndex);
            const [worst] = summary.troubled;
            return (
              <>
                <DeadlineMap deadlines={deadlines} currentIndex={currentIndex} nowMs={nowMs} selected={selected} onSelect={onSelect} />
                <div className={styles.notes}>
                  {summary.current === undefined ? undefined : (
                    <OpenDeadline
                      deadline={summary.current}
                      blocks={blocks}
                      unproven={summary.unprovenPartitions}
                      nowMs={nowMs}
                      price={fees?.missed(summary.current)}
                    />
                  )}
                  {worst === undefined ? undefined : (
                    <WorstDeadline
                      deadline={worst}
                      next={nextWindow(worst, currentIndex)}
                      isOpen={worst.index === currentIndex}
                      nowMs={nowMs}
                      faultySectors={summary.faultySectors}
                      count={summary.troubled.length}
                      onOpen={onSelect}
                      price={fees?.faulty(worst)}
                      onRecover={onRecover}
                    />
                  )}
                </div>
              </>
            );
          }}
        </PanelContent>
      </Panel>
    </div>
  );
}

/** A daily fee, with its rule as a tooltip. */
function FeeADay({ price: { amount, isExact, incomeDays }, end }: { readonly price: DeadlineFee; readonly end: string }) {
  const quality = isExact ? 'by the quality of these sectors' : 'at the average quality of the active sectors';
  const rule = `Their share by power of 3.51 days of the epoch reward, for each day that they stay faulty, ${quality}. The first missed proof costs no fee.`;
  return (
    <span title={`${rule}${incomeDaysWords(incomeDays)}`}>
      {isExact ? '' : 'About '}
      <AmountText value={amount.toString()} places={2} /> {end}
    </span>
  );
}

interface OpenDeadlineProps {
  readonly deadline: Deadline;
  readonly blocks: FigureBlocks | undefined;
  readonly unproven: number;
  readonly nowMs: number;
  readonly price: DeadlineFee | undefined;
}

function OpenDeadline({ deadline, blocks, unproven, nowMs, price }: OpenDeadlineProps) {
  // The figures may be older than the window.
  const hasClosed = nowMs >= deadline.closeTimeMs;
  return (
    <div>
      <span className={styles.countdown}>{formatCountdown(deadline.closeTimeMs - nowMs)}</span>
      <div className={styles.noteText}>
        <b>
          Deadline{' '}
          <Traced of={['StateMinerProvingDeadline Index', BLOCK_ORIGIN]} about={blocks?.state}>
            {deadline.index}
          </Traced>{' '}
          {hasClosed ? 'closed' : 'closes'} at {formatTime(deadline.closeTimeMs)}, epoch{' '}
          <Traced of={['StateMinerProvingDeadline Close', BLOCK_ORIGIN]} about={blocks?.state}>
            {formatInteger(deadline.closeEpoch)}
          </Traced>
        </b>
        <span>
          {deadline.live === 0
            ? 'No sectors to prove.'
            : `${formatCount(deadline.live, 'sector')} in ${formatCount(deadline.partitions, 'partition')}, ${proofWords(deadline, unproven)}.`}
          {price === undefined || unproven === 0 ? undefined : (
            <>
              {' '}
              <FeeADay price={price} end="a day if it is missed." />
            </>
          )}
        </span>
      </div>
      {deadline.duePartitions === 0 ? undefined : (
        <span className={styles.noteEnd}>
          {unproven === 0 && deadline.faulty > 0 ? (
            <StatusText tone="warning">Proven, {formatInteger(deadline.faulty)} faulty</StatusText>
          ) : unproven === 0 ? (
            <StatusText tone="success">Proven</StatusText>
          ) : (
            <StatusText tone="warning">
              No proof for {unproven} of {deadline.duePartitions}
            </StatusText>
          )}
        </span>
      )}
    </div>
  );
}

function proofWords({ duePartitions, partitions, faulty }: Deadline, unproven: number): string {
  if (duePartitions === 0) return 'all faulty, no proof due';
  if (unproven > 0) return `${formatInteger(unproven)} not proven yet`;
  if (faulty > 0) return `all due partitions proven, ${formatCount(faulty, 'sector')} faulty`;
  return duePartitions === partitions ? 'all proven' : 'all due partitions proven';
}

interface WorstDeadlineProps {
  readonly deadline: Deadline;
  readonly next: NextWindow;
  readonly isOpen: boolean;
  readonly nowMs: number;
  readonly faultySectors: number;
  readonly count: number;
  readonly price: DeadlineFee | undefined;
  readonly onOpen: ((index: number) => void) | undefined;
  readonly onRecover: (() => void) | undefined;
}

function WorstDeadline({ deadline, next, isOpen, nowMs, faultySectors, count, price, onOpen, onRecover }: WorstDeadlineProps) {
  const lost = deadline.faulty - deadline.recovering;
  const canDeclare = lost > 0 && !isOpen && nowMs < next.cutoffTimeMs;
  return (
    <div>
      <IconAlertCircle size={18} stroke={1.7} className={styles.troubled} aria-hidden="true" />
      <div className={styles.noteText}>
        <b>
          Deadline {deadline.index}: {faultWords(deadline)}
        </b>
        <span>
          {price === undefined ? undefined : (
            <>
              <FeeADay price={price} end="a day." />{' '}
            </>
          )}
          {lost <= 0
            ? `Recovery is declared for all; the proof after ${formatDue(next.openTimeMs, nowMs)} clears the faults.`
            : canDeclare
              ? `Declare recovery by ${formatDue(next.cutoffTimeMs, nowMs)}, before it opens again.`
              : 'Too late to declare recovery for its next window. Declare it after that window closes.'}
          {count > 1 ? ` ${formatInteger(faultySectors)} faulty sectors in ${count} deadlines.` : ''}
        </span>
      </div>
      {onOpen === undefined ? undefined : (
        <span className={`${styles.noteEnd} row g8`}>
          {onRecover === undefined || count < 2 ? undefined : (
            <Button size="small" hint="One message for all faulty sectors" onClick={onRecover}>
              Declare all
            </Button>
          )}
          <Button size="small" onClick={() => onOpen(deadline.index)}>
            {canDeclare ? 'Declare recovery' : 'Open'}
          </Button>
        </span>
      )}
    </div>
  );
}

function faultWords({ faulty, live }: Deadline): string {
  if (live <= 1) return 'its only sector faulty';
  if (faulty >= live) return `all ${formatInteger(faulty)} sectors faulty`;
  return `${formatInteger(faulty)} of ${formatInteger(live)} sectors faulty`;
}
