/**
 * Parameters and return values between the DataCap token, the verified registry, the market and miners
 * (builtin-actors v16, actors/verifreg/src/types.rs; FRC-0046).
 */
import { claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { bigInteger, boolean, bytes, count, integer, link, list, struct, uint64, type Value } from '../../../shared/domain/ipld/codec.ts';

/** BatchReturn: number of successes, and exit codes of failures. */
export const batchReturn = struct({
  successCount: ['SuccessCount', count],
  failCodes: ['FailCodes', list(struct({ index: ['Idx', count], code: ['Code', count] }))],
});

/** An allocation request; terms in epochs. */
const allocationRequest = struct({
  provider: ['Provider', count],
  data: ['Data', link],
  size: ['Size', uint64],
  termMin: ['TermMin', integer],
  termMax: ['TermMax', integer],
  expiration: ['Expiration', integer],
});
export type AllocationRequest = Value<typeof allocationRequest>;

/** A claim extension request, paid with DataCap. */
const claimExtensionRequest = struct({ provider: ['Provider', count], claimId: ['Claim', count], termMax: ['TermMax', integer] });
export type ClaimExtensionRequest = Value<typeof claimExtensionRequest>;

/** Operator data of a DataCap transfer to the registry. */
export const allocationRequests = struct({
  allocations: ['Allocations', list(allocationRequest)],
  extensions: ['Extensions', list(claimExtensionRequest)],
});

/** The registry's response. */
export const allocationsResponse = struct({
  allocationResults: ['AllocationResults', batchReturn],
  extensionResults: ['ExtensionResults', batchReturn],
  newAllocations: ['NewAllocations', list(count)],
});

/** Parameters of Receive: a `tokensReceived` for the FRC-0046 type. */
export const receiveParams = struct({ type: ['Type_', count], payload: ['Payload', bytes] });
export const tokensReceived = struct({
  from: ['From', count],
  to: ['To', count],
  operator: ['Operator', count],
  amount: ['Amount', bigInteger],
  operatorData: ['OperatorData', bytes],
  tokenData: ['TokenData', bytes],
});

/** Return value of TransferFrom. */
export const transferFromReturn = struct({
  fromBalance: ['FromBalance', bigInteger],
  toBalance: ['ToBalance', bigInteger],
  allowance: ['Allowance', bigInteger],
  recipientData: ['RecipientData', bytes],
});

/** Allocations in a provider's sectors. */
export const claimAllocationsParams = struct({
  sectors: [
    'Sectors',
    list(
      struct({
        sector: ['Sector', count],
        expiry: ['SectorExpiry', integer],
        claims: [
          'Claims',
          list(struct({ client: ['Client', count], allocationId: ['AllocationId', count], data: ['Data', link], size: ['Size', uint64] })),
        ],
      }),
    ),
  ],
  allOrNothing: ['AllOrNothing', boolean],
});
export type SectorClaims = Value<typeof claimAllocationsParams>['sectors'][number];
export type AllocationClaim = SectorClaims['claims'][number];

/** Claimed bytes of each successful sector. */
export const claimAllocationsReturn = struct({
  sectorResults: ['SectorResults', batchReturn],
  sectorClaims: ['SectorClaims', list(bigInteger)],
});

/** RemoveExpiredAllocations and RemoveExpiredClaims: of a client or provider; all expired ones if no IDs are given. */
export const removeExpiredParams = struct({ owner: ['Owner', count], ids: ['Ids', list(count)] });
export const removeExpiredAllocationsReturn = struct({
  considered: ['Considered', list(count)],
  results: ['Results', batchReturn],
  recovered: ['DataCapRecovered', bigInteger],
});
export const removeExpiredClaimsReturn = struct({ considered: ['Considered', list(count)], results: ['Results', batchReturn] });

export const getClaimsParams = struct({ provider: ['Provider', count], ids: ['ClaimIds', list(count)] });
export const getClaimsReturn = struct({ results: ['BatchInfo', batchReturn], claims: ['Claims', list(claim)] });

export const extendClaimTermsParams = struct({
  terms: ['Terms', list(struct({ provider: ['Provider', count], claimId: ['ClaimId', count], termMax: ['TermMax', integer] }))],
});
