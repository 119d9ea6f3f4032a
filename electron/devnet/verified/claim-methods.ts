/** Claims of the verified registry (builtin-actors v16, actors/verifreg/src/lib.rs). */
import type { Claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { ActorRuntime } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decoding } from '../state/read-params.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { burnDataCap, MAX_TERM_EPOCHS } from './allocation-methods.ts';
import { batchOf, judgeExpired } from './batch.ts';
import { putRegistry, registryOf } from './registry.ts';
import type { Registry } from './registry-view.ts';
import {
  type AllocationClaim,
  batchReturn,
  claimAllocationsParams,
  claimAllocationsReturn,
  extendClaimTermsParams,
  getClaimsParams,
  getClaimsReturn,
  removeExpiredClaimsReturn,
  removeExpiredParams,
  type SectorClaims,
} from './requests.ts';

/** ClaimAllocations: [Sectors, AllOrNothing], by a miner. Each sector is claimed completely or not at all. Returns [SectorResults, SectorClaims]. */
export function claimAllocations(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  if (draft.actor(runtime.senderId)?.kind !== 'storageminer') throw new MethodFailure(EXIT.forbidden, 'caller is not a miner');
  const { sectors, allOrNothing } = decoding('expected claims', () => decodeBlock(claimAllocationsParams, runtime.params));
  if (sectors.length === 0) throw new MethodFailure(EXIT.illegalArgument, 'claim allocations called with no claims');
  const claimedBytes: bigint[] = [];
  const codes = sectors.map((sector) => {
    const outcome = claimSector(registryOf(draft), runtime, sector);
    if (typeof outcome === 'number') return outcome;
    putRegistry(draft, outcome);
    claimedBytes.push(sector.claims.reduce((sum, { size }) => sum + size, 0n));
    return EXIT.ok;
  });
  const sectorResults = batchOf(codes);
  if (allOrNothing && sectorResults.failCodes.length > 0) {
    throw new MethodFailure(EXIT.illegalArgument, `claim failed with all-or-nothing: ${codes.join(', ')}`);
  }
  burnDataCap(
    runtime,
    claimedBytes.reduce((sum, bytes) => sum + bytes, 0n),
  );
  return encodeBlock(claimAllocationsReturn, { sectorResults, sectorClaims: claimedBytes });
}

/** Replace a sector's allocations with claims; returns an exit code if one cannot be claimed. */
function claimSector(registry: Registry, runtime: ActorRuntime, { sector, expiry, claims }: SectorClaims): Registry | number {
  const provider = runtime.senderId;
  let next = registry;
  for (const wanted of claims) {
    const own = next.allocations.get(wanted.client);
    const allocated = own.get(wanted.allocationId);
    if (allocated === undefined) return EXIT.notFound;
    const { client, data, size, termMin, termMax } = allocated;
    const lifetime = expiry - runtime.epoch;
    const isFor = allocated.provider === provider && data === wanted.data && size === wanted.size;
    if (!isFor || runtime.epoch > allocated.expiration || lifetime < termMin || lifetime > termMax) return EXIT.forbidden;
    const claimed: Claim = { provider, client, data, size, termMin, termMax, termStart: runtime.epoch, sector };
    next = {
      ...next,
      allocations: next.allocations.set(wanted.client, own.delete(wanted.allocationId)),
      claims: next.claims.set(provider, next.claims.get(provider).set(wanted.allocationId, claimed)),
    };
  }
  return next;
}

/** Claims of a newly proven sector with allocated pieces. */
export function claimParams(sector: number, expiry: number, claims: readonly AllocationClaim[]): Uint8Array {
  return encodeBlock(claimAllocationsParams, { sectors: [{ sector, expiry, claims }], allOrNothing: true });
}

/** GetClaims: [Provider, IDs]. Returns [BatchInfo, Claims]. */
export function getClaims(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { provider, ids } = decoding('expected claims', () => decodeBlock(getClaimsParams, runtime.params));
  const own = registryOf(draft).claims.get(provider);
  const claims = ids.map((id) => own.get(id));
  const results = batchOf(claims.map((claim) => (claim === undefined ? EXIT.notFound : EXIT.ok)));
  return encodeBlock(getClaimsReturn, { results, claims: claims.filter((claim) => claim !== undefined) });
}

/** ExtendClaimTerms: [[Provider, Claim, TermMax]], each by the claim's client. Returns a BatchReturn. */
export function extendClaimTerms(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { terms } = decoding('expected terms', () => decodeBlock(extendClaimTermsParams, runtime.params));
  const codes = terms.map(({ provider, claimId, termMax }) => {
    const registry = registryOf(draft);
    const claim = registry.claims.get(provider).get(claimId);
    if (termMax > MAX_TERM_EPOCHS) return EXIT.illegalArgument;
    if (claim === undefined) return EXIT.notFound;
    if (claim.client !== runtime.senderId) return EXIT.forbidden;
    if (termMax < claim.termMax) return EXIT.illegalArgument;
    const own = registry.claims.get(provider).set(claimId, { ...claim, termMax });
    putRegistry(draft, { ...registry, claims: registry.claims.set(provider, own) });
    return EXIT.ok;
  });
  return encodeBlock(batchReturn, batchOf(codes));
}

/** RemoveExpiredClaims: [Provider, IDs]; empty for all. Returns [Considered, Results]. */
export function removeExpiredClaims(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { owner: provider, ids } = decoding('expected claims', () => decodeBlock(removeExpiredParams, runtime.params));
  const registry = registryOf(draft);
  const own = registry.claims.get(provider);
  const { considered, codes, removed } = judgeExpired(own, ids, ({ termStart, termMax }) => termStart + termMax, runtime.epoch);
  const rest = removed.reduce((map, id) => map.delete(id), own);
  if (removed.length > 0) putRegistry(draft, { ...registry, claims: registry.claims.set(provider, rest) });
  return encodeBlock(removeExpiredClaimsReturn, { considered, results: batchOf(codes) });
}
