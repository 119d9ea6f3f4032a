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

/** How many answers running must say the same lower head before it is believed. */
export const REPEATS_TO_BELIEVE = 3;

/** Counts how often the same lower head was offered without a better one in between. */
export class LowerHeadWatch {
  #text = '';
  #count = 0;

  /** Returns true when this head has now been offered often enough to be believed. */
  offer(candidate: ChainTipset): boolean {
    const text = keyText(candidate.key);
    this.#count = text === this.#text ? this.#count + 1 : 1;
    this.#text = text;
    return this.#count >= REPEATS_TO_BELIEVE;
  }

  clear(): void {
    this.#text = '';
    this.#count = 0;
  }
}
