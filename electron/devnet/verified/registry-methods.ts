/** The verified registry: verifiers, clients, allocations and claims (builtin-actors v16, actors/verifreg). */
import { type Address, addressToBytes, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { type ActorRuntime, actorText, requireCaller, requireSuccess, unhandled } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes } from '../state/read-params.ts';
import { resolveOrCreate } from '../state/resolve-actor.ts';
import { DATA_CAP_ID, MARKET_ID, VERIFIED_ROOT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { receive, removeExpiredAllocations } from './allocation-methods.ts';
import { claimAllocations, extendClaimTerms, getClaims, removeExpiredClaims } from './claim-methods.ts';
import { dataCapOf, MINT, RECEIVE } from './data-cap-methods.ts';
import { FROZEN_REGISTRY_METHODS, refuseFrozen } from './frozen-methods.ts';
import { putRegistry, registryOf } from './registry.ts';
import { UNITS_PER_BYTE } from './token.ts';

const NO_BYTES = new Uint8Array();
/** Minimum DataCap grant: 1 MiB (builtin-actors, `MINIMUM_VERIFIED_ALLOCATION_SIZE`). */
const MIN_ALLOWANCE = 1_048_576n;
export const ADD_VERIFIER = 2n;
const REMOVE_VERIFIER = 3n;
const ADD_CLIENT = 4n;
export const CLAIM_ALLOCATIONS = 9n;
const EXPORTED_ADD_CLIENT = methodNumberOfName('AddVerifiedClient');
const EXPORTED_REMOVE_EXPIRED_ALLOCATIONS = methodNumberOfName('RemoveExpiredAllocations');
const EXPORTED_GET_CLAIMS = methodNumberOfName('GetClaims');
const EXPORTED_EXTEND_CLAIM_TERMS = methodNumberOfName('ExtendClaimTerms');
const EXPORTED_REMOVE_EXPIRED_CLAIMS = methodNumberOfName('RemoveExpiredClaims');

export function invokeRegistryMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  refuseFrozen(draft, runtime, FROZEN_REGISTRY_METHODS);
  switch (runtime.method) {
    case ADD_VERIFIER:
      return addVerifier(draft, runtime);
    case REMOVE_VERIFIER:
      return removeVerifier(draft, runtime);
    case ADD_CLIENT:
    case EXPORTED_ADD_CLIENT:
      return addClient(draft, runtime);
    case RECEIVE:
      return receive(draft, runtime);
    case 8n:
    case EXPORTED_REMOVE_EXPIRED_ALLOCATIONS:
      return removeExpiredAllocations(draft, runtime);
    case CLAIM_ALLOCATIONS:
      return claimAllocations(draft, runtime);
    case 10n:
    case EXPORTED_GET_CLAIMS:
      return getClaims(draft, runtime);
    case 11n:
    case EXPORTED_EXTEND_CLAIM_TERMS:
      return extendClaimTerms(draft, runtime);
    case 12n:
    case EXPORTED_REMOVE_EXPIRED_CLAIMS:
      return removeExpiredClaims(draft, runtime);
    default:
      return unhandled(runtime);
  }
}

function putVerifier(draft: StateDraft, verifier: number, allowance: bigint): void {
  const registry = registryOf(draft);
  putRegistry(draft, { ...registry, verifiers: registry.verifiers.set(idAddress(verifier), allowance) });
}

function readGrant(runtime: ActorRuntime): { readonly address: Address; readonly allowance: bigint } {
  const [address, allowance] = decodeParameterList(runtime.params, 2);
  return { address: readAddress(address), allowance: readBigIntBytes(allowance) };
}

/** AddVerifier: [Address, Allowance], by the root key. */
function addVerifier(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { address, allowance } = readGrant(runtime);
  if (allowance < MIN_ALLOWANCE) {
    throw new MethodFailure(
      EXIT.illegalArgument,
      `Allowance ${allowance} below minimum deal size for add verifier ${formatAddress(address, 't')}`,
    );
  }
  const verifier = resolveOrCreate(draft, runtime, address);
  requireCaller(runtime, [VERIFIED_ROOT_ID]);
  if (verifier === VERIFIED_ROOT_ID) throw new MethodFailure(EXIT.illegalArgument, 'Rootkey cannot be added as verifier');
  if (dataCapOf(draft.state, verifier) > 0n) {
    throw new MethodFailure(EXIT.illegalArgument, `verified client ${actorText(verifier)} cannot become a verifier`);
  }
  putVerifier(draft, verifier, allowance);
  return NO_BYTES;
}

/** RemoveVerifier: the raw address, by the root key. */
function removeVerifier(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const verifier = resolveOrCreate(draft, runtime, readAddress(decodeRaw(runtime.params)));
  requireCaller(runtime, [VERIFIED_ROOT_ID]);
  const registry = registryOf(draft);
  const verifiers = registry.verifiers.delete(idAddress(verifier));
  if (verifiers === registry.verifiers) throw new MethodFailure(EXIT.illegalArgument, 'failed to remove verifier');
  putRegistry(draft, { ...registry, verifiers });
  return NO_BYTES;
}

/** AddVerifiedClient: [Address, Allowance], by a verifier, from its allowance. */
function addClient(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const { address, allowance } = readGrant(runtime);
  if (allowance < MIN_ALLOWANCE) {
    throw new MethodFailure(
      EXIT.illegalArgument,
      `allowance ${allowance} below MinVerifiedDealSize for add verified client ${formatAddress(address, 't')}`,
    );
  }
  const client = resolveOrCreate(draft, runtime, address);
  if (client === VERIFIED_ROOT_ID) throw new MethodFailure(EXIT.illegalArgument, 'root cannot be added as client');
  const left = registryOf(draft).verifiers.get(idAddress(runtime.senderId));
  if (left === undefined) throw new MethodFailure(EXIT.notFound, `caller ${actorText(runtime.senderId)} is not a verifier`);
  if (registryOf(draft).verifiers.has(idAddress(client))) {
    throw new MethodFailure(EXIT.illegalArgument, `verifier ${actorText(client)} cannot be added as a verified client`);
  }
  if (left < allowance) {
    throw new MethodFailure(EXIT.illegalArgument, `add more DataCap ${allowance} for client than allocated ${left}`);
  }
  putVerifier(draft, runtime.senderId, left - allowance);
  const operators = [addressToBytes(idAddress(MARKET_ID))];
  const params = encodeCbor([addressToBytes(idAddress(client)), encodeBigIntBytes(allowance * UNITS_PER_BYTE), operators]);
  requireSuccess(runtime.send({ to: idAddress(DATA_CAP_ID), value: 0n, method: MINT, params }));
  return NO_BYTES;
}
