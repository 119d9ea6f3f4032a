/** Reads the pending transactions and the threshold of a multisig from the node. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zMultisigState, zPendingTransactions } from '../../../shared/validation/node/multisig.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

/** Read the pending transactions of a multisig. */
export function readPending(node: PinnedNode, address: string) {
  return node.read('MsigGetPending', (key) => [address, key], zPendingTransactions);
}

/** Read the approval threshold; undefined if the endpoint does not return it. */
export async function readThreshold(node: PinnedNode, address: string): Promise<{ value: number; call: CallRef } | undefined> {
  try {
    const { value, call } = await node.read('StateReadState', (key) => [address, key], zMultisigState);
    return { value: value.State.NumApprovalsThreshold, call };
  } catch (error) {
    if (error instanceof SextantError) return undefined;
    throw error;
  }
}
