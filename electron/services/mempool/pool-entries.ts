/** The messages of one mempool by CID, from full lists and single changes. */
import type { NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { type PoolEntry, poolEntry } from './pool-entry.ts';

/** More than a node keeps (Lotus chain/messagepool/config.go, `SizeLimitHigh`); further messages are skipped. */
const MAX_MESSAGES = 200_000;
/** Messages hashed before other work gets a turn. */
const READ_PER_TURN = 250;

export class PoolEntries {
  readonly #letter: NetworkLetter;
  #entries = new Map<string, PoolEntry>();
  /** The same by the node's fields, so that known messages are not parsed again. */
  #byText = new Map<string, PoolEntry>();
  #unreadableCount = 0;
  /** While a list is being read, the last change of each message since its request: the list may not include it. */
  #changed: Map<string, PoolEntry | undefined> | undefined;

  constructor(letter: NetworkLetter) {
    this.#letter = letter;
  }

  get entries(): ReadonlyMap<string, PoolEntry> {
    return this.#entries;
  }

  /** Entries that were not signed messages or exceeded the limit, in the last list and since. */
  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  /** Called before a full list is requested. */
  beginReplacing(): void {
    this.#changed = new Map();
  }

  /**
   * Apply a full list; known messages keep the time at which they were first seen, and changes since the request are kept.
   *
   * @param mined messages of the accepted chain, by `nonceSlot`: a lagging backend still lists them
   */
  async replaceBy(pending: readonly unknown[], nowMs: number, mined: ReadonlySet<string> = new Set()): Promise<void> {
    const entries = new Map<string, PoolEntry>();
    const byText = new Map<string, PoolEntry>();
    let unreadableCount = 0;
    for (const [index, value] of pending.entries()) {
      if (index % READ_PER_TURN === READ_PER_TURN - 1) await new Promise((resolve) => setImmediate(resolve));
      const text = textOf(value);
      const read = entries.size < MAX_MESSAGES ? (this.#byText.get(text) ?? poolEntry(value, this.#letter, nowMs)) : undefined;
      if (read === undefined) {
        unreadableCount += 1;
        continue;
      }
      if (mined.has(nonceSlot(read.message))) continue;
      const entry = this.#entries.get(read.cid) ?? read;
      entries.set(entry.cid, entry);
      byText.set(text, entry);
    }
    for (const [cid, entry] of this.#changed ?? []) {
      if (entry === undefined) entries.delete(cid);
      else entries.set(cid, entry);
    }
    this.#changed = undefined;
    this.#entries = entries;
    this.#byText = byText;
    this.#unreadableCount = unreadableCount;
  }

  /** Apply one change: a message was added or removed. */
  change(value: unknown, isThere: boolean, nowMs: number): void {
    const entry = poolEntry(value, this.#letter, nowMs);
    if (entry === undefined || (isThere && this.#entries.size >= MAX_MESSAGES)) {
      this.#unreadableCount += 1;
      return;
    }
    const known = this.#entries.get(entry.cid) ?? entry;
    if (isThere) this.#entries.set(entry.cid, known);
    else this.#entries.delete(entry.cid);
    this.#changed?.set(entry.cid, isThere ? known : undefined);
  }
}

/** One nonce of one sender. */
export function nonceSlot({ from, nonce }: Pick<PoolEntry['message'], 'from' | 'nonce'>): string {
  return `${from} ${nonce}`;
}

/** Return a key that identifies a message without parsing it: its signature belongs to one message. */
function textOf(value: unknown): string {
  const { Signature, Message } = (value ?? {}) as { Signature?: { Data?: unknown }; Message?: { Nonce?: unknown; From?: unknown } };
  return `${String(Message?.From)} ${String(Message?.Nonce)} ${String(Signature?.Data)}`;
}
