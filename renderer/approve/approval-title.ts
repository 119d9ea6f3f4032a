import type { ValueView } from '../../shared/ipc/schemas/decoded.ts';
import type { Approval } from '../../shared/ipc/schemas/approvals.ts';
import { exactFilShort } from './exact-text.ts';
import { isMethodKnown } from './is-read.ts';

/** What a message does, in one line: the consequence before the code. Amounts in it are exact. */
export function approvalTitle(approval: Approval): string {
  if (approval.method === '0') return `Send ${exactFilShort(approval.value)} FIL`;
  const proposed = proposedCall(approval);
  const withValue = isZero(approval.value) ? '' : `, with ${exactFilShort(approval.value)} FIL`;
  if (proposed === undefined) return `Call ${isMethodKnown(approval) ? approval.methodName : `method ${approval.method}`}${withValue}`;
  const { method, methodName = `method ${method}`, value = '0' } = proposed;
  if (method === '0') return `Propose to send ${exactFilShort(value)} FIL${withValue}`;
  return `Propose to call ${methodName}${isZero(value) ? '' : ` and send ${exactFilShort(value)} FIL with it`}${withValue}`;
}

type Call = Extract<ValueView, { kind: 'call' }>;

/** The call that a multisig is asked to make, where the message proposes one. */
export function proposedCall({ methodName, params }: Approval): Call | undefined {
  if (methodName !== 'Propose' || params.isWithoutEffect === true || params.value?.kind !== 'record') return undefined;
  return params.value.fields.map(({ value }) => value).find((value) => value.kind === 'call');
}

function isZero(attoFil: string): boolean {
  return /^-?0+$/.test(attoFil);
}
