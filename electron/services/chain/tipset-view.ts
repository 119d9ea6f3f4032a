/** Reads one tipset for its screen: headers with recomputed CIDs, messages, and receipts if its child has executed them. */
import { type Address, formatAddress, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { type BlockHeader, blockCid } from '../../../shared/domain/chain/block-header.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Block, MessageRow, ReceiverTypes, Tipset as TipsetScreen } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef, Panel } from '../../../shared/ipc/schemas/common.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import { isSameKey, tipsetRef } from '../pinned/chain-tipset.ts';
import { type Answer, panelOf, readPinned } from '../pinned/pinned-node.ts';
import type { ChainReader, ListedMessage } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { messageFigures } from './message-figures.ts';
import { knownMethodName } from './method-names.ts';

const CAUSE = {
  tipset: 'tipsets: facts',
  neighbours: 'tipsets: neighbours',
  blocks: 'tipsets: blocks',
  messages: 'tipsets: messages',
} as const;
const BLOCKS_AT_ONCE = 4;

export type TipsetRequest = { readonly key: readonly string[] } | { readonly height: number };

/**
 * @param chain the accepted chain, to save calls and to determine whether the tipset is canonical
 * @throws SextantError `not-connected` without a head, `not-found` above it, and errors of the node
 */
export async function readTipset(reader: ChainReader, chain: HeadChain, request: TipsetRequest): Promise<TipsetScreen> {
  const head = chain.head;
  if (head === undefined) {
    throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
  }
  const found = await findTipset(reader, chain, request, head);
  const tipset = found.value;
  const calls: CallRef[] = [found.call];
  const first = tipset.blocks[0];
  if (first === undefined) {
    throw new SextantError('endpoint-bad-reply', 'The node answered with a tipset without blocks.', { details: { callId: found.call.id } });
  }
  const [parent, child, counts] = await Promise.all([
    optional(() => previousOf(reader, tipset)),
    optional(() => nextOf(reader, chain, tipset)),
    mapBounded(tipset.key, BLOCKS_AT_ONCE, (cid) => optional(() => reader.blockMessages(cid, CAUSE.blocks))),
  ]);
  const isChild = child !== undefined && isSameKey(child.value.blocks[0]?.parents ?? [], tipset.key);
  const isCanonical = isSameKey(tipset.key, head.key) || isChild ? true : child === undefined ? undefined : false;
  for (const answer of [parent, child, ...counts]) {
    if (answer !== undefined) {
      calls.push(answer.call);
    }
  }
  const [messages, instead] = await Promise.all([
    readMessages(reader, tipset, isChild ? child.value.key[0] : undefined),
    isCanonical === false ? optional(() => reader.summaryByHeight(tipset.height, head.key, CAUSE.neighbours)) : undefined,
  ]);
  return {
    ref: { height: tipset.height, key: [...tipset.key], timeMs: first.timestamp * 1000 },
    parents: [...first.parents],
    parentWeight: first.parentWeight.toString(),
    baseFee: first.parentBaseFee.toString(),
    blocks: tipset.blocks.map((header, index) => blockOf(header, tipset.key[index] ?? '', counts[index]?.value.cids.length, reader)),
    messages,
    ...(parent === undefined ? {} : { previousHeight: parent.value.height }),
    ...(child === undefined ? {} : { nextHeight: child.value.height }),
    ...(isCanonical === undefined ? {} : { isCanonical }),
    ...(instead === undefined ? {} : { instead: tipsetRef(instead.value) }),
    calls: uniqueCalls(calls),
  };
}

/** Return the contract's form of a block in a list. */
export function blockOf(header: BlockHeader, cid: string, messageCount: number | undefined, reader: ChainReader): Block {
  return {
    cid,
    miner: formatAddress(header.miner, reader.letter),
    height: header.height,
    timeMs: header.timestamp * 1000,
    winCount: Number(header.electionProof?.winCount ?? 0),
    parentWeight: header.parentWeight.toString(),
    parentBaseFee: header.parentBaseFee.toString(),
    parents: [...header.parents],
    parentStateRoot: header.parentStateRoot,
    parentMessageReceipts: header.parentMessageReceipts,
    messages: header.messages,
    ticket: header.ticket === undefined ? '' : bytesToBase64(header.ticket),
    isCidVerified: blockCid(header) === cid,
    ...(messageCount === undefined ? {} : { messageCount }),
  };
}

async function findTipset(reader: ChainReader, chain: HeadChain, request: TipsetRequest, head: { height: number; key: readonly string[] }) {
  if ('key' in request) {
    return reader.tipset(request.key, CAUSE.tipset);
  }
  if (request.height > head.height) {
    throw new SextantError(
      'not-found',
      `Epoch ${formatInteger(request.height)} is above the head, which is at ${formatInteger(head.height)}.`,
      { retryable: true },
    );
  }
  const oldest = chain.tipsets[0];
  const held =
    oldest !== undefined && oldest.height <= request.height ? chain.tipsets.findLast(({ height }) => height <= request.height) : undefined;
  return held === undefined ? reader.tipsetByHeight(request.height, head.key, CAUSE.tipset) : reader.tipset(held.key, CAUSE.tipset);
}

async function previousOf(reader: ChainReader, tipset: Tipset): Promise<Answer<Tipset> | undefined> {
  return tipset.height === 0 ? undefined : reader.tipset(tipset.blocks[0]?.parents ?? [], CAUSE.neighbours);
}

/** Return the next tipset of the accepted chain; undefined at its head. */
export async function nextOf(reader: ChainReader, chain: HeadChain, tipset: Tipset): Promise<Answer<Tipset> | undefined> {
  const held = chain.childOf(tipset.key);
  if (held !== undefined) {
    return reader.tipset(held.key, CAUSE.neighbours);
  }
  const head = chain.head;
  return head === undefined || tipset.height >= head.height
    ? undefined
    : reader.tipsetAfterHeight(tipset.height + 1, head.key, CAUSE.neighbours);
}

/** Read the messages of a tipset, with receipts if its child has them. */
async function readMessages(reader: ChainReader, tipset: Tipset, childBlock: string | undefined): Promise<Panel<MessageRow[]>> {
  return panelOf(async () => {
    if (childBlock === undefined) {
      const listed = await reader.messagesIn(tipset.key, CAUSE.messages);
      return { value: listed.value.map((message) => rowOf(message, reader)), calls: [listed.call] };
    }
    const [listed, receipts] = await Promise.all([
      reader.parentMessages(childBlock, CAUSE.messages),
      reader.parentReceipts(childBlock, CAUSE.messages),
    ]);
    if (listed.value.length !== receipts.value.length) {
      throw new SextantError('endpoint-bad-reply', 'The node returned different numbers of receipts and messages.', {
        details: { method: receipts.call.method, callId: receipts.call.id },
        retryable: true,
      });
    }
    const value = listed.value.map((message, index) => {
      const receipt = receipts.value[index];
      const row = rowOf(message, reader);
      return receipt === undefined ? row : { ...row, receipt: { exitCode: receipt.exitCode, gasUsed: receipt.gasUsed.toString() } };
    });
    return { value, calls: [listed.call, receipts.call] };
  });
}

/** Maximum number of recipients whose types are read: on a public endpoint each needs a call. */
const MAX_TYPES = 30;
const TYPES_AT_ONCE = 4;

/**
 * Read the actor types of recipients, so that methods have names: at most 30, at the head, each once per connection. Unknown ones are left
 * out.
 */
export async function readReceiverTypes(reader: ChainReader, chain: HeadChain, addresses: readonly string[]): Promise<ReceiverTypes> {
  const calls: CallRef[] = [];
  const types: Record<string, string> = {};
  let asked = 0;
  await mapBounded([...new Set(addresses)], TYPES_AT_ONCE, async (text) => {
    const address = tryParseAddress(text);
    if (address === undefined) return;
    const known = singletonActorType(address) ?? reader.actorTypes.get(address);
    if (known === undefined && asked >= MAX_TYPES) return;
    if (known === undefined) asked += 1;
    const found = known === undefined ? await optional(() => readReceiver(reader, chain, address)) : { type: known, calls: [] };
    if (found === undefined) return;
    types[text] = found.type;
    calls.push(...found.calls);
  });
  return { types, calls };
}

/** Read the type of one actor and cache it for the connection. */
export async function readReceiver(
  reader: ChainReader,
  chain: HeadChain,
  receiver: Address,
): Promise<{ type: ActorType; calls: CallRef[] } | undefined> {
  const address = formatAddress(receiver, reader.letter);
  const { type, call } = await readPinned(reader.client, chain.tipsets, CAUSE.messages, async (node) => {
    const actor = await node.read('StateGetActor', (key) => [address, key], zNodeActor);
    return { type: await reader.versions.readActorType(node, actor.value.Code), call: actor.call };
  });
  if (type === undefined) return undefined;
  reader.actorTypes.set(receiver, type);
  return { type, calls: [call] };
}

/** Return the contract's form of a message in a list. */
export function rowOf({ cid, message }: ListedMessage, reader: ChainReader): MessageRow {
  const methodName = knownMethodName(message, reader.actorTypes);
  return {
    cid,
    from: formatAddress(message.from, reader.letter),
    to: formatAddress(message.to, reader.letter),
    ...messageFigures(message),
    ...(methodName === undefined ? {} : { methodName }),
  };
}

export function uniqueCalls(calls: readonly CallRef[]): CallRef[] {
  return [...new Map(calls.map((call) => [call.id, call])).values()];
}
