import type { Approval, FrozenMessage, MessageApproval, MultisigStepView } from '../../shared/ipc/schemas/approvals.ts';
import type { DecodedView, ValueView } from '../../shared/ipc/schemas/decoded.ts';
import { isPlainTransfer } from '../../shared/validation/is-plain-transfer.ts';
import { exactFilShort, separateThousands } from './exact-text.ts';
import { isMethodKnown } from './is-read.ts';

/** One-line title of an approval. States the effect first; amounts are exact. */
export function approvalTitle(approval: Approval): string {
  switch (approval.kind) {
    case 'message':
      if (approval.replaces === undefined && isNonceFiller(approval)) {
        return `Fill nonce ${separateThousands(approval.nonce)}, send nothing`;
      }
      return approval.replaces === undefined ? messageTitle(approval) : replacementTitle(approval.replaces.as, approval);
    case 'batch':
      return `Send ${separateThousands(String(approval.count))} ${approval.count === 1 ? 'message' : 'messages'} with ${exactFilShort(approval.totalValue)} FIL in total${isZero(approval.totalMovedInside) ? '' : `, and ${exactFilShort(approval.totalMovedInside)} FIL moved by inner calls`}`;
    case 'data':
      return 'Sign data';
    default:
      return approval satisfies never;
  }
}

/** Title of a message. */
function messageTitle(message: FrozenMessage): string {
  if (isPlainTransfer(message)) return `Send ${exactFilShort(message.value)} FIL`;
  const { methodName, method, value, params, to, multisigSteps } = message;
  const [step] = multisigSteps.filter(({ depth }) => depth === 0);
  const withValue = isZero(value) ? '' : `, with ${exactFilShort(value)} FIL`;
  const deed = step === undefined ? undefined : stepTitle(step, params);
  if (deed !== undefined) return `${deed}${withValue}`;
  const made = madeMultisig(params);
  if (made !== undefined) return `${made}${withValue}`;
  const name = isMethodKnown(message) ? { methodName } : {};
  return `${capital(callWords({ kind: 'call', to: to.address, method, params, ...name }))}${withValue}`;
}

/** Title of a multisig step with its transaction; undefined if the parameters were not decoded. */
function stepTitle({ act, id = '?', transaction, match }: MultisigStepView, params: DecodedView): string | undefined {
  const call = proposedCall(act === 'propose' ? params : transaction);
  if (act === 'propose' && match !== 'own') return 'Propose an unreadable transaction';
  if (act === 'propose') return call === undefined ? undefined : `Propose to ${callWords(call)}`;
  const deed = `${act === 'approve' ? 'Approve' : 'Cancel'} transaction ${id}`;
  if (match !== 'same' || call === undefined) return `${deed}, contents not verified`;
  return `${deed}: ${callWords(call)}`;
}

/** Title of an Exec call that creates a multisig. */
function madeMultisig({ value }: DecodedView): string | undefined {
  const made = value?.kind === 'record' ? value.fields.map((field) => field.value).find(isCall) : undefined;
  const constructed = made?.params.value;
  if (made?.actorType !== 'multisig' || made.methodName !== 'Constructor' || constructed?.kind !== 'record') return undefined;
  const named = (name: string) => constructed.fields.find((field) => field.name === name)?.value;
  const signers = named('Signers');
  const threshold = named('NumApprovalsThreshold');
  if (signers?.kind !== 'list' || threshold?.kind !== 'integer') return undefined;
  const approvals = `${separateThousands(threshold.value)} ${threshold.value === '1' ? 'approval' : 'approvals'}`;
  return `Create a multisig of ${signers.count} ${signers.count === 1 ? 'signer' : 'signers'}, ${approvals} required`;
}

const isCall = (value: ValueView): value is Call => value.kind === 'call';

type Call = Extract<ValueView, { kind: 'call' }>;

/** Describes a call, including the transaction of a nested proposal. Funds come first. */
function callWords({ to, method, methodName, value = '0', params }: Call): string {
  if (method === '0') return `send ${exactFilShort(value)} FIL`;
  const withValue = isZero(value) ? '' : ` with ${exactFilShort(value)} FIL`;
  if (methodName === 'WithdrawBalance') {
    const amount = amountIn(params);
    if (amount !== undefined) return `withdraw ${exactFilShort(amount)} FIL from ${to ?? 'a new actor'}${withValue}`;
  }
  const inner = methodName === 'Propose' ? proposedCall(params) : undefined;
  if (inner !== undefined) return `propose to ${callWords(inner)}${withValue}`;
  return `call ${methodName ?? `method ${method}`}${withValue}`;
}

/** The first amount among the parameters. */
function amountIn({ value }: DecodedView): string | undefined {
  if (value?.kind !== 'record') return undefined;
  return value.fields.map((field) => field.value).find((field) => field.kind === 'amount')?.value;
}

/** The call in the parameters of Propose. */
function proposedCall(params: DecodedView | undefined): Call | undefined {
  if (params === undefined || params.isWithoutEffect === true || params.value?.kind !== 'record') return undefined;
  return params.value.fields.map(({ value }) => value).find(isCall);
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
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

/** A 0 FIL transfer from an address to itself, which only uses a nonce. */
function isNonceFiller({ from, to, method, value }: MessageApproval): boolean {
  return method === '0' && isZero(value) && from.address === to.address;
}

function isZero(attoFil: string): boolean {
  return /^-?0+$/.test(attoFil);
}
