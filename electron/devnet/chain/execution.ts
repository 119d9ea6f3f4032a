import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { nextBaseFeeByPremium } from '../../../shared/domain/messages/gas.ts';
import type { Blocks } from '../state/blocks.ts';
import type { StateRef } from '../state/state.ts';
import { receiptsAt } from './block-collections.ts';
import type { ChainMessage, Receipt, TipsetNode } from './chain-types.ts';
import { uniqueMessages } from './unique-messages.ts';

export interface ExecutedMessage {
  readonly message: ChainMessage;
  readonly receipt: Receipt;
}

/** The result in the headers of the children. */
interface Outcome {
  /** The parent state of every child. */
  readonly state: StateRef;
  readonly receiptsRoot: Cid;
  /** Weight of the tipset: ParentWeight of its children. */
  readonly weight: bigint;
}

/** Result of executing a tipset; the same whether it was just executed or read from a child. */
export class Execution implements Outcome {
  readonly state: StateRef;
  readonly receiptsRoot: Cid;
  readonly weight: bigint;
  readonly #tipset: TipsetNode;
  readonly #blocks: Blocks;

  constructor(tipset: TipsetNode, { state, receiptsRoot, weight }: Outcome, blocks: Blocks) {
    this.state = state;
    this.receiptsRoot = receiptsRoot;
    this.weight = weight;
    this.#tipset = tipset;
    this.#blocks = blocks;
  }

  /** In execution order. Throws `MissingBlockError` if the receipts were pruned. */
  get executed(): readonly ExecutedMessage[] {
    const receipts = receiptsAt(this.receiptsRoot, this.#blocks);
    return uniqueMessages(this.#tipset.blocks).flatMap(({ message }, index) => {
      const receipt = receipts[index];
      return receipt === undefined ? [] : [{ message, receipt }];
    });
  }

  /** Base fee of the children, attoFIL. */
  get nextBaseFee(): bigint {
    const { baseFee, blocks } = this.#tipset;
    const messages = uniqueMessages(blocks).map(({ message }) => message.signed.message);
    return nextBaseFeeByPremium(baseFee, messages);
  }
}
