import type { Cid } from '../../../shared/domain/cid.ts';
import { nextBaseFeeByPremium } from '../../../shared/domain/gas.ts';
import type { Blocks } from '../state/blocks.ts';
import type { StateRef } from '../state/state.ts';
import { receiptsAt } from './block-collections.ts';
import type { ChainMessage, Receipt, TipsetNode } from './chain-types.ts';
import { uniqueMessages } from './unique-messages.ts';

export interface ExecutedMessage {
  readonly message: ChainMessage;
  readonly receipt: Receipt;
}

/** What the headers of the children say of it. */
interface Outcome {
  /** The parent state of every child. */
  readonly state: StateRef;
  readonly receiptsRoot: Cid;
  /** Weight of the tipset, which its children carry as ParentWeight. */
  readonly weight: bigint;
}

/** What running a tipset gave. Its blocks have all of it: it is the same whether the tipset was just run or a child tells of it. */
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

  /** In execution order. Throws `MissingBlockError` where the receipts were pruned. */
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
