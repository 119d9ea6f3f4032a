import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { Origin } from '../../lib/origin.ts';

/** Origins of a field of the message, in any call that returns it. */
export function messageOrigins({ cid }: Pick<Message, 'cid'>, field: string): readonly Origin[] {
  return [`ChainGetMessage ${field}`, `MpoolPending [CID=${cid}].Message.${field}`, `ChainGetParentMessages [Cid=${cid}].Message.${field}`];
}

/** Origins of a field of the receipt. */
export function receiptOrigins(field: string): readonly Origin[] {
  return [`StateSearchMsg Receipt.${field}`, `ChainGetParentReceipts`];
}
