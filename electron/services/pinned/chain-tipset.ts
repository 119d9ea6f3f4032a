/** Summary of a tipset: enough for the head, the strip, and the links between tipsets. */
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { StripEntry } from '../../../shared/ipc/schemas/chain.ts';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';

export interface ChainTipset {
  readonly key: readonly Cid[];
  readonly height: number;
  readonly timeMs: number;
  /** Key of the parent tipset. */
  readonly parents: readonly Cid[];
  readonly parentWeight: bigint;
  /** Base fee of this tipset's own messages, attoFIL. */
  readonly baseFee: string;
  readonly blocks: readonly { readonly cid: string; readonly miner: string; readonly winCount: number }[];
}

/** Return a tipset key as text; the order of its blocks is part of it. */
export function keyText(key: readonly string[]): string {
  return key.join(',');
}

export function isSameKey(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((cid, index) => cid === right[index]);
}

export function tipsetRef(tipset: ChainTipset): TipsetRef {
  return { height: tipset.height, key: [...tipset.key], timeMs: tipset.timeMs };
}

/**
 * Return the strip: one entry per epoch from the oldest known tipset to the head, at most `limit`. An epoch between two linked tipsets is
 * a null round.
 *
 * @param tipsets linked, oldest first
 */
export function stripOf(tipsets: readonly ChainTipset[], limit: number): StripEntry[] {
  const entries: StripEntry[] = [];
  let previous: ChainTipset | undefined;
  for (const tipset of tipsets) {
    if (previous !== undefined) {
      const step = (tipset.timeMs - previous.timeMs) / (tipset.height - previous.height);
      for (let height = Math.max(previous.height + 1, tipset.height - limit); height < tipset.height; height++) {
        const timeMs = previous.timeMs + step * (height - previous.height);
        entries.push({ height, timeMs, isNullRound: true, key: [], blocks: [] });
      }
    }
    entries.push({
      height: tipset.height,
      timeMs: tipset.timeMs,
      isNullRound: false,
      key: [...tipset.key],
      blocks: tipset.blocks.map((block) => ({ ...block })),
      baseFee: tipset.baseFee,
    });
    previous = tipset;
  }
  return entries.slice(-limit);
}
