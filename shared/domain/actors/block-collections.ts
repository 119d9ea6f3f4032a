/** Collections linked from a block header: its messages, and the receipts of the parent tipset. */
import { bytes, integer, link, optional, struct } from '../ipld/codec.ts';
import { arrayOfV0 } from './collections.ts';
import { inEachLayout } from './state-layout.ts';

/** The object that a header's `Messages` links to: the roots of two `messageLinks`. Source: Lotus `chain/types/blockheader.go`. */
export const messageMeta = struct({
  blsMessages: ['BlsMessages', link],
  /** secp256k1 and delegated messages, with their signatures. */
  secpkMessages: ['SecpkMessages', link],
});

/** Message CIDs in order. */
export const messageLinks = arrayOfV0(link);

const fields = { exitCode: ['ExitCode', integer], return: ['Return', bytes], gasUsed: ['GasUsed', integer] } as const;

/**
 * A message receipt. Source: Lotus `chain/types/message_receipt.go`; the fourth field came with network version 18 (FIP-0049).
 */
export const messageReceipt = inEachLayout({
  v0: struct(fields),
  v10: struct({
    ...fields,
    /** Undefined if the message has no events. */
    eventsRoot: ['EventsRoot', optional(link)],
  }),
});

/** Receipts of a tipset's messages in execution order: a header's `ParentMessageReceipts`. */
export const messageReceipts = inEachLayout({ v0: arrayOfV0(messageReceipt.v0), v10: arrayOfV0(messageReceipt.v10) });
