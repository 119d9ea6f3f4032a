/** Input of contracts and the reasons of reverts. */
import { bytesToHex } from './bytes.ts';
import type { ContractCall, ContractRevert, DecodedValue } from './decoded-value.ts';

const SELECTOR_BYTES = 4;

/** The input of a contract. Fewer than 4 bytes are no call of a function, and stay bytes. */
export function decodeContractCall(input: Uint8Array): ContractCall | Extract<DecodedValue, { kind: 'bytes' }> {
  if (input.length < SELECTOR_BYTES) return { kind: 'bytes', value: input, unit: 'calldata' };
  return { kind: 'contractCall', selector: `0x${bytesToHex(input.slice(0, SELECTOR_BYTES))}`, data: input.slice(SELECTOR_BYTES) };
}

/** What a contract returned when it gave up. */
export function decodeRevert(data: Uint8Array): ContractRevert {
  return { kind: 'revert', data, reason: data.length === 0 ? { type: 'none' } : { type: 'bytes' } };
}
