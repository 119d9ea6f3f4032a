/**
 * Corrects the message inside a request: nonce, gas limit, fee cap, premium, method.
 *
 * A message that the node is to sign or to estimate is corrected in place; one that is signed already cannot be, so its fields are
 * named. Rules: Lotus chain/messagepool/messagepool.go and chain/types/message.go.
 */
import type { FailedCall } from './failure-row.ts';
import { bareMethod, type FieldChange, type MessageField, type Repair } from './repair.ts';
import { isRecord, type JsonRecord, toDecimal, toNumber } from './repair-values.ts';

/** Methods whose first parameter is a message that is not signed yet. */
const UNSIGNED = /^(?:MpoolPushMessage|GasEstimateMessageGas|GasEstimateGasLimit|GasEstimateFeeCap|StateCall)$/;
const SIGNED = /^(?:MpoolPush|MpoolPushUntrusted|MpoolBatchPush|MpoolBatchPushUntrusted|eth_sendRawTransaction|EthSendRawTransaction)$/;
/** Amounts are decimal text in JSON, the others numbers. */
const AMOUNTS: ReadonlySet<MessageField> = new Set<MessageField>(['GasFeeCap', 'GasPremium']);
/** The methods of messages from f4 accounts: InvokeContract of any receiver but the address manager f010, which has CreateExternal. */
const INVOKE_CONTRACT = '3844450837';
const CREATE_EXTERNAL = '4';
const MINIMUM_FEE_CAP = '100';

type Target = Readonly<Partial<Record<MessageField, string>>>;

/** What the fields of the message have to become. */
type Change = (message: JsonRecord, isSigned: boolean) => Target;

function messageOf(call: FailedCall): JsonRecord {
  const first: unknown = Array.isArray(call.params) ? call.params[0] : undefined;
  const item: unknown = Array.isArray(first) && first.length === 1 ? first[0] : first;
  if (!isRecord(item)) return {};
  return isRecord(item.Message) ? item.Message : item;
}

function repair(call: FailedCall, note: string, change: Change): Repair | undefined {
  const method = bareMethod(call.method);
  const isSigned = SIGNED.test(method);
  if (!isSigned && !UNSIGNED.test(method)) return undefined;
  const message = messageOf(call);
  const target = Object.entries(change(message, isSigned)) as [MessageField, string][];
  const changes: FieldChange[] = target
    .map(([field, to]) => {
      const from = toDecimal(message[field]);
      return from === undefined ? { field, to } : { field, from, to };
    })
    .filter(({ from, to }) => from !== to);
  if (changes.length === 0) return undefined;
  if (isSigned) return { kind: 'message', changes, note: `${note} Change the message and sign it again.` };
  if (!Array.isArray(call.params) || !isRecord(call.params[0])) return undefined;
  const values = Object.fromEntries(changes.map(({ field, to }) => [field, AMOUNTS.has(field) ? to : toNumber(to)]));
  return { kind: 'request', method: call.method, params: [{ ...message, ...values }, ...call.params.slice(1)], note, blanks: [] };
}

/** The larger of two decimal numbers. */
function larger(left: string | undefined, right: string): string {
  return left !== undefined && BigInt(left) > BigInt(right) ? left : right;
}

const EXPECTED_NONCE = /minimum expected nonce is (\d{1,20})\b/i;
const ZERO_NONCE = /expects message nonce to be (0)\b/i;
const NEXT_NONCE = /nextNonce: (\d{1,20})\b/;

/** The nonce that the node expects; a message that the node signs has none of its own. */
export function repairNonce(call: FailedCall, text: string): Repair | undefined {
  const expected = (EXPECTED_NONCE.exec(text) ?? NEXT_NONCE.exec(text) ?? ZERO_NONCE.exec(text))?.[1];
  if (expected === undefined) return undefined;
  if (bareMethod(call.method) === 'MpoolPushMessage') return repair(call, 'The node gives the nonce itself.', () => ({ Nonce: '0' }));
  return repair(call, `The next nonce is ${expected}.`, () => ({ Nonce: expected }));
}

const PREMIUM = /increase GasPremium to (\d{1,40}) from \d{1,40}\b/i;

/** The premium that replaces the waiting message, and a fee cap that is not below it. */
export function repairPremium(call: FailedCall, text: string): Repair | undefined {
  const premium = PREMIUM.exec(text)?.[1];
  if (premium === undefined) return undefined;
  return repair(call, 'The fee cap may not be below the premium.', (message) => ({
    GasPremium: premium,
    GasFeeCap: larger(toDecimal(message.GasFeeCap), premium),
  }));
}

const LOWER_BOUND = /baseFeeLowerBound: (\d{1,40})\b/;

/** A fee cap that blocks ask for, or at least the smallest that pools take. */
export function repairFeeCap(call: FailedCall, text: string): Repair | undefined {
  const bound = LOWER_BOUND.exec(text)?.[1] ?? (/gas fee cap too low/i.test(text) ? MINIMUM_FEE_CAP : undefined);
  if (bound === undefined) return undefined;
  return repair(call, 'The fee cap is the least that is taken; more leaves room for a rising base fee.', (message) => ({
    GasFeeCap: larger(toDecimal(message.GasPremium), bound),
  }));
}

/** A fee cap that is not below the premium. */
export function repairCapBelowPremium(call: FailedCall): Repair | undefined {
  return repair(call, 'The fee cap may not be below the premium.', (message) => {
    const premium = toDecimal(message.GasPremium);
    return premium === undefined ? {} : { GasFeeCap: premium };
  });
}

const STORING_COST = /storing a message on chain \d{1,15} < (\d{1,15})\b/i;
const BLOCK_LIMIT = /block's gas limit \(\d{1,20} > (\d{1,15})\)/i;

/** A gas limit that is left to the node's estimate, or for a signed message the bound that it missed. */
export function repairGasLimit(call: FailedCall, text: string): Repair | undefined {
  const bound = (STORING_COST.exec(text) ?? BLOCK_LIMIT.exec(text))?.[1];
  return repair(
    call,
    bound === undefined ? 'A gas limit of 0 lets the node estimate it.' : `The bound is ${bound} gas; estimate it for this message.`,
    (_message, isSigned) => {
      if (!isSigned) return { GasLimit: '0' };
      return bound === undefined ? {} : { GasLimit: bound };
    },
  );
}

/** The one method of its receiver that a message from an f4 account may call (Lotus ethtypes/eth_transactions.go). */
export function repairInvoke(call: FailedCall, text: string): Repair | undefined {
  const [name, method] = /unsupported EAM method/i.test(text) ? ['CreateExternal', CREATE_EXTERNAL] : ['InvokeContract', INVOKE_CONTRACT];
  return repair(call, `The method of a message from an f4 account is ${name} here.`, () => ({ Method: method }));
}
