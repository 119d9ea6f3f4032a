/** Messages of a pool as they are kept here. */
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { type SignedMessage, signedMessageCid } from '../../../shared/domain/message.ts';
import { zNodeSignedMessage } from '../../../shared/validation/node/signed-message.ts';

export interface PoolEntry {
  /** Of the signed form. */
  readonly cid: string;
  readonly message: SignedMessage['message'];
  readonly from: Address;
  /** As the connected network writes it. */
  readonly fromText: string;
  readonly toText: string;
  readonly seenAtMs: number;
}

/** A signed message of a pool; undefined for anything else. */
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
