import type { Address } from '../../../shared/domain/address.ts';
import type { ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import type { State } from '../state/state.ts';

/** New premium must be at least this share of the old one, plus one attoFIL. */
const REPLACE_NUMERATOR = 110n;
const REPLACE_DENOMINATOR = 100n;
export const MAX_PENDING_PER_SENDER = 1_000;
/** For messages that the node's gateway or an untrusted caller brings: as few as nodes before Lotus v1.36.1 take, which then took 100. */
export const MAX_UNTRUSTED_PENDING_PER_SENDER = 10;

export type PoolListener = (change: 'add' | 'remove', message: ChainMessage) => void;

/** Messages waiting for a block, by sender and nonce. Holds only what was verified on the way in. */
export class Mempool {
  readonly #senders = new Map<Address, Map<bigint, ChainMessage>>();
  readonly #listeners = new Set<PoolListener>();

  /** The state nonce a sender would continue from, with what waits here: the first free number. */
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

  /** Throws the refusal a node would give for a second message with the same nonce, or for too many. */
  checkRoom(message: ChainMessage, mostPending: number): void {
    const { from, nonce, gasPremium } = message.signed.message;
    const waiting = this.#senders.get(from);
    const old = waiting?.get(nonce);
    if (old === undefined) {
      if ((waiting?.size ?? 0) >= mostPending) throw new RpcError('failed to add locked: too many pending messages for actor');
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
    // A message that is replaced is not announced as removed: its successor is all that listeners hear of, as with Lotus.
    this.#tell('add', message);
  }

  /** A new head: what it carries leaves the pool, what a reverted tipset carried comes back. */
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

  /** Drops what a state has moved past: its nonce was used by another message. */
  prune(state: State): void {
    for (const [from, waiting] of this.#senders) {
      const nonce = stateNonce(from, state);
      for (const key of waiting.keys()) if (key < nonce) this.#remove(from, key);
    }
  }

  /** Forgets a message, as pools do that run full or restart. */
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

/** Nonce of a sender in a state; 0 for one that is not on chain. */
export function stateNonce(from: Address, state: State): bigint {
  const id = state.resolve(from);
  return id === undefined ? 0n : (state.actor(id)?.nonce ?? 0n);
}

/** The same message is in the pool already. */
export class SameMessageError extends Error {}

/** A replacement that does not pay enough. */
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
