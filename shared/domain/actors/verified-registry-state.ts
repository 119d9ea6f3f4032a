import { type Address, addressFromBytes, addressToBytes } from '../addresses/address.ts';
import { concatBytes } from '../encoding/bytes.ts';
import { address, bigInteger, count, integer, link, struct, uint64, type Value } from '../ipld/codec.ts';
import { addressKey, type KeyCodec, unsignedKey } from '../ipld/layout.ts';
import type { AnyLayout } from './any-layout.ts';
import { mapInEach, mapOfToday } from './collections.ts';
import { inEachLayout, type StateLayout, same } from './state-layout.ts';

const verifying = { rootKey: ['RootKey', address], verifiers: ['Verifiers', link] } as const;
/** Since actors version 7: a `removeDataCapProposalIds`. */
const removal = { removeDataCapProposalIds: ['RemoveDataCapProposalIDs', link] } as const;

/**
 * The state of the verified registry. Since actors version 9 the clients' DataCap is in the DataCap token. Sources:
 * go-state-types `builtin/v16/verifreg/verified_registry_state.go`, specs-actors v0.9 `actors/builtin/verifreg`.
 */
export const verifiedRegistryState = inEachLayout({
  v0: struct({ ...verifying, verifiedClients: ['VerifiedClients', link] }),
  v7: struct({ ...verifying, verifiedClients: ['VerifiedClients', link], ...removal }),
  v9: struct({
    ...verifying,
    ...removal,
    allocations: ['Allocations', link],
    nextAllocationId: ['NextAllocationId', count],
    claims: ['Claims', link],
  }),
});
/** Of one layout, or of any. */
export type VerifiedRegistryState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof verifiedRegistryState)[L]>>;

/** DataCap in bytes that verifiers can still grant. */
export const verifiers = mapInEach(addressKey, same(bigInteger));

/** DataCap of clients in bytes: layouts `v0` to `v8`. */
export const verifiedClients = mapInEach(addressKey, same(bigInteger));

/** Fields shared by allocations and claims. */
const data = {
  /** CommP. */
  data: ['Data', link],
  /** Padded piece size in bytes. */
  size: ['Size', uint64],
  termMin: ['TermMin', integer],
  termMax: ['TermMax', integer],
} as const;

/** An allocation: data that a client wants a provider to store. Source: go-state-types `builtin/v16/verifreg/verifreg_types.go`. */
export const allocation = struct({
  /** Actor IDs. */
  client: ['Client', count],
  provider: ['Provider', count],
  ...data,
  /** The last epoch at which it can be claimed. */
  expiration: ['Expiration', integer],
});
/** An allocation. */
export type Allocation = Value<typeof allocation>;

/** A claim: data that a provider stores for a client. Source: go-state-types `builtin/v16/verifreg/verifreg_types.go`. */
export const claim = struct({
  /** Actor IDs. */
  provider: ['Provider', count],
  client: ['Client', count],
  ...data,
  termStart: ['TermStart', integer],
  /** Sector number. */
  sector: ['Sector', count],
});
/** A claim. */
export type Claim = Value<typeof claim>;

/** Maps of allocations by client ID, and of claims by provider ID. */
export const allocationsOrClaimsByActor = mapOfToday(unsignedKey, link);
/** Allocations of a client by ID. */
export const allocations = mapOfToday(unsignedKey, allocation);
/** Claims of a provider by ID. */
export const claims = mapOfToday(unsignedKey, claim);

/** Two concatenated ID addresses: builtin-actors `actors/verifreg/src/types.rs` AddrPairKey. */
const addressPairKey: KeyCodec<readonly [verifier: Address, client: Address]> = {
  toBytes: ([verifier, client]) => concatBytes(addressToBytes(verifier), addressToBytes(client)),
  fromBytes(bytes) {
    // After its protocol byte, an ID continues while bytes have their highest bit set.
    const end = bytes.findIndex((byte, at) => at > 0 && byte < 0x80) + 1;
    return [addressFromBytes(bytes.subarray(0, end)), addressFromBytes(bytes.subarray(end))];
  },
};

/** Proposal counter per verifier and client for removals of DataCap, against replayed signatures. */
export const removeDataCapProposalIds = mapOfToday(addressPairKey, struct({ proposalId: ['ProposalID', uint64] }));
