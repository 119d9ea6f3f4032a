/**
 * Signatures of arbitrary data in the envelope of FRC-0102: byte 19, a version byte, a text with the length, the data. What is signed
 * so can be no message and no transaction. `lotus wallet sign` and `verify` use it since v1.35.0 unless told `--raw`; without an
 * envelope, see `signBytes`.
 */
import type { Address } from './address.ts';
import { concatBytes, utf8ToBytes } from './bytes.ts';
import type { PrivateKey } from './private-key.ts';
import { type Signature, type SignatureType, signBytes, verifyBytes } from './signature.ts';

/**
 * Who the signature is for. `filecoin` (version 0x46) is what Filecoin's wallets write for every kind of key; `ethereum` (version
 * 0x45, EIP-191 personal_sign) is what Ethereum's wallets write for the same f410f accounts.
 */
export type DataEnvelope = 'filecoin' | 'ethereum';

const TITLES: Readonly<Record<DataEnvelope, string>> = { filecoin: 'Filecoin', ethereum: 'Ethereum' };

/** The envelope that the wallets of such a key write: Ethereum's for a key that people know by its 0x address. */
export function envelopeOf(type: SignatureType): DataEnvelope {
  return type === 'delegated' ? 'ethereum' : 'filecoin';
}

/** The data with its envelope before it. The length is the number of bytes, in decimal digits. */
export function wrapData(data: Uint8Array, envelope: DataEnvelope = 'filecoin'): Uint8Array {
  return concatBytes(utf8ToBytes(`\u0019${TITLES[envelope]} Signed Message:\n${data.length}`), data);
}

/** Signs data in its envelope. The key stays the caller's to zero. */
export function signData(key: PrivateKey, data: Uint8Array, envelope?: DataEnvelope): Signature {
  return signBytes(key, wrapData(data, envelope));
}

/** Whether the key behind an f1, f3 or f410f address signed this data in this envelope. Never throws. */
export function verifyData(signature: Signature, address: Address, data: Uint8Array, envelope?: DataEnvelope): boolean {
  return verifyBytes(signature, address, wrapData(data, envelope));
}
