/**
 * The chain as this side has accepted it: linked tipsets up to the head, bounded in epochs.
 * Pure bookkeeping: what a node says is applied only when it links to what is already held.
 */
import { type ChainTipset, isSameKey, keyText } from '../pinned/chain-tipset.ts';

export interface HeadStep {
  readonly type: 'revert' | 'apply';
  readonly tipset: ChainTipset;
}

/** What a list of steps did: `reverted` newest first, `applied` oldest first, as the node said them. */
export type StepsOutcome =
  | { readonly kind: 'accepted'; readonly reverted: readonly ChainTipset[]; readonly applied: readonly ChainTipset[] }
  /** The head was taken away and its parent is not known here. */
  | { readonly kind: 'headless'; readonly parentKey: readonly string[]; readonly reverted: readonly ChainTipset[] }
  /** The steps do not link to the accepted chain. */
  | { readonly kind: 'disconnected' };

export class HeadChain {
  readonly #epochLimit: number;
  #tipsets: ChainTipset[] = [];

  constructor(epochLimit: number) {
    this.#epochLimit = epochLimit;
  }

  get head(): ChainTipset | undefined {
    return this.#tipsets.at(-1);
  }

  /** Linked, oldest first. */
  get tipsets(): readonly ChainTipset[] {
    return this.#tipsets;
  }

  find(key: readonly string[]): ChainTipset | undefined {
    const text = keyText(key);
    return this.#tipsets.find((tipset) => keyText(tipset.key) === text);
  }

  /** The accepted child of a tipset, if it is known here. */
  childOf(key: readonly string[]): ChainTipset | undefined {
    return this.#tipsets.find((tipset) => isSameKey(tipset.parents, key));
  }

  /** Forgets everything and starts from one tipset. */
  reset(tipset: ChainTipset): void {
    this.#tipsets = [tipset];
  }

  /** Adds older tipsets (oldest first) where they link to the oldest one held; returns whether they did. */
  prepend(older: readonly ChainTipset[]): boolean {
    const joined = [...older, ...this.#tipsets];
    for (let index = 1; index < joined.length; index++) {
      const parent = joined[index - 1];
      const child = joined[index];
      if (parent === undefined || child === undefined || !isSameKey(child.parents, parent.key) || child.height <= parent.height) {
        return false;
      }
    }
    this.#tipsets = joined;
    this.#trim();
    return true;
  }

  /** Applies a node's steps in order (reverts newest first, then applies), or leaves the chain as it is. */
  applySteps(steps: readonly HeadStep[]): StepsOutcome {
    const next = [...this.#tipsets];
    const taken: ChainTipset[] = [];
    const given: ChainTipset[] = [];
    let expectedParent: readonly string[] | undefined;
    for (const { type, tipset } of steps) {
      const last = next.at(-1);
      if (type === 'revert') {
        if (last === undefined || !isSameKey(last.key, tipset.key)) {
          return { kind: 'disconnected' };
        }
        next.pop();
        expectedParent = last.parents;
        if (given.at(-1) === last) {
          given.pop();
        } else {
          taken.push(last);
        }
        continue;
      }
      const parentKey = last?.key ?? expectedParent;
      if (parentKey !== undefined && (!isSameKey(tipset.parents, parentKey) || tipset.height <= (last?.height ?? -1))) {
        return { kind: 'disconnected' };
      }
      next.push(tipset);
      given.push(tipset);
    }
    if (next.length === 0) {
      return expectedParent === undefined ? { kind: 'disconnected' } : { kind: 'headless', parentKey: expectedParent, reverted: taken };
    }
    this.#tipsets = next;
    this.#trim();
    return { kind: 'accepted', reverted: taken, applied: given };
  }

  #trim(): void {
    const head = this.head;
    if (head === undefined) {
      return;
    }
    const oldest = head.height - this.#epochLimit + 1;
    const first = this.#tipsets.findIndex((tipset) => tipset.height >= oldest);
    if (first > 0) {
      this.#tipsets = this.#tipsets.slice(first);
    }
  }
}
