/**
 * Signatures of arbitrary data in an FRC-0102 envelope: byte 0x19, a text with the data's length, the data. Enveloped data
 * cannot be a message or transaction. `lotus wallet sign` and `verify` use it since v1.35.0 unless called with `--raw`; without an
 * envelope, see `signBytes`.
 */
import type { Address } from '../addresses/address.ts';
import { concatBytes, utf8ToBytes } from '../encoding/bytes.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { type Signature, type SignatureType, signBytes, verifyBytes } from './signature.ts';

/**
 * The envelope. `filecoin` (version 0x46) is used by Filecoin wallets for every key type; `ethereum` (version
 * 0x45, EIP-191 personal_sign) by Ethereum wallets for f410f accounts.
 */
export type DataEnvelope = 'filecoin' | 'ethereum';

const TITLES: Readonly<Record<DataEnvelope, string>> = { filecoin: 'Filecoin', ethereum: 'Ethereum' };

/** Return the envelope that wallets use for an address: Ethereum's for 0x addresses. */
export function envelopeOf(type: SignatureType): DataEnvelope {
  return type === 'delegated' ? 'ethereum' : 'filecoin';
}

/** Return the data in its envelope. The length is the number of bytes in decimal. */
export function wrapData(data: Uint8Array, envelope: DataEnvelope = 'filecoin'): Uint8Array {
  return concatBytes(utf8ToBytes(`\u0019${TITLES[envelope]} Signed Message:\n${data.length}`), data);
}

/** Sign data in its envelope. The caller zeroes the key. */
export function signData(key: PrivateKey, data: Uint8Array, envelope?: DataEnvelope): Signature {
  return signBytes(key, wrapData(data, envelope));
}

/** Whether the key behind an f1, f3 or f410f address signed this data in this envelope. Never throws. */
export function verifyData(signature: Signature, address: Address, data: Uint8Array, envelope?: DataEnvelope): boolean {
  return verifyBytes(signature, address, wrapData(data, envelope));
}
