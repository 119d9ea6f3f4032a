import type { FrozenMessage } from '../../shared/ipc/schemas/approvals.ts';
import type { DecodedView, ValueView } from '../../shared/ipc/schemas/decoded.ts';

/** Whether the name of the method is known. */
export function isMethodKnown({ method, methodName }: Pick<FrozenMessage, 'method' | 'methodName'>): boolean {
  return methodName !== `Method ${method}`;
}

/** Whether the message is fully decoded and shown in full. */
export function isFullyRead(message: Pick<FrozenMessage, 'method' | 'methodName' | 'params' | 'multisigSteps'>): boolean {
  // A missing transaction has its own warning.
  const isInsideRead = message.multisigSteps.every(({ transaction }) => transaction === undefined || isRead(transaction));
  // Parameters of a plain transfer have no effect and their own warning.
  return isMethodKnown(message) && (message.method === '0' || isRead(message.params)) && isInsideRead;
}

function isRead({ form, value }: DecodedView): boolean {
  return value === undefined || (form === 'typed' && isValueRead(value));
}

function isValueRead(value: ValueView): boolean {
  switch (value.kind) {
    case 'list':
      return value.items.length === value.count && value.items.every(isValueRead);
    case 'record':
      return value.fields.length === value.count && value.fields.every((field) => isValueRead(field.value));
    case 'call':
      return (value.method === '0' || value.methodName !== undefined) && isRead(value.params);
    case 'callReturn':
      return isRead(value.returned);
    case 'contractCall':
      return value.arguments?.every((argument) => isValueRead(argument.value)) === true;
    case 'bytes':
    case 'signature':
    case 'revert':
      return value.hex.length === value.sizeBytes * 2;
    case 'bitfield':
      return value.ranges.length === value.rangeCount;
    case 'text':
      return value.value.length === value.length;
    case 'tooDeep':
      return false;
    case 'address':
    case 'amount':
    case 'integer':
    case 'cid':
    case 'boolean':
    case 'none':
      return true;
    default:
      return value satisfies never;
  }
}

/** Whether a contract is called at any depth: its code decides what moves. Cancelled transactions do not count. */
export function callsContract({ params, multisigSteps }: Pick<FrozenMessage, 'params' | 'multisigSteps'>): boolean {
  const approved = multisigSteps.flatMap(({ act, transaction }) => (act === 'cancel' || transaction === undefined ? [] : [transaction]));
  return [params, ...approved].some(({ value }) => value !== undefined && hasContractCall(value));
}

function hasContractCall(value: ValueView): boolean {
  switch (value.kind) {
    case 'contractCall':
      return true;
    case 'list':
      return value.items.some(hasContractCall);
    case 'record':
      return value.fields.some((field) => hasContractCall(field.value));
    case 'call':
      return value.params.value !== undefined && hasContractCall(value.params.value);
    default:
      return false;
  }
}
