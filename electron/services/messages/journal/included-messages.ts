/** Finds the message of a sender and nonce in a tipset. Each tipset is read once per sender. */
import { LruMap } from '../../../../shared/collections/lru-map.ts';
import { type Address, addressProtocol } from '../../../../shared/domain/addresses/address.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import type { ChainReader } from '../../chain/chain-reader.ts';
import { type ChainTipset, keyText } from '../../pinned/chain-tipset.ts';

const CAUSE = 'sent: following';
/** Pairs of tipset and sender; a batch has one sender. */
const MAX_CACHED = 2000;

export interface IncludedMessage {
  readonly message: Message;
  /** As reported by the node. */
  readonly cid: string;
  readonly callId: number;
}

type ByNonce = ReadonlyMap<bigint, IncludedMessage>;

export class IncludedMessages {
  readonly #reader: Pick<ChainReader, 'messagesIn'>;
  readonly #idOf: (key: Address) => Promise<Address | undefined>;
  readonly #cache = new LruMap<string, ByNonce>({ maxEntries: MAX_CACHED });

  /** @param idOf returns the ID address of a key, for messages that name their sender by ID */
  constructor(reader: Pick<ChainReader, 'messagesIn'>, idOf: (key: Address) => Promise<Address | undefined>) {
    this.#reader = reader;
    this.#idOf = idOf;
  }

  /** Find the message of a sender and nonce in a tipset; undefined if there is none. */
  async find(tipset: ChainTipset, from: Address, nonce: bigint): Promise<IncludedMessage | undefined> {
    const key = `${from} ${keyText(tipset.key)}`;
    const known = this.#cache.get(key) ?? (await this.#read(tipset, from));
    this.#cache.set(key, known);
    return known.get(nonce);
  }

  async #read(tipset: ChainTipset, from: Address): Promise<ByNonce> {
    const { value, call } = await this.#reader.messagesIn(tipset.key, CAUSE);
    const hasIds = value.some(({ message }) => addressProtocol(message.from) === 0);
    const id = hasIds ? await this.#idOf(from) : undefined;
    const own = value.filter(({ message }) => message.from === from || message.from === id);
    return new Map(own.map(({ message, cid }) => [message.nonce, { message, cid, callId: call.id }]));
  }
}
