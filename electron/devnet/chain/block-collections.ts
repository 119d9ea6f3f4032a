/** Stores the collections linked from a block header: its messages, and the receipts of the parent tipset. */
import { messageLinks, messageMeta, messageReceipts } from '../../../shared/domain/actors/block-collections.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../shared/domain/ipld/amt.ts';
import { encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from '../state/blocks.ts';
import { type EmittedEvent, EVENTS } from '../state/emitted-event.ts';
import { LocalAmt } from '../state/local-amt.ts';
import type { ChainMessage, Receipt } from './chain-types.ts';

/** `Messages` of a header: arrays of the CIDs of BLS and other messages. */
export function messagesRoot(messages: readonly ChainMessage[], blocks: Blocks): Cid {
  const links = (isBls: boolean): Cid => {
    const ofKind = messages.filter(({ signed }) => (signed.signature.type === 'bls') === isBls);
    return arrayRoot(
      messageLinks,
      ofKind.map(({ cid }) => cid),
      blocks,
    );
  };
  return blocks.put(encodeBlock(messageMeta, { blsMessages: links(true), secpkMessages: links(false) }));
}

/** Root of a message's events; undefined if it has none. */
export function eventsRoot(events: readonly EmittedEvent[], blocks: Blocks): Cid | undefined {
  return events.length === 0 ? undefined : arrayRoot(EVENTS, events, blocks);
}

/** `ParentMessageReceipts` of the child headers: receipts in execution order. */
export function receiptsRoot(receipts: readonly Receipt[], blocks: Blocks): Cid {
  return arrayRoot(
    messageReceipts.v16,
    receipts.map(({ exitCode, returned, gasUsed, eventsRoot: events }) => ({
      exitCode,
      return: returned,
      gasUsed: Number(gasUsed),
      eventsRoot: events,
    })),
    blocks,
  );
}

/** Read the receipts of a root. Throws `MissingBlockError`. */
export function receiptsAt(root: Cid, blocks: Blocks): Receipt[] {
  return LocalAmt.open(blocks, messageReceipts.v16, root)
    .values()
    .map(({ exitCode, return: returned, gasUsed, eventsRoot: events }) => ({
      exitCode,
      returned,
      gasUsed: BigInt(gasUsed),
      eventsRoot: events,
    }));
}

function arrayRoot<V>(layout: AmtLayout<V>, values: readonly V[], blocks: Blocks): Cid {
  return Amt.from(layout, values.entries()).flush(blocks.put);
}
