import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { ChainStore, toHeadChanges } from '../chain/chain-store.ts';
import type { ChainMessage, TipsetNode } from '../chain/chain-types.ts';
import type { ChainView, PoolView } from '../chain/chain-view.ts';
import type { DevnetChain, HeadListener } from '../chain/devnet-chain.ts';
import type { Execution } from '../chain/execution.ts';
import { stateNonce } from '../mempool/mempool.ts';
import type { State, StateRef } from '../state/state.ts';
import type { NetworkRules, NetworkVersion } from '../upgrade/network-rules.ts';

/** Maximum lag of a backend in epochs. */
const MAX_LAG_EPOCHS = 3;
/** Epochs for which a backend keeps its lag. */
const LAG_PERIOD_EPOCHS = 6;

/** A head that this backend has not reached yet. */
interface WaitingHead {
  /** Height of the chain when it was announced. */
  readonly epoch: number;
  readonly applied: readonly TipsetNode[];
  readonly head: TipsetNode;
}

export interface LaggingBackendOptions {
  readonly chain: DevnetChain;
  /** Its number among the backends of an endpoint. */
  readonly index: number;
  readonly windowEpochs: number;
  /** Lag in epochs; by default derived from the seed and changing every few epochs. */
  readonly lagEpochs?: number | undefined;
}

/**
 * A node behind a hosted endpoint. It follows the chain's heads some epochs late, so it is behind other backends, possibly on a
 * reverted tipset. Tipsets, states and pending messages are the chain's.
 */
export class LaggingBackend implements ChainView {
  readonly store: ChainStore;
  readonly pool: PoolView;
  readonly #chain: DevnetChain;
  readonly #options: LaggingBackendOptions;
  readonly #waiting: WaitingHead[] = [];
  readonly #listeners = new Set<HeadListener>();
  readonly #unfollow: () => void;

  constructor(options: LaggingBackendOptions) {
    const { chain, windowEpochs } = options;
    this.#chain = chain;
    this.#options = options;
    this.store = storeOf(chain, windowEpochs);
    this.pool = {
      pending: () => [...this.#unseen(), ...chain.pool.pending()],
      pendingOf: (from) => this.#pendingOf(from),
      find: (cid) => chain.pool.find(cid) ?? this.#unseen().find((message) => message.cid === cid || message.unsignedCid === cid),
      nextNonce: (from, state) => this.#nextNonce(from, state),
      onChange: (listener) => chain.pool.onChange(listener),
    };
    this.#unfollow = chain.onHeadChange((changes) => {
      const applied = changes.flatMap(({ type, tipset }) => (type === 'apply' ? [tipset] : []));
      this.#waiting.push({ epoch: chain.head.height, applied, head: chain.head });
      this.#catchUp();
    });
  }

  /** Epochs of history that it serves. */
  get windowEpochs(): number {
    return this.#options.windowEpochs;
  }

  get head(): TipsetNode {
    return this.store.head;
  }

  get blocks(): ChainView['blocks'] {
    return this.#chain.blocks;
  }

  get random(): ChainView['random'] {
    return this.#chain.random;
  }

  get keys(): ChainView['keys'] {
    return this.#chain.keys;
  }

  get genesisTime(): number {
    return this.#chain.genesisTime;
  }

  get rules(): NetworkRules {
    return this.#chain.rules;
  }

  executionOf(tipset: TipsetNode): Execution {
    return this.#chain.executionOf(tipset);
  }

  stateOf(ref: StateRef): State {
    return this.#chain.stateOf(ref);
  }

  scratchOf(ref: StateRef): State {
    return this.#chain.scratchOf(ref);
  }

  stateAfterHead(): State {
    return this.stateOf(this.executionOf(this.head).state);
  }

  onHeadChange(listener: HeadListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  push(message: ChainMessage, mostPending?: number): Cid {
    return this.#chain.push(message, mostPending);
  }

  nextBaseFeeOf(tipset: TipsetNode): bigint {
    return this.#chain.nextBaseFeeOf(tipset);
  }

  networkVersionAt(epoch: number): NetworkVersion {
    return this.#chain.networkVersionAt(epoch);
  }

  /** Stops following the chain. */
  stop(): void {
    this.#unfollow();
  }

  #catchUp(): void {
    const { height } = this.#chain.head;
    const lag = this.#lagAt(height);
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      // Null rounds must not increase the lag.
      const isTooFar = height - this.head.height > MAX_LAG_EPOCHS;
      if (next.epoch > height - lag && !isTooFar) return;
      this.#waiting.shift();
      for (const tipset of next.applied) this.store.add(tipset);
      const changes = toHeadChanges(this.store.setHead(next.head));
      for (const listener of this.#listeners) listener(changes);
    }
  }

  #lagAt(epoch: number): number {
    const { index, lagEpochs } = this.#options;
    return lagEpochs ?? this.random.between(0, MAX_LAG_EPOCHS, 'backend-lag', index, Math.floor(epoch / LAG_PERIOD_EPOCHS));
  }

  /** Messages of tipsets that this backend has not reached, still pending for it. */
  #unseen(): ChainMessage[] {
    const unseen = new Map<Cid, ChainMessage>();
    for (const { applied } of this.#waiting) {
      for (const { blocks } of applied) for (const { messages } of blocks) for (const message of messages) unseen.set(message.cid, message);
    }
    return [...unseen.values()];
  }

  #pendingOf(from: Address): readonly ChainMessage[] {
    return [...this.#unseen().filter(({ signed: { message } }) => message.from === from), ...this.#chain.pool.pendingOf(from)];
  }

  #nextNonce(from: Address, state: State): bigint {
    const taken = new Set(this.#pendingOf(from).map(({ signed: { message } }) => message.nonce));
    let nonce = stateNonce(from, state);
    while (taken.has(nonce)) nonce += 1n;
    return nonce;
  }
}

/** Copy the newest tipsets of a chain into a separate window. */
function storeOf({ store }: DevnetChain, windowEpochs: number): ChainStore {
  const tipsets: TipsetNode[] = [store.head];
  const floor = Math.max(store.floor, store.head.height - windowEpochs);
  for (let at = store.head.parent; at !== undefined && at.height >= floor; at = at.parent) tipsets.push(at);
  tipsets.reverse();
  const window = new ChainStore(store.genesis, windowEpochs, tipsets[0], true);
  for (const tipset of tipsets) window.add(tipset);
  window.setHead(store.head);
  return window;
}
