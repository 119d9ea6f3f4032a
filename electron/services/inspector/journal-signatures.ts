/**
 * Restores signatures of this machine in a masked push, for copies and exports that include them.
 *
 * The recording is not trusted: the message is parsed and its CID computed here, and only a signature in this machine's journal for exactly
 * these bytes is restored. No other masked value can be restored.
 */

import { DomainError } from '../../../shared/domain/domain-error.ts';
import { messageCid, type SignedMessage } from '../../../shared/domain/messages/message.ts';
import { writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { isRecord } from '../../../shared/rpc/repair-values.ts';
import { MASK } from '../../../shared/text/mask.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { signatureToJson } from '../../../shared/validation/node/signature.ts';
import { recordedValue } from './recorded-text.ts';

export interface OwnSignatures {
  /** Return the signed message by its unsigned CID; undefined if it was not signed on this machine. */
  signedMessageOf(unsignedCid: string): SignedMessage | undefined;
}

const PUSH = /^(?:[A-Za-z]+\.)?mpool(?:batch)?push(?:untrusted)?$/i;
/** Maximum number of messages restored; Lotus limits a batch only by the size of the request. */
const MAX_MESSAGES = 500;

/** Whether a method takes signed messages. */
export function isSignedPush(method: string): boolean {
  return PUSH.test(method);
}

/**
 * Return a recorded push request with the signatures of this machine; undefined if it has none of them.
 *
 * @param request the masked recording
 */
export function withOwnSignatures(method: string, request: string, own: OwnSignatures): string | undefined {
  if (!isSignedPush(method) || !request.includes(MASK)) {
    return undefined;
  }
  const body = recordedValue(request);
  const first = isRecord(body) && Array.isArray(body.params) ? (body.params[0] as unknown) : undefined;
  const messages: readonly unknown[] = Array.isArray(first) ? first.slice(0, MAX_MESSAGES) : [first];
  let count = 0;
  for (const signed of messages) {
    if (isRecord(signed) && isRecord(signed.Signature) && signed.Signature.Data === MASK) {
      const signedHere = ownSignature(signed.Message, own);
      if (signedHere !== undefined) {
        Object.assign(signed.Signature, signatureToJson(signedHere.signature));
        count += 1;
      }
    }
  }
  return count === 0 ? undefined : writeLosslessJson(body);
}

function ownSignature(message: unknown, own: OwnSignatures): SignedMessage | undefined {
  try {
    return own.signedMessageOf(messageCid(parseNodeMessage(message)));
  } catch (error) {
    // Not a message, so not signed here.
    if (error instanceof DomainError) {
      return undefined;
    }
    throw error;
  }
}
