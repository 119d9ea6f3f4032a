/**
 * Allocations of the verified registry: DataCap reserved by a client for a piece (builtin-actors v16, actors/verifreg/src/lib.rs).
 * Limits are those of mainnet (runtime/src/runtime/policy.rs).
 */
import type { Claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { addressToBytes, idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { type ActorRuntime, requireCaller, requireSuccess } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decoding } from '../state/read-params.ts';
import { DATA_CAP_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { batchOf, judgeExpired } from './batch.ts';
import { BURN, TOKEN_TYPE, TRANSFER } from './data-cap-methods.ts';
import { putRegistry, registryOf } from './registry.ts';
import {
  type AllocationRequest,
  allocationRequests,
  allocationsResponse,
  type ClaimExtensionRequest,
  receiveParams,
  removeExpiredAllocationsReturn,
  removeExpiredParams,
  tokensReceived,
} from './requests.ts';
import { UNITS_PER_BYTE } from './token.ts';

/** 1 MiB. */
const MIN_SIZE_BYTES = 1_048_576n;
/** 180 days. */
const MIN_TERM_EPOCHS = 518_400;
/** Five years. */
export const MAX_TERM_EPOCHS = 5_259_485;
/** 60 days. */
export const MAX_EXPIRATION_EPOCHS = 172_800;

/** Receive: [Type, Payload], by the DataCap token. Spends exactly the amount received. Returns [AllocationResults, ExtensionResults, IDs]. */
export function receive(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [DATA_CAP_ID]);
  const { type, payload } = decoding('expected tokens', () => decodeBlock(receiveParams, runtime.params));
  if (BigInt(type) !== TOKEN_TYPE) refuse(`invalid token type ${type}, expected ${TOKEN_TYPE} (FRC-46)`);
  const { from: client, to, amount, operatorData } = decoding('expected tokens', () => decodeBlock(tokensReceived, payload));
  if (to !== runtime.recipientId) refuse(`token receiver expected to ${runtime.recipientId}, was ${to}`);
  const { allocations, extensions } = decoding('expected allocation requests', () => decodeBlock(allocationRequests, operatorData));
  for (const request of allocations) checkAllocation(draft, request, runtime.epoch);
  const extended = extensions.map((request) => ({ request, claim: claimToExtend(draft, request, runtime.epoch) }));
  const extensionBytes = extended.reduce((sum, { claim }) => sum + claim.size, 0n);
  const total = allocations.reduce((sum, { size }) => sum + size, extensionBytes);
  if (total !== amount / UNITS_PER_BYTE) {
    refuse(`total allocation size ${total} must match data cap amount received ${amount / UNITS_PER_BYTE}`);
  }
  burnDataCap(runtime, extensionBytes);
  const registry = registryOf(draft);
  const first = registry.nextAllocationId;
  const ids = allocations.map((_, index) => first + index);
  const own = allocations.reduce(
    (map, { provider, data, size, termMin, termMax, expiration }, index) =>
      map.set(first + index, { client, provider, data, size, termMin, termMax, expiration }),
    registry.allocations.get(client),
  );
  const claims = extended.reduce(
    (map, { request, claim }) => map.set(request.provider, map.get(request.provider).set(request.claimId, claim)),
    registry.claims,
  );
  putRegistry(draft, {
    ...registry,
    allocations: ids.length === 0 ? registry.allocations : registry.allocations.set(client, own),
    nextAllocationId: first + ids.length,
    claims,
  });
  return encodeBlock(allocationsResponse, {
    allocationResults: batchOf(allocations.map(() => EXIT.ok)),
    extensionResults: batchOf(extensions.map(() => EXIT.ok)),
    newAllocations: ids,
  });
}

function checkAllocation(draft: StateDraft, { provider, size, termMin, termMax, expiration }: AllocationRequest, epoch: number): void {
  if (size < MIN_SIZE_BYTES) refuse(`allocation size ${size} below minimum ${MIN_SIZE_BYTES}`);
  if (termMin < MIN_TERM_EPOCHS) refuse(`allocation term min ${termMin} below limit ${MIN_TERM_EPOCHS}`);
  if (termMax > MAX_TERM_EPOCHS) refuse(`allocation term max ${termMax} above limit ${MAX_TERM_EPOCHS}`);
  if (termMin > termMax) refuse(`allocation term min ${termMin} exceeds term max ${termMax}`);
  if (expiration < epoch) refuse(`allocation expiration epoch ${expiration} has passed current epoch ${epoch}`);
  const latest = epoch + MAX_EXPIRATION_EPOCHS;
  if (expiration > latest) refuse(`allocation expiration ${expiration} exceeds maximum ${latest}`);
  if (draft.actor(provider)?.kind !== 'storageminer') refuse(`allocation provider ${provider} must be a miner actor`);
}

/** Extend the term of a claim, if allowed. */
function claimToExtend(draft: StateDraft, { provider, claimId, termMax }: ClaimExtensionRequest, epoch: number): Claim {
  const claim = registryOf(draft).claims.get(provider).get(claimId);
  if (claim === undefined) throw new MethodFailure(EXIT.notFound, `no claim ${claimId} for provider ${provider}`);
  const limit = epoch + MAX_TERM_EPOCHS - claim.termStart;
  if (termMax > limit) refuse(`term_max ${termMax} for claim ${claimId} exceeds maximum ${limit} at current epoch ${epoch}`);
  if (termMax <= claim.termMax) refuse(`term_max ${termMax} for claim ${claimId} is not larger than existing term max ${claim.termMax}`);
  const end = claim.termStart + claim.termMax;
  if (epoch > end) throw new MethodFailure(EXIT.forbidden, `claim ${claimId} expired at ${end}, current epoch ${epoch}`);
  return { ...claim, termMax };
}

/** RemoveExpiredAllocations: [Client, IDs]; empty for all. Returns the DataCap to the client, and [Considered, Results, Recovered]. */
export function removeExpiredAllocations(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { owner: client, ids } = decoding('expected allocations', () => decodeBlock(removeExpiredParams, runtime.params));
  const registry = registryOf(draft);
  const own = registry.allocations.get(client);
  const { considered, codes, removed } = judgeExpired(own, ids, ({ expiration }) => expiration, runtime.epoch);
  const rest = removed.reduce((map, id) => map.delete(id), own);
  const recovered = removed.reduce((sum, id) => sum + (own.get(id)?.size ?? 0n), 0n);
  if (removed.length > 0) putRegistry(draft, { ...registry, allocations: registry.allocations.set(client, rest) });
  const params = encodeCbor([addressToBytes(idAddress(client)), encodeBigIntBytes(recovered * UNITS_PER_BYTE), new Uint8Array()]);
  requireSuccess(runtime.send({ to: idAddress(DATA_CAP_ID), value: 0n, method: TRANSFER, params }));
  return encodeBlock(removeExpiredAllocationsReturn, { considered, results: batchOf(codes), recovered });
}

/** Burn the registry's DataCap, in bytes. */
export function burnDataCap(runtime: ActorRuntime, amount: bigint): void {
  if (amount === 0n) return;
  const params = encodeCbor([encodeBigIntBytes(amount * UNITS_PER_BYTE)]);
  requireSuccess(runtime.send({ to: idAddress(DATA_CAP_ID), value: 0n, method: BURN, params }));
}

function refuse(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}
