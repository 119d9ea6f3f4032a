/**
 * What of Zondax' filecoin-signing-tools (their Rust code as WebAssembly) is compared with ours, in our own types. Nothing here
 * corrects what it says; what it refuses, it throws as a plain text.
 */
import {
  computeProposalHash,
  type ExtendedKey,
  getCid,
  keyDerive,
  keyRecover,
  keyRecoverBLS,
  serializeParams,
  transactionParse,
  transactionSerializeRaw,
  transactionSignRaw,
  verifySignature,
  type ZondaxMessage,
} from '@zondax/filecoin-signing-tools';
import type { NetworkLetter } from '../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../shared/domain/encoding/bytes.ts';
import type { Message, SignedMessage } from '../../shared/domain/messages/message.ts';
import { signatureTypeNumber } from '../../shared/domain/signatures/signature.ts';

/** A key pair as it derives it. BLS private keys are little-endian, as Lotus keeps them. */
export interface ZondaxKey {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly address: string;
}

/** The CBOR bytes of a message. */
export function zondaxEncodeMessage(message: Message): Uint8Array {
  return transactionSerializeRaw(zondaxMessage(message));
}

/** The text of the CID of a message. */
export function zondaxMessageCid(message: Message): string {
  return getCid(zondaxMessage(message));
}

/** The text of the CID of a signed message. */
export function zondaxSignedMessageCid({ message, signature }: SignedMessage): string {
  return getCid({
    Message: zondaxMessage(message),
    Signature: { Type: signatureTypeNumber(signature.type), Data: bytesToBase64(signature.data) },
  });
}

/** The message that CBOR bytes hold, with its addresses as it writes them. */
export function zondaxDecodeMessage(bytes: Uint8Array, letter: NetworkLetter): ZondaxMessage {
  return transactionParse(bytes, letter === 't') as ZondaxMessage;
}

/** The key pair of a secp256k1 private key. */
export function zondaxSecp256k1Key(privateKey: Uint8Array, letter: NetworkLetter): ZondaxKey {
  return takeKey(keyRecover(privateKey, letter === 't'));
}

/** The key pair of a BLS private key, little-endian. */
export function zondaxBlsKey(privateKey: Uint8Array, letter: NetworkLetter): ZondaxKey {
  return takeKey(keyRecoverBLS(privateKey, letter === 't'));
}

/** The secp256k1 key pair of a phrase at a path; coin type 1 gives an address of the test network. */
export function zondaxKeyFromMnemonic(phrase: string, path: string, passphrase = ''): ZondaxKey {
  return takeKey(keyDerive(phrase, path, passphrase, 'en'));
}

/** Signs a message with the key of its sender: 65 bytes for secp256k1 (f1), 96 for BLS (f3). */
export function zondaxSignMessage(message: Message, privateKey: Uint8Array): Uint8Array {
  return Uint8Array.from(transactionSignRaw(zondaxMessage(message), privateKey));
}

/** Whether a signature is of the sender of a message. Throws for one that is no signature. */
export function zondaxVerifyMessage({ message, signature }: SignedMessage): boolean {
  return verifySignature(signature.data, zondaxEncodeMessage(message));
}

/** The CBOR bytes of actor parameters: their own JSON shapes, one a method. */
export function zondaxEncodeParams(params: unknown): Uint8Array {
  return serializeParams(params);
}

/** The hash that approvals of a multisig proposal carry, as base64. */
export function zondaxProposalHash(proposal: unknown): string {
  return computeProposalHash(proposal);
}

/** Its unsigned 64-bit fields take a bigint where a number would lose digits. */
function zondaxMessage(message: Message): ZondaxMessage {
  return {
    Version: message.version,
    To: message.to,
    From: message.from,
    Nonce: message.nonce,
    Value: String(message.value),
    GasLimit: message.gasLimit,
    GasFeeCap: String(message.gasFeeCap),
    GasPremium: String(message.gasPremium),
    Method: message.method,
    Params: bytesToBase64(message.params),
  };
}

/** Copies a key out of the memory of the WebAssembly module and frees it there. */
function takeKey(key: ExtendedKey): ZondaxKey {
  try {
    return { privateKey: key.private_raw, publicKey: key.public_raw, address: key.address };
  } finally {
    key.free();
  }
}
