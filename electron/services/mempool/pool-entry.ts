/** A cached message of the mempool. */
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { type SignedMessage, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import { zNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';

export interface PoolEntry {
  /** CID of the signed form. */
  readonly cid: string;
  readonly message: SignedMessage['message'];
  readonly from: Address;
  /** With the letter of the connected network. */
  readonly fromText: string;
  readonly toText: string;
  readonly seenAtMs: number;
}

/** Parse a signed message of the mempool; undefined for anything else. */
export function poolEntry(value: unknown, letter: NetworkLetter, seenAtMs: number): PoolEntry | undefined {
  const parsed = zNodeSignedMessage.safeParse(value);
  if (!parsed.success) return undefined;
  const { message } = parsed.data;
  return {
    cid: signedMessageCid(parsed.data),
    message,
    from: message.from,
    fromText: formatAddress(message.from, letter),
    toText: formatAddress(message.to, letter),
    seenAtMs,
  };
}
