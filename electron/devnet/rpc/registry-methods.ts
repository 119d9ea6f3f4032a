import { type Allocation, allocation, type Claim, claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { Codec } from '../../../shared/domain/ipld/codec.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { dealOf, pendingAllocationOf } from '../deals/market.ts';
import type { LocalHamt } from '../state/local-hamt.ts';
import { type State, VERIFIED_REGISTRY_ID } from '../state/state.ts';
import { dataCapOf } from '../verified/data-cap-methods.ts';
import { REGISTRY, type Registry } from '../verified/registry-view.ts';
import { addressJson, amountJson, LETTER } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, dealParameter, tipsetKeyParameter, uint64Parameter } from './parameters.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';

/** StateVerif*, StateGetAllocation* and StateGetClaim*: DataCap in bytes, allocations and claims. */
export function addRegistryMethods(table: MethodTableBuilder, chain: ChainView): void {
  const registryAt = (key: readonly Cid[]): Registry => registryOf(stateAt(chain, key));

  table
    .read('StateVerifiedClientStatus', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const held = dataCapOf(state, idAt(state, address));
      return held === 0n ? null : amountJson(held);
    })
    .read('StateVerifierStatus', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const allowance = registryOf(state).verifiers.get(idAddress(idAt(state, address)));
      return allowance === undefined ? null : amountJson(allowance);
    })
    .read('StateVerifiedRegistryRootKey', [tipsetKeyParameter], ([key]) => addressJson(registryAt(key).rootKey))
    .read('StateGetAllocation', [addressParameter, uint64Parameter, tipsetKeyParameter], ([address, id, key]) => {
      const state = stateAt(chain, key);
      return jsonOf(allocation, registryOf(state).allocations.get(idAt(state, address)).get(id));
    })
    .read('StateGetAllocations', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      return jsonById(allocation, [registryOf(state).allocations.get(idAt(state, address))]);
    })
    .read('StateGetAllAllocations', [tipsetKeyParameter], ([key]) => {
      const { allocations } = registryAt(key);
      return jsonById<Allocation>(
        allocation,
        allocations.keys().map((client) => allocations.get(client)),
      );
    })
    .read('StateGetAllocationIdForPendingDeal', [dealParameter, tipsetKeyParameter], ([id, key]) =>
      pendingAllocationId(stateAt(chain, key), id),
    )
    .read('StateGetAllocationForPendingDeal', [dealParameter, tipsetKeyParameter], ([id, key]) => {
      const state = stateAt(chain, key);
      const allocationId = pendingAllocationId(state, id);
      const client = dealOf(state, id)?.proposal.client;
      if (allocationId === NO_ALLOCATION || client === undefined) return null;
      return jsonOf(allocation, registryOf(state).allocations.get(idAt(state, client)).get(allocationId));
    })
    .read('StateGetClaim', [addressParameter, uint64Parameter, tipsetKeyParameter], ([address, id, key]) => {
      const state = stateAt(chain, key);
      return jsonOf(claim, registryOf(state).claims.get(idAt(state, address)).get(id));
    })
    .read('StateGetClaims', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      return jsonById(claim, [registryOf(state).claims.get(idAt(state, address))]);
    })
    .read('StateGetAllClaims', [tipsetKeyParameter], ([key]) => {
      const { claims } = registryAt(key);
      return jsonById<Claim>(
        claim,
        claims.keys().map((provider) => claims.get(provider)),
      );
    });
}

/** Allocation IDs start at 1. */
const NO_ALLOCATION = 0;

function pendingAllocationId(state: State, dealId: number): number {
  return pendingAllocationOf(state, dealId) ?? NO_ALLOCATION;
}

function registryOf(state: State): Registry {
  return state.read(REGISTRY, VERIFIED_REGISTRY_ID);
}

function idAt(state: State, address: Address | undefined): number {
  const actor = actorAt(state, requireAddress(address));
  if (actor === undefined) throw notFound();
  return actor.id;
}

function jsonOf<T>(codec: Codec<T>, value: T | undefined): JsonValue {
  return value === undefined ? null : codec.toJson(value, LETTER);
}

function jsonById<T>(codec: Codec<T>, maps: readonly LocalHamt<number, T>[]): JsonValue {
  const entries = maps.flatMap((map) => map.entries()).sort(([left], [right]) => left - right);
  return Object.fromEntries(entries.map(([id, value]) => [String(id), codec.toJson(value, LETTER)]));
}
