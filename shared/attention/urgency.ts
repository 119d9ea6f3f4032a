/** Order of findings: by the time left to act, then by cost. */
import type { Finding, Severity } from '../ipc/schemas/attention.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Daily cost in attoFIL. Below `LITTLE_ATTO` a fault is never urgent; from `MUCH_ATTO` on it is urgent hours earlier. */
const LITTLE_ATTO = 10n ** 18n;
const MUCH_ATTO = 100n * 10n ** 18n;

/** Time left assumed for findings that have no deadline of their own. */
const LEFT_MS: Readonly<Record<Severity, number>> = {
  critical: HOUR_MS,
  warning: 12 * HOUR_MS,
  pending: 24 * HOUR_MS,
  // Plans come after everything else, however soon they are due.
  info: 90 * 24 * HOUR_MS,
};

/** Urgency of findings that name none. */
export const URGENCIES: Readonly<Record<Severity, string>> = { critical: 'Act now', warning: 'Soon', pending: 'Stuck', info: 'Plan' };

/**
 * Return the urgency of a fault.
 *
 * @param leftMs time left to act; undefined if unknown
 * @param costADay attoFIL; undefined if unknown, which counts as neither little nor much
 */
export function urgencyOf(leftMs: number | undefined, costADay: bigint | undefined): Pick<Finding, 'severity' | 'urgency'> {
  const isMuch = costADay !== undefined && costADay >= MUCH_ATTO;
  const isLittle = costADay !== undefined && costADay < LITTLE_ATTO;
  const hours = leftMs === undefined ? (isMuch ? 0 : 6) : leftMs / HOUR_MS;
  if (!isLittle && hours <= (isMuch ? 6 : 1)) return { severity: 'critical', urgency: 'Act now' };
  return { severity: 'warning', urgency: hours <= 6 || isMuch ? 'Soon' : 'Today' };
}

/** Least time left first; within the same hour (or ten minutes of the last hour), highest cost first. */
export function byUrgency(chainNowMs: number): (left: Finding, right: Finding) => number {
  const leftOf = ({ severity, until, isCause }: Finding): number => {
    if (isCause === true) return 0;
    const untilMs = until === undefined ? undefined : Math.max(0, until.timeMs - chainNowMs);
    return severity === 'info' ? LEFT_MS.info + (untilMs ?? 0) : (untilMs ?? LEFT_MS[severity]);
  };
  return (left, right) => {
    const [leftMs, rightMs] = [leftOf(left), leftOf(right)];
    return stepOf(leftMs) - stepOf(rightMs) || compare(BigInt(right.costADay ?? 0), BigInt(left.costADay ?? 0)) || leftMs - rightMs;
  };
}

/** Round a time left down to its step. */
function stepOf(leftMs: number): number {
  const stepMs = leftMs < HOUR_MS ? 10 * MINUTE_MS : HOUR_MS;
  return Math.floor(leftMs / stepMs) * stepMs;
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
