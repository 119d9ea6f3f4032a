/** Verifies the signature and the CID of a message here, without trusting the node. */
import { addressProtocol } from '../../../shared/domain/addresses/address.ts';
import { type Message, type SignedMessage, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { verifyMessageSignature } from '../../../shared/domain/messages/message-signature.ts';
import type { Message as MessageScreen } from '../../../shared/ipc/schemas/chain.ts';
import { optional } from '../optional.ts';
import type { ChainReader } from './chain-reader.ts';

const BLS_PROTOCOL = 3;
const KEY_PROTOCOLS: Readonly<Record<number, Exclude<MessageScreen['signature']['kind'], 'none'>>> = {
  1: 'secp256k1',
  3: 'bls',
  4: 'delegated',
};

/** The message with its own signature, as in a block. Signatures of BLS senders are in the block's aggregate. */
export async function signedInBlock(reader: ChainReader, message: Message, block: string | undefined, cause: string) {
  if (block === undefined || addressProtocol(message.from) === BLS_PROTOCOL) {
    return undefined;
  }
  const signed = await optional(() => reader.signedMessages(block, cause));
  return signed?.value.find((each) => reader.unsignedCid(each.message) === reader.unsignedCid(message));
}

/** Return the key type of the signature, and whether it is valid for this sender and these bytes. */
export async function signatureOf(
  reader: ChainReader,
  { from }: Message,
  signed: SignedMessage | undefined,
  isOnChain: boolean,
): Promise<MessageScreen['signature']> {
  const kind = KEY_PROTOCOLS[addressProtocol(from)];
  if (kind === undefined) {
    return { kind: 'none', check: 'unknown' };
  }
  if (signed === undefined) {
    return { kind, check: kind === 'bls' && isOnChain ? 'in-aggregate' : 'unknown' };
  }
  const chainId = kind === 'delegated' ? await reader.chainId() : undefined;
  if (kind === 'delegated' && chainId === undefined) {
    return { kind, check: 'unknown' };
  }
  return { kind, check: verifyMessageSignature(signed, chainId) ? 'valid' : 'invalid' };
}

/**
 * Check whether the encoded message hashes to the requested CID. BLS messages are identified by the unsigned CID only, others by the signed
 * CID too, which can be recomputed if a block or the mempool has the signature. Otherwise only the unsigned CID in the node's answer can be
 * compared.
 */
export function verifyCid(
  reader: ChainReader,
  cid: string,
  { message, statedCid }: { readonly message: Message; readonly statedCid?: string },
  signed: SignedMessage | undefined,
): boolean {
  const unsignedCid = reader.unsignedCid(message);
  if (cid === unsignedCid) {
    return true;
  }
  if (addressProtocol(message.from) === BLS_PROTOCOL) {
    return false;
  }
  return signed === undefined ? statedCid === unsignedCid : signedMessageCid(signed) === cid;
}
