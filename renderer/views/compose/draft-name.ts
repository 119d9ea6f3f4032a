/** Default name of a saved draft: its effect. */
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import type { DraftFields } from './draft.ts';

export function draftName({
  method,
  expectedType,
  value,
  isMaximumValue,
  to,
}: Pick<DraftFields, 'method' | 'expectedType' | 'value' | 'isMaximumValue' | 'to'>): string {
  const recipient = to.trim() === '' ? '' : ` to ${shortAddress(to.trim())}`;
  const amount = value.trim().replace(/\s*fil$/i, '');
  if (method === '0') return `Send ${isMaximumValue ? 'all' : amount === '' ? '' : `${amount} FIL`}`.trim() + recipient;
  const name = /^\d{1,20}$/.test(method) ? methodName(expectedType, BigInt(method)) : undefined;
  return `${name ?? `Method ${method}`}${recipient}`;
}

function shortAddress(address: string): string {
  return address.length <= 16 ? address : `${address.slice(0, 8)}…${address.slice(-6)}`;
}
