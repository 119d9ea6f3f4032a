import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import { formatRelative } from '../../shared/text/format.ts';

/** Clocks of nodes differ by seconds; a head further ahead than this is one that the clock does not explain. */
const TOLERANCE_MS = 60_000;

type Capabilities = Partial<Pick<ConnectionsState['capabilities'], 'isChainAccelerated' | 'chainPaceMs'>>;

/** A practice chain whose pace is set by hand: its epochs say nothing about the time of day. */
export function hasOwnClock(capabilities: Capabilities | undefined): boolean {
  return capabilities?.isChainAccelerated === true || capabilities?.chainPaceMs !== undefined;
}

/**
 * How far a head lies in the future: undefined where it does not, or by no more than clocks differ, or where the chain is known to
 * keep a time of its own. Whoever shows the age of a head asks here first.
 *
 * @returns milliseconds, more than a minute
 */
export function aheadMs(headTimeMs: number | undefined, nowMs: number, capabilities: Capabilities | undefined): number | undefined {
  if (headTimeMs === undefined || hasOwnClock(capabilities)) return undefined;
  const ahead = headTimeMs - nowMs;
  return ahead > TOLERANCE_MS ? ahead : undefined;
}

/**
 * The time on the chain's own clock, for whatever counts to or from an epoch. It is the wall clock, except where the chain is known to be
 * accelerated and where its head is ahead of that clock, whoever is wrong: a window closes so many epochs after the head.
 *
 * @returns milliseconds since 1970
 */
export function chainNowMs(headTimeMs: number | undefined, nowMs: number, capabilities: Capabilities | undefined): number {
  if (headTimeMs === undefined) return nowMs;
  const toleranceMs = hasOwnClock(capabilities) ? 0 : TOLERANCE_MS;
  return capabilities?.isChainAccelerated === true || headTimeMs > nowMs + toleranceMs ? headTimeMs : nowMs;
}

/**
 * Since when the head is as it is: the time of its tipset. Of a chain that keeps a time of its own and has run ahead of the clock, only its
 * arrival here tells that; undefined where it is not known.
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

/** A time ahead in its largest unit, so that the words do not change with every second. */
export function aheadText(ms: number): string {
  return `${formatRelative(ms, 0).replace(/^in /, '')} in the future`;
}

/** What a head in the future means, in a sentence. */
export const AHEAD_WORDS =
  'The clock of this machine or of the node is wrong, or this is a practice chain that runs faster than the clock.';
