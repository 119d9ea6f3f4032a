import type { CallSummary } from '../../../../shared/ipc/schemas/inspector.ts';
import { endOfCall } from './call-extent.ts';

export interface LanedCall {
  readonly call: CallSummary;
  readonly lane: number;
}

/**
 * Calls in lanes: two that overlap in time never share one, and each takes the first that is free. `gapMs` is how much time a
 * bar needs at least to be seen. In the order of their beginnings.
 */
export function callLanes(calls: readonly CallSummary[], nowMs: number, gapMs: number): readonly LanedCall[] {
  const ordered = [...calls].sort((left, right) => left.atMs - right.atMs || left.id - right.id);
  const freeFromMs: number[] = [];
  return ordered.map((call) => {
    const free = freeFromMs.findIndex((endMs) => endMs <= call.atMs);
    const lane = free === -1 ? freeFromMs.length : free;
    freeFromMs[lane] = Math.max(endOfCall(call, nowMs), call.atMs + gapMs);
    return { call, lane };
  });
}

/** The neighbour in time, or of the lanes above and below the one that begins nearest. */
export function neighbourOf(laned: readonly LanedCall[], id: number | undefined, key: string): CallSummary | undefined {
  const index = laned.findIndex(({ call }) => call.id === id);
  const current = laned[index];
  if (current === undefined) return laned.at(-1)?.call;
  switch (key) {
    case 'ArrowRight':
      return laned[index + 1]?.call;
    case 'ArrowLeft':
      return laned[index - 1]?.call;
    case 'Home':
      return laned[0]?.call;
    case 'End':
      return laned.at(-1)?.call;
    case 'ArrowDown':
    case 'ArrowUp': {
      const lane = current.lane + (key === 'ArrowDown' ? 1 : -1);
      const distance = (entry: LanedCall): number => Math.abs(entry.call.atMs - current.call.atMs);
      const inLane = laned.filter((entry) => entry.lane === lane);
      return inLane.reduce<LanedCall | undefined>(
        (best, entry) => (best === undefined || distance(entry) < distance(best) ? entry : best),
        undefined,
      )?.call;
    }
    default:
      return undefined;
  }
}
