/**
 * Unsigned messages as text for the machine with the key: Lotus JSON with two additional fields, which Lotus ignores. `Genesis` is the
 * network of the message, `ActorType` the actor type of its recipient.
 */

import { z } from 'zod';
import { defined } from '../collections/defined.ts';
import type { NetworkLetter } from '../domain/addresses/address.ts';
import { DomainError } from '../domain/domain-error.ts';
import { base64ToBytes, equalBytes, hexToBytes } from '../domain/encoding/bytes.ts';
import { decodeMessage, encodeMessage, type Message, messageCid } from '../domain/messages/message.ts';
import { parseLosslessJson, writeLosslessJson } from '../rpc/lossless-json.ts';
import { hexDigits } from '../text/hex-digits.ts';
import { messageToJson, zNodeMessage } from './node/message.ts';

export interface UnsignedText {
  readonly message: Message;
  /** Absent if the text names no network. */
  readonly genesisCid?: string | undefined;
  /** Of the recipient, according to the machine that wrote the text. */
  readonly actorType?: string | undefined;
}

const MAX_LENGTH = 400_000;
const JSON_BRACE = 0x7b;
const CBOR_MESSAGE = 0x8a;
const CBOR_SIGNED_MESSAGE = 0x82;

const zFacts = z.object({
  CID: z.object({ '/': z.string() }).optional(),
  Genesis: z.object({ '/': z.string().max(100) }).optional(),
  ActorType: z.string().max(40).optional(),
});

/** As short as possible, to fit a QR code; ASCII only. */
export function writeUnsignedText({ message, genesisCid, actorType }: UnsignedText, letter: NetworkLetter): string {
  return writeLosslessJson({
    ...messageToJson(message, letter),
    ...(genesisCid === undefined ? {} : { Genesis: { '/': genesisCid } }),
    ...defined({ ActorType: actorType }),
  });
}

/**
 * Parses an unsigned message: JSON, its bytes as hex, or CBOR as hex or base64.
 *
 * @throws DomainError `unsigned-text`, or the errors of decoding the bytes
 */
export function readUnsignedText(text: string): UnsignedText {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) throw wrong('The text is too long for a message.');
  if (trimmed.startsWith('{')) return readJson(trimmed);
  const bytes = readBytes(trimmed);
  if (bytes[0] === JSON_BRACE) return readJson(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  if (bytes[0] === CBOR_SIGNED_MESSAGE) throw alreadySigned();
  if (bytes[0] !== CBOR_MESSAGE) throw wrong('This is not an unsigned message.');
  const message = decodeMessage(bytes);
  if (!equalBytes(encodeMessage(message), bytes)) throw wrong('These bytes are not the canonical encoding of a message.');
  return { message };
}

function readJson(text: string): UnsignedText {
  let json: unknown;
  try {
    json = parseLosslessJson(text);
  } catch {
    throw wrong('This JSON is incomplete or damaged.');
  }
  if (typeof json === 'object' && json !== null && 'Signature' in json) throw alreadySigned();
  const message = zNodeMessage.safeParse(json);
  const facts = zFacts.safeParse(json);
  if (!message.success || !facts.success) {
    const place = (message.error ?? facts.error)?.issues[0]?.path.join('.') || 'the top';
    throw wrong(`This JSON is not an unsigned message: invalid at ${place}.`);
  }
  const { CID, Genesis, ActorType } = facts.data;
  if (CID !== undefined && CID['/'] !== messageCid(message.data)) {
    throw wrong('The fields do not match the CID of the message: the text was changed or damaged.');
  }
  return {
    message: message.data,
    ...defined({ genesisCid: Genesis?.['/'], actorType: ActorType }),
  };
}

function readBytes(text: string): Uint8Array {
  const digits = hexDigits(text);
  if (/^([0-9a-f]{2})+$/i.test(digits)) return hexToBytes(digits.toLowerCase());
  if (/^[A-Za-z0-9+/\s]+={0,2}$/.test(text)) return base64ToBytes(text.replace(/\s+/g, ''));
  throw wrong('This is not an unsigned message as JSON, hex or base64.');
}

function alreadySigned(): DomainError {
  return wrong('This message is already signed. Open it under Signatures.');
}

function wrong(words: string): DomainError {
  return new DomainError('unsigned-text', words);
}
