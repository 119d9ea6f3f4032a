import type { Cid } from '../../../shared/domain/cid.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { SegmentedBlocks } from './segmented-blocks.ts';

/** Epochs per segment, where as much is kept as usual; fewer where less is kept, so that there are always some segments. */
const SEGMENT_EPOCHS = 720;
const LEAST_SEGMENTS = 4;
/**
 * A segment begins this far below the head, deeper than any fork goes by itself. One from further below builds on states that are in older
 * segments alone; what it leads to is whole again from the next segment on.
 */
const BASE_DEPTH = 12;

/** Decides when a segment of the chain ends and which ones history has left. */
export class Segmentation {
  readonly #blocks: SegmentedBlocks;
  readonly #keptEpochs: number;
  readonly #epochs: number;

  constructor(blocks: SegmentedBlocks, keptEpochs: number) {
    this.#blocks = blocks;
    this.#keptEpochs = keptEpochs;
    this.#epochs = Math.min(SEGMENT_EPOCHS, Math.ceil(keptEpochs / LEAST_SEGMENTS));
  }

  /** Begins the next segment of blocks where it is due. Answers the tipsets that it begins with, from its base to the head. */
  turnOver(store: ChainStore): readonly TipsetNode[] | undefined {
    const { head } = store;
    const { start } = this.#blocks;
    if (head.height - start < this.#epochs) return undefined;
    const base = store.atOrBefore(head.height - BASE_DEPTH, head);
    if (base === undefined || base.height <= start) return undefined;
    const tipsets: TipsetNode[] = [];
    for (let at: TipsetNode | undefined = head; at !== undefined && at !== base.parent; at = at.parent) tipsets.unshift(at);
    this.#blocks.begin(base.height, tipsets.flatMap(rootsOf), (cid) => store.message(cid) !== undefined);
    return tipsets;
  }

  /** Gives up the blocks of segments that are wholly below what is kept. Answers where those began. */
  dropOld(head: TipsetNode): number[] {
    return this.#blocks.dropBefore(head.height - this.#keptEpochs);
  }
}

/** All that a tipset names: the state it stands on, its messages, the receipts before it, and what came out of it if that is known. */
function rootsOf({ blocks, parentState, execution }: TipsetNode): Cid[] {
  const after = execution === undefined ? [] : [execution.state.root, execution.state.sealingRoot, execution.receiptsRoot];
  const named = blocks.flatMap(({ header }) => [header.messages, header.parentMessageReceipts]);
  return [parentState.root, parentState.sealingRoot, ...named, ...after];
}
