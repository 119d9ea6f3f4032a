import type { Address } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOf } from '../miners/miners.ts';
import { MissingBlockError } from '../state/blocks.ts';
import type { Actor, State } from '../state/state.ts';
import { addressJson } from './chain-json.ts';
import { RpcError } from './rpc-error.ts';

const ACTOR_NOT_FOUND = 11;

/** The tipset with this key, the head for an empty one. Throws as a node does that lacks a block of it. */
export function tipsetAt(chain: ChainView, key: readonly Cid[]): TipsetNode {
  if (key.length === 0) return chain.head;
  const tipset = chain.store.byKey(key);
  if (tipset === undefined) {
    const missing = key.find((cid) => chain.store.block(cid) === undefined) ?? key[0];
    throw new RpcError(`loading tipset {${key.join(',')}}: get block ${missing}: ipld: could not find ${missing}`);
  }
  return tipset;
}

/** State that calls with this key answer from: before the tipset's own messages. Throws as a node does that pruned it. */
export function stateAt(chain: ChainView, key: readonly Cid[]): State {
  return stateBefore(chain, tipsetAt(chain, key));
}

/** The state that the messages of a tipset run on. Throws as a node does that pruned it. */
export function stateBefore(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.stateOf(tipset.parentState));
}

/** The same to try messages on. */
export function scratchBefore(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.scratchOf(tipset.parentState));
}

/** The state that the messages of a tipset led to. */
export function stateAfter(chain: ChainView, tipset: TipsetNode): State {
  return opened(tipset, () => chain.stateOf(chain.executionOf(tipset).state));
}

/** In the words of Lotus v1.36 chain/stmgr/read.go `ParentState`, which takes a root that is missing for that of an older kind of tree. */
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

/** The miner with this address. Other actors and empty addresses are refused in the node's words. */
export function minerAt(state: State, address: Address | undefined): Miner {
  const known = requireAddress(address);
  const actor = actorAt(state, known);
  if (actor === undefined) throw new RpcError(`failed to load miner actor: failed to load actor ${addressJson(known)}: actor not found`);
  const miner = minerOf(state, actor.id);
  if (miner === undefined) throw new RpcError(`failed to load miner actor state: actor code is not miner: ${actor.kind}`);
  return miner;
}
