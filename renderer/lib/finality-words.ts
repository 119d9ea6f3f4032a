/** Texts for finality and its source. */
import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../shared/text/format.ts';

type Finalized = NonNullable<HeadState['finalized']>;

/** What made it final: F3 or EC as reported by the v2 API, else the node or the depth. */
export function finalizedBy({ height, by, status }: Finalized): 'F3' | 'EC' | 'the node' | 'depth' {
  if (status?.f3Height !== undefined && status.f3Height >= height) return 'F3';
  if (status?.ecHeight !== undefined && status.ecHeight >= height) return 'EC';
  return by === 'node' ? 'the node' : 'depth';
}

/** Method and path of the finalized height in the recorded answer. */
export function finalityOrigin({ status }: Finalized): string {
  return status === undefined ? 'ChainGetFinalizedTipSet Height' : 'ChainGetTipSetFinalityStatus finalizedTipSet.Height';
}

/** Safe height and EC threshold in short; undefined if only the finalized height is known. */
export function safeWords({ status }: Finalized): string | undefined {
  if (status === undefined) return undefined;
  const { safeHeight, ecThresholdDepth } = status;
  const parts = [
    safeHeight === undefined ? undefined : `safe ${formatInteger(safeHeight)}`,
    ecThresholdDepth === undefined ? 'EC threshold not met' : `EC threshold ${formatInteger(ecThresholdDepth)}`,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

/** All heights and their source. */
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
    ecHeight === undefined ? 'no EC finalized' : `EC finalized ${formatInteger(ecHeight)}`,
    f3Height === undefined ? 'no F3 finalized' : `F3 finalized ${formatInteger(f3Height)}`,
  ];
  return `${parts.join(', ')}, from the v2 API`;
}
