import { formatClock } from '../../../lib/shown-time.ts';
import type { TimeSpan } from '../inspector-route.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Half of a label: nearer to an end there is no room for one. */
const EDGE_PX = 30;
const STEPS_MS = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24, 48, 120, 240].map((hours) => hours * HOUR_MS),
];

export interface TimeTick {
  readonly atMs: number;
  /** In percent of the span. */
  readonly left: number;
  readonly label: string;
}

/** Round moments within a span, as many as there is room for. */
export function timeTicks(span: TimeSpan, widthPx: number): readonly TimeTick[] {
  const spanMs = span.toMs - span.fromMs;
  if (spanMs <= 0 || widthPx <= 0) return [];
  const leastMs = (spanMs / widthPx) * 90;
  const stepMs = STEPS_MS.find((step) => step >= leastMs) ?? Math.ceil(leastMs / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const ticks: TimeTick[] = [];
  for (let atMs = Math.ceil(span.fromMs / stepMs) * stepMs; atMs <= span.toMs; atMs += stepMs) {
    const share = (atMs - span.fromMs) / spanMs;
    if (share * widthPx < EDGE_PX || (1 - share) * widthPx < EDGE_PX) continue;
    ticks.push({ atMs, left: share * 100, label: tickLabel(atMs, stepMs) });
  }
  return ticks;
}

function tickLabel(atMs: number, stepMs: number): string {
  if (stepMs < SECOND_MS) return `${formatClock(atMs)}.${String(atMs % SECOND_MS).padStart(3, '0')}`;
  return stepMs < MINUTE_MS ? formatClock(atMs) : formatClock(atMs).slice(0, 5);
}
