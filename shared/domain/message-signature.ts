/**
 * Signatures of messages (lotus chain/consensus/signatures.go): over the CID of the unsigned message; those of f410f accounts over
 * the Ethereum transaction that the message is, which names the network by its chain id (see eth-transaction.ts).
 */
import { cidToBytes } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { signDelegatedMessage, verifyDelegatedMessage } from './eth-transaction.ts';
import { type Message, messageCid, type SignedMessage } from './message.ts';
import type { PrivateKey } from './private-key.ts';
import { type Signature, signBytes, verifyBytes } from './signature.ts';

/**
 * Signs a message. The key stays the caller's to zero. A delegated key needs the chain id: throws `DomainError` `chain-id-missing`
 * without it, and as `ethTransactionFromMessage` for a message that is no transaction.
 */
export function signMessage(key: PrivateKey, message: Message, chainId?: number): Signature {
  if (key.type === 'delegated') return signDelegatedMessage(key.privateKey, message, required(chainId));
  return signBytes(key, cidToBytes(messageCid(message)));
}

/**
 * Whether the key behind `From` signed exactly this message. Throws `DomainError` `chain-id-missing` for a delegated signature
 * without a chain id, and nothing else for what a node may send.
 */
export function verifyMessageSignature(signed: SignedMessage, chainId?: number): boolean {
  if (signed.signature.type === 'delegated') return verifyDelegatedMessage(signed, required(chainId));
  return verifyBytes(signed.signature, signed.message.from, cidToBytes(messageCid(signed.message)));
}

function required(chainId: number | undefined): number {
  if (chainId !== undefined) return chainId;
  throw new DomainError('chain-id-missing', 'A signature of an f410f account belongs to one network: its chain id is needed.');
}
