import { type Address, formatAddress, idAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { blockHeaderToJson } from '../../../shared/validation/node/block-header.ts';
import { messageToJson } from '../../../shared/validation/node/message.ts';
import { receiptToJson } from '../../../shared/validation/node/receipt.ts';
import { signatureToJson } from '../../../shared/validation/node/signature.ts';
import type { Block, ChainMessage, HeadChange, Receipt, TipsetNode } from '../chain/chain-types.ts';
import { JsonText, type JsonValue, writeJson } from './json-writer.ts';

/** Address prefix of this network. */
export const LETTER: NetworkLetter = 't';

export const addressJson = (address: Address): string => formatAddress(address, LETTER);
export const idJson = (id: number): string => addressJson(idAddress(id));
export const cidJson = (cid: Cid): JsonValue => ({ ...cidToLink(cid) });
export const keyJson = (key: readonly Cid[]): JsonValue => key.map(cidJson);
export const bytesJson = (bytes: Uint8Array): JsonValue => (bytes.length === 0 ? null : bytesToBase64(bytes));
export const amountJson = (amount: bigint): string => amount.toString();

/** Cached JSON of blocks and messages, kept as long as the object. */
const texts = new WeakMap<object, JsonText>();

function once(source: object, write: () => string): JsonText {
  let text = texts.get(source);
  if (text === undefined) {
    text = new JsonText(write());
    texts.set(source, text);
  }
  return text;
}

export function blockJson(block: Block): JsonText {
  // Header fields are below 2^53, so JSON.stringify is exact.
  return once(block, () => JSON.stringify(blockHeaderToJson(block.header, LETTER)));
}

export function tipsetJson(tipset: TipsetNode): JsonText {
  return once(tipset, () => writeJson({ Cids: keyJson(tipset.key), Blocks: tipset.blocks.map(blockJson), Height: tipset.height }));
}

export function headChangesJson(changes: readonly HeadChange[]): JsonValue {
  return changes.map(({ type, tipset }) => ({ Type: type, Val: tipsetJson(tipset) }));
}

/** An unsigned message with its own CID. */
export function messageJson(message: Message): JsonValue {
  const { CID, ...fields } = messageToJson(message, LETTER);
  return { ...fields, CID: { ...CID } };
}

export function chainMessageJson(message: ChainMessage): JsonText {
  return once(message.signed, () => writeJson(messageJson(message.signed.message)));
}

export function signedMessageJson(message: ChainMessage): JsonText {
  return once(message, () =>
    writeJson({
      Message: chainMessageJson(message),
      Signature: { ...signatureToJson(message.signed.signature) },
      CID: cidJson(message.cid),
    }),
  );
}

export function receiptJson({ exitCode, returned, gasUsed, eventsRoot }: Receipt): JsonValue {
  return { ...receiptToJson({ exitCode, returnBytes: returned, gasUsed, eventsRoot }) } as JsonValue;
}
