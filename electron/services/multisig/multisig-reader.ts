/** What a node says of a multisig: its pending transactions and its threshold. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zMultisigState, zPendingTransactions } from '../../../shared/validation/node/multisig.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

/** What waits in a multisig, as the node tells it. */
export function readPending(node: PinnedNode, address: string) {
  return node.read('MsigGetPending', (key) => [address, key], zPendingTransactions);
}

/** How many signers have to approve; undefined where the endpoint does not say. */
export async function readThreshold(node: PinnedNode, address: string): Promise<{ value: number; call: CallRef } | undefined> {
  try {
    const { value, call } = await node.read('StateReadState', (key) => [address, key], zMultisigState);
    return { value: value.State.NumApprovalsThreshold, call };
  } catch (error) {
    if (error instanceof SextantError) return undefined;
    throw error;
  }
}
