/** What hangs from a block header: its messages, and the receipts of the tipset before it. */
import { bytes, integer, link, optional, struct } from '../ipld/codec.ts';
import { arrayOfV0 } from './collections.ts';
import { inEachLayout } from './state-layout.ts';

/** The block that `Messages` of a header names: the roots of two `messageLinks`. Source: Lotus `chain/types/blockheader.go`. */
export const messageMeta = struct({
  blsMessages: ['BlsMessages', link],
  /** Those signed with secp256k1, and the delegated ones, each with its signature. */
  secpkMessages: ['SecpkMessages', link],
});

/** The CIDs of messages in their order. */
export const messageLinks = arrayOfV0(link);

const fields = { exitCode: ['ExitCode', integer], return: ['Return', bytes], gasUsed: ['GasUsed', integer] } as const;

/**
 * What became of a message. Source: Lotus `chain/types/message_receipt.go`; the fourth field came with network version 18 (FIP-0049).
 */
export const messageReceipt = inEachLayout({
  v0: struct(fields),
  v10: struct({
    ...fields,
    /** Undefined where the message has no events. */
    eventsRoot: ['EventsRoot', optional(link)],
  }),
});

/** The receipts of a tipset's messages in the order of their execution: `ParentMessageReceipts` of a header. */
export const messageReceipts = inEachLayout({ v0: arrayOfV0(messageReceipt.v0), v10: arrayOfV0(messageReceipt.v10) });
