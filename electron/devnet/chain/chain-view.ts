import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { PoolListener } from '../mempool/mempool.ts';
import type { Blocks } from '../state/blocks.ts';
import type { State, StateRef } from '../state/state.ts';
import type { NetworkRules, NetworkVersion } from '../upgrade/network-rules.ts';
import type { ChainStore } from './chain-store.ts';
import type { ChainMessage, TipsetNode } from './chain-types.ts';
import type { HeadListener } from './devnet-chain.ts';
import type { Execution } from './execution.ts';
import type { DevnetKeys } from './keys.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Pending messages as seen by one node. */
export interface PoolView {
  pending(): ChainMessage[];
  pendingOf(from: Address): readonly ChainMessage[];
  find(cid: string): ChainMessage | undefined;
  nextNonce(from: Address, state: State): bigint;
  onChange(listener: PoolListener): () => void;
}

/** A chain as seen by one node; the JSON-RPC methods read from it. */
export interface ChainView {
  readonly blocks: Blocks;
  readonly store: ChainStore;
  readonly pool: PoolView;
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  readonly genesisTime: number;
  readonly rules: NetworkRules;
  readonly head: TipsetNode;
  executionOf(tipset: TipsetNode): Execution;
  stateOf(ref: StateRef): State;
  scratchOf(ref: StateRef): State;
  stateAfterHead(): State;
  onHeadChange(listener: HeadListener): () => void;
  push(message: ChainMessage, mostPending?: number): Cid;
  nextBaseFeeOf(tipset: TipsetNode): bigint;
  networkVersionAt(epoch: number): NetworkVersion;
}
