/**
 * The accepted chain: linked tipsets up to the head, limited in epochs.
 * Pure: steps of a node are applied only if they link to known tipsets.
 */
import { type ChainTipset, isSameKey, keyText } from '../pinned/chain-tipset.ts';

export interface HeadStep {
  readonly type: 'revert' | 'apply';
  readonly tipset: ChainTipset;
}

/** Result of applying steps: `reverted` newest first, `applied` oldest first, as sent by the node. */
export type StepsOutcome =
  | { readonly kind: 'accepted'; readonly reverted: readonly ChainTipset[]; readonly applied: readonly ChainTipset[] }
  /** The head was reverted and its parent is unknown here. */
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

  /** Return the accepted child of a tipset, if known here. */
  childOf(key: readonly string[]): ChainTipset | undefined {
    return this.#tipsets.find((tipset) => isSameKey(tipset.parents, key));
  }

  /** Drop everything and start from one tipset. */
  reset(tipset: ChainTipset): void {
    this.#tipsets = [tipset];
  }

  /** Prepend older tipsets (oldest first) if they link to the oldest known one; returns whether they did. */
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

  /** Apply a node's steps in order (reverts newest first, then applies), or leave the chain unchanged. */
  applySteps(steps: readonly HeadStep[]): StepsOutcome {
    const next = [...this.#tipsets];
    const removed: ChainTipset[] = [];
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
          removed.push(last);
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
      return expectedParent === undefined ? { kind: 'disconnected' } : { kind: 'headless', parentKey: expectedParent, reverted: removed };
    }
    this.#tipsets = next;
    this.#trim();
    return { kind: 'accepted', reverted: removed, applied: given };
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
