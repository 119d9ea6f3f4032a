/** The 48 deadlines of a proving period as bars: height by sectors, fill and mark by state, and what to say of the open one. */
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { Deadline } from '../../../shared/ipc/schemas/providers.ts';

export type DeadlineState = Deadline['state'];

export interface DeadlineBar {
  readonly index: number;
  readonly state: DeadlineState;
  /** 0 to 1 of the full height; every deadline with sectors is at least tall enough for its mark. */
  readonly height: number;
  /** Written above the bar: how many sectors are faulty. Undefined when none is. */
  readonly faultyLabel: string | undefined;
  readonly deadline: Deadline;
}

/** In the order of the legend. */
export const DEADLINE_STATES: readonly { readonly state: DeadlineState; readonly label: string }[] = [
  { state: 'proven', label: 'proven' },
  { state: 'open', label: 'open now' },
  { state: 'upcoming', label: 'upcoming' },
  { state: 'partly-faulty', label: 'some faulty' },
  { state: 'faulty', label: 'all faulty' },
  { state: 'empty', label: 'no sectors' },
];

const MIN_HEIGHT = 1 / 3;

/** The bars in the order of their index. Heights compare the live sectors of this miner's deadlines with each other. */
export function deadlineBars(deadlines: readonly Deadline[]): DeadlineBar[] {
  const most = Math.max(1, ...deadlines.map((deadline) => deadline.live));
  return [...deadlines]
    .sort((left, right) => left.index - right.index)
    .map((deadline) => ({
      index: deadline.index,
      state: deadline.state,
      height: deadline.live === 0 ? (deadline.state === 'open' ? MIN_HEIGHT : 0) : MIN_HEIGHT + (1 - MIN_HEIGHT) * (deadline.live / most),
      faultyLabel: deadline.faulty === 0 ? undefined : String(deadline.faulty),
      deadline,
    }));
}

export interface DeadlineSummary {
  readonly current: Deadline | undefined;
  /** Partitions of the open deadline that a proof is due for, without one so far. */
  readonly unprovenPartitions: number;
  /** Deadlines with faults: those with the most that nobody declared as recovering first, of equal ones that which opens next. */
  readonly troubled: readonly Deadline[];
  readonly faultySectors: number;
}

export function summariseDeadlines(deadlines: readonly Deadline[], currentIndex: number): DeadlineSummary {
  const current = deadlines.find((deadline) => deadline.index === currentIndex);
  const lost = ({ faulty, recovering }: Deadline): number => faulty - recovering;
  const opens = (deadline: Deadline): number => nextWindow(deadline, currentIndex).openTimeMs;
  const troubled = deadlines
    .filter((deadline) => deadline.faulty > 0)
    .sort((left, right) => lost(right) - lost(left) || opens(left) - opens(right));
  return {
    current,
    unprovenPartitions: current === undefined ? 0 : Math.max(0, current.duePartitions - current.provenPartitions),
    troubled,
    faultySectors: troubled.reduce((sum, deadline) => sum + deadline.faulty, 0),
  };
}

/**
 * Where the present moment stands, in deadlines from the start of the period; undefined outside of it. That need not be in the deadline
 * that was open: a read of the state stays what it was when it is hours old.
 */
export function placeOfNow(deadlines: readonly Deadline[], nowMs: number): number | undefined {
  const now = deadlines.find(({ openTimeMs, closeTimeMs }) => openTimeMs <= nowMs && nowMs < closeTimeMs);
  return now === undefined ? undefined : now.index + (nowMs - now.openTimeMs) / (now.closeTimeMs - now.openTimeMs);
}

export interface NextWindow {
  readonly openTimeMs: number;
  /** Until then a recovery can be declared for it. */
  readonly cutoffTimeMs: number;
}

/** The next window of a deadline that is not open: this period's, or that of the period after. */
export function nextWindow(deadline: Deadline, currentIndex: number): NextWindow {
  const epochMs = (deadline.closeTimeMs - deadline.openTimeMs) / EPOCHS.deadlineWindow;
  const openTimeMs = deadline.openTimeMs + (deadline.index <= currentIndex ? EPOCHS.provingPeriod * epochMs : 0);
  return { openTimeMs, cutoffTimeMs: openTimeMs - EPOCHS.faultCutoff * epochMs };
}

/** One sentence per deadline for the pointer and the screen reader. */
export function deadlineSentence(deadline: Deadline, timeText: (timeMs: number) => string): string {
  const label = DEADLINE_STATES.find((entry) => entry.state === deadline.state)?.label ?? deadline.state;
  const span = `${timeText(deadline.openTimeMs)} to ${timeText(deadline.closeTimeMs)}`;
  if (deadline.live === 0) return `Deadline ${deadline.index}, ${label}, ${span}`;
  const faults =
    deadline.faulty === 0 ? '' : `, ${deadline.faulty} faulty${deadline.recovering === 0 ? '' : `, ${deadline.recovering} recovering`}`;
  return `Deadline ${deadline.index}, ${label}, ${span}, ${deadline.live} ${deadline.live === 1 ? 'sector' : 'sectors'} in ${deadline.partitions} ${
    deadline.partitions === 1 ? 'partition' : 'partitions'
  }, ${deadline.provenPartitions} proven${faults}`;
}
