/** By whose key a message is signed, and whether its bytes are those of the CID asked for: both are checked here, no node is believed. */
import { addressProtocol } from '../../../shared/domain/address.ts';
import { type Message, type SignedMessage, signedMessageCid } from '../../../shared/domain/message.ts';
import { verifyMessageSignature } from '../../../shared/domain/message-signature.ts';
import type { Message as MessageScreen } from '../../../shared/ipc/schemas/chain.ts';
import { optional } from '../optional.ts';
import type { ChainReader } from './chain-reader.ts';

const BLS_PROTOCOL = 3;
const KEY_PROTOCOLS: Readonly<Record<number, Exclude<MessageScreen['signature']['kind'], 'none'>>> = {
  1: 'secp256k1',
  3: 'bls',
  4: 'delegated',
};

/** The message with its own signature, as a block carries it. Those of BLS senders are in the block's aggregate. */
export async function signedInBlock(reader: ChainReader, message: Message, block: string | undefined, cause: string) {
  if (block === undefined || addressProtocol(message.from) === BLS_PROTOCOL) {
    return undefined;
  }
  const signed = await optional(() => reader.signedMessages(block, cause));
  return signed?.value.find((each) => reader.unsignedCid(each.message) === reader.unsignedCid(message));
}

/** By which kind of key the message is signed, and whether its signature is of this sender and of these bytes. */
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
 * Whether the message's bytes, rebuilt here, hash to the CID asked for. A message of a BLS sender goes by its unsigned form alone;
 * others go by their signed form too, which can be rebuilt where a block or the pool shows the signature. Where none does,
 * the CID that the node wrote for the unsigned form is all there is to compare with.
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
