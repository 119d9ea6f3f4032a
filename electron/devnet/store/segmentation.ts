import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { ChainStore } from '../chain/chain-store.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { SegmentedBlocks } from './segmented-blocks.ts';

/** Epochs per segment with the default history; fewer with a shorter history, so that there are always several segments. */
const SEGMENT_EPOCHS = 720;
const MIN_SEGMENTS = 4;
/**
 * Start of a segment below the head, deeper than any natural fork. A deeper fork builds on states that are only in older segments; its
 * states are complete again from the next segment on.
 */
const BASE_DEPTH = 12;

/** Decides when a segment ends and which ones are pruned. */
export class Segmentation {
  readonly #blocks: SegmentedBlocks;
  readonly #keptEpochs: number;
  readonly #epochs: number;

  constructor(blocks: SegmentedBlocks, keptEpochs: number) {
    this.#blocks = blocks;
    this.#keptEpochs = keptEpochs;
    this.#epochs = Math.min(SEGMENT_EPOCHS, Math.ceil(keptEpochs / MIN_SEGMENTS));
  }

  /** Start the next segment if it is due. Returns its first tipsets, from its base to the head. */
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

  /** Prune segments that are completely below the history. Returns their start epochs. */
  dropOld(head: TipsetNode): number[] {
    return this.#blocks.dropBefore(head.height - this.#keptEpochs);
  }
}

/** Roots of a tipset: its parent state, messages, parent receipts, and its result if known. */
function rootsOf({ blocks, parentState, execution }: TipsetNode): Cid[] {
  const after = execution === undefined ? [] : [execution.state.root, execution.state.sealingRoot, execution.receiptsRoot];
  const named = blocks.flatMap(({ header }) => [header.messages, header.parentMessageReceipts]);
  return [parentState.root, parentState.sealingRoot, ...named, ...after];
}
