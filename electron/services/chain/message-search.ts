/**
 * Finds a message: in the mempool, in a tipset, executed in a child, final, or not found on this endpoint.
 *
 * StateSearchMsg is asked first, and the newest tipsets show what has not been executed yet. If it is not served, or its look-back is too
 * short (a gateway limits it silently), the other tipsets of the strip are searched.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Receipt } from '../../../shared/validation/node/receipt.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type Answer, isNotServed } from '../pinned/pinned-node.ts';
import type { ChainReader, MessageLookup } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';

const CAUSE = 'message: receipt';
/** Look-back of one day: an index answers beyond it anyway, and a node without an index must not walk the whole chain. */
const SEARCH_EPOCHS = 2880;
const BLOCKS_AT_ONCE = 4;

export interface MessagePlace {
  /** The tipset that includes the message. */
  readonly inclusion?: Tipset;
  /** The tipset that executed it: the child of the including one. */
  readonly execution?: { readonly key: readonly string[]; readonly height: number; readonly receipt: Receipt };
  /** CID of the message that replaced it: same sender and nonce, other gas. */
  readonly replacedBy?: string;
  readonly calls: readonly CallRef[];
}

/** A message that is not executed yet can only be in the newest tipsets, this many. */
const NEWEST_TIPSETS = 2;

/** Find a message on chain by any of its CIDs; undefined if it is not found. */
export async function findOnChain(reader: ChainReader, chain: HeadChain, cids: readonly string[]): Promise<MessagePlace | undefined> {
  const head = chain.head;
  const asked = cids[0];
  if (head === undefined || asked === undefined) {
    throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
  }
  const lookup = await search(reader, head, asked);
  if (lookup?.value !== undefined) {
    return placeOf(reader, chain, { value: lookup.value, call: lookup.call }, cids);
  }
  const newest = [...chain.tipsets].reverse();
  return lookThrough(reader, chain, cids, lookup === undefined ? newest : newest.slice(0, NEWEST_TIPSETS), lookup?.call);
}

/** Search the tipsets of the strip that `findOnChain` left out. */
export function findInStrip(reader: ChainReader, chain: HeadChain, cids: readonly string[]): Promise<MessagePlace | undefined> {
  return lookThrough(reader, chain, cids, [...chain.tipsets].reverse().slice(NEWEST_TIPSETS), undefined);
}

/** Return undefined if the method is not served, and a value of undefined if nothing was found. */
async function search(reader: ChainReader, head: ChainTipset, cid: string): Promise<Answer<MessageLookup | undefined> | undefined> {
  try {
    return await reader.searchMessage(cid, head.key, SEARCH_EPOCHS, CAUSE);
  } catch (error) {
    if (isNotServed(error) || (error instanceof SextantError && error.code === 'node-error')) {
      return undefined;
    }
    throw error;
  }
}

async function placeOf(
  reader: ChainReader,
  chain: HeadChain,
  lookup: Answer<MessageLookup>,
  cids: readonly string[],
): Promise<MessagePlace> {
  const { message, receipt, key, height } = lookup.value;
  const calls = [lookup.call];
  const execution = await attempt(() => reader.tipset(key, CAUSE), calls);
  const parents = execution?.blocks[0]?.parents;
  const head = chain.head;
  const inclusion =
    parents !== undefined
      ? await attempt(() => reader.tipset(parents, CAUSE), calls)
      : head === undefined
        ? undefined
        : await attempt(() => reader.tipsetByHeight(height - 1, head.key, CAUSE), calls);
  return {
    ...defined({ inclusion }),
    execution: { key, height, receipt },
    ...((await isSameMessage(reader, message, cids, calls)) ? {} : { replacedBy: message }),
    calls,
  };
}

/** A message with its own signature is found by its signed CID, whichever CID was requested. */
async function isSameMessage(reader: ChainReader, found: string, cids: readonly string[], calls: CallRef[]): Promise<boolean> {
  if (cids.includes(found)) {
    return true;
  }
  const other = await attempt(() => reader.message(found, CAUSE), calls);
  return other !== undefined && cids.includes(reader.unsignedCid(other.message));
}

/** Search accepted tipsets in the given order. */
async function lookThrough(
  reader: ChainReader,
  chain: HeadChain,
  cids: readonly string[],
  tipsets: readonly ChainTipset[],
  searchCall: CallRef | undefined,
): Promise<MessagePlace | undefined> {
  const calls: CallRef[] = searchCall === undefined ? [] : [searchCall];
  for (const held of tipsets) {
    const listed = await optional(() => reader.messagesIn(held.key, CAUSE));
    const index = listed?.value.findIndex(({ cid, message }) => cids.includes(cid) || cids.includes(reader.unsignedCid(message))) ?? -1;
    if (listed === undefined || index < 0) {
      continue;
    }
    calls.push(listed.call);
    const inclusion = await attempt(() => reader.tipset(held.key, CAUSE), calls);
    const execution = await executionIn(reader, chain.childOf(held.key), cids, calls);
    return {
      ...defined({ inclusion, execution }),
      calls,
    };
  }
  return undefined;
}

/** Read the receipt of a message from the child of its tipset. */
async function executionIn(
  reader: ChainReader,
  child: ChainTipset | undefined,
  cids: readonly string[],
  calls: CallRef[],
): Promise<MessagePlace['execution']> {
  const block = child?.key[0];
  if (child === undefined || block === undefined) {
    return undefined;
  }
  const messages = await attempt(() => reader.parentMessages(block, CAUSE), calls);
  const receipts = await attempt(() => reader.parentReceipts(block, CAUSE), calls);
  const index = messages?.findIndex(({ cid, message }) => cids.includes(cid) || cids.includes(reader.unsignedCid(message))) ?? -1;
  const receipt = receipts?.[index];
  return receipt === undefined ? undefined : { key: child.key, height: child.height, receipt };
}

/** Return the blocks of a tipset that include a message; empty if the endpoint cannot answer. */
export async function blocksIncluding(reader: ChainReader, tipset: Tipset, cids: readonly string[], calls: CallRef[]): Promise<string[]> {
  const answers = await mapBounded(tipset.key, BLOCKS_AT_ONCE, async (block) => ({
    block,
    found: await attempt(() => reader.blockMessages(block, CAUSE), calls),
  }));
  return answers.filter(({ found }) => found?.cids.some((cid) => cids.includes(cid))).map(({ block }) => block);
}

async function attempt<T>(read: () => Promise<Answer<T>>, calls: CallRef[]): Promise<T | undefined> {
  const answer = await optional(read);
  if (answer !== undefined) {
    calls.push(answer.call);
  }
  return answer?.value;
}
