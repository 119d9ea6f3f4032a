/** Message receipts in node JSON. */
import { z } from 'zod';
import { bytesToBase64 } from '../../domain/encoding/bytes.ts';
import { type Cid, cidToLink } from '../../domain/encoding/cid.ts';
import { jsonInteger } from './json-integer.ts';
import { zBytes, zCidLink, zInt64, zSafeInteger } from './primitives.ts';

export interface Receipt {
  readonly exitCode: number;
  readonly returnBytes: Uint8Array;
  readonly gasUsed: bigint;
  readonly eventsRoot: Cid | undefined;
}

export const zNodeReceipt = z.object({ ExitCode: zSafeInteger, Return: zBytes, GasUsed: zInt64, EventsRoot: zCidLink.nullish() }).transform(
  (json): Receipt => ({
    exitCode: json.ExitCode,
    returnBytes: json.Return,
    gasUsed: json.GasUsed,
    eventsRoot: json.EventsRoot ?? undefined,
  }),
);

export function receiptToJson(receipt: Receipt) {
  return {
    ExitCode: receipt.exitCode,
    Return: receipt.returnBytes.length === 0 ? null : bytesToBase64(receipt.returnBytes),
    GasUsed: jsonInteger(receipt.gasUsed),
    EventsRoot: receipt.eventsRoot === undefined ? null : cidToLink(receipt.eventsRoot),
  };
}
