import { type Address, addressFromBytes, addressToBytes } from '../address.ts';
import { concatBytes } from '../bytes.ts';
import { address, bigInteger, count, integer, link, struct, uint64, type Value } from '../ipld/codec.ts';
import { addressKey, type KeyCodec, unsignedKey } from '../ipld/layout.ts';
import type { AnyLayout } from './any-layout.ts';
import { mapInEach, mapOfToday } from './collections.ts';
import { inEachLayout, type StateLayout, same } from './state-layout.ts';

const verifying = { rootKey: ['RootKey', address], verifiers: ['Verifiers', link] } as const;
/** Since actors version 7: a `removeDataCapProposalIds`. */
const removal = { removeDataCapProposalIds: ['RemoveDataCapProposalIDs', link] } as const;

/**
 * The state of the verified registry. Since actors version 9 what clients may store stands in the DataCap token. Sources:
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

/** Bytes of data that verifiers may still give to clients. */
export const verifiers = mapInEach(addressKey, same(bigInteger));

/** Bytes of data that clients may still store as verified: layouts `v0` to `v8`. */
export const verifiedClients = mapInEach(addressKey, same(bigInteger));

/** What allocations and claims both have. */
const data = {
  /** CommP. */
  data: ['Data', link],
  /** Bytes of the padded piece. */
  size: ['Size', uint64],
  termMin: ['TermMin', integer],
  termMax: ['TermMax', integer],
} as const;

/** Data that a client wants a provider to store. Source: go-state-types `builtin/v16/verifreg/verifreg_types.go`. */
export const allocation = struct({
  /** Ids of actors. */
  client: ['Client', count],
  provider: ['Provider', count],
  ...data,
  /** The last epoch at which it can be claimed. */
  expiration: ['Expiration', integer],
});
/** What is allocated, and until when it can be claimed. */
export type Allocation = Value<typeof allocation>;

/** Data that a provider stores for a client. Source: go-state-types `builtin/v16/verifreg/verifreg_types.go`. */
export const claim = struct({
  /** Ids of actors. */
  provider: ['Provider', count],
  client: ['Client', count],
  ...data,
  termStart: ['TermStart', integer],
  /** A number of a sector. */
  sector: ['Sector', count],
});
/** What is stored, where, and for how long. */
export type Claim = Value<typeof claim>;

/** The maps of allocations by the ids of clients, and of claims by the ids of providers. */
export const allocationsOrClaimsByActor = mapOfToday(unsignedKey, link);
/** The allocations of one client by their ids. */
export const allocations = mapOfToday(unsignedKey, allocation);
/** The claims of one provider by their ids. */
export const claims = mapOfToday(unsignedKey, claim);

/** Two id addresses, one after the other: builtin-actors `actors/verifreg/src/types.rs` AddrPairKey. */
const addressPairKey: KeyCodec<readonly [verifier: Address, client: Address]> = {
  toBytes: ([verifier, client]) => concatBytes(addressToBytes(verifier), addressToBytes(client)),
  fromBytes(bytes) {
    // After its protocol byte an id goes on for as long as bytes have their highest bit.
    const end = bytes.findIndex((byte, at) => at > 0 && byte < 0x80) + 1;
    return [addressFromBytes(bytes.subarray(0, end)), addressFromBytes(bytes.subarray(end))];
  },
};

/** How often a verifier and a client took part in taking DataCap away: a counter against signatures that are sent twice. */
export const removeDataCapProposalIds = mapOfToday(addressPairKey, struct({ proposalId: ['ProposalID', uint64] }));
