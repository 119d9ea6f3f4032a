import type { Approval, FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';
import type { ValueView } from '../../shared/ipc/schemas/decoded.ts';
import { exactFilShort, separateThousands } from './exact-text.ts';
import { isPlainTransfer } from './is-plain-transfer.ts';
import { isMethodKnown } from './is-read.ts';

/** What an approval does, in one line: the consequence before the code. Amounts in it are exact. */
export function approvalTitle(approval: Approval): string {
  switch (approval.kind) {
    case 'message':
      return approval.replaces === undefined ? messageTitle(approval) : replacementTitle(approval.replaces.as, approval);
    case 'batch':
      return `Send ${separateThousands(String(approval.count))} ${approval.count === 1 ? 'message' : 'messages'} with ${exactFilShort(approval.totalValue)} FIL in all`;
    case 'data':
      return 'Sign data';
    default:
      return approval satisfies never;
  }
}

/** What a message does. */
export function messageTitle(message: FrozenMessage): string {
  if (isPlainTransfer(message)) return `Send ${exactFilShort(message.value)} FIL`;
  const proposed = proposedCall(message);
  const withValue = isZero(message.value) ? '' : `, with ${exactFilShort(message.value)} FIL`;
  if (proposed === undefined) return `Call ${isMethodKnown(message) ? message.methodName : `method ${message.method}`}${withValue}`;
  const { method, methodName = `method ${method}`, value = '0' } = proposed;
  if (method === '0') return `Propose to send ${exactFilShort(value)} FIL${withValue}`;
  return `Propose to call ${methodName}${isZero(value) ? '' : ` and send ${exactFilShort(value)} FIL with it`}${withValue}`;
}

function replacementTitle(as: 'speed-up' | 'cancel' | 'other', message: FrozenMessage): string {
  const nonce = separateThousands(message.nonce);
  switch (as) {
    case 'speed-up':
      return `Speed up nonce ${nonce}: ${messageTitle(message)}`;
    case 'cancel':
      return `Cancel the message with nonce ${nonce}`;
    case 'other':
      return `Replace nonce ${nonce}: ${messageTitle(message)}`;
    default:
      return as satisfies never;
  }
}

type Call = Extract<ValueView, { kind: 'call' }>;

/** The call that a multisig is asked to make, where the message proposes one. */
export function proposedCall({ methodName, params }: Pick<FrozenMessage, 'methodName' | 'params'>): Call | undefined {
  if (methodName !== 'Propose' || params.isWithoutEffect === true || params.value?.kind !== 'record') return undefined;
  return params.value.fields.map(({ value }) => value).find((value) => value.kind === 'call');
}

function isZero(attoFil: string): boolean {
  return /^-?0+$/.test(attoFil);
}
