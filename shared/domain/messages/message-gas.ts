/** Gas for including a message on chain. Source: Lotus v1.36 chain/vm/gas.go, price list since network version 16. */
import { addressProtocol } from '../addresses/address.ts';
import { encodeMessage, type Message } from './message.ts';

const COMPUTE_BASE = 38_863n + 475_000n;
const STORAGE_BASE = 36n;
const STORAGE_GAS_PER_BYTE = 1300n;
/** A signature with its type (66 bytes), and the CBOR around it and the message. */
const SIGNATURE_BYTES = 69;

/** Size of a message on chain, with its signature unless it is BLS, because those are aggregated (Lotus `ChainLength`). */
export function onChainBytes(message: Message): number {
  return encodeMessage(message).length + (addressProtocol(message.from) === 3 ? 0 : SIGNATURE_BYTES);
}

/** Return the gas for a message of a size (`onChainBytes`). */
export function minimumMessageGas(sizeBytes: number): bigint {
  return COMPUTE_BASE + (STORAGE_BASE + BigInt(sizeBytes)) * STORAGE_GAS_PER_BYTE;
}
