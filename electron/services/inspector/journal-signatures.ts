/**
 * Puts signatures of this machine back into a masked push, for copies and exports that ask for them.
 *
 * Trusts the recording in nothing: the message in it is read by the domain, its CID computed here, and only a signature that the
 * journal of this machine's own messages has for exactly these bytes is put in. Nothing else that is masked can come back.
 */

import { DomainError } from '../../../shared/domain/domain-error.ts';
import { messageCid, type SignedMessage } from '../../../shared/domain/message.ts';
import { writeLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import { isRecord } from '../../../shared/rpc/repair-values.ts';
import { MASK } from '../../../shared/text/mask.ts';
import { parseNodeMessage } from '../../../shared/validation/node/message.ts';
import { signatureToJson } from '../../../shared/validation/node/signature.ts';
import { recordedValue } from './recorded-text.ts';

export interface OwnSignatures {
  /** What this machine signed, by the CID of the unsigned message; undefined for every other message. */
  signedMessageOf(unsignedCid: string): SignedMessage | undefined;
}

const PUSH = /^(?:[A-Za-z]+\.)?mpool(?:batch)?push(?:untrusted)?$/i;
/** Lotus takes a batch of what fits into a request; a page of them is as much as anybody copies. */
const MAX_MESSAGES = 500;

/** Whether a method takes messages that were signed before. */
export function isSignedPush(method: string): boolean {
  return PUSH.test(method);
}

/**
 * A recorded request of a push with the signatures that this machine made; undefined where there is none of them in it.
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
    // What is no message was not signed here.
    if (error instanceof DomainError) {
      return undefined;
    }
    throw error;
  }
}
