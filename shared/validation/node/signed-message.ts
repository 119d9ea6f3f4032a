/** Signed messages in node JSON, as in MpoolPush and MpoolPending. */
import { z } from 'zod';
import type { NetworkLetter } from '../../domain/addresses/address.ts';
import type { CidLink } from '../../domain/encoding/cid.ts';
import { cidToLink } from '../../domain/encoding/cid.ts';
import { type SignedMessage, signedMessageCid } from '../../domain/messages/message.ts';
import { type MessageJson, messageToJson, zNodeMessage } from './message.ts';
import { parseNode } from './primitives.ts';
import { type SignatureJson, signatureToJson, zNodeSignature } from './signature.ts';

export const zNodeSignedMessage = z
  .object({ Message: zNodeMessage, Signature: zNodeSignature })
  .transform(({ Message, Signature }): SignedMessage => ({ message: Message, signature: Signature }));

/** Parses a `SignedMessage`. Throws `DomainError` `node-answer`. */
export function parseNodeSignedMessage(value: unknown): SignedMessage {
  return parseNode(zNodeSignedMessage, value, 'a signed message');
}

export interface SignedMessageJson {
  readonly Message: MessageJson;
  readonly Signature: SignatureJson;
  readonly CID: CidLink;
}

/** The JSON of a signed message. `CID` is that of the signed message. */
export function signedMessageToJson(signed: SignedMessage, letter: NetworkLetter): SignedMessageJson {
  return {
    Message: messageToJson(signed.message, letter),
    Signature: signatureToJson(signed.signature),
    CID: cidToLink(signedMessageCid(signed)),
  };
}
