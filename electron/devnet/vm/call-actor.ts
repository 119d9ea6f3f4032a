/** Executes a call of an actor with its subcalls, for messages and for calls between actors. */

import { type Address, addressProtocol, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { type ActorCall, actorText, type CallOutcome, type CallTrace, type MessageContext } from '../state/actor-runtime.ts';
import type { EmittedEvent } from '../state/emitted-event.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { Actor } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { invokeMethod } from './invoke-method.ts';

const NO_BYTES = new Uint8Array();
/** Maximum call depth of the FVM (ref-fvm `max_call_depth`). */
const MAX_CALL_DEPTH = 1_024;

/** Thrown if the call fails before an actor runs. */
class CallRefusal extends MethodFailure {}

/** Execute a call. Changes are reverted if it fails; subcalls stay in its trace. */
export function callActor(draft: StateDraft, call: ActorCall, context: MessageContext, depth = 0): CallOutcome {
  const checkpoint = draft.checkpoint();
  const subcalls: CallTrace[] = [];
  const events: EmittedEvent[] = [];
  let invoked: CallTrace['invoked'];
  const ended = (exitCode: number, returned: Uint8Array, error: string, isRefused: boolean): CallOutcome => ({
    exitCode,
    returned,
    error,
    isRefused,
    trace: { ...call, exitCode, returned, error, invoked, subcalls },
    events: exitCode === EXIT.ok ? events : [],
  });
  try {
    if (depth > MAX_CALL_DEPTH) throw new CallRefusal(EXIT.assertionFailed, 'message execution exceeds call depth');
    const actor = receive(draft, call);
    invoked = { actor, state: draft.state };
    const returned = invokeMethod(draft, {
      ...context,
      method: call.method,
      params: call.params,
      value: call.value,
      senderId: call.from,
      recipientId: actor.id,
      send: (send) => {
        const outcome = callActor(draft, { ...send, from: actor.id }, context, depth + 1);
        subcalls.push(outcome.trace);
        events.push(...outcome.events);
        return outcome;
      },
      emit: (entries) => void events.push({ emitter: actor.id, entries }),
    });
    return ended(EXIT.ok, returned, '', false);
  } catch (error) {
    draft.rollBack(checkpoint);
    if (error instanceof MethodFailure) return ended(error.exitCode, NO_BYTES, error.message, error instanceof CallRefusal);
    throw error;
  }
}

/** Transfer the value and return the receiver. Creates an account for an unused key address. */
function receive(draft: StateDraft, call: ActorCall): Actor {
  const recipientId = draft.resolve(call.to) ?? createRecipient(draft, call.to);
  const balance = draft.actor(call.from)?.balance ?? 0n;
  if (call.value < 0n || balance < call.value) {
    throw new CallRefusal(EXIT.insufficientFunds, `sender does not have funds to transfer (balance ${balance}, transfer ${call.value})`);
  }
  draft.move(call.from, recipientId, call.value);
  const actor = draft.actor(recipientId);
  if (actor === undefined) throw new CallRefusal(EXIT.invalidReceiver, 'actor does not exist');
  return actor;
}

function createRecipient(draft: StateDraft, to: Address): number {
  const protocol = addressProtocol(to);
  if (protocol === 1 || protocol === 3) return draft.createActor('account', to).id;
  if (protocol === 4) return draft.createActor('placeholder', to).id;
  throw new CallRefusal(EXIT.invalidReceiver, 'actor does not exist');
}

/** Format the backtrace of a failed message: the failed call, then the subcall that caused it (ref-fvm `Backtrace`). */
export function backtraceText(trace: CallTrace): string {
  const frames: string[] = [];
  for (let at: CallTrace | undefined = trace; at !== undefined && at.exitCode !== EXIT.ok; at = at.subcalls.at(-1)) {
    const name = at.invoked === undefined ? formatAddress(at.to, 't') : actorText(at.invoked.actor.id);
    frames.push(`${String(frames.length).padStart(2, '0')}: ${name} (method ${at.method}) -- ${at.error} (${at.exitCode})\n`);
  }
  return frames.length === 0 ? '' : `message failed with backtrace:\n${frames.join('')} (RetCode=${trace.exitCode})`;
}
