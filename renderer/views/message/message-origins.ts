import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { Origin } from '../../lib/origin.ts';

/** Where a field of the message stands, in the call that brought it. */
export function messageOrigins({ cid }: Pick<Message, 'cid'>, field: string): readonly Origin[] {
  return [`ChainGetMessage ${field}`, `MpoolPending [CID=${cid}].Message.${field}`, `ChainGetParentMessages [Cid=${cid}].Message.${field}`];
}

/** Where a field of the receipt stands: the node's own search tells it. */
export function receiptOrigins(field: string): readonly Origin[] {
  return [`StateSearchMsg Receipt.${field}`, `ChainGetParentReceipts`];
}
