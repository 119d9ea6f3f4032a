/** Which tipset of the accepted chain carries the message of a sender and nonce: asked once a tipset and sender. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { type Address, addressProtocol } from '../../../shared/domain/address.ts';
import type { Message } from '../../../shared/domain/message.ts';
import type { ChainReader } from '../chain/chain-reader.ts';
import { type ChainTipset, keyText } from '../pinned/chain-tipset.ts';

const CAUSE = 'sent: following';
/** Tipsets times senders; a batch has one sender. */
const REMEMBERED_LIMIT = 2000;

export interface CarriedMessage {
  readonly message: Message;
  /** As the node states it. */
  readonly cid: string;
  readonly callId: number;
}

type ByNonce = ReadonlyMap<bigint, CarriedMessage>;

export class CarriedMessages {
  readonly #reader: Pick<ChainReader, 'messagesIn'>;
  readonly #idOf: (key: Address) => Promise<Address | undefined>;
  readonly #remembered = new LruMap<string, ByNonce>({ maxEntries: REMEMBERED_LIMIT });

  /** @param idOf the ID address of a key, for messages whose sender is written as that */
  constructor(reader: Pick<ChainReader, 'messagesIn'>, idOf: (key: Address) => Promise<Address | undefined>) {
    this.#reader = reader;
    this.#idOf = idOf;
  }

  /** The message of this sender and nonce in a tipset; undefined where it carries none. */
  async find(tipset: ChainTipset, from: Address, nonce: bigint): Promise<CarriedMessage | undefined> {
    const key = `${from} ${keyText(tipset.key)}`;
    const known = this.#remembered.get(key) ?? (await this.#read(tipset, from));
    this.#remembered.set(key, known);
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
