import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { type Block, type ChainMessage, type HeadChange, keyTextOf, type TipsetNode } from './chain-types.ts';

/**
 * Indexes of tipsets, blocks and messages in the history window.
 * Reverted tipsets stay available until they leave the window.
 */
export class ChainStore {
  readonly #tipsets = new Map<string, TipsetNode>();
  readonly #tipsetsByHeight = new Map<number, TipsetNode[]>();
  readonly #canonical = new Map<number, TipsetNode>();
  readonly #blocks = new Map<Cid, Block>();
  readonly #messages = new Map<Cid, { message: ChainMessage; uses: number }>();
  /** Canonical tipset that includes a message, by message CID. */
  readonly #inclusion = new Map<Cid, TipsetNode>();
  readonly genesis: TipsetNode;
  readonly #keptEpochs: number;
  readonly #isShared: boolean;
  #head: TipsetNode;
  #floor: number;

  /** `keptEpochs`: length of the window below the head. Tipsets shared with a longer window keep their parents. */
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

  /** Height of the oldest known tipset, except genesis. */
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

  /** Find the canonical tipset that includes a message. */
  inclusionOf(message: ChainMessage): TipsetNode | undefined {
    return this.#inclusion.get(message.cid);
  }

  /** Find a tipset with a block, preferably the canonical one. */
  tipsetOfBlock(block: Block): TipsetNode | undefined {
    const siblings = this.#tipsetsByHeight.get(block.header.height) ?? [];
    const holders = siblings.filter((tipset) => tipset.blocks.includes(block));
    return holders.find((tipset) => this.isCanonical(tipset)) ?? holders[0];
  }

  isCanonical(tipset: TipsetNode): boolean {
    return this.#canonical.get(tipset.height) === tipset;
  }

  /** Find the tipset at `height` on the chain of `from`; for a null round the nearest below. */
  atOrBefore(height: number, from: TipsetNode): TipsetNode | undefined {
    let at: TipsetNode | undefined = from;
    while (at !== undefined && at.height > height) {
      if (this.isCanonical(at)) return this.#canonicalAtOrBefore(height);
      at = at.parent;
    }
    return at;
  }

  /** Find the tipset at `height` on the chain of `from`; for a null round the nearest above. */
  atOrAfter(height: number, from: TipsetNode): TipsetNode | undefined {
    let at: TipsetNode = from;
    while (at.parent !== undefined && at.parent.height >= height) at = at.parent;
    return at.height >= height ? at : undefined;
  }

  /** Move the head. Returns the head changes: reverts newest first, then applies in ascending height. */
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
    // Drop the parents of the oldest kept tipsets, or the whole chain would stay in memory.
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

/** Return the tipsets to revert (newest first) and apply (oldest first) between two tipsets. */
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
