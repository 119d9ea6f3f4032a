/** What finality rests on, in words. */
import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../shared/text/format.ts';

type Finalized = NonNullable<HeadState['finalized']>;

/** Who or what made it final: F3 and EC as the v2 API tells them apart, else the node or the depth. */
export function finalizedBy({ height, by, status }: Finalized): 'F3' | 'EC' | 'the node' | 'depth' {
  if (status?.f3Height !== undefined && status.f3Height >= height) return 'F3';
  if (status?.ecHeight !== undefined && status.ecHeight >= height) return 'EC';
  return by === 'node' ? 'the node' : 'depth';
}

/** Where the finalized height stands in the recorded answer. */
export function finalityOrigin({ status }: Finalized): string {
  return status === undefined ? 'ChainGetFinalizedTipSet Height' : 'ChainGetTipSetFinalityStatus finalizedTipSet.Height';
}

/** Safe height and EC threshold, short; undefined where only the finalized height is known. */
export function safeWords({ status }: Finalized): string | undefined {
  if (status === undefined) return undefined;
  const { safeHeight, ecThresholdDepth } = status;
  const parts = [
    safeHeight === undefined ? undefined : `safe ${formatInteger(safeHeight)}`,
    ecThresholdDepth === undefined ? 'EC threshold not met' : `EC threshold ${formatInteger(ecThresholdDepth)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** Every height and where they come from. */
export function finalityDetails(finalized: Finalized): string {
  const { height, status } = finalized;
  if (status === undefined) {
    const source = finalized.by === 'node' ? 'ChainGetFinalizedTipSet' : '900 epochs below the head';
    return `finalized ${formatInteger(height)}, from ${source}`;
  }
  const { ecHeight, f3Height } = status;
  const parts = [
    `finalized ${formatInteger(height)}`,
    safeWords(finalized),
    ecHeight === undefined ? 'EC finalized none' : `EC finalized ${formatInteger(ecHeight)}`,
    f3Height === undefined ? 'F3 finalized none' : `F3 finalized ${formatInteger(f3Height)}`,
  ];
  return `${parts.join(', ')}, from the v2 API`;
}
