import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { feeBreakdown } from '../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { minimumMessageGas } from '../../../shared/domain/messages/message-gas.ts';
import type { CallTrace } from '../state/actor-runtime.ts';
import type { ExecutionResult } from '../vm/execute-message.ts';
import { actorJson } from './actor-state-json.ts';
import { addressJson, amountJson, bytesJson, cidJson, idJson, messageJson, receiptJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';

/** Multicodec of CBOR, used for parameters and return values. */
const CBOR_CODEC = 0x51;
const DURATION_NANOSECONDS = 1_000_000;

/** An executed message with its cost. */
export interface Invocation extends ExecutionResult {
  readonly cid: Cid;
  readonly message: Message;
  readonly sizeBytes: number;
  /** Base fee charged, in attoFIL per gas; undefined for a message without fees. */
  readonly baseFee: bigint | undefined;
  /** Whether it is an implicit message of the system actor, without cost. */
  readonly isImplicit: boolean;
}

/** Result of StateCall and StateReplay, and an entry of StateCompute (Lotus api.InvocResult). */
export function invocationJson({ cid, message, receipt, error, baseFee, trace, sizeBytes, isImplicit }: Invocation): JsonValue {
  const { gasLimit, gasFeeCap, gasPremium } = message;
  const gasUsed = baseFee === undefined ? 0n : receipt.gasUsed;
  const prices = baseFee === undefined ? { gasLimit: 0n, gasFeeCap: 0n, gasPremium: 0n } : { gasLimit, gasFeeCap, gasPremium };
  const fees = feeBreakdown({ ...prices, gasUsed, baseFee: baseFee ?? 0n });
  const left = gasLimit - minimumMessageGas(sizeBytes);
  return {
    MsgCid: cidJson(cid),
    Msg: messageJson(message),
    MsgRct: receiptJson(receipt),
    GasCost: {
      Message: isImplicit ? null : cidJson(cid),
      GasUsed: amountJson(gasUsed),
      BaseFeeBurn: amountJson(fees.baseFeeBurn),
      OverEstimationBurn: amountJson(fees.overEstimationBurn),
      MinerPenalty: amountJson(fees.minerPenalty),
      MinerTip: amountJson(fees.minerTip),
      Refund: amountJson(fees.refund),
      TotalCost: amountJson(fees.baseFeeBurn + fees.overEstimationBurn + fees.minerTip),
    },
    ExecutionTrace: trace === undefined ? refusedTraceJson(message, receipt.exitCode) : traceJson(trace, left > 0n ? left : 0n),
    Error: error,
    Duration: DURATION_NANOSECONDS,
  };
}

/** Trace of a message that was not executed by an actor. */
function refusedTraceJson(message: Message, exitCode: number): JsonValue {
  const { to, value, method, params, gasLimit } = message;
  const call: CallTrace = {
    from: 0,
    to,
    value,
    method,
    params,
    exitCode,
    returned: new Uint8Array(),
    error: '',
    invoked: undefined,
    subcalls: [],
  };
  return callJson(call, addressJson(message.from), gasLimit);
}

/** Trace of a call and its subcalls. Gas is only modelled per message, so every call shows the gas of the first one. */
function traceJson(trace: CallTrace, gasLimit: bigint): JsonValue {
  return callJson(trace, idJson(trace.from), gasLimit);
}

function callJson(trace: CallTrace, from: string, gasLimit: bigint): JsonValue {
  const { to, value, method, params, exitCode, returned, invoked, subcalls } = trace;
  return {
    Msg: {
      From: from,
      To: addressJson(to),
      Value: amountJson(value),
      Method: method,
      Params: bytesJson(params),
      ParamsCodec: codecOf(params),
      GasLimit: gasLimit,
      ReadOnly: false,
    },
    MsgRct: { ExitCode: exitCode, Return: bytesJson(returned), ReturnCodec: codecOf(returned) },
    InvokedActor: invoked === undefined ? null : { Id: invoked.actor.id, State: actorJson(invoked.state.withHead(invoked.actor)) },
    GasCharges: [],
    Subcalls: subcalls.length === 0 ? null : subcalls.map((call) => traceJson(call, gasLimit)),
  };
}

const codecOf = (bytes: Uint8Array): number => (bytes.length === 0 ? 0 : CBOR_CODEC);
