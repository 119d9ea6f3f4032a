import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { type ActorRuntime, requireSuccess } from '../state/actor-runtime.ts';
import { decodeRaw, readBytes, readCount, readLink, readList, readUnsigned } from '../state/read-params.ts';
import { VERIFIED_REGISTRY_ID } from '../state/state.ts';
import { claimParams } from '../verified/claim-methods.ts';
import { CLAIM_ALLOCATIONS } from '../verified/registry-methods.ts';
import type { AllocationClaim } from '../verified/requests.ts';

/** A piece of a sector activation. */
export interface SectorPiece {
  /** Bytes. */
  readonly size: bigint;
  /** The allocation to claim. */
  readonly claim: AllocationClaim | undefined;
  /** The deals that the market is notified of. */
  readonly dealIds: readonly number[];
}

/** Pieces of a sector activation: [[CID, Size, [Client, AllocationID] or null, [[Address, Payload]]]]. The payload for the market is a deal ID. */
export function decodeSectorPieces(pieces: unknown): SectorPiece[] {
  return readList(pieces).map((piece) => {
    const [dataValue, sizeValue, allocationValue, notifyValues] = readList(piece);
    const size = readUnsigned(sizeValue);
    const dealIds = readList(notifyValues).map((notify) => readCount(decodeRaw(readBytes(readList(notify)[1]))));
    if (allocationValue === null) return { size, claim: undefined, dealIds };
    const [client, allocationId] = readList(allocationValue);
    return { size, claim: { client: readCount(client), allocationId: readCount(allocationId), data: readLink(dataValue), size }, dealIds };
  });
}

/** Claim the allocations of a sector's pieces as its miner, all or nothing. Returns the bytes of verified and other pieces. */
export function claimPieces(
  runtime: ActorRuntime,
  sector: { readonly number: number; readonly expiration: number },
  pieces: readonly SectorPiece[],
): { readonly plainBytes: bigint; readonly verifiedBytes: bigint } {
  const claims = pieces.flatMap(({ claim }) => claim ?? []);
  const params = claimParams(sector.number, sector.expiration, claims);
  if (claims.length > 0)
    requireSuccess(runtime.send({ to: idAddress(VERIFIED_REGISTRY_ID), value: 0n, method: CLAIM_ALLOCATIONS, params }));
  const verifiedBytes = sizeOf(claims);
  return { plainBytes: sizeOf(pieces) - verifiedBytes, verifiedBytes };
}

/** Total bytes. */
export const sizeOf = (pieces: readonly { readonly size: bigint }[]): bigint => pieces.reduce((sum, { size }) => sum + size, 0n);
