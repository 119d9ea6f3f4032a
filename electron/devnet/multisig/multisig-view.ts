import {
  type MultisigState,
  type MultisigTransaction,
  multisigPendingTransactions,
  multisigState,
} from '../../../shared/domain/actors/multisig-state.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import type { StateView } from '../state/state-view.ts';

/** A multisig's state with its transactions. */
export interface Multisig extends Omit<MultisigState, 'pendingTransactions'> {
  readonly pendingTransactions: LocalHamt<number, MultisigTransaction>;
}

export function noTransactions(blocks: Blocks): Multisig['pendingTransactions'] {
  return LocalHamt.empty(blocks, multisigPendingTransactions.v16);
}

/** The state of a multisig. */
export const MULTISIG: StateView<Multisig> = {
  open(blocks, head) {
    const state = decodeBlock(multisigState, blocks.get(head));
    return { ...state, pendingTransactions: LocalHamt.open(blocks, multisigPendingTransactions.v16, state.pendingTransactions) };
  },
  store: (blocks, multisig) =>
    blocks.put(encodeBlock(multisigState, { ...multisig, pendingTransactions: multisig.pendingTransactions.flush() })),
};
