import { INVOKE_CONTRACT } from '../domain/eth-transaction.ts';
import type { FrozenMessage } from '../ipc/schemas/approvals.ts';

/**
 * Whether a message only moves funds. An Ethereum key cannot send method 0: its transfers are calls of InvokeContract without input, which
 * run code where a contract is at the other end.
 */
export function isPlainTransfer({ method, paramsHex, to }: Pick<FrozenMessage, 'method' | 'paramsHex' | 'to'>): boolean {
  if (method === '0') return true;
  if (method !== String(INVOKE_CONTRACT) || paramsHex !== '') return false;
  return to.exists === false || (to.actorType !== undefined && to.actorType !== 'evm');
}
