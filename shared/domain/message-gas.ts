/** Gas that a message costs before it does anything. Source: Lotus v1.36 chain/vm/gas.go, the price list since network version 16. */
import { addressProtocol } from './address.ts';
import { encodeMessage, type Message } from './message.ts';

const COMPUTE_BASE = 38_863n + 475_000n;
const STORAGE_BASE = 36n;
const STORAGE_GAS_PER_BYTE = 1300n;
/** A signature with its type, 66 bytes, and the CBOR around it and the message. */
const SIGNATURE_BYTES = 69;

/** Bytes of a message on chain: with its signature, but of a BLS key without, because those are aggregated (Lotus `ChainLength`). */
export function onChainBytes(message: Message): number {
  return encodeMessage(message).length + (addressProtocol(message.from) === 3 ? 0 : SIGNATURE_BYTES);
}

/** Units of gas for a message of so many bytes on chain, as `onChainBytes` counts them. */
export function minimumMessageGas(sizeBytes: number): bigint {
  return COMPUTE_BASE + (STORAGE_BASE + BigInt(sizeBytes)) * STORAGE_GAS_PER_BYTE;
}
