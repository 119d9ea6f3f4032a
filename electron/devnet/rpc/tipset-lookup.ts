import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOf } from '../miners/miners.ts';
import { MissingBlockError } from '../state/blocks.ts';
import type { Actor, State } from '../state/state.ts';
import { addressJson } from './chain-json.ts';
import { RpcError } from './rpc-error.ts';

const ACTOR_NOT_FOUND = 11;

/** Find the tipset of a key; the head for an empty key. Throws Lotus' error for a missing block. */
export function tipsetAt(chain: ChainView, key: readonly Cid[]): TipsetNode {
  if (key.length === 0) return chain.head;
  const tipset = chain.store.byKey(key);
  if (tipset === undefined) {
    const missing = key.find((cid) => chain.store.block(cid) === undefined) ?? key[0];
    throw new RpcError(`loading tipset {${key.join(',')}}: get block ${missing}: ipld: could not find ${missing}`);
  }
  return tipset;
}

/** Return the state for calls with a key: before the tipset's own messages. Throws Lotus' error if it was pruned. */
export function stateAt(chain: ChainView, key: readonly Cid[]): State {
  return stateBefore(chain, tipsetAt(chain, key));
}

/** Return the state that a tipset's messages run on. Throws Lotus' error if it was pruned. */
export function stateBefore(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.stateOf(tipset.parentState));
}

/** Return the same state for simulations. */
export function scratchBefore(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.scratchOf(tipset.parentState));
}

/** Return the state after a tipset's messages. */
export function stateAfter(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.stateOf(chain.executionOf(tipset).state));
}

/** Error of Lotus v1.36 chain/stmgr/read.go `ParentState`, which treats a missing root as an older tree version. */
function opened({ parentState }: TipsetNode, open: () => State): State {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof MissingBlockError)) throw error;
    throw new RpcError(`load state tree: failed to load state tree ${parentState.root}: failed to load hamt node: ${error.message}`);
  }
}

export function notFound(): RpcError {
  return new RpcError('actor not found', ACTOR_NOT_FOUND);
}

export function requireAddress(address: Address | undefined): Address {
  if (address === undefined) throw new RpcError('address is undefined');
  return address;
}

export function actorAt(state: State, address: Address): Actor | undefined {
  const id = state.resolve(address);
  return id === undefined ? undefined : state.actor(id);
}

/** Find the miner with an address. Other actors and empty addresses are rejected with Lotus' errors. */
export function minerAt(state: State, address: Address | undefined): Miner {
  const known = requireAddress(address);
  const actor = actorAt(state, known);
  if (actor === undefined) throw new RpcError(`failed to load miner actor: failed to load actor ${addressJson(known)}: actor not found`);
  const miner = minerOf(state, actor.id);
  if (miner === undefined) throw new RpcError(`failed to load miner actor state: actor code is not miner: ${actor.kind}`);
  return miner;
}
