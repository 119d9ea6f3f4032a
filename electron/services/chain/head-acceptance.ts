/**
 * Whether a head that a node offers takes the place of the accepted one.
 *
 * Behind a load balancer, consecutive answers come from different replicas and may go backwards or flip between siblings
 * of one height. A head is taken when it is higher, or heavier at the same height; one that is neither is taken only when
 * the endpoint keeps to it, because a chain can really be set back (ChainSetHead).
 */
import { type ChainTipset, keyText } from './chain-tipset.ts';

export function isBetterHead(candidate: ChainTipset, head: ChainTipset): boolean {
  if (candidate.height !== head.height) {
    return candidate.height > head.height;
  }
  if (candidate.parentWeight !== head.parentWeight) {
    return candidate.parentWeight > head.parentWeight;
  }
  return candidate.blocks.length > head.blocks.length;
}

/** How many answers running must say the same lower head, or one behind the other on it, before it is believed. */
export const REPEATS_TO_BELIEVE = 3;
/** A head that is part of the accepted chain is what a replica that lags behind says, and one endpoint may lead to it for a while. */
export const REPEATS_TO_GO_BACK = 12;

/** Counts how often the same lower head, or its children, were offered without a better one in between. */
export class LowerHeadWatch {
  #text = '';
  #count = 0;

  /**
   * Returns true when this head has now been offered often enough to be believed.
   *
   * @param isHeld the candidate is a part of the accepted chain
   */
  offer(candidate: ChainTipset, isHeld = false): boolean {
    const text = keyText(candidate.key);
    const isSameLine = text === this.#text || keyText(candidate.parents) === this.#text;
    this.#count = isSameLine ? this.#count + 1 : 1;
    this.#text = text;
    return this.#count >= (isHeld ? REPEATS_TO_GO_BACK : REPEATS_TO_BELIEVE);
  }

  clear(): void {
    this.#text = '';
    this.#count = 0;
  }
}
