/**
 * Where a sent message is on the accepted chain: nowhere, in a tipset, executed by its child, or pushed aside by another message
 * of the same sender and nonce.
 *
 * A message is identified by the CID of its unsigned form, which is computed here from the fields the node lists; the CID that a
 * node writes beside a message is not relied on.
 */
import type { AttoFil } from '../../../shared/domain/amount.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { feeBreakdown } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { messageCid } from '../../../shared/domain/message.ts';
import type { ErrorCode } from '../../../shared/ipc/envelope.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Receipt } from '../../../shared/validation/node/receipt.ts';
import type { SentMessage } from '../../wallet/sent-message.ts';
import type { ChainReader, MessageLookup } from '../chain/chain-reader.ts';
import type { ChainTipset } from '../chain/chain-tipset.ts';
import { isNotServed } from '../chain/pinned-node.ts';

const CAUSE = 'sent: following';
/** The endpoint was reached, and has no answer about this message. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set(['node-error', 'not-found', 'outside-history', 'method-not-served']);

export interface PlacedTipset {
  readonly height: number;
  readonly key: readonly string[];
}

export type MessagePlace =
  | { readonly kind: 'nowhere' /** Whether every tipset that could carry it was looked at. */; readonly isCertain: boolean }
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
      readonly kind: 'replaced' /** Absent where the node does not say. */;
      readonly by?: string;
      readonly height: number;
      readonly callId: number;
    };

/**
 * Looks through the accepted tipsets since the message was made; where they do not reach back so far, StateSearchMsg is asked.
 *
 * @param tipsets the accepted chain, linked, oldest first
 */
export async function placeOnChain(sent: SentMessage, reader: ChainReader, tipsets: readonly ChainTipset[]): Promise<MessagePlace> {
  const oldest = tipsets[0];
  const head = tipsets.at(-1);
  if (oldest === undefined || head === undefined) {
    return { kind: 'nowhere', isCertain: false };
  }
  const isCovered = oldest.height <= Math.max(0, sent.intent.madeAtHeight);
  const found = await lookThrough(sent, reader, tipsets);
  if (found !== undefined && found !== 'not-served') {
    return found;
  }
  if (isCovered && found === undefined) {
    return { kind: 'nowhere', isCertain: true };
  }
  return search(sent, reader, head);
}

async function lookThrough(
  sent: SentMessage,
  reader: ChainReader,
  tipsets: readonly ChainTipset[],
): Promise<MessagePlace | 'not-served' | undefined> {
  for (const [index, tipset] of tipsets.entries()) {
    if (tipset.height < sent.intent.madeAtHeight) {
      continue;
    }
    try {
      const { value, call } = await reader.messagesIn(tipset.key, CAUSE);
      const match = value.find(({ message }) => message.from === sent.message.from && message.nonce === sent.message.nonce);
      if (match === undefined) {
        continue;
      }
      const child = tipsets[index + 1];
      const isOurs = messageCid(match.message) === sent.intent.unsignedCid;
      if (child === undefined) {
        // Another message at this nonce in the head may still be reverted: it counts once it was executed.
        return isOurs ? { kind: 'included', inclusion: tipset, callId: call.id } : { kind: 'nowhere', isCertain: false };
      }
      return isOurs
        ? await executionOf(sent, reader, tipset, child)
        : { kind: 'replaced', by: match.cid, height: tipset.height, callId: call.id };
    } catch (error) {
      if (isNotServed(error)) {
        return 'not-served';
      }
      throw error;
    }
  }
  return undefined;
}

async function executionOf(sent: SentMessage, reader: ChainReader, tipset: ChainTipset, child: ChainTipset): Promise<MessagePlace> {
  const block = child.key[0] ?? '';
  const messages = await reader.parentMessages(block, CAUSE);
  const receipts = await reader.parentReceipts(block, CAUSE);
  const index = messages.value.findIndex(({ message }) => messageCid(message) === sent.intent.unsignedCid);
  const receipt = receipts.value[index];
  if (receipt === undefined) {
    throw new SextantError('endpoint-bad-reply', 'The node lists the message in a tipset, but has no receipt for it in the next one.', {
      details: { method: receipts.call.method, callId: receipts.call.id },
      retryable: true,
    });
  }
  return executed(sent.message, receipt, tipset, child, receipts.call.id);
}

async function search(sent: SentMessage, reader: ChainReader, head: ChainTipset): Promise<MessagePlace> {
  if (sent.signedCid === undefined) {
    return { kind: 'nowhere', isCertain: false };
  }
  const epochs = head.height - sent.intent.madeAtHeight + 2;
  const answer = await searchAnswer(reader, sent.signedCid, head, epochs);
  if (answer.kind !== 'found' || answer.value === undefined) {
    return answer.kind === 'replaced' ? answer : { kind: 'nowhere', isCertain: false };
  }
  const { value, call } = answer;
  if (value.message !== sent.signedCid) {
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

/** A node that never saw the message answers with an error; Lotus has another one for a nonce that was used otherwise. */
async function searchAnswer(reader: ChainReader, cid: string, head: ChainTipset, epochs: number): Promise<SearchAnswer> {
  try {
    const { value, call } = await reader.searchMessage(cid, head.key, epochs, CAUSE);
    return { kind: 'found', value, call };
  } catch (error) {
    if (!(error instanceof SextantError) || !UNANSWERED.has(error.code)) {
      throw error;
    }
    const { nodeMessage = '', callId = 0 } = error.details ?? {};
    return /message with equal nonce|message was replaced/i.test(nodeMessage)
      ? { kind: 'replaced', height: head.height, callId }
      : { kind: 'unknown' };
  }
}

function executed(message: Message, receipt: Receipt, inclusion: ChainTipset, execution: PlacedTipset, callId: number): MessagePlace {
  const { gasLimit, gasFeeCap, gasPremium } = message;
  const fees = feeBreakdown({ gasUsed: receipt.gasUsed, gasLimit, gasFeeCap, gasPremium, baseFee: attoFil(inclusion.baseFee) });
  return { kind: 'executed', inclusion, execution, exitCode: receipt.exitCode, gasUsed: receipt.gasUsed, fee: fees.total, callId };
}
