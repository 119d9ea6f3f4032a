/**
 * Reads DataCap, allocations and claims. Sources: go-state-types
 * `builtin/v16/verifreg`, `builtin/v16/datacap`; specs-actors v0.9 `actors/builtin/verifreg`.
 */
import { datacapBalances, datacapState } from '../actors/datacap-state.ts';
import { isLayoutSince } from '../actors/state-layout.ts';
import {
  type Allocation,
  allocations,
  allocationsOrClaimsByActor,
  type Claim,
  claims,
  type VerifiedRegistryState,
  verifiedClients,
  verifiedRegistryState,
} from '../actors/verified-registry-state.ts';
import { type Address, idOfAddress } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import type { Cid } from '../encoding/cid.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { HamtLayout } from '../ipld/layout.ts';
import type { Walk } from '../ipld/walk.ts';
import { readSingleton, SINGLETONS, type StateTree } from './state-tree.ts';

const REGISTRY = 'the state of the verified registry';
/** DataCap token units per byte. */
const TOKEN_PRECISION = 10n ** 18n;

/** Read the verified registry: clients before layout `v9`, allocations and claims since then. */
export function readVerifiedRegistry(tree: StateTree): Walk<VerifiedRegistryState> {
  return readSingleton<VerifiedRegistryState>(tree, SINGLETONS.verifiedRegistry, verifiedRegistryState[tree.layout], REGISTRY);
}

/** StateGetClaims: a provider's claims by ID; none before layout `v9`. `provider` is an ID address. */
export function* readClaims(tree: StateTree, provider: Address): Walk<ReadonlyMap<number, Claim>> {
  const registry = yield* readVerifiedRegistry(tree);
  return registry.claims === undefined ? new Map() : yield* readOf(registry.claims, provider, claims);
}

/** StateGetAllocations: a client's allocations by ID; none before layout `v9`. `client` is an ID address. */
export function* readAllocations(tree: StateTree, client: Address): Walk<ReadonlyMap<number, Allocation>> {
  const registry = yield* readVerifiedRegistry(tree);
  return registry.allocations === undefined ? new Map() : yield* readOf(registry.allocations, client, allocations);
}

/** StateVerifiedClientStatus: a client's DataCap in bytes; undefined for none. `client` is an ID address. */
export function* readDataCap(tree: StateTree, client: Address): Walk<bigint | undefined> {
  if (!isLayoutSince(tree.layout, 'v9')) {
    const registry = yield* readVerifiedRegistry(tree);
    if (registry.verifiedClients === undefined) throw new Error('before layout v9 the registry has the clients');
    return yield* (yield* Hamt.open(verifiedClients[tree.layout], registry.verifiedClients)).get(client);
  }
  const state = yield* readSingleton(tree, SINGLETONS.datacap, datacapState, 'the state of the DataCap token');
  const tokens = yield* (yield* Hamt.open(datacapBalances(state), state.token.balances)).get(requireId(client));
  return tokens === undefined ? undefined : tokens / TOKEN_PRECISION;
}

function* readOf<V>(byActor: Cid, actor: Address, layout: HamtLayout<number, V>): Walk<ReadonlyMap<number, V>> {
  const root = yield* (yield* Hamt.open(allocationsOrClaimsByActor, byActor)).get(requireId(actor));
  return root === undefined ? new Map() : new Map(yield* (yield* Hamt.open(layout, root)).entries());
}

function requireId(address: Address): number {
  const id = Number(idOfAddress(address));
  if (Number.isSafeInteger(id)) return id;
  throw new DomainError('state-tree', `${address} is not a valid ID address.`);
}
