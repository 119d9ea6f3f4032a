import { encodeSignedMessage, messageCid, type SignedMessage, signedMessageCid } from '../../../shared/domain/message.ts';
import type { ChainMessage } from './chain-types.ts';

/** Computes bytes and CIDs of a signed message once. */
export function toChainMessage(signed: SignedMessage): ChainMessage {
  return { signed, cid: signedMessageCid(signed), unsignedCid: messageCid(signed.message), bytes: encodeSignedMessage(signed) };
}
