/** The DataCap token, as far as this chain has it: balances, and who may move them (builtin-actors v16, actors/datacap). */
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/method-number.ts';
import { actorText } from '../state/call-actor.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller, unhandled } from '../state/invoke-method.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes, readBytes } from '../state/read-params.ts';
import { resolveKnown } from '../state/resolve-actor.ts';
import { VERIFIED_REGISTRY_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';

/** Token units of one byte. */
export const UNITS_PER_BYTE = 10n ** 18n;

export const MINT = methodNumberOfName('Mint');
const BALANCE = methodNumberOfName('Balance');
const TRANSFER = methodNumberOfName('Transfer');
const TOTAL_SUPPLY = methodNumberOfName('TotalSupply');
const NAME = methodNumberOfName('Name');
const SYMBOL = methodNumberOfName('Symbol');
const GRANULARITY = methodNumberOfName('Granularity');

export function invokeDataCapMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  switch (call.method) {
    case MINT:
      return mint(draft, call);
    case TRANSFER:
      return transfer(draft, call);
    case BALANCE: {
      const id = draft.resolve(readAddress(decodeRaw(call.params)));
      return encodeCbor(encodeBigIntBytes((id === undefined ? 0n : draft.dataCap(id)) * UNITS_PER_BYTE));
    }
    case TOTAL_SUPPLY: {
      let bytes = 0n;
      for (const held of draft.state.dataCaps.values()) bytes += held;
      return encodeCbor(encodeBigIntBytes(bytes * UNITS_PER_BYTE));
    }
    case NAME:
      return encodeCbor('DataCap');
    case SYMBOL:
      return encodeCbor('DCAP');
    case GRANULARITY:
      return encodeCbor(UNITS_PER_BYTE);
    default:
      return unhandled(call);
  }
}

/** Mint: [To, Amount, Operators], by the registry alone. Answers [Balance, Supply, RecipientData]. */
function mint(draft: StateDraft, call: MethodCall): Uint8Array {
  requireCaller(call, [VERIFIED_REGISTRY_ID]);
  const [to, amount] = decodeParameterList(call.params, 3);
  const id = resolveKnown(draft, readAddress(to), 'to must be ID address');
  const bytes = draft.dataCap(id) + readBigIntBytes(amount) / UNITS_PER_BYTE;
  draft.putDataCap(id, bytes);
  let supply = 0n;
  for (const held of draft.state.dataCaps.values()) supply += held;
  return encodeCbor([encodeBigIntBytes(bytes * UNITS_PER_BYTE), encodeBigIntBytes(supply * UNITS_PER_BYTE), new Uint8Array()]);
}

/** Transfer: [To, Amount, OperatorData]. DataCap moves to the registry and from it alone; this chain keeps no allocations. */
function transfer(draft: StateDraft, call: MethodCall): Uint8Array {
  const [toValue, amountValue, operatorData] = decodeParameterList(call.params, 3);
  const to = resolveKnown(draft, readAddress(toValue), 'to must be ID address');
  const amount = readBigIntBytes(amountValue);
  readBytes(operatorData);
  if (to !== VERIFIED_REGISTRY_ID) {
    throw new MethodFailure(
      EXIT.forbidden,
      `transfer not allowed from ${actorText(call.senderId)} to ${actorText(to)} (governor is ${actorText(VERIFIED_REGISTRY_ID)})`,
    );
  }
  const balance = draft.dataCap(call.senderId) * UNITS_PER_BYTE;
  if (amount < 0n) throw new MethodFailure(EXIT.illegalArgument, `value ${amount} for transfer must be non-negative`);
  if (balance < amount) {
    throw new MethodFailure(
      EXIT.actorInsufficientFunds,
      `actor ${actorText(call.senderId)} balance ${balance} insufficient to debit ${amount}`,
    );
  }
  throw new MethodFailure(EXIT.unhandledMessage, 'this network keeps no allocations: DataCap cannot be allocated here');
}
