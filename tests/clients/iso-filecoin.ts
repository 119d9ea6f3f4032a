/**
 * What of iso-filecoin is compared with ours, in our own types. Nothing here corrects what it says: it throws where it throws.
 * Only what its types force is translated (a nonce is a number there).
 */
import { from, fromBytes, fromString, type IAddress, toEthAddress } from 'iso-filecoin/address';
import { Message as IsoMessage } from 'iso-filecoin/message';
import { Signature as IsoSignature, type SignatureType as IsoSignatureType } from 'iso-filecoin/signature';
import { Token } from 'iso-filecoin/token';
import {
  accountFromLotus,
  accountFromMnemonic,
  accountFromPrivateKey,
  accountToLotus,
  personalSign,
  recoverAddress,
  sign,
  verify,
} from 'iso-filecoin/wallet';
import type { NetworkLetter } from '../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../shared/domain/encoding/bytes.ts';
import type { Message } from '../../shared/domain/messages/message.ts';

/** The signature types it has, in our words. */
export type IsoKeyType = 'secp256k1' | 'bls';

/** A key pair as it derives it; private keys are big-endian, BLS ones too. */
export interface IsoKey {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly address: string;
}

/** Address text as bytes. */
export function isoAddressToBytes(text: string): Uint8Array {
  return fromString(text).toBytes();
}

/** Address text, or 0x text, read and written again. */
export function isoParseAddress(text: string): string {
  return from(text).toString();
}

/** Address bytes as text. */
export function isoAddressFromBytes(bytes: Uint8Array, letter: NetworkLetter): string {
  return fromBytes(bytes, networkOf(letter)).toString();
}

/** The 0x form of an f0 or f410 address. */
export function isoEthAddress(text: string): string {
  return toEthAddress(fromString(text));
}

/** FIL text in attoFIL, as decimal text: its numbers may have a fraction. */
export function isoParseFil(text: string): string {
  return Token.fromFIL(text).toString();
}

/** attoFIL as FIL text with every place. */
export function isoFormatFil(attoFil: bigint): string {
  return Token.fromAttoFIL(attoFil).toFIL().toString();
}

/** An amount as the bytes of Lotus' big integers. */
export function isoAmountBytes(attoFil: bigint): Uint8Array {
  return Token.fromAttoFIL(attoFil).toBytes();
}

/** The CBOR bytes of a message. */
export function isoEncodeMessage(message: Message): Uint8Array {
  return isoMessage(message).serialize();
}

/** The CID bytes of a message: CIDv1, dag-cbor, blake2b-256. */
export function isoMessageCid(message: Message): Uint8Array {
  return isoMessage(message).cidBytes();
}

/** The key pair of a private key. */
export function isoKeyFromPrivateKey(privateKey: Uint8Array, type: IsoKeyType, letter: NetworkLetter): IsoKey {
  const account = accountFromPrivateKey(privateKey, typeOf(type), networkOf(letter));
  return { privateKey: account.privateKey, publicKey: account.publicKey, address: account.address.toString() };
}

/** The key pair of a phrase at a path. */
export function isoKeyFromMnemonic(phrase: string, type: IsoKeyType, path: string, passphrase: string, letter: NetworkLetter): IsoKey {
  const account = accountFromMnemonic(phrase, typeOf(type), path, passphrase, networkOf(letter));
  return { privateKey: account.privateKey, publicKey: account.publicKey, address: account.address.toString() };
}

/** The address of a key in Lotus' hex export. */
export function isoAddressFromLotusExport(hex: string, letter: NetworkLetter): string {
  return accountFromLotus(hex, networkOf(letter)).address.toString();
}

/** Lotus' hex export of a private key. */
export function isoLotusExport(privateKey: Uint8Array, type: IsoKeyType): string {
  // It reverses BLS keys in place: it is given a copy.
  return accountToLotus(accountFromPrivateKey(privateKey.slice(), typeOf(type), 'mainnet'));
}

/** Signs bytes as `lotus wallet sign` does: secp256k1 over their blake2b-256, BLS over the bytes. */
export function isoSign(privateKey: Uint8Array, type: IsoKeyType, data: Uint8Array): Uint8Array {
  return sign(privateKey, typeOf(type), data).data;
}

/** Whether a signature over bytes is of a public key. */
export function isoVerify(signature: Uint8Array, type: IsoKeyType, data: Uint8Array, publicKey: Uint8Array): boolean {
  return verify(new IsoSignature({ type: typeOf(type), data: signature }), data, publicKey);
}

/** Signs bytes in the envelope of FRC-0102. */
export function isoPersonalSign(privateKey: Uint8Array, type: IsoKeyType, data: Uint8Array): Uint8Array {
  return personalSign(privateKey, typeOf(type), data).data;
}

/** The address whose secp256k1 key signed bytes. */
export function isoRecoverAddress(signature: Uint8Array, data: Uint8Array, letter: NetworkLetter): string {
  return (recoverAddress(new IsoSignature({ type: 'SECP256K1', data: signature }), data, networkOf(letter)) as IAddress).toString();
}

function isoMessage(message: Message): IsoMessage {
  return new IsoMessage({
    version: 0,
    to: message.to,
    from: message.from,
    nonce: Number(message.nonce),
    value: String(message.value),
    gasLimit: Number(message.gasLimit),
    gasFeeCap: String(message.gasFeeCap),
    gasPremium: String(message.gasPremium),
    method: Number(message.method),
    params: bytesToBase64(message.params),
  });
}

function networkOf(letter: NetworkLetter): 'mainnet' | 'testnet' {
  return letter === 'f' ? 'mainnet' : 'testnet';
}

function typeOf(type: IsoKeyType): IsoSignatureType {
  return type === 'bls' ? 'BLS' : 'SECP256K1';
}
