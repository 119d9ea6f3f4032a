import type { Approval } from '../../shared/ipc/schemas/wallet.ts';
import { exactFilShort } from './exact-text.ts';

/** What a message does, in one line: the consequence before the code. Amounts in it are exact. */
export function approvalTitle(approval: Approval): string {
  if (approval.method === '0') return `Send ${exactFilShort(approval.value)} FIL`;
  const withValue = /^0+$/.test(approval.value) ? '' : `, with ${exactFilShort(approval.value)} FIL`;
  return `Call ${approval.methodName}${withValue}`;
}
