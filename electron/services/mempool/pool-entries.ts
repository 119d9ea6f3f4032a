/** The messages of one pool by their CIDs, from lists of all of them and from single changes. */
import type { NetworkLetter } from '../../../shared/domain/address.ts';
import { type PoolEntry, poolEntry } from './pool-entry.ts';

/** Messages between two turns of others: each is hashed. */
const READ_AT_ONCE = 250;

export class PoolEntries {
  readonly #letter: NetworkLetter;
  #entries = new Map<string, PoolEntry>();
  /** The same by what the node wrote, so that what is known is not read again. */
  #byText = new Map<string, PoolEntry>();
  #unreadableCount = 0;

  constructor(letter: NetworkLetter) {
    this.#letter = letter;
  }

  get entries(): ReadonlyMap<string, PoolEntry> {
    return this.#entries;
  }

  /** What was no signed message, of the last list and since. */
  get unreadableCount(): number {
    return this.#unreadableCount;
  }

  /** Takes a list of all that waits; what was known keeps the time at which it was first seen. */
  async replaceBy(pending: readonly unknown[], nowMs: number): Promise<void> {
    const entries = new Map<string, PoolEntry>();
    const byText = new Map<string, PoolEntry>();
    let unreadableCount = 0;
    for (const [index, value] of pending.entries()) {
      if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      const text = textOf(value);
      const read = this.#byText.get(text) ?? poolEntry(value, this.#letter, nowMs);
      if (read === undefined) {
        unreadableCount += 1;
        continue;
      }
      const entry = this.#entries.get(read.cid) ?? read;
      entries.set(entry.cid, entry);
      byText.set(text, entry);
    }
    this.#entries = entries;
    this.#byText = byText;
    this.#unreadableCount = unreadableCount;
  }

  /** A message came or went. */
  change(value: unknown, isThere: boolean, nowMs: number): void {
    const entry = poolEntry(value, this.#letter, nowMs);
    if (entry === undefined) this.#unreadableCount += 1;
    else if (!isThere) this.#entries.delete(entry.cid);
    else if (!this.#entries.has(entry.cid)) this.#entries.set(entry.cid, entry);
  }
}

/** By what a message of the pool is known again without reading it: a signature is of one message. */
function textOf(value: unknown): string {
  const { Signature, Message } = (value ?? {}) as { Signature?: { Data?: unknown }; Message?: { Nonce?: unknown; From?: unknown } };
  return `${String(Message?.From)} ${String(Message?.Nonce)} ${String(Signature?.Data)}`;
}
