/** What hangs from a block header: its messages, and the receipts of the tipset before it. */
import { bytes, type Codec, integer, link, optional, struct, type Value } from '../ipld/codec.ts';
import { arrayOfV0, type InEachLayout, lacking } from './collections.ts';

/** The block that `Messages` of a header names: the roots of two `messageLinks`. Source: Lotus `chain/types/blockheader.go`. */
export const messageMeta = struct({
  blsMessages: ['BlsMessages', link],
  /** Those signed with secp256k1, and the delegated ones, each with its signature. */
  secpkMessages: ['SecpkMessages', link],
});
/** Both lists of messages of a block. */
export type MessageMeta = Value<typeof messageMeta>;

/** The CIDs of messages in their order. */
export const messageLinks = arrayOfV0(link);

/** What became of a message. */
export type MessageReceipt = Value<typeof receiptOfToday>;

const receiptOfToday = struct({
  exitCode: ['ExitCode', integer],
  return: ['Return', bytes],
  gasUsed: ['GasUsed', integer],
  /** Undefined where the message has no events, and in layout `v0`. */
  eventsRoot: ['EventsRoot', optional(link)],
});

/** Source: Lotus `chain/types/message_receipt.go`; the fourth field came with network version 18 (FIP-0049). */
export const messageReceipt: InEachLayout<Codec<MessageReceipt>> = {
  v0: lacking('eventsRoot', struct({ exitCode: ['ExitCode', integer], return: ['Return', bytes], gasUsed: ['GasUsed', integer] })),
  v16: receiptOfToday,
};

/** The receipts of a tipset's messages in the order of their execution: `ParentMessageReceipts` of a header. */
export const messageReceipts = { v0: arrayOfV0(messageReceipt.v0), v16: arrayOfV0(messageReceipt.v16) };
