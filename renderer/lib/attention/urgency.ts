/** How urgent something is: by the time that is left to act, then by what it costs. */
import type { AttentionItem } from './check.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Costs a day: below the first a fault can wait for its last hours, from the second on hours are few. */
const LITTLE_ATTO = 10n ** 18n;
const MUCH_ATTO = 100n * 10n ** 18n;

/** The place in the list of what has no time of its own. */
const LEFT_MS: Readonly<Record<AttentionItem['tone'], number>> = {
  danger: HOUR_MS,
  warning: 12 * HOUR_MS,
  pending: 24 * HOUR_MS,
  // Plans come after everything else, however soon they are due.
  info: 90 * 24 * HOUR_MS,
};

/**
 * How urgent a fault is.
 *
 * @param leftMs until it is too late to act; undefined where that is unknown
 * @param costADay attoFIL; undefined where it is unknown, which counts as neither little nor much
 */
export function urgencyOf(leftMs: number | undefined, costADay: bigint | undefined): Pick<AttentionItem, 'tone' | 'urgency'> {
  const isMuch = costADay !== undefined && costADay >= MUCH_ATTO;
  const isLittle = costADay !== undefined && costADay < LITTLE_ATTO;
  const hours = leftMs === undefined ? (isMuch ? 0 : 6) : leftMs / HOUR_MS;
  if (!isLittle && hours <= (isMuch ? 6 : 1)) return { tone: 'danger', urgency: 'Act now' };
  return { tone: 'warning', urgency: hours <= 6 || isMuch ? 'Soon' : 'Today' };
}

/** The least time left first; of those within the same hour, or ten minutes of the last hour, what costs most. */
export function byUrgency(chainNowMs: number): (left: AttentionItem, right: AttentionItem) => number {
  const leftOf = ({ tone, until, isCause = false }: AttentionItem): number => {
    if (isCause) return 0;
    const untilMs = until === undefined ? undefined : Math.max(0, until.timeMs - chainNowMs);
    return tone === 'info' ? LEFT_MS.info + (untilMs ?? 0) : (untilMs ?? LEFT_MS[tone]);
  };
  return (left, right) => {
    const [leftMs, rightMs] = [leftOf(left), leftOf(right)];
    return stepOf(leftMs) - stepOf(rightMs) || compare(right.costADay ?? 0n, left.costADay ?? 0n) || leftMs - rightMs;
  };
}

/** The start of the step that a time left falls into. */
function stepOf(leftMs: number): number {
  const stepMs = leftMs < HOUR_MS ? 10 * MINUTE_MS : HOUR_MS;
  return Math.floor(leftMs / stepMs) * stepMs;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
