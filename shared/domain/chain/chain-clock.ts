import type { HeadState } from '../../ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../ipc/schemas/connections.ts';
import { formatRelative } from '../../text/format.ts';

/** Clocks of nodes differ by seconds; a head further ahead than this needs another explanation. */
const TOLERANCE_MS = 60_000;

type Capabilities = Partial<Pick<ConnectionsState['capabilities'], 'isChainAccelerated' | 'chainPaceMs'>>;

/** A practice chain whose pace is set by hand: its epochs say nothing about the time of day. */
export function hasOwnClock(capabilities: Capabilities | undefined): boolean {
  return capabilities?.isChainAccelerated === true || capabilities?.chainPaceMs !== undefined;
}

/**
 * How far the head is in the future. Undefined if it is not, if the difference is within the tolerance, or if the chain is known to run
 * on its own clock. Check this before showing the age of a head.
 *
 * @returns milliseconds, more than a minute
 */
export function aheadMs(headTimeMs: number | undefined, nowMs: number, capabilities: Capabilities | undefined): number | undefined {
  if (headTimeMs === undefined || hasOwnClock(capabilities)) return undefined;
  const ahead = headTimeMs - nowMs;
  return ahead > TOLERANCE_MS ? ahead : undefined;
}

/**
 * The time by the chain's own clock, for countdowns to and from an epoch. This is the wall clock, unless the chain is accelerated or its
 * head is ahead of the wall clock: then it is the head's time, because deadlines close a number of epochs after the head.
 *
 * @returns milliseconds since 1970
 */
export function chainNowMs(headTimeMs: number | undefined, nowMs: number, capabilities: Capabilities | undefined): number {
  if (headTimeMs === undefined) return nowMs;
  const toleranceMs = hasOwnClock(capabilities) ? 0 : TOLERANCE_MS;
  return capabilities?.isChainAccelerated === true || headTimeMs > nowMs + toleranceMs ? headTimeMs : nowMs;
}

/**
 * Since when this tipset has been the head: the time of the tipset. On a chain that runs on its own clock and is ahead of the wall clock,
 * the time it was received; undefined if unknown.
 */
export function headSinceMs(
  { head, headReceivedAtMs }: Pick<HeadState, 'head' | 'headReceivedAtMs'>,
  nowMs: number,
  capabilities: Capabilities | undefined,
): number | undefined {
  if (head === undefined) return undefined;
  const isRunningAhead =
    capabilities?.isChainAccelerated === true || (aheadMs(head.timeMs, nowMs, capabilities) === undefined && head.timeMs > nowMs);
  return isRunningAhead ? headReceivedAtMs : head.timeMs;
}

/** Format a time ahead in its largest unit, so that the text does not change every second. */
export function aheadText(ms: number): string {
  return `${formatRelative(ms, 0).replace(/^in /, '')} in the future`;
}

/** Explains a head in the future. */
export const AHEAD_WORDS =
  'The clock of this machine or of the node is wrong, or this is a practice chain that runs faster than real time.';
