/** Messages in node JSON (Lotus chain/types/message.go). The node's own `CID` field is ignored: CIDs are computed here. */
import { z } from 'zod';
import { formatAddress, type NetworkLetter } from '../../domain/addresses/address.ts';
import { bytesToBase64 } from '../../domain/encoding/bytes.ts';
import type { CidLink } from '../../domain/encoding/cid.ts';
import { cidToLink } from '../../domain/encoding/cid.ts';
import { type Message, messageCid } from '../../domain/messages/message.ts';
import { jsonInteger } from './json-integer.ts';
import { parseNode, zAddressValue, zAmount, zBytes, zInt64, zUint64 } from './primitives.ts';

export const zNodeMessage = z
  .object({
    // Go reads an absent version as 0; older clients omit it.
    Version: z.union([z.literal(0), z.literal(0n)]).optional(),
    To: zAddressValue,
    From: zAddressValue,
    Nonce: zUint64,
    Value: zAmount,
    GasLimit: zInt64,
    GasFeeCap: zAmount,
    GasPremium: zAmount,
    Method: zUint64,
    Params: zBytes,
  })
  .transform(
    (json): Message => ({
      version: 0,
      to: json.To,
      from: json.From,
      nonce: json.Nonce,
      value: json.Value,
      gasLimit: json.GasLimit,
      gasFeeCap: json.GasFeeCap,
      gasPremium: json.GasPremium,
      method: json.Method,
      params: json.Params,
    }),
  );

/** Parses a `Message`. Throws `DomainError` `node-answer`. */
export function parseNodeMessage(value: unknown): Message {
  return parseNode(zNodeMessage, value, 'a message');
}

export interface MessageJson {
  readonly Version: 0;
  readonly To: string;
  readonly From: string;
  readonly Nonce: number | bigint;
  readonly Value: string;
  readonly GasLimit: number | bigint;
  readonly GasFeeCap: string;
  readonly GasPremium: string;
  readonly Method: number | bigint;
  readonly Params: string | null;
  readonly CID: CidLink;
}

/** The JSON of a message for a node of that network. `CID` is that of the unsigned message. */
export function messageToJson(message: Message, letter: NetworkLetter): MessageJson {
  return {
    Version: 0,
    To: formatAddress(message.to, letter),
    From: formatAddress(message.from, letter),
    Nonce: jsonInteger(message.nonce),
    Value: message.value.toString(),
    GasLimit: jsonInteger(message.gasLimit),
    GasFeeCap: message.gasFeeCap.toString(),
    GasPremium: message.gasPremium.toString(),
    Method: jsonInteger(message.method),
    Params: message.params.length === 0 ? null : bytesToBase64(message.params),
    CID: cidToLink(messageCid(message)),
  };
}
