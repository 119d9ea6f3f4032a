import {
  type Allocation,
  allocations,
  allocationsOrClaimsByActor,
  type Claim,
  claims,
  removeDataCapProposalIds,
  type VerifiedRegistryState,
  verifiedRegistryState,
  verifiers,
} from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { LocalNestedHamt, type NestedLayout } from '../state/local-nested-hamt.ts';
import { VERIFIED_ROOT_ID } from '../state/state.ts';
import type { StateView } from '../state/state-view.ts';

const ALLOCATIONS: NestedLayout<number, number, Allocation> = { outer: allocationsOrClaimsByActor, inner: allocations };
const CLAIMS: NestedLayout<number, number, Claim> = { outer: allocationsOrClaimsByActor, inner: claims };

/** The verified registry's state with its collections. */
export interface Registry extends Omit<VerifiedRegistryState<'v16'>, 'verifiers' | 'allocations' | 'claims'> {
  /** Remaining allowance of verifiers, in bytes. */
  readonly verifiers: LocalHamt<Address, bigint>;
  /** By client and ID. */
  readonly allocations: LocalNestedHamt<number, number, Allocation>;
  /** By provider and ID. */
  readonly claims: LocalNestedHamt<number, number, Claim>;
}

/** An empty registry with its root key. Stores one block. */
export function emptyRegistry(blocks: Blocks): Registry {
  return {
    rootKey: idAddress(VERIFIED_ROOT_ID),
    verifiers: LocalHamt.empty(blocks, verifiers.v16),
    // Not used on this chain: DataCap is never removed from clients.
    removeDataCapProposalIds: LocalHamt.empty(blocks, removeDataCapProposalIds).flush(),
    allocations: LocalNestedHamt.empty(blocks, ALLOCATIONS),
    nextAllocationId: 1,
    claims: LocalNestedHamt.empty(blocks, CLAIMS),
  };
}

/** The state of the verified registry. */
export const REGISTRY: StateView<Registry> = {
  open(blocks, head) {
    const state = decodeBlock(verifiedRegistryState.v16, blocks.get(head));
    return {
      ...state,
      verifiers: LocalHamt.open(blocks, verifiers.v16, state.verifiers),
      allocations: LocalNestedHamt.open(blocks, ALLOCATIONS, state.allocations),
      claims: LocalNestedHamt.open(blocks, CLAIMS, state.claims),
    };
  },
  store: (blocks, registry) =>
    blocks.put(
      encodeBlock(verifiedRegistryState.v16, {
        ...registry,
        verifiers: registry.verifiers.flush(),
        allocations: registry.allocations.flush(),
        claims: registry.claims.flush(),
      }),
    ),
};
