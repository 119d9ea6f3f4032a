/** A decoded tree in words: one line for each field, for places that show text. */
import { formatFil } from './amount.ts';
import { bitfieldMembers } from './bitfield.ts';
import { bytesToHex } from './bytes.ts';
import type { ContractCall, ContractRevert, Decoded, DecodedCall, DecodedField, DecodedValue } from './decoded-value.ts';
import { contentOf } from './method-encode.ts';

/** Items of a list, or members of a set, that are written out; the rest is counted. */
const SHOWN_ITEMS = 20;

/** One field as text. */
export interface DescribedField {
  readonly name: string;
  /** Amounts in FIL, datacap in bytes, addresses with the letter f, bytes as hex, calls inside by name, lists shortened and counted. */
  readonly value: string;
}

/** The fields of parameters or of a return value; an empty list where there are none, undefined where their shape is not known. */
export function describeDecoded({ form, value, label }: Decoded): DescribedField[] | undefined {
  if (value.kind === 'nothing') return [];
  if (form !== 'typed') return undefined;
  if (value.kind === 'record' && label === undefined) return value.fields.map(({ name, value: field }) => ({ name, value: textOf(field) }));
  return [{ name: label ?? 'Value', value: textOf(value) }];
}

function textOf(value: DecodedValue): string {
  switch (value.kind) {
    case 'address':
    case 'cid':
      return value.value;
    case 'amount':
      return `${formatFil(value.value)} FIL`;
    case 'integer':
      return integerText(value);
    case 'boolean':
      return value.value.toString();
    case 'bytes':
      return bytesText(value.value);
    case 'signature':
      return bytesText(contentOf(value));
    case 'bitfield':
      return counted(bitfieldMembers(value.value, SHOWN_ITEMS).map(String), value.value.count);
    case 'text':
      return JSON.stringify(value.value);
    case 'none':
    case 'nothing':
      return 'none';
    case 'list':
      return counted(value.items.slice(0, SHOWN_ITEMS).map(textOf), BigInt(value.items.length));
    case 'record':
      return fieldsText(value.fields);
    case 'map':
      return fieldsText(value.entries);
    case 'embedded':
      return textOf(value.value);
    case 'call':
      return callText(value);
    case 'callReturn':
      return decodedText(value.returned);
    case 'contractCall':
      return contractCallText(value);
    case 'revert':
      return revertText(value);
    default:
      return value satisfies never;
  }
}

function integerText({ value, unit }: Extract<DecodedValue, { kind: 'integer' }>): string {
  if (unit === 'dataCap') return `${value} bytes`;
  // a token of datacap is a byte, and is counted in parts as FIL is
  return unit === 'dataCapToken' ? `${formatFil(value)} bytes` : value.toString();
}

function counted(shown: readonly string[], count: bigint): string {
  const text = shown.join(', ');
  return count > BigInt(shown.length) ? `${text} and ${count - BigInt(shown.length)} more` : text || 'none';
}

function fieldsText(fields: readonly DecodedField[]): string {
  return `{ ${fields.map(({ name, value }) => `${name}: ${textOf(value)}`).join(', ')} }`;
}

function bytesText(bytes: Uint8Array): string {
  return bytes.length === 0 ? 'empty' : bytesToHex(bytes);
}

function callText({ methodName, params }: DecodedCall): string {
  return methodName === undefined || params.value.kind === 'nothing' ? decodedText(params) : `${methodName} ${decodedText(params)}`;
}

function decodedText({ form, value, label }: Decoded): string {
  if (value.kind === 'nothing') return 'empty';
  if (form === 'cbor') return `CBOR ${textOf(value)}`;
  return form === 'hex' || label === undefined ? textOf(value) : `{ ${label}: ${textOf(value)} }`;
}

function contractCallText(call: ContractCall): string {
  if (call.signature === undefined) return bytesToHex(contentOf(call));
  return `${call.signature} ${fieldsText(call.arguments ?? [])}`;
}

function revertText({ reason, data }: ContractRevert): string {
  switch (reason.type) {
    case 'none':
      return 'reverted without a reason';
    case 'message':
      return `reverted: ${reason.text}`;
    case 'panic':
      return `reverted: ${reason.meaning}`;
    case 'custom':
      return `reverted with the contract's own error ${reason.selector}: ${bytesToHex(data)}`;
    case 'bytes':
      return `reverted: ${bytesToHex(data)}`;
    default:
      return reason satisfies never;
  }
}
