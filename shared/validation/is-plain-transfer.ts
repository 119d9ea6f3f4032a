import { INVOKE_CONTRACT } from '../domain/evm/eth-transaction.ts';
import type { FrozenMessage } from '../ipc/schemas/approvals.ts';

/**
 * Whether a message only transfers funds. A delegated sender cannot use method 0: its transfers are InvokeContract without calldata,
 * which executes code if the recipient is a contract.
 */
export function isPlainTransfer({ method, paramsHex, to }: Pick<FrozenMessage, 'method' | 'paramsHex' | 'to'>): boolean {
  if (method === '0') return true;
  if (method !== String(INVOKE_CONTRACT) || paramsHex !== '') return false;
  return to.exists === false || (to.actorType !== undefined && to.actorType !== 'evm');
}
