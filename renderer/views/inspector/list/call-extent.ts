import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import type { TimeSpan } from '../inspector-route.ts';

/** When a call ended; one without an answer lasts until now. A frame is a moment. */
export function endOfCall(call: CallSummary, nowMs: number): number {
  if (call.kind === 'frame') return call.atMs;
  if (call.tookMs !== undefined) return call.atMs + call.tookMs;
  return call.status === 'pending' ? Math.max(call.atMs, nowMs) : call.atMs;
}

/** From the first beginning to the last end; undefined without calls. */
export function extentOf(calls: readonly CallSummary[], nowMs: number): TimeSpan | undefined {
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  for (const call of calls) {
    fromMs = Math.min(fromMs, call.atMs);
    toMs = Math.max(toMs, endOfCall(call, nowMs));
  }
  return fromMs > toMs ? undefined : { fromMs, toMs };
}

export interface BarPlace {
  /** In percent of the span. */
  readonly left: number;
  readonly width: number;
}

/** Where a call stands in a span of time, cut to it. */
export function placeInSpan(call: CallSummary, span: TimeSpan, nowMs: number): BarPlace {
  const spanMs = Math.max(1, span.toMs - span.fromMs);
  const left = Math.min(100, Math.max(0, ((call.atMs - span.fromMs) / spanMs) * 100));
  const right = Math.min(100, Math.max(left, ((endOfCall(call, nowMs) - span.fromMs) / spanMs) * 100));
  return { left, width: right - left };
}
