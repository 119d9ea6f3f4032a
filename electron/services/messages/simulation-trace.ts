/**
 * The calls of a simulated execution, as a node traces them (Lotus api/types.go `ExecutionTrace`).
 *
 * Trusts nothing: calls that do not have the shape are refused, and no more are looked at than a block could make in earnest. Pure;
 * called by the reader of simulations.
 */
import { z } from 'zod';
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import { methodName } from '../../../shared/domain/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/actor-type.ts';
import { type Address, formatAddress, idAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
import { decodeParams, decodeReturn } from '../../../shared/domain/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { SimulatedCall } from '../../../shared/ipc/schemas/drafts.ts';
import { type ViewLimits, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { zAddressValue, zAmount, zBytes, zCidLink, zUint64 } from '../../../shared/validation/node/primitives.ts';

/** Calls that are handed to documents. */
const SHOWN_CALLS = 200;
/** Calls that are looked at; more make no message that fits a block. */
const MOST_CALLS = 20_000;
const MOST_LEVELS = 1100;
/** Of one call's parameters or return value; there may be 200 of both. */
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
  Subcalls: z.array(z.unknown()).nullish(),
});

/** One call. */
export interface TracedCall {
  readonly depth: number;
  readonly from: Address;
  readonly to: Address;
  /** The id of the actor that was called, where the trace says it. */
  readonly toId?: Address;
  readonly actorType?: ActorType;
  readonly method: bigint;
  readonly value: bigint;
  readonly exitCode: number;
  /** It failed, or a call around it did: nothing of it stays. */
  readonly isUndone: boolean;
  readonly params: Uint8Array;
  readonly paramsCodec?: number;
  readonly returned: Uint8Array;
  readonly returnCodec?: number;
}

/** What a call's view needs besides the call. */
export interface TraceContext {
  readonly letter: NetworkLetter;
  readonly networkVersion?: number | undefined;
  /** Types of actors that are known without the trace. */
  readonly actorTypeOf: (address: Address) => ActorType | undefined;
}

/**
 * Every call in the order in which they were made, the message itself first.
 *
 * @throws SextantError `endpoint-bad-reply`
 */
export function readTrace(trace: unknown, actorTypeOf: TraceContext['actorTypeOf']): readonly TracedCall[] {
  const calls: TracedCall[] = [];
  const waiting: { readonly node: unknown; readonly depth: number; readonly isUndone: boolean }[] = [
    { node: trace, depth: 0, isUndone: false },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    const parsed = zTracedCall.safeParse(node);
    if (!parsed.success) throw damaged();
    if (calls.length >= MOST_CALLS || depth > MOST_LEVELS) throw damaged();
    const { Msg, MsgRct, InvokedActor, Subcalls } = parsed.data;
    const isUndone = next.isUndone || MsgRct.ExitCode !== 0;
    const toId = InvokedActor === undefined || InvokedActor === null ? undefined : idAddress(InvokedActor.Id);
    const actorType =
      (InvokedActor === undefined || InvokedActor === null ? undefined : actorTypeFromCode(InvokedActor.State.Code)) ??
      actorTypeOf(Msg.To) ??
      singletonActorType(toId ?? Msg.To);
    calls.push({
      depth,
      from: Msg.From,
      to: Msg.To,
      ...(toId === undefined ? {} : { toId }),
      ...(actorType === undefined ? {} : { actorType }),
      method: Msg.Method,
      value: Msg.Value,
      exitCode: MsgRct.ExitCode,
      isUndone,
      params: Msg.Params,
      ...(Msg.ParamsCodec === undefined ? {} : { paramsCodec: Msg.ParamsCodec }),
      returned: MsgRct.Return,
      ...(MsgRct.ReturnCodec === undefined ? {} : { returnCodec: MsgRct.ReturnCodec }),
    });
    for (const inner of (Subcalls ?? []).toReversed()) waiting.push({ node: inner, depth: depth + 1, isUndone });
    if (waiting.length > MOST_CALLS) throw damaged();
  }
  return calls;
}

/** The calls for documents, and how many are left out. */
export function viewOfCalls(calls: readonly TracedCall[], context: TraceContext): { calls: SimulatedCall[]; omittedCount: number } {
  const shown = calls.slice(0, SHOWN_CALLS).map((call) => viewOfCall(call, context));
  return { calls: shown, omittedCount: calls.length - shown.length };
}

/** How many calls inside of a message failed though the message as a whole did not. */
export function countFailedInside(calls: readonly TracedCall[]): number {
  return calls[0]?.exitCode === 0 ? calls.filter(({ depth, exitCode }) => depth > 0 && exitCode !== 0).length : 0;
}

/**
 * What the transfers add up to for each address, in the order of their first transfer. What a failed call moved, and the calls inside of it,
 * went back. An actor that goes by several addresses is one: by a party's own address, else by the id that the trace tells.
 *
 * @param partyOf the address by which a party of the message goes, for every form of it that is known
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

function viewOfCall(call: TracedCall, { letter, networkVersion, actorTypeOf }: TraceContext): SimulatedCall {
  const { actorType, method, params, exitCode } = call;
  const name = methodName(actorType, method, networkVersion);
  const context = { networkVersion, actorTypeOf, actorTypeOfCode: actorTypeFromCode };
  const view = { letter, limits: CALL_LIMITS };
  return {
    depth: call.depth,
    from: formatAddress(call.from, letter),
    to: formatAddress(call.to, letter),
    ...(actorType === undefined ? {} : { actorType }),
    method: method.toString(),
    ...(name === undefined ? {} : { methodName: name }),
    value: call.value.toString(),
    exitCode,
    exitName: explainExitCode(exitCode, { calledActor: actorType, networkVersion }).name,
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
  return new SextantError('endpoint-bad-reply', 'The node traced the simulation in a form that cannot be read.', { retryable: true });
}
