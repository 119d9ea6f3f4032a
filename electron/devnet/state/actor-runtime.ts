/** What a method of an actor receives: the call, and how it calls other actors and emits events. Imports no actor and no dispatcher. */
import { type Address, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { EmittedEvent } from './emitted-event.ts';
import { EXIT, MethodFailure } from './exit.ts';
import type { Actor, State } from './state.ts';

/** Exit codes below this belong to the system; an actor may not return them as its own. */
const FIRST_ACTOR_EXIT_CODE = 16;

export interface ActorCall {
  readonly from: number;
  readonly to: Address;
  /** attoFIL. */
  readonly value: bigint;
  readonly method: bigint;
  readonly params: Uint8Array;
}

/** A call in an execution trace. */
export interface CallTrace extends ActorCall {
  readonly exitCode: number;
  readonly returned: Uint8Array;
  /** Why it failed, in the words of the actor; empty on success. */
  readonly error: string;
  /** The actor that ran, and the state before it ran; undefined if none was reached. */
  readonly invoked: { readonly actor: Actor; readonly state: State } | undefined;
  readonly subcalls: readonly CallTrace[];
}

export interface CallOutcome {
  readonly exitCode: number;
  readonly returned: Uint8Array;
  /** Why it failed; empty on success. */
  readonly error: string;
  /** Whether it failed before an actor ran: no recipient, no funds, too deep. The caller sees another exit code then. */
  readonly isRefused: boolean;
  readonly trace: CallTrace;
  /** Its own events and those of its subcalls; empty if it failed. */
  readonly events: readonly EmittedEvent[];
}

/** Context shared by all calls of a message. */
export interface MessageContext {
  readonly epoch: number;
  /** Undefined in a simulation. */
  readonly messageCid: Cid | undefined;
  /** The sender of the message and its nonce: the addresses of new actors derive from them. */
  readonly origin: Address;
  readonly originNonce: bigint;
}

export interface ActorRuntime extends MessageContext {
  readonly method: bigint;
  readonly params: Uint8Array;
  /** attoFIL; transferred before the method runs. */
  readonly value: bigint;
  readonly senderId: number;
  readonly recipientId: number;
  /** Calls another actor. Never throws for a failure of the callee. */
  readonly send: (call: Omit<ActorCall, 'from'>) => CallOutcome;
  /** Emits an event, which the receipt lists if the message succeeds. */
  readonly emit: (entries: EmittedEvent['entries']) => void;
}

/** Fails a call of a method that the actor does not have. */
export function unhandled(runtime: ActorRuntime): never {
  throw new MethodFailure(EXIT.unhandledMessage, `invalid method: ${runtime.method}`);
}

/** Fails unless one of these actors calls (builtin-actors, `validate_immediate_caller_is`). */
export function requireCaller(runtime: ActorRuntime, allowed: readonly number[]): void {
  if (!allowed.includes(runtime.senderId)) {
    throw new MethodFailure(EXIT.forbidden, `caller ${actorText(runtime.senderId)} is not one of supported`);
  }
}

/**
 * The exit code with which an actor sees that its call failed
 * (builtin-actors v16, runtime/src/builtin/shared.rs `extract_send_result`, runtime/src/actor_error.rs `checked`).
 */
export function exitCodeForCaller(outcome: CallOutcome): number {
  const { exitCode, isRefused } = outcome;
  if (isRefused && exitCode === EXIT.invalidReceiver) return EXIT.unspecified;
  if (isRefused && exitCode === EXIT.insufficientFunds) return EXIT.actorInsufficientFunds;
  return exitCode > 0 && exitCode < FIRST_ACTOR_EXIT_CODE ? EXIT.assertionFailed : exitCode;
}

/** The return value of a call that must succeed. */
export function requireSuccess(outcome: CallOutcome): Uint8Array {
  const exitCode = exitCodeForCaller(outcome);
  if (exitCode !== EXIT.ok) throw new MethodFailure(exitCode, `send aborted with code ${outcome.exitCode}: ${outcome.error}`);
  return outcome.returned;
}

/** An actor's ID as written in error texts. */
export const actorText = (id: number): string => formatAddress(idAddress(id), 't');
