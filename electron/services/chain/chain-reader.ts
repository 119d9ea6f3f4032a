/**
 * The chain methods of a node, validated and parsed.
 *
 * Trusts nothing a node returns: every value passes the parsers of `shared/validation/node`. The node client reads immutable data once;
 * tipsets are cached here in addition. Called by the chain service and its views.
 */

import type { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { BlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { type EpochClock, epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { networkByName } from '../../../shared/domain/chain/networks.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { type Message, messageCid, type SignedMessage, signedMessageCid } from '../../../shared/domain/messages/message.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { zNodeBlockHeader } from '../../../shared/validation/node/block-header.ts';
import { zNodeHeadChanges } from '../../../shared/validation/node/head-changes.ts';
import type { Receipt } from '../../../shared/validation/node/receipt.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { NodeV2 } from '../../rpc/node-v2.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { optional } from '../optional.ts';
import { type ChainTipset, isSameKey } from '../pinned/chain-tipset.ts';
import { type Answer, checked } from '../pinned/pinned-node.ts';
import {
  zBlockContent,
  zBlockMessages,
  zBlockSignedMessages,
  zChainId,
  zListedMessages,
  zLookup,
  zMessageAnswer,
  zPoolAnswer,
  zReceipts,
} from './chain-parse.ts';
import type { HeadStep } from './head-chain.ts';
import { searchMessageParams } from './state-search.ts';
import { TipsetMemory } from './tipset-memory.ts';

export interface ListedMessage {
  readonly cid: string;
  readonly message: Message;
}

export interface PooledMessage {
  readonly signedCid: string;
  readonly unsignedCid: string;
  readonly signed: SignedMessage;
}

export interface MessageLookup {
  /** CID of the message found; differs from the one requested if that was replaced. */
  readonly message: string;
  readonly receipt: Receipt;
  /** Key and height of the executing tipset. */
  readonly key: readonly string[];
  readonly height: number;
}

export interface ChainStep {
  readonly type: 'current' | 'revert' | 'apply';
  readonly tipset: ChainTipset;
}

export interface ChainReaderOptions {
  readonly client: NodeClient;
  readonly apiVersion: 'v0' | 'v1';
  readonly letter: 'f' | 't';
  readonly facts: Pick<NodeFacts, 'networkName' | 'genesisTimeMs' | 'blockDelaySeconds'>;
  readonly versions: VersionAuthority;
  readonly v2?: NodeV2;
}

/** More than the messages of a tipset have; a node may return any number. */
const MAX_ACTOR_TYPES = 20_000;

export class ChainReader {
  readonly client: NodeClient;
  readonly letter: 'f' | 't';
  readonly versions: VersionAuthority;
  /** The v2 API, if the endpoint serves it. */
  readonly v2: NodeV2 | undefined;
  /** Actor types of recipients read on this connection, by canonical address. */
  readonly actorTypes: Map<string, ActorType> = new LruMap({ maxEntries: MAX_ACTOR_TYPES });
  readonly #apiVersion: 'v0' | 'v1';
  readonly #facts: ChainReaderOptions['facts'];
  readonly #tipsets = new TipsetMemory((tipset) => this.#learnMiners(tipset));

  constructor(options: ChainReaderOptions) {
    this.client = options.client;
    this.letter = options.letter;
    this.versions = options.versions;
    this.v2 = options.v2;
    this.#apiVersion = options.apiVersion;
    this.#facts = options.facts;
  }

  get hasStream(): boolean {
    return this.client.hasStream;
  }

  /** Called after the chain was set back: earlier heads are no longer newer. */
  forgetHeads(): void {
    this.client.heads.clear();
  }

  /** Return the time of an epoch by the chain's clock: genesis time plus epochs times block delay. */
  timeMsOf(height: number): number {
    return epochToTimeMs(height, this.#facts);
  }

  /** Genesis time and block delay, as reported by the node. */
  get clock(): EpochClock {
    return this.#facts;
  }

  /** Return the chain ID for delegated signatures: built in for public networks, read from the node for others. */
  async chainId(): Promise<number | undefined> {
    const known = networkByName(this.#facts.networkName)?.ethChainId;
    return known ?? (await optional(() => this.#ask('EthChainId', [], zChainId, 'message: signature')))?.value;
  }

  unsignedCid(message: Message): string {
    return messageCid(message);
  }

  async head(cause: string, signal?: AbortSignal): Promise<Answer<ChainTipset>> {
    return this.#kept(await this.#ask('ChainHead', [], zNodeTipset, cause, signal));
  }

  async finalized(cause: string, signal?: AbortSignal): Promise<Answer<ChainTipset>> {
    return this.#kept(await this.#ask('ChainGetFinalizedTipSet', [], zNodeTipset, cause, signal));
  }

  /** Yield the items of ChainNotify until it ends or the signal aborts. */
  async *notify(signal: AbortSignal): AsyncGenerator<Answer<ChainStep[]>> {
    for await (const item of this.client.subscribe('ChainNotify', [], { cause: 'top bar: head', signal })) {
      const { value, call } = checked(zNodeHeadChanges, item);
      yield { value: value.map(({ type, tipset }) => ({ type, tipset: this.#kept({ value: tipset, call }).value })), call };
    }
  }

  /** Read the steps from one tipset to another, in order. */
  async path(from: readonly string[], to: readonly string[], cause: string, signal?: AbortSignal): Promise<Answer<HeadStep[]>> {
    const { value, call } = await this.#ask('ChainGetPath', [linksOf(from), linksOf(to)], zNodeHeadChanges, cause, signal);
    const steps = value.flatMap(({ type, tipset }): HeadStep[] =>
      type === 'current' ? [] : [{ type, tipset: this.#kept({ value: tipset, call }).value }],
    );
    return { value: steps, call };
  }

  tipset(key: readonly string[], cause: string, signal?: AbortSignal): Promise<Answer<Tipset>> {
    return this.#tipsets.once(key, async () => {
      const answer = await this.#ask('ChainGetTipSet', [linksOf(key)], zNodeTipset, cause, signal);
      if (!isSameKey(answer.value.key, key)) {
        throw new SextantError('endpoint-bad-reply', 'The node returned a different tipset than requested.', {
          details: { method: answer.call.method, callId: answer.call.id },
          retryable: true,
        });
      }
      return answer;
    });
  }

  async summary(key: readonly string[], cause: string, signal?: AbortSignal): Promise<Answer<ChainTipset>> {
    const { value, call } = await this.tipset(key, cause, signal);
    return { value: this.#summaryOf(value), call };
  }

  /** Read the tipset at a height or, for a null round, the one before it, relative to the anchor. */
  async tipsetByHeight(height: number, anchorKey: readonly string[], cause: string, signal?: AbortSignal): Promise<Answer<Tipset>> {
    const answer = await this.#ask('ChainGetTipSetByHeight', [height, linksOf(anchorKey)], zNodeTipset, cause, signal);
    this.#kept(answer);
    return answer;
  }

  async summaryByHeight(height: number, anchorKey: readonly string[], cause: string, signal?: AbortSignal): Promise<Answer<ChainTipset>> {
    return this.#kept(await this.tipsetByHeight(height, anchorKey, cause, signal));
  }

  /** Read the tipset at a height or, for a null round, the one after it, relative to the anchor. */
  async tipsetAfterHeight(height: number, anchorKey: readonly string[], cause: string): Promise<Answer<Tipset>> {
    const answer = await this.#ask('ChainGetTipSetAfterHeight', [height, linksOf(anchorKey)], zNodeTipset, cause);
    this.#kept(answer);
    return answer;
  }

  block(cid: string, cause: string): Promise<Answer<BlockHeader>> {
    return this.#ask('ChainGetBlock', [{ '/': cid }], zNodeBlockHeader, cause);
  }

  message(cid: string, cause: string): Promise<Answer<{ message: Message; statedCid?: string | undefined }>> {
    return this.#ask('ChainGetMessage', [{ '/': cid }], zMessageAnswer, cause);
  }

  messagesIn(key: readonly string[], cause: string): Promise<Answer<ListedMessage[]>> {
    return this.#ask('ChainGetMessagesInTipset', [linksOf(key)], zListedMessages, cause);
  }

  /** Read the CIDs of a block's messages. */
  async blockMessages(cid: string, cause: string): Promise<Answer<{ cids: readonly string[] }>> {
    const { value, call } = await this.#ask('ChainGetBlockMessages', [{ '/': cid }], zBlockMessages, cause);
    return { value: { cids: value.Cids }, call };
  }

  /** Read the messages of a block, BLS first, with their CIDs in the block. */
  async blockContent(cid: string, cause: string): Promise<Answer<readonly (ListedMessage & { readonly signature: 'bls' | 'own' })[]>> {
    const { value, call } = await this.#ask('ChainGetBlockMessages', [{ '/': cid }], zBlockContent, cause);
    const bls = value.BlsMessages.map((message) => ({ cid: messageCid(message), message, signature: 'bls' as const }));
    const own = value.SecpkMessages.map((signed) => ({
      cid: signedMessageCid(signed),
      message: signed.message,
      signature: 'own' as const,
    }));
    return { value: [...bls, ...own], call };
  }

  /** Read the messages of a block with their own signature: those of secp256k1 and delegated senders. */
  async signedMessages(block: string, cause: string): Promise<Answer<SignedMessage[]>> {
    const { value, call } = await this.#ask('ChainGetBlockMessages', [{ '/': block }], zBlockSignedMessages, cause);
    return { value: value.SecpkMessages, call };
  }

  /** Read the messages of a block's parent tipset in execution order, which is also that of their receipts. */
  parentMessages(block: string, cause: string): Promise<Answer<ListedMessage[]>> {
    return this.#ask('ChainGetParentMessages', [{ '/': block }], zListedMessages, cause);
  }

  parentReceipts(block: string, cause: string): Promise<Answer<Receipt[]>> {
    return this.#ask('ChainGetParentReceipts', [{ '/': block }], zReceipts, cause);
  }

  /** Find a message with StateSearchMsg; undefined if it is not within `epochs` back from the tipset. */
  searchMessage(cid: string, fromKey: readonly string[], epochs: number, cause: string): Promise<Answer<MessageLookup | undefined>> {
    return this.#ask('StateSearchMsg', searchMessageParams(this.#apiVersion, fromKey, cid, epochs), zLookup, cause);
  }

  /** Read the whole mempool of this endpoint; several megabytes on a busy network. */
  async pool(cause: string): Promise<Answer<PooledMessage[]>> {
    const { value, call } = await this.#ask('MpoolPending', [[]], zPoolAnswer, cause);
    return {
      value: value.map((signed) => ({
        signedCid: signedMessageCid(signed),
        unsignedCid: messageCid(signed.message),
        signed,
      })),
      call,
    };
  }

  #ask<S extends z.ZodType>(
    method: string,
    params: unknown[],
    schema: S,
    cause: string,
    signal?: AbortSignal,
  ): Promise<Answer<z.output<S>>> {
    return this.client.call(method, params, { schema, cause, ...defined({ signal }) });
  }

  /** Cache a tipset that was part of another answer, and return its summary. */
  #kept(answer: Answer<Tipset>): Answer<ChainTipset> {
    this.#tipsets.keep(answer);
    return { value: this.#summaryOf(answer.value), call: answer.call };
  }

  /** Block producers are storage miners, so the methods of messages to them are known without a call. */
  #learnMiners({ blocks }: Tipset): void {
    for (const { miner } of blocks) {
      if (this.actorTypes.get(miner) === undefined) this.actorTypes.set(miner, 'storageminer');
    }
  }

  #summaryOf(tipset: Tipset): ChainTipset {
    const first = tipset.blocks[0];
    if (first === undefined) {
      throw new SextantError('endpoint-bad-reply', 'The node returned a tipset without blocks.', { retryable: true });
    }
    return {
      key: tipset.key,
      height: tipset.height,
      timeMs: first.timestamp * 1000,
      parents: first.parents,
      parentWeight: first.parentWeight,
      baseFee: first.parentBaseFee.toString(),
      blocks: tipset.blocks.map((block, index) => ({
        cid: tipset.key[index] ?? '',
        miner: formatAddress(block.miner, this.letter),
        winCount: Number(block.electionProof?.winCount ?? 0),
      })),
    };
  }
}

function linksOf(key: readonly string[]): { '/': string }[] {
  return key.map((cid) => ({ '/': cid }));
}
