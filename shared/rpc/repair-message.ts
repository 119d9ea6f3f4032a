/**
 * Corrects the message inside a request: nonce, gas limit, fee cap, premium, method.
 *
 * An unsigned message is corrected in place; for a signed one, the fields to change are listed. Rules: Lotus chain/messagepool/messagepool.go and chain/types/message.go.
 */
import type { FailedCall } from './failure-row.ts';
import { bareMethod, type FieldChange, type MessageField, type Repair } from './repair.ts';
import { isRecord, type JsonRecord, toDecimal, toNumber } from './repair-values.ts';

/** Methods whose first parameter is an unsigned message. */
const UNSIGNED = /^(?:MpoolPushMessage|GasEstimateMessageGas|GasEstimateGasLimit|GasEstimateFeeCap|StateCall)$/;
const SIGNED = /^(?:MpoolPush|MpoolPushUntrusted|MpoolBatchPush|MpoolBatchPushUntrusted|eth_sendRawTransaction|EthSendRawTransaction)$/;
/** Amounts are decimal strings in JSON, other fields numbers. */
const AMOUNTS: ReadonlySet<MessageField> = new Set<MessageField>(['GasFeeCap', 'GasPremium']);
/** Methods of messages from f4 accounts: CreateExternal of the address manager f010, InvokeContract of any other receiver. */
const INVOKE_CONTRACT = '3844450837';
const CREATE_EXTERNAL = '4';
const MINIMUM_FEE_CAP = '100';

type Target = Readonly<Partial<Record<MessageField, string>>>;

/** New values of message fields. */
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

/** The nonce that the node expects; 0 for a message that the node signs. */
export function repairNonce(call: FailedCall, text: string): Repair | undefined {
  const expected = (EXPECTED_NONCE.exec(text) ?? NEXT_NONCE.exec(text) ?? ZERO_NONCE.exec(text))?.[1];
  if (expected === undefined) return undefined;
  if (bareMethod(call.method) === 'MpoolPushMessage') return repair(call, 'The node assigns the nonce.', () => ({ Nonce: '0' }));
  return repair(call, `The next nonce is ${expected}.`, () => ({ Nonce: expected }));
}

const PREMIUM = /increase GasPremium to (\d{1,40}) from \d{1,40}\b/i;

/** The premium needed to replace the pending message, and a fee cap of at least the premium. */
export function repairPremium(call: FailedCall, text: string): Repair | undefined {
  const premium = PREMIUM.exec(text)?.[1];
  if (premium === undefined) return undefined;
  return repair(call, 'The fee cap must be at least the premium.', (message) => ({
    GasPremium: premium,
    GasFeeCap: larger(toDecimal(message.GasFeeCap), premium),
  }));
}

const LOWER_BOUND = /baseFeeLowerBound: (\d{1,40})\b/;

/** A fee cap at the base fee lower bound, or the mempool's minimum. */
export function repairFeeCap(call: FailedCall, text: string): Repair | undefined {
  const bound = LOWER_BOUND.exec(text)?.[1] ?? (/gas fee cap too low/i.test(text) ? MINIMUM_FEE_CAP : undefined);
  if (bound === undefined) return undefined;
  return repair(call, 'This is the minimum fee cap; a higher one allows for a rising base fee.', (message) => ({
    GasFeeCap: larger(toDecimal(message.GasPremium), bound),
  }));
}

/** A fee cap of at least the premium. */
export function repairCapBelowPremium(call: FailedCall): Repair | undefined {
  return repair(call, 'The fee cap must be at least the premium.', (message) => {
    const premium = toDecimal(message.GasPremium);
    return premium === undefined ? {} : { GasFeeCap: premium };
  });
}

const STORING_COST = /storing a message on chain \d{1,15} < (\d{1,15})\b/i;
const BLOCK_LIMIT = /block's gas limit \(\d{1,20} > (\d{1,15})\)/i;

/** A gas limit of 0 for the node to estimate; for a signed message, the violated limit. */
export function repairGasLimit(call: FailedCall, text: string): Repair | undefined {
  const bound = (STORING_COST.exec(text) ?? BLOCK_LIMIT.exec(text))?.[1];
  return repair(
    call,
    bound === undefined ? 'With a gas limit of 0, the node estimates it.' : `The limit is ${bound} gas; estimate gas for this message.`,
    (_message, isSigned) => {
      if (!isSigned) return { GasLimit: '0' };
      return bound === undefined ? {} : { GasLimit: bound };
    },
  );
}

/** The only method that a message from an f4 account may call on its receiver (Lotus ethtypes/eth_transactions.go). */
export function repairInvoke(call: FailedCall, text: string): Repair | undefined {
  const [name, method] = /unsupported EAM method/i.test(text) ? ['CreateExternal', CREATE_EXTERNAL] : ['InvokeContract', INVOKE_CONTRACT];
  return repair(call, `A message from an f4 account to this receiver must use ${name}.`, () => ({ Method: method }));
}
