/**
 * Decides whether a head offered by a node replaces the accepted one.
 *
 * Behind a load balancer, consecutive answers come from different replicas and may go backwards or alternate between siblings of one height.
 * A head is accepted if it is higher, or heavier at the same height; any other only if the endpoint keeps offering it, because a chain can be
 * set back (ChainSetHead). A head that is part of the accepted chain is never a reorg: its backend has not seen the newer tipsets.
 */
import { type ChainTipset, keyText } from '../pinned/chain-tipset.ts';

export function isBetterHead(candidate: ChainTipset, head: ChainTipset): boolean {
  if (candidate.height !== head.height) {
    return candidate.height > head.height;
  }
  if (candidate.parentWeight !== head.parentWeight) {
    return candidate.parentWeight > head.parentWeight;
  }
  return candidate.blocks.length > head.blocks.length;
}

/** Number of consecutive answers with the same lower head, or one built on it, before it is accepted. */
const REPEATS_TO_BELIEVE = 3;
/** And for how many epochs: backends of a hosted endpoint lag by fewer, and may be on a tipset that others have reverted. */
const EPOCHS_TO_BELIEVE = 4;

/** Counts how often and how long the same lower head or its children were offered without a better one in between. */
export class LowerHeadWatch {
  #text = '';
  #count = 0;
  #sinceMs = 0;

  /** Return whether this head has now been offered often and long enough to be accepted. */
  offer(candidate: ChainTipset, nowMs: number, paceMs: number): boolean {
    const text = keyText(candidate.key);
    const isSameLine = text === this.#text || keyText(candidate.parents) === this.#text;
    if (!isSameLine) {
      this.#count = 0;
      this.#sinceMs = nowMs;
    }
    this.#count += 1;
    this.#text = text;
    return this.#count >= REPEATS_TO_BELIEVE && nowMs - this.#sinceMs >= EPOCHS_TO_BELIEVE * paceMs;
  }

  clear(): void {
    this.#text = '';
    this.#count = 0;
  }
}
