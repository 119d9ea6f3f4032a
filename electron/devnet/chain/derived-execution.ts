import type { Cid } from '../../../shared/domain/cid.ts';
import { nextBaseFeeByPremium } from '../../../shared/domain/gas.ts';
import type { Blocks } from '../state/blocks.ts';
import type { StateRef } from '../state/state.ts';
import { receiptsAt } from './block-collections.ts';
import type { ExecutedMessage, Execution, TipsetNode } from './chain-types.ts';
import { uniqueMessages } from './execute-tipset.ts';

/** What running a tipset gave, told from a child that was built on it: nothing is run again, and receipts are read when they are asked for. */
export class DerivedExecution implements Execution {
  readonly state: StateRef;
  readonly receiptsRoot: Cid;
  readonly weight: bigint;
  readonly #tipset: TipsetNode;
  readonly #blocks: Blocks;

  /** `receiptsRoot` is what the headers of the child say. */
  constructor(tipset: TipsetNode, child: TipsetNode, receiptsRoot: Cid, blocks: Blocks) {
    this.state = child.parentState;
    this.receiptsRoot = receiptsRoot;
    this.weight = child.parentWeight;
    this.#tipset = tipset;
    this.#blocks = blocks;
  }

  /** Throws `MissingBlockError` where the receipts were pruned. */
  get executed(): readonly ExecutedMessage[] {
    const receipts = receiptsAt(this.receiptsRoot, this.#blocks);
    return uniqueMessages(this.#tipset.blocks).flatMap(({ message }, index) => {
      const receipt = receipts[index];
      return receipt === undefined ? [] : [{ message, receipt }];
    });
  }

  get nextBaseFee(): bigint {
    const { baseFee, blocks } = this.#tipset;
    return nextBaseFeeByPremium(
      baseFee,
      uniqueMessages(blocks).map(({ message }) => message.signed.message),
    );
  }
}
