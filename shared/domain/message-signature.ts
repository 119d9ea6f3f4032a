/** Signatures of messages: over the CID of the unsigned message (lotus chain/consensus/signatures.go). */
import { cidToBytes } from './cid.ts';
import type { PrivateKey } from './key.ts';
import { type Message, messageCid, type SignedMessage } from './message.ts';
import { type Signature, signBytes, verifyBytes } from './signature.ts';

/** Signs a message. The key stays the caller's to zero. */
export function signMessage(key: PrivateKey, message: Message): Signature {
  return signBytes(key, cidToBytes(messageCid(message)));
}

/** Whether the key behind `From` signed exactly this message. Never throws for what a node may send. */
export function verifyMessageSignature({ message, signature }: SignedMessage): boolean {
  return verifyBytes(signature, message.from, cidToBytes(messageCid(message)));
}
