/**
 * Finds a sent message on the accepted chain: nowhere, in a tipset, executed by the child tipset, or replaced by another message of the
 * same sender and nonce.
 *
 * A message is identified by its unsigned CID, computed here from the fields that the node returns; the CID in the node's answer is not
 * trusted.
 */
import { defined } from '../../../../shared/collections/defined.ts';
import type { AttoFil } from '../../../../shared/domain/amounts/amount.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { feeBreakdown } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { messageCid } from '../../../../shared/domain/messages/message.ts';
import type { ErrorCode } from '../../../../shared/ipc/envelope.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { Receipt } from '../../../../shared/validation/node/receipt.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import type { ChainReader, MessageLookup } from '../../chain/chain-reader.ts';
import type { ChainTipset } from '../../pinned/chain-tipset.ts';
import { isNotServed } from '../../pinned/pinned-node.ts';
import type { IncludedMessages } from './included-messages.ts';

const CAUSE = 'sent: following';
/** The endpoint was reached but cannot answer for this message. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set(['node-error', 'not-found', 'outside-history', 'method-not-served']);

/** Maximum look-back of public gateways. */
const GATEWAY_EPOCHS = 1990;

/** A reorg can rarely move a message into a tipset from before it was built; the search starts this far back. */
const REORG_EPOCHS = 100;

interface PlacedTipset {
  readonly height: number;
  readonly key: readonly string[];
}

export type MessagePlace =
  | { readonly kind: 'nowhere' /** Whether every tipset that could include it was searched. */; readonly isCertain: boolean }
  | { readonly kind: 'included'; readonly inclusion: PlacedTipset; readonly callId: number }
  | {
      readonly kind: 'executed';
      readonly inclusion: PlacedTipset;
      readonly execution: PlacedTipset;
      readonly exitCode: number;
      readonly gasUsed: bigint;
      /** Burn, over-estimation and tip. */
      readonly fee: AttoFil;
      readonly callId: number;
    }
  | {
      readonly kind: 'replaced';
      /** CID of the other message; absent if the node does not return it. */
      readonly by?: string;
      /** Unsigned CID of the other message, if its fields are known. */
      readonly byUnsignedCid?: string;
      readonly height: number;
      readonly callId?: number;
    };

/** The accepted chain of one connection and its readers. */
export interface PlaceView {
  readonly reader: ChainReader;
  readonly included: IncludedMessages;
  /** Linked, oldest first. */
  readonly tipsets: readonly ChainTipset[];
}

/** Search the accepted tipsets, by default those since the message was built. */
export async function placeInTipsets(
  sent: SentMessage,
  { reader, included, tipsets }: PlaceView,
  fromHeight: number = sent.intent.madeAtHeight,
): Promise<MessagePlace> {
  const { from, nonce } = sent.message;
  const unknown = { kind: 'nowhere', isCertain: false } as const;
  try {
    for (const [index, tipset] of tipsets.entries()) {
      const match = tipset.height < fromHeight ? undefined : await included.find(tipset, from, nonce);
      if (match === undefined) {
        continue;
      }
      const child = tipsets[index + 1];
      const byUnsignedCid = messageCid(match.message);
      const isOurs = byUnsignedCid === sent.intent.unsignedCid;
      if (child === undefined) {
        // Another message with this nonce in the head may still be reverted: it counts once it is executed.
        return isOurs ? { kind: 'included', inclusion: tipset, callId: match.callId } : unknown;
      }
      return isOurs
        ? await executionOf(sent, reader, tipset, child)
        : { kind: 'replaced', by: match.cid, byUnsignedCid, height: child.height, callId: match.callId };
    }
  } catch (error) {
    if (isNotServed(error)) {
      return unknown;
    }
    throw error;
  }
  const oldest = tipsets[0];
  return { kind: 'nowhere', isCertain: oldest !== undefined && oldest.height <= Math.max(0, fromHeight) };
}

/**
 * Find the tipset that used the nonce by binary search on the sender's nonce. Takes about 22 small calls for the 2000 epochs that gateways
 * allow, while their StateSearchMsg looks back 20.
 *
 * @param nonceAt returns the sender's nonce in the parent state of a tipset
 */
export async function placeByNonce(
  sent: SentMessage,
  { reader, included, tipsets }: PlaceView,
  nonceAt: (tipset: ChainTipset) => Promise<bigint>,
): Promise<MessagePlace> {
  const unknown = { kind: 'nowhere', isCertain: false } as const;
  const head = tipsets.at(-1);
  if (head === undefined) {
    return unknown;
  }
  const at = async (height: number) => (await reader.summaryByHeight(height, head.key, CAUSE)).value;
  try {
    const { nonce } = sent.message;
    const start = await at(Math.max(0, sent.intent.madeAtHeight - REORG_EPOCHS, head.height - GATEWAY_EPOCHS));
    if ((await nonceAt(start)) > nonce) {
      // Used before it was built, deeper than a reorg reaches: by another message.
      return start.height <= Math.max(0, sent.intent.madeAtHeight - REORG_EPOCHS) ? { kind: 'replaced', height: start.height } : unknown;
    }
    let before = start;
    let after = head;
    while (after.height - before.height > 1) {
      const middle = await at(Math.floor((before.height + after.height) / 2));
      // Null rounds: nothing lies between.
      if (middle.height <= before.height) {
        const next = await reader.tipsetAfterHeight(before.height + 1, head.key, CAUSE);
        const { value } = await reader.summary(next.value.key, CAUSE);
        if (value.height >= after.height) {
          break;
        }
        [before, after] = (await nonceAt(value)) > nonce ? [before, value] : [value, after];
        continue;
      }
      [before, after] = (await nonceAt(middle)) > nonce ? [before, middle] : [middle, after];
    }
    const place = await placeInTipsets(sent, { reader, included, tipsets: [before, after] }, before.height);
    return place.kind === 'nowhere' ? unknown : place;
  } catch (error) {
    if (error instanceof SextantError && UNANSWERED.has(error.code)) {
      return unknown;
    }
    throw error;
  }
}

async function executionOf(sent: SentMessage, reader: ChainReader, tipset: ChainTipset, child: ChainTipset): Promise<MessagePlace> {
  const block = child.key[0] ?? '';
  const messages = await reader.parentMessages(block, CAUSE);
  const receipts = await reader.parentReceipts(block, CAUSE);
  const index = messages.value.findIndex(({ message }) => messageCid(message) === sent.intent.unsignedCid);
  const receipt = receipts.value[index];
  if (receipt === undefined) {
    throw new SextantError('endpoint-bad-reply', 'The node lists the message in a tipset but returned no receipt for it.', {
      details: { method: receipts.call.method, callId: receipts.call.id },
      retryable: true,
    });
  }
  return executed(sent.message, receipt, tipset, child, receipts.call.id);
}

/**
 * Find a message with StateSearchMsg, which looks back further than the tipsets in memory. Gateways silently limit the look-back (lotus
 * gateway/node.go: 20 epochs by default), so finding nothing proves nothing.
 */
export async function placeBySearch(sent: SentMessage, { reader, tipsets }: Pick<PlaceView, 'reader' | 'tipsets'>): Promise<MessagePlace> {
  const head = tipsets.at(-1);
  const unknown = { kind: 'nowhere', isCertain: false } as const;
  if (sent.signedCid === undefined || head === undefined) {
    return unknown;
  }
  const epochs = head.height - sent.intent.madeAtHeight + REORG_EPOCHS;
  const answer = await searchAnswer(reader, sent.signedCid, head, epochs);
  if (answer.kind !== 'found' || answer.value === undefined) {
    return answer.kind === 'replaced' ? answer : unknown;
  }
  const { value, call } = answer;
  if (value.message !== sent.signedCid && value.message !== sent.intent.unsignedCid) {
    return { kind: 'replaced', by: value.message, height: value.height, callId: call.id };
  }
  const execution = { height: value.height, key: value.key };
  const child = await reader.summary(value.key, CAUSE);
  const tipset = await reader.summary(child.value.parents, CAUSE);
  return executed(sent.message, value.receipt, tipset.value, execution, call.id);
}

type SearchAnswer =
  | { readonly kind: 'found'; readonly value: MessageLookup | undefined; readonly call: CallRef }
  | { readonly kind: 'unknown' }
  | Extract<MessagePlace, { kind: 'replaced' }>;

/** A node that never had the message answers with an error; Lotus has a specific one for a replaced message. */
async function searchAnswer(reader: ChainReader, cid: string, head: ChainTipset, epochs: number): Promise<SearchAnswer> {
  try {
    const { value, call } = await reader.searchMessage(cid, head.key, epochs, CAUSE);
    return { kind: 'found', value, call };
  } catch (error) {
    if (!(error instanceof SextantError) || !UNANSWERED.has(error.code)) {
      throw error;
    }
    const { nodeMessage = '', callId } = error.details ?? {};
    return /message with equal nonce|message was replaced/i.test(nodeMessage)
      ? { kind: 'replaced', height: head.height, ...defined({ callId }) }
      : { kind: 'unknown' };
  }
}

function executed(message: Message, receipt: Receipt, inclusion: ChainTipset, execution: PlacedTipset, callId: number): MessagePlace {
  const { gasLimit, gasFeeCap, gasPremium } = message;
  const fees = feeBreakdown({ gasUsed: receipt.gasUsed, gasLimit, gasFeeCap, gasPremium, baseFee: attoFil(inclusion.baseFee) });
  return { kind: 'executed', inclusion, execution, exitCode: receipt.exitCode, gasUsed: receipt.gasUsed, fee: fees.total, callId };
}
