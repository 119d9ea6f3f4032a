import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import type { State } from '../state/state.ts';

/** Minimum premium of a replacement in percent of the old one, plus one attoFIL. */
const REPLACE_NUMERATOR = 110n;
const REPLACE_DENOMINATOR = 100n;
export const MAX_PENDING_PER_SENDER = 1_000;
/** Pending messages per sender from the gateway or untrusted callers: the limit of nodes before Lotus v1.36.1, which raised it to 100. */
export const MAX_UNTRUSTED_PENDING_PER_SENDER = 10;

export type PoolListener = (change: 'add' | 'remove', message: ChainMessage) => void;

/** Pending messages by sender and nonce; only verified messages. */
export class Mempool {
  readonly #senders = new Map<Address, Map<bigint, ChainMessage>>();
  readonly #listeners = new Set<PoolListener>();

  /** Return a sender's next nonce, including pending messages. */
  nextNonce(from: Address, state: State): bigint {
    let nonce = stateNonce(from, state);
    const waiting = this.#senders.get(from);
    while (waiting?.has(nonce)) nonce += 1n;
    return nonce;
  }

  pending(): ChainMessage[] {
    return [...this.#senders.values()].flatMap((waiting) => [...waiting.values()]);
  }

  pendingOf(from: Address): readonly ChainMessage[] {
    return [...(this.#senders.get(from)?.values() ?? [])].sort((left, right) =>
      left.signed.message.nonce < right.signed.message.nonce ? -1 : 1,
    );
  }

  find(cid: string): ChainMessage | undefined {
    for (const waiting of this.#senders.values()) {
      for (const message of waiting.values()) if (message.cid === cid || message.unsignedCid === cid) return message;
    }
    return undefined;
  }

  /** Throws Lotus' error for a duplicate nonce or too many pending messages. */
  checkRoom(message: ChainMessage, maxPending: number): void {
    const { from, nonce, gasPremium } = message.signed.message;
    const waiting = this.#senders.get(from);
    const old = waiting?.get(nonce);
    if (old === undefined) {
      if ((waiting?.size ?? 0) >= maxPending) throw new RpcError('failed to add locked: too many pending messages for actor');
      return;
    }
    const { gasPremium: oldPremium } = old.signed.message;
    const needed = (oldPremium * REPLACE_NUMERATOR) / REPLACE_DENOMINATOR + 1n;
    if (old.cid === message.cid) throw new SameMessageError();
    if (gasPremium < needed) throw new PremiumTooLowError(nonce, needed, gasPremium);
  }

  add(message: ChainMessage): void {
    const { from, nonce } = message.signed.message;
    const waiting = this.#senders.get(from) ?? new Map<bigint, ChainMessage>();
    const old = waiting.get(nonce);
    if (old?.cid === message.cid) return;
    waiting.set(nonce, message);
    this.#senders.set(from, waiting);
    // A replaced message is not announced as removed, as in Lotus.
    this.#tell('add', message);
  }

  /** Apply a new head: remove included messages, and restore those of reverted tipsets. */
  applyHeadChange(reverted: readonly TipsetNode[], applied: readonly TipsetNode[]): void {
    for (const tipset of reverted) {
      for (const block of tipset.blocks) for (const message of block.messages) this.#takeBack(message);
    }
    for (const tipset of applied) {
      for (const block of tipset.blocks) {
        for (const message of block.messages) this.#remove(message.signed.message.from, message.signed.message.nonce);
      }
    }
  }

  /** Drop messages whose nonce was used. */
  prune(state: State): void {
    for (const [from, waiting] of this.#senders) {
      const nonce = stateNonce(from, state);
      for (const key of waiting.keys()) if (key < nonce) this.#remove(from, key);
    }
  }

  /** Drop a message, as a full or restarted mempool does. */
  drop(cid: string): boolean {
    const message = this.find(cid);
    if (message === undefined) return false;
    this.#remove(message.signed.message.from, message.signed.message.nonce);
    return true;
  }

  onChange(listener: PoolListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #takeBack(message: ChainMessage): void {
    const { from, nonce } = message.signed.message;
    if (this.#senders.get(from)?.has(nonce) !== true) this.add(message);
  }

  #remove(from: Address, nonce: bigint): void {
    const waiting = this.#senders.get(from);
    const message = waiting?.get(nonce);
    if (waiting === undefined || message === undefined) return;
    waiting.delete(nonce);
    if (waiting.size === 0) this.#senders.delete(from);
    this.#tell('remove', message);
  }

  #tell(change: 'add' | 'remove', message: ChainMessage): void {
    for (const listener of this.#listeners) listener(change, message);
  }
}

/** Return a sender's nonce in a state; 0 if it is not on chain. */
export function stateNonce(from: Address, state: State): bigint {
  const id = state.resolve(from);
  return id === undefined ? 0n : (state.actor(id)?.nonce ?? 0n);
}

/** The same message is already in the mempool. */
export class SameMessageError extends Error {}

/** The premium of a replacement is too low. */
export class PremiumTooLowError extends Error {
  readonly nonce: bigint;
  readonly needed: bigint;
  readonly given: bigint;

  constructor(nonce: bigint, needed: bigint, given: bigint) {
    super('replace by fee has too low GasPremium');
    this.nonce = nonce;
    this.needed = needed;
    this.given = given;
  }
}
