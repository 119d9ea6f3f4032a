/** The messages of one pool by their CIDs, from lists of all of them and from single changes. */
import type { NetworkLetter } from '../../../shared/domain/address.ts';
import { type PoolEntry, poolEntry } from './pool-entry.ts';

/** Far more than a node keeps (Lotus chain/messagepool/config.go, `SizeLimitHigh`); what goes beyond is left out. */
const MOST_MESSAGES = 200_000;
/** Messages between two turns of others: each is hashed. */
const READ_AT_ONCE = 250;

export class PoolEntries {
  readonly #letter: NetworkLetter;
  #entries = new Map<string, PoolEntry>();
  /** The same by what the node wrote, so that what is known is not read again. */
  #byText = new Map<string, PoolEntry>();
  #unreadableCount = 0;
  /** While a list is on its way, the last change of each message since it was asked for: the list may not have it. */
  #changed: Map<string, PoolEntry | undefined> | undefined;

  constructor(letter: NetworkLetter) {
    this.#letter = letter;
  }

  get entries(): ReadonlyMap<string, PoolEntry> {
    return this.#entries;
  }

  /** What was no signed message or came beyond the bound, of the last list and since. */
  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  /** A list of all that waits is about to be asked for. */
  beginReplacing(): void {
    this.#changed = new Map();
  }

  /**
   * Takes a list of all that waits; what was known keeps the time at which it was first seen, and what changed meanwhile stays.
   *
   * @param mined messages of the accepted chain, as `nonceSlot` names them: a backend that is behind still lists them
   */
  async replaceBy(pending: readonly unknown[], nowMs: number, mined: ReadonlySet<string> = new Set()): Promise<void> {
    const entries = new Map<string, PoolEntry>();
    const byText = new Map<string, PoolEntry>();
    let unreadableCount = 0;
    for (const [index, value] of pending.entries()) {
      if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      const text = textOf(value);
      const read = entries.size < MOST_MESSAGES ? (this.#byText.get(text) ?? poolEntry(value, this.#letter, nowMs)) : undefined;
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

  /** A message came or went. */
  change(value: unknown, isThere: boolean, nowMs: number): void {
    const entry = poolEntry(value, this.#letter, nowMs);
    if (entry === undefined || (isThere && this.#entries.size >= MOST_MESSAGES)) {
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

/** By what a message of the pool is known again without reading it: a signature is of one message. */
function textOf(value: unknown): string {
  const { Signature, Message } = (value ?? {}) as { Signature?: { Data?: unknown }; Message?: { Nonce?: unknown; From?: unknown } };
  return `${String(Message?.From)} ${String(Message?.Nonce)} ${String(Signature?.Data)}`;
}
