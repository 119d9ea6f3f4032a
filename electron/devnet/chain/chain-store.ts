import type { Cid } from '../../../shared/domain/cid.ts';
import { type Block, type ChainMessage, type HeadChange, keyTextOf, type TipsetNode } from './chain-types.ts';

/**
 * Tipsets, blocks and messages of the history window, by what they are asked by.
 * Reverted tipsets stay findable until the window leaves them behind.
 */
export class ChainStore {
  readonly #tipsets = new Map<string, TipsetNode>();
  readonly #tipsetsByHeight = new Map<number, TipsetNode[]>();
  readonly #canonical = new Map<number, TipsetNode>();
  readonly #blocks = new Map<Cid, Block>();
  readonly #messages = new Map<Cid, { message: ChainMessage; uses: number }>();
  /** Canonical tipset that carries a message, by network CID. */
  readonly #inclusion = new Map<Cid, TipsetNode>();
  readonly genesis: TipsetNode;
  readonly #keptEpochs: number;
  readonly #isShared: boolean;
  #head: TipsetNode;
  #floor: number;

  /** `keptEpochs` is how far the window reaches below the head. Tipsets that are shared with a longer window keep their parents. */
  constructor(genesis: TipsetNode, keptEpochs: number, base: TipsetNode = genesis, isShared = false) {
    this.genesis = genesis;
    this.#keptEpochs = keptEpochs;
    this.#isShared = isShared;
    this.#head = base;
    this.#floor = base.height;
    this.add(genesis);
    if (base !== genesis) this.add(base);
    this.#setCanonical(base);
  }

  get head(): TipsetNode {
    return this.#head;
  }

  /** Height of the oldest tipset still known (genesis aside). */
  get floor(): number {
    return this.#floor;
  }

  add(tipset: TipsetNode): TipsetNode {
    const known = this.#tipsets.get(tipset.keyText);
    if (known !== undefined) return known;
    this.#tipsets.set(tipset.keyText, tipset);
    const siblings = this.#tipsetsByHeight.get(tipset.height);
    if (siblings === undefined) this.#tipsetsByHeight.set(tipset.height, [tipset]);
    else siblings.push(tipset);
    for (const block of tipset.blocks) {
      this.#blocks.set(block.cid, block);
      for (const message of block.messages) {
        this.#count(message.cid, message, 1);
        if (message.unsignedCid !== message.cid) this.#count(message.unsignedCid, message, 1);
      }
    }
    return tipset;
  }

  byKey(key: readonly Cid[]): TipsetNode | undefined {
    return this.byKeyText(keyTextOf(key));
  }

  byKeyText(keyText: string): TipsetNode | undefined {
    return this.#tipsets.get(keyText);
  }

  block(cid: Cid): Block | undefined {
    return this.#blocks.get(cid);
  }

  message(cid: Cid): ChainMessage | undefined {
    return this.#messages.get(cid)?.message;
  }

  /** The canonical tipset that carries this message. */
  inclusionOf(message: ChainMessage): TipsetNode | undefined {
    return this.#inclusion.get(message.cid);
  }

  /** A tipset that this block is part of, the canonical one where there is a choice. */
  tipsetOfBlock(block: Block): TipsetNode | undefined {
    const siblings = this.#tipsetsByHeight.get(block.header.height) ?? [];
    const holders = siblings.filter((tipset) => tipset.blocks.includes(block));
    return holders.find((tipset) => this.isCanonical(tipset)) ?? holders[0];
  }

  isCanonical(tipset: TipsetNode): boolean {
    return this.#canonical.get(tipset.height) === tipset;
  }

  /** The tipset at `height` on the chain that ends in `from`, or the nearest below it over a null round. */
  atOrBefore(height: number, from: TipsetNode): TipsetNode | undefined {
    let at: TipsetNode | undefined = from;
    while (at !== undefined && at.height > height) {
      if (this.isCanonical(at)) return this.#canonicalAtOrBefore(height);
      at = at.parent;
    }
    return at;
  }

  /** The tipset at `height` on the chain that ends in `from`, or the nearest above it over a null round. */
  atOrAfter(height: number, from: TipsetNode): TipsetNode | undefined {
    let at: TipsetNode = from;
    while (at.parent !== undefined && at.parent.height >= height) at = at.parent;
    return at.height >= height ? at : undefined;
  }

  /** Moves the head. Answers what a subscriber is told: reverts newest first, then applies in ascending height. */
  setHead(next: TipsetNode): { reverted: TipsetNode[]; applied: TipsetNode[] } {
    const { reverted, applied } = pathBetween(this.#head, next);
    for (const tipset of reverted) {
      this.#canonical.delete(tipset.height);
      for (const block of tipset.blocks) for (const message of block.messages) this.#inclusion.delete(message.cid);
    }
    for (const tipset of applied) this.#setCanonical(tipset);
    this.#head = next;
    this.#dropOld();
    return { reverted, applied };
  }

  #setCanonical(tipset: TipsetNode): void {
    this.#canonical.set(tipset.height, tipset);
    for (const block of tipset.blocks) {
      for (const message of block.messages) if (!this.#inclusion.has(message.cid)) this.#inclusion.set(message.cid, tipset);
    }
  }

  #canonicalAtOrBefore(height: number): TipsetNode | undefined {
    for (let at = height; at >= this.#floor; at -= 1) {
      const tipset = this.#canonical.get(at);
      if (tipset !== undefined) return tipset;
    }
    return height === 0 ? this.genesis : undefined;
  }

  #count(cid: Cid, message: ChainMessage, change: number): void {
    const entry = this.#messages.get(cid);
    if (entry === undefined) this.#messages.set(cid, { message, uses: change });
    else if (entry.uses + change <= 0) this.#messages.delete(cid);
    else entry.uses += change;
  }

  #dropOld(): void {
    const floor = this.#head.height - this.#keptEpochs;
    for (; this.#floor < floor; this.#floor += 1) {
      if (this.#floor === 0) continue;
      for (const tipset of this.#tipsetsByHeight.get(this.#floor) ?? []) this.#drop(tipset);
      this.#tipsetsByHeight.delete(this.#floor);
      this.#canonical.delete(this.#floor);
    }
    if (this.#isShared) return;
    // The oldest kept tipsets let go of their parents, or the whole chain would stay reachable.
    for (let height = this.#floor; height <= this.#floor + 4; height += 1) {
      for (const tipset of this.#tipsetsByHeight.get(height) ?? []) {
        if (tipset.parent !== undefined && tipset.parent.height < this.#floor) tipset.parent = undefined;
      }
    }
  }

  #drop(tipset: TipsetNode): void {
    this.#tipsets.delete(tipset.keyText);
    for (const block of tipset.blocks) {
      this.#blocks.delete(block.cid);
      for (const message of block.messages) {
        this.#count(message.cid, message, -1);
        if (message.unsignedCid !== message.cid) this.#count(message.unsignedCid, message, -1);
        if (this.#inclusion.get(message.cid) === tipset) this.#inclusion.delete(message.cid);
      }
    }
  }
}

/** The tipsets to revert (newest first) and apply (oldest first) to get from one to the other. */
export function pathBetween(from: TipsetNode, to: TipsetNode): { reverted: TipsetNode[]; applied: TipsetNode[] } {
  const reverted: TipsetNode[] = [];
  const applied: TipsetNode[] = [];
  let left: TipsetNode | undefined = from;
  let right: TipsetNode | undefined = to;
  while (left !== right) {
    if (left !== undefined && (right === undefined || left.height >= right.height)) {
      reverted.push(left);
      left = left.parent;
    } else if (right !== undefined) {
      applied.push(right);
      right = right.parent;
    }
  }
  return { reverted, applied: applied.reverse() };
}

export function toHeadChanges({ reverted, applied }: { reverted: readonly TipsetNode[]; applied: readonly TipsetNode[] }): HeadChange[] {
  return [
    ...reverted.map((tipset): HeadChange => ({ type: 'revert', tipset })),
    ...applied.map((tipset): HeadChange => ({ type: 'apply', tipset })),
  ];
}
