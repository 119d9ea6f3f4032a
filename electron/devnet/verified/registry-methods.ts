/** The verified registry, as far as this chain has it: verifiers and the DataCap they give (builtin-actors v16, actors/verifreg). */
import { type Address, addressToBytes, formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/method-number.ts';
import { actorText, requireSuccess } from '../state/call-actor.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller, unhandled } from '../state/invoke-method.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes } from '../state/read-params.ts';
import { resolveOrCreate } from '../state/resolve-actor.ts';
import { DATA_CAP_ID, MARKET_ID, VERIFIED_ROOT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { MINT, UNITS_PER_BYTE } from './data-cap-methods.ts';

const NO_BYTES = new Uint8Array();
/** Least DataCap that can be given: 1 MiB (builtin-actors, `MINIMUM_VERIFIED_ALLOCATION_SIZE`). */
const LEAST_ALLOWANCE = 1_048_576n;
export const ADD_VERIFIER = 2n;
const REMOVE_VERIFIER = 3n;
const ADD_CLIENT = 4n;
const EXPORTED_ADD_CLIENT = methodNumberOfName('AddVerifiedClient');

export function invokeRegistryMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  switch (call.method) {
    case ADD_VERIFIER:
      return addVerifier(draft, call);
    case REMOVE_VERIFIER:
      return removeVerifier(draft, call);
    case ADD_CLIENT:
    case EXPORTED_ADD_CLIENT:
      return addClient(draft, call);
    default:
      return unhandled(call);
  }
}

function readGrant(call: MethodCall): { readonly address: Address; readonly allowance: bigint } {
  const [address, allowance] = decodeParameterList(call.params, 2);
  return { address: readAddress(address), allowance: readBigIntBytes(allowance) };
}

/** AddVerifier: [Address, Allowance], by the root key. */
function addVerifier(draft: StateDraft, call: MethodCall): Uint8Array {
  const { address, allowance } = readGrant(call);
  if (allowance < LEAST_ALLOWANCE) {
    throw new MethodFailure(
      EXIT.illegalArgument,
      `Allowance ${allowance} below minimum deal size for add verifier ${formatAddress(address, 't')}`,
    );
  }
  const verifier = resolveOrCreate(draft, call, address);
  requireCaller(call, [VERIFIED_ROOT_ID]);
  if (verifier === VERIFIED_ROOT_ID) throw new MethodFailure(EXIT.illegalArgument, 'Rootkey cannot be added as verifier');
  if (draft.dataCap(verifier) > 0n) {
    throw new MethodFailure(EXIT.illegalArgument, `verified client ${actorText(verifier)} cannot become a verifier`);
  }
  draft.putVerifier(verifier, allowance);
  return NO_BYTES;
}

/** RemoveVerifier: the raw address, by the root key. */
function removeVerifier(draft: StateDraft, call: MethodCall): Uint8Array {
  const verifier = resolveOrCreate(draft, call, readAddress(decodeRaw(call.params)));
  requireCaller(call, [VERIFIED_ROOT_ID]);
  if (draft.verifier(verifier) === undefined) throw new MethodFailure(EXIT.illegalArgument, 'failed to remove verifier');
  draft.putVerifier(verifier, undefined);
  return NO_BYTES;
}

/** AddVerifiedClient: [Address, Allowance], by a verifier, out of what it may give. */
function addClient(draft: StateDraft, call: MethodCall): Uint8Array {
  const { address, allowance } = readGrant(call);
  if (allowance < LEAST_ALLOWANCE) {
    throw new MethodFailure(
      EXIT.illegalArgument,
      `allowance ${allowance} below MinVerifiedDealSize for add verified client ${formatAddress(address, 't')}`,
    );
  }
  const client = resolveOrCreate(draft, call, address);
  if (client === VERIFIED_ROOT_ID) throw new MethodFailure(EXIT.illegalArgument, 'root cannot be added as client');
  const left = draft.verifier(call.senderId);
  if (left === undefined) throw new MethodFailure(EXIT.notFound, `caller ${actorText(call.senderId)} is not a verifier`);
  if (draft.verifier(client) !== undefined) {
    throw new MethodFailure(EXIT.illegalArgument, `verifier ${actorText(client)} cannot be added as a verified client`);
  }
  if (left < allowance) {
    throw new MethodFailure(EXIT.illegalArgument, `add more DataCap ${allowance} for client than allocated ${left}`);
  }
  draft.putVerifier(call.senderId, left - allowance);
  const operators = [addressToBytes(idAddress(MARKET_ID))];
  const params = encodeCbor([addressToBytes(idAddress(client)), encodeBigIntBytes(allowance * UNITS_PER_BYTE), operators]);
  requireSuccess(call.send({ to: idAddress(DATA_CAP_ID), value: 0n, method: MINT, params }));
  return NO_BYTES;
}
