/**
 * Reads the trace of an execution, simulated (StateCall) or replayed (StateReplay) (Lotus chain/types/execresult.go `ExecutionTrace`).
 *
 * Trusts nothing: calls of another shape are refused, and the number of calls is limited to what a block can contain. Pure; called by the
 * readers of simulations and of executed messages.
 */

import { z } from 'zod';
import { defined } from '../../shared/collections/defined.ts';
import { type Address, formatAddress, idAddress, type NetworkLetter } from '../../shared/domain/addresses/address.ts';
import type { Cid } from '../../shared/domain/encoding/cid.ts';
import { methodName } from '../../shared/domain/methods/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../shared/domain/methods/exit-code.ts';
import { decodeParams, decodeReturn } from '../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { MAX_TRACED_CALLS, type TracedCallView } from '../../shared/ipc/schemas/execution.ts';
import { type ViewLimits, viewOfDecoded } from '../../shared/validation/decoded-view.ts';
import { zAddressValue, zAmount, zBytes, zCidLink, zUint64 } from '../../shared/validation/node/primitives.ts';

/** Maximum number of calls; no message with more fits into a block. */
const MAX_CALLS = 20_000;
const MAX_LEVELS = 1100;
/** Limits for the parameters or return value of one call, of which there may be 200. */
const CALL_LIMITS: ViewLimits = { values: 200, items: 50, characters: 8192 };

const zCodec = z.union([z.number().int(), z.bigint()]).transform(Number).optional();
const zActorId = zUint64.refine((id) => id < 1n << 63n);
const zTracedCall = z.object({
  Msg: z.object({
    From: zAddressValue,
    To: zAddressValue,
    Value: zAmount,
    Method: zUint64,
    Params: zBytes,
    ParamsCodec: zCodec,
  }),
  MsgRct: z.object({ ExitCode: z.number().int(), Return: zBytes, ReturnCodec: zCodec }),
  InvokedActor: z.object({ Id: zActorId, State: z.object({ Code: zCidLink }) }).nullish(),
  GasCharges: z.array(z.object({ Name: z.string(), tg: zUint64 })).nullish(),
  Subcalls: z.array(z.unknown()).nullish(),
});

/** One call. */
export interface TracedCall {
  readonly depth: number;
  readonly from: Address;
  readonly to: Address;
  /** ID address of the called actor, if the trace has it. */
  readonly toId?: Address;
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly value: bigint;
  readonly exitCode: number;
  /** Whether it or an outer call failed, so that its effects were undone. */
  readonly isUndone: boolean;
  readonly params: Uint8Array;
  readonly paramsCodec?: number;
  readonly returned: Uint8Array;
  readonly returnCodec?: number;
  /** Gas charges of this call without inner calls; empty if the node does not trace charges. */
  readonly charges: readonly GasCharge[];
}

/** One charge. The FVM counts in thousandths of a unit; a trace has each charge rounded up. */
interface GasCharge {
  readonly name: string;
  readonly gas: bigint;
}

/** Actor types known without the trace. */
export interface ActorKnowledge {
  readonly actorTypeOf: (address: Address) => ActorType | undefined;
  readonly actorTypeOfCode: (code: Cid) => ActorType | undefined;
}

/** Context for the contract's form of a call. */
export interface TraceContext extends ActorKnowledge {
  readonly letter: NetworkLetter;
  readonly networkVersion?: number | undefined;
}

/**
 * Return the calls in order of execution, the message itself first.
 *
 * @throws SextantError `endpoint-bad-reply`
 */
export function readTrace(trace: unknown, { actorTypeOf, actorTypeOfCode }: ActorKnowledge): readonly TracedCall[] {
  const calls: TracedCall[] = [];
  const waiting: { readonly node: unknown; readonly depth: number; readonly isUndone: boolean }[] = [
    { node: trace, depth: 0, isUndone: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const parsed = zTracedCall.safeParse(node);
    if (!parsed.success) throw damaged();
    if (calls.length >= MAX_CALLS || depth > MAX_LEVELS) throw damaged();
    const { Msg, MsgRct, InvokedActor, GasCharges, Subcalls } = parsed.data;
    const isUndone = next.isUndone || MsgRct.ExitCode !== 0;
    const toId = InvokedActor === undefined || InvokedActor === null ? undefined : idAddress(InvokedActor.Id);
    const actorType =
      (InvokedActor === undefined || InvokedActor === null ? undefined : actorTypeOfCode(InvokedActor.State.Code)) ??
      actorTypeOf(Msg.To) ??
      singletonActorType(toId ?? Msg.To);
    calls.push({
      depth,
      from: Msg.From,
      to: Msg.To,
      ...defined({ toId, actorType }),
      method: Msg.Method,
      value: Msg.Value,
      exitCode: MsgRct.ExitCode,
      isUndone,
      params: Msg.Params,
      ...defined({ paramsCodec: Msg.ParamsCodec }),
      returned: MsgRct.Return,
      ...defined({ returnCodec: MsgRct.ReturnCodec }),
      charges: (GasCharges ?? []).map(({ Name, tg }) => ({ name: Name, gas: tg })),
    });
    for (const inner of (Subcalls ?? []).toReversed()) waiting.push({ node: inner, depth: depth + 1, isUndone });
    if (waiting.length > MAX_CALLS) throw damaged();
  }
  return calls;
}

/** Return the contract's form of the calls, and how many were omitted. */
export function viewOfCalls(calls: readonly TracedCall[], context: TraceContext): { calls: TracedCallView[]; omittedCount: number } {
  const gasUsed = gasOfCalls(calls);
  const shown = calls.slice(0, MAX_TRACED_CALLS).map((call, index) => viewOfCall(call, gasUsed[index] ?? 0n, context));
  return { calls: shown, omittedCount: calls.length - shown.length };
}

/**
 * Return the gas used by each call including its inner calls, by the charges of the trace. Each charge is rounded up, and storing the
 * return value of the message is not included.
 */
export function gasOfCalls(calls: readonly TracedCall[]): bigint[] {
  const gas = calls.map(({ charges }) => charges.reduce((sum, charge) => sum + charge.gas, 0n));
  // The latest call at each depth is the caller of the next deeper one.
  const latest: number[] = [];
  const outer = calls.map(({ depth }, index) => {
    latest[depth] = index;
    return latest[depth - 1];
  });
  // Calls follow their caller, so from the end each is complete when it is added.
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const by = outer[index];
    if (by !== undefined) gas[by] = (gas[by] ?? 0n) + (gas[index] ?? 0n);
  }
  return gas;
}

/**
 * Return the index of the call that explains a failure: the first failed call or, if one of its inner calls failed last, that one.
 * Undefined if none failed.
 */
export function failedCallOf(calls: readonly Pick<TracedCall, 'depth' | 'exitCode'>[]): number | undefined {
  let found = calls.findIndex(({ exitCode }) => exitCode !== 0);
  if (found === -1) return undefined;
  for (;;) {
    const depth = calls[found]?.depth ?? 0;
    let inner: number | undefined;
    for (let index = found + 1; index < calls.length && (calls[index]?.depth ?? 0) > depth; index += 1) {
      // Only the last inner call explains the failure; earlier failures were handled.
      if (calls[index]?.depth === depth + 1) inner = calls[index]?.exitCode === 0 ? undefined : index;
    }
    if (inner === undefined) return found;
    found = inner;
  }
}

/** Count the failed inner calls of a message that succeeded. */
export function countFailedInside(calls: readonly TracedCall[]): number {
  return calls[0]?.exitCode === 0 ? calls.filter(({ depth, exitCode }) => depth > 0 && exitCode !== 0).length : 0;
}

/**
 * Sum up the transfers for each address, in the order of their first transfer. Transfers of failed calls and of their inner calls do not
 * count. Several addresses of one actor are merged: by a party's own address, else by the ID address in the trace.
 *
 * @param partyOf returns the address shown for a party of the message, for any known form of it
 */
export function transfersOf(calls: readonly TracedCall[], partyOf: (address: Address) => Address | undefined): Map<Address, bigint> {
  const names = new Map<Address, Address>();
  for (const { to, toId } of calls) {
    if (toId === undefined) continue;
    const party = partyOf(to);
    if (party === undefined) names.set(to, toId);
    else names.set(toId, party);
  }
  const nameOf = (address: Address): Address => partyOf(address) ?? names.get(address) ?? address;
  const changes = new Map<Address, bigint>();
  const add = (address: Address, amount: bigint) => changes.set(address, (changes.get(address) ?? 0n) + amount);
  for (const call of calls) {
    if (call.isUndone || call.value === 0n) continue;
    add(nameOf(call.from), -call.value);
    add(nameOf(call.to), call.value);
  }
  return changes;
}

function viewOfCall(call: TracedCall, gasUsed: bigint, { letter, ...context }: TraceContext): TracedCallView {
  const { actorType, method, params, exitCode } = call;
  const { networkVersion } = context;
  const name = methodName(actorType, method, networkVersion);
  const view = { letter, limits: CALL_LIMITS };
  const { name: exitName, ...failure } = explainExitCode(exitCode, { calledActor: actorType, networkVersion });
  return {
    depth: call.depth,
    from: formatAddress(call.from, letter),
    to: formatAddress(call.to, letter),
    ...(call.toId === undefined ? {} : { toId: formatAddress(call.toId, letter) }),
    ...defined({ actorType }),
    method: method.toString(),
    ...defined({ methodName: name }),
    value: call.value.toString(),
    exitCode,
    exitName,
    isUndone: call.isUndone,
    ...(exitCode === 0 ? {} : { failure }),
    ...(gasUsed === 0n ? {} : { gasUsed: gasUsed.toString() }),
    ...(params.length === 0
      ? {}
      : { params: viewOfDecoded(decodeParams(actorType, method, params, { ...context, codec: call.paramsCodec }), view) }),
    ...(call.returned.length === 0
      ? {}
      : {
          returned: viewOfDecoded(
            decodeReturn(actorType, method, call.returned, { ...context, exitCode, params, codec: call.returnCodec }),
            view,
          ),
        }),
  };
}

function damaged(): SextantError {
  return new SextantError('endpoint-bad-reply', 'The node returned an execution trace that could not be read.', { retryable: true });
}
