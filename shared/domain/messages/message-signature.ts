/**
 * Message signatures (lotus chain/consensus/signatures.go): over the CID of the unsigned message; for f410f accounts over
 * the message's Ethereum transaction, which includes the network's chain ID (see eth-transaction.ts).
 */
import { DomainError } from '../domain-error.ts';
import { cidToBytes } from '../encoding/cid.ts';
import { signDelegatedMessage, verifyDelegatedMessage } from '../evm/eth-transaction.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import { type Signature, signBytes, verifyBytes } from '../signatures/signature.ts';
import { type Message, messageCid, type SignedMessage } from './message.ts';

/**
 * Sign a message. The caller zeroes the key. A delegated key needs the chain ID: throws `DomainError` `chain-id-missing`
 * without it, and as `ethTransactionFromMessage` for a message that is not a transaction.
 */
export function signMessage(key: PrivateKey, message: Message, chainId?: number): Signature {
  if (key.type === 'delegated') return signDelegatedMessage(key.privateKey, message, required(chainId));
  return signBytes(key, cidToBytes(messageCid(message)));
}

/**
 * Whether the key of `From` signed exactly this message. Throws only `DomainError` `chain-id-missing`, for a delegated signature
 * without a chain ID.
 */
export function verifyMessageSignature(signed: SignedMessage, chainId?: number): boolean {
  if (signed.signature.type === 'delegated') return verifyDelegatedMessage(signed, required(chainId));
  return verifyBytes(signed.signature, signed.message.from, cidToBytes(messageCid(signed.message)));
}

function required(chainId: number | undefined): number {
  if (chainId !== undefined) return chainId;
  throw new DomainError('chain-id-missing', 'Signatures of f410f accounts need the network’s chain ID.');
}
