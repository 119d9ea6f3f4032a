/** The DataCap token: balances and allowances (builtin-actors v16, actors/datacap; FRC-0046). */
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import { type ActorRuntime, actorText, requireCaller, requireSuccess, unhandled } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes, readBytes, readList } from '../state/read-params.ts';
import { resolveKnown, resolveOrCreate } from '../state/resolve-actor.ts';
import { DATA_CAP_ID, type State, VERIFIED_REGISTRY_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { DATA_CAP, type DataCap } from './data-cap-view.ts';
import { FROZEN_DATA_CAP_METHODS, refuseFrozen } from './frozen-methods.ts';
import { allowanceOf, balanceOf, burnt, INFINITE_ALLOWANCE, minted, spent, transferred, UNITS_PER_BYTE, withAllowance } from './token.ts';

const NO_BYTES = new Uint8Array();
/** Receiver hook type of FRC-0046 tokens. */
export const TOKEN_TYPE = methodNumberOfName('FRC46');
export const RECEIVE = methodNumberOfName('Receive');

export const MINT = methodNumberOfName('Mint');
export const TRANSFER = methodNumberOfName('Transfer');
export const TRANSFER_FROM = methodNumberOfName('TransferFrom');
export const BURN = methodNumberOfName('Burn');
const BURN_FROM = methodNumberOfName('BurnFrom');
const BALANCE = methodNumberOfName('Balance');
const ALLOWANCE = methodNumberOfName('Allowance');
const INCREASE_ALLOWANCE = methodNumberOfName('IncreaseAllowance');
const DECREASE_ALLOWANCE = methodNumberOfName('DecreaseAllowance');
const REVOKE_ALLOWANCE = methodNumberOfName('RevokeAllowance');
const TOTAL_SUPPLY = methodNumberOfName('TotalSupply');
const NAME = methodNumberOfName('Name');
const SYMBOL = methodNumberOfName('Symbol');
const GRANULARITY = methodNumberOfName('Granularity');

/** Return an actor's DataCap balance, in bytes. */
export function dataCapOf(state: State, id: number): bigint {
  return balanceOf(state.read(DATA_CAP, DATA_CAP_ID), id) / UNITS_PER_BYTE;
}

export function invokeDataCapMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  refuseFrozen(draft, runtime, FROZEN_DATA_CAP_METHODS);
  switch (runtime.method) {
    case MINT:
      return mint(draft, runtime);
    case TRANSFER:
      return transfer(draft, runtime);
    case TRANSFER_FROM:
      return transferFrom(draft, runtime);
    case BURN:
      return burn(draft, runtime);
    case BURN_FROM:
      return burnFrom(draft, runtime);
    case BALANCE: {
      const id = draft.resolve(readAddress(decodeRaw(runtime.params)));
      return amountCbor(id === undefined ? 0n : balanceOf(tokenOf(draft), id));
    }
    case ALLOWANCE: {
      const [owner, operator] = decodeParameterList(runtime.params, 2).map((value) => draft.resolve(readAddress(value)));
      return amountCbor(owner === undefined || operator === undefined ? 0n : allowanceOf(tokenOf(draft), owner, operator));
    }
    case INCREASE_ALLOWANCE:
      return changeAllowance(draft, runtime, 1n);
    case DECREASE_ALLOWANCE:
      return changeAllowance(draft, runtime, -1n);
    case REVOKE_ALLOWANCE:
      return revokeAllowance(draft, runtime);
    case TOTAL_SUPPLY:
      return amountCbor(tokenOf(draft).supply);
    case NAME:
      return encodeCbor('DataCap');
    case SYMBOL:
      return encodeCbor('DCAP');
    case GRANULARITY:
      return encodeCbor(UNITS_PER_BYTE);
    default:
      return unhandled(runtime);
  }
}

const amountCbor = (amount: bigint): Uint8Array => encodeCbor(encodeBigIntBytes(amount));

function tokenOf(draft: StateDraft): DataCap {
  return draft.read(DATA_CAP, DATA_CAP_ID);
}

function putToken(draft: StateDraft, token: DataCap): void {
  draft.write(DATA_CAP, DATA_CAP_ID, token);
}

/** Mint: [To, Amount, Operators], by the registry only. Operators can spend all of it. Returns [Balance, Supply, RecipientData]. */
function mint(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [VERIFIED_REGISTRY_ID]);
  const [toValue, amountValue, operatorValues] = decodeParameterList(runtime.params, 3);
  const amount = readBigIntBytes(amountValue);
  const to = resolveOrCreate(draft, runtime, readAddress(toValue));
  const operators = readList(operatorValues).map((value) => resolveOrCreate(draft, runtime, readAddress(value)));
  const token = operators.reduce(
    (sum, operator) => withAllowance(sum, to, operator, INFINITE_ALLOWANCE),
    minted(tokenOf(draft), to, amount),
  );
  putToken(draft, token);
  const answer = tellReceiver(runtime, { from: runtime.senderId, to, operator: runtime.senderId, amount, operatorData: NO_BYTES });
  const after = tokenOf(draft);
  return encodeCbor([encodeBigIntBytes(balanceOf(after, to)), encodeBigIntBytes(after.supply), answer]);
}

/** Transfer: [To, Amount, OperatorData], to the registry or by it. Returns [FromBalance, ToBalance, RecipientData]. */
function transfer(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [toValue, amountValue, dataValue] = decodeParameterList(runtime.params, 3);
  const to = resolveKnown(draft, readAddress(toValue), 'to must be ID address');
  const amount = readBigIntBytes(amountValue);
  const operatorData = readBytes(dataValue);
  const from = runtime.senderId;
  if (to !== VERIFIED_REGISTRY_ID && from !== VERIFIED_REGISTRY_ID) refuseTransfer(from, to);
  putToken(draft, transferred(tokenOf(draft), from, to, amount));
  const answer = tellReceiver(runtime, { from, to, operator: from, amount, operatorData });
  const after = tokenOf(draft);
  return encodeCbor([encodeBigIntBytes(balanceOf(after, from)), encodeBigIntBytes(balanceOf(after, to)), answer]);
}

/** TransferFrom: [From, To, Amount, OperatorData], to the registry only. Returns [FromBalance, ToBalance, Allowance, RecipientData]. */
function transferFrom(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [fromValue, toValue, amountValue, dataValue] = decodeParameterList(runtime.params, 4);
  const from = resolveKnown(draft, readAddress(fromValue), 'from must be ID address');
  const to = resolveKnown(draft, readAddress(toValue), 'to must be an ID address');
  const amount = readBigIntBytes(amountValue);
  const operatorData = readBytes(dataValue);
  const operator = runtime.senderId;
  if (to !== VERIFIED_REGISTRY_ID) refuseTransfer(from, to);
  putToken(draft, spent(transferred(tokenOf(draft), from, to, amount), from, operator, amount));
  const answer = tellReceiver(runtime, { from, to, operator, amount, operatorData });
  const after = tokenOf(draft);
  const amounts = [balanceOf(after, from), balanceOf(after, to), allowanceOf(after, from, operator)];
  return encodeCbor([...amounts.map(encodeBigIntBytes), answer]);
}

function refuseTransfer(from: number, to: number): never {
  throw new MethodFailure(
    EXIT.forbidden,
    `transfer not allowed from ${actorText(from)} to ${actorText(to)} (governor is ${actorText(VERIFIED_REGISTRY_ID)})`,
  );
}

interface Received {
  readonly from: number;
  readonly to: number;
  readonly operator: number;
  readonly amount: bigint;
  readonly operatorData: Uint8Array;
}

/** Call Receive of the recipient; the transfer fails if it fails. Returns its result. */
function tellReceiver(runtime: ActorRuntime, { from, to, operator, amount, operatorData }: Received): Uint8Array {
  const payload = encodeCbor([from, to, operator, encodeBigIntBytes(amount), operatorData, NO_BYTES]);
  return requireSuccess(runtime.send({ to: idAddress(to), value: 0n, method: RECEIVE, params: encodeCbor([TOKEN_TYPE, payload]) }));
}

/** Burn: [Amount]. Returns [Balance]. */
function burn(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [amount] = decodeParameterList(runtime.params, 1);
  const token = burnt(tokenOf(draft), runtime.senderId, readBigIntBytes(amount));
  putToken(draft, token);
  return encodeCbor([encodeBigIntBytes(balanceOf(token, runtime.senderId))]);
}

/** BurnFrom: [Owner, Amount]. Returns [Balance, Allowance]. */
function burnFrom(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [ownerValue, amountValue] = decodeParameterList(runtime.params, 2);
  const owner = resolveKnown(draft, readAddress(ownerValue), 'owner must be ID address');
  const amount = readBigIntBytes(amountValue);
  const token = spent(burnt(tokenOf(draft), owner, amount), owner, runtime.senderId, amount);
  putToken(draft, token);
  return encodeCbor([balanceOf(token, owner), allowanceOf(token, owner, runtime.senderId)].map(encodeBigIntBytes));
}

/** IncreaseAllowance and DecreaseAllowance: [Operator, Amount]. Returns the new allowance. */
function changeAllowance(draft: StateDraft, runtime: ActorRuntime, direction: 1n | -1n): Uint8Array {
  const [operatorValue, amountValue] = decodeParameterList(runtime.params, 2);
  const amount = readBigIntBytes(amountValue);
  if (amount < 0n) throw new MethodFailure(EXIT.illegalArgument, `value ${amount} for allowance must be non-negative`);
  const operator = resolveOrCreate(draft, runtime, readAddress(operatorValue));
  if (operator === runtime.senderId) throw new MethodFailure(EXIT.illegalArgument, 'nobody needs an allowance of its own tokens');
  const changed = allowanceOf(tokenOf(draft), runtime.senderId, operator) + direction * amount;
  const allowance = changed > 0n ? changed : 0n;
  putToken(draft, withAllowance(tokenOf(draft), runtime.senderId, operator, allowance));
  return amountCbor(allowance);
}

/** RevokeAllowance: [Operator]. Returns the old allowance. */
function revokeAllowance(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [operatorValue] = decodeParameterList(runtime.params, 1);
  const operator = draft.resolve(readAddress(operatorValue));
  if (operator === undefined) return amountCbor(0n);
  const old = allowanceOf(tokenOf(draft), runtime.senderId, operator);
  putToken(draft, withAllowance(tokenOf(draft), runtime.senderId, operator, 0n));
  return amountCbor(old);
}
