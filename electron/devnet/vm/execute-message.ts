import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { feeBreakdown } from '../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { minimumMessageGas } from '../../../shared/domain/messages/message-gas.ts';
import type { Receipt } from '../chain/chain-types.ts';
import type { ActorCall, CallOutcome, CallTrace } from '../state/actor-runtime.ts';
import type { EmittedEvent } from '../state/emitted-event.ts';
import { EXIT } from '../state/exit.ts';
import { type Actor, BURNT_ID, REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { backtraceText, callActor } from './call-actor.ts';
import { modelledGas } from './gas-model.ts';

const NO_BYTES = new Uint8Array();

export interface ExecutionResult {
  readonly receipt: Receipt;
  /** Tip for the block producer, in attoFIL. */
  readonly minerTip: bigint;
  /** Penalty of the block producer for a message that could not pay for its gas, in attoFIL. */
  readonly minerPenalty: bigint;
  /** Error message, for simulations. */
  readonly error: string;
  /** Trace; undefined if the message was rejected before execution. */
  readonly trace: CallTrace | undefined;
  readonly events: readonly EmittedEvent[];
}

/** Epoch of execution, and the message CID unless it is a simulation. */
export interface ExecutionPlace {
  readonly epoch: number;
  readonly messageCid: Cid | undefined;
}

/** Execute a message on a draft: gas, value, method, fees. Never throws for invalid messages. */
export function executeMessage(
  draft: StateDraft,
  message: Message,
  sizeBytes: number,
  baseFee: bigint,
  place: ExecutionPlace,
): ExecutionResult {
  const fromId = draft.resolve(message.from);
  const sender = fromId === undefined ? undefined : draft.actor(fromId);
  if (sender === undefined || !isTopLevelSender(sender))
    return refused(EXIT.senderInvalid, 'sender is not a valid account', baseFee, message);
  if (sender.nonce !== message.nonce) return refused(EXIT.senderStateInvalid, 'wrong nonce', baseFee, message);
  const reserve = message.gasFeeCap * message.gasLimit;
  if (sender.balance < reserve) return refused(EXIT.senderStateInvalid, 'not enough funds for gas', baseFee, message);

  // The reserve is held by the reward actor, which pays burn, tip and refund at the end.
  // A placeholder becomes an ethaccount with its first message (FIP-0055).
  draft.putActor({ ...sender, nonce: sender.nonce + 1n, kind: sender.kind === 'placeholder' ? 'ethaccount' : sender.kind });
  draft.move(sender.id, REWARD_ID, reserve);
  const recipientId = draft.resolve(message.to);
  const recipient = recipientId === undefined ? undefined : draft.actor(recipientId);
  const needed = modelledGas(message, { sizeBytes, createsRecipient: recipient === undefined, recipientKind: recipient?.kind });
  const { to, value, method, params } = message;
  const call = { from: sender.id, to, value, method, params };
  const isShort = needed > message.gasLimit;
  const outcome = isShort ? outOfGas(call) : callActor(draft, call, { ...place, origin: message.from, originNonce: message.nonce });
  const gasUsed = isShort ? message.gasLimit : needed;

  const fees = feeBreakdown({ gasLimit: message.gasLimit, gasFeeCap: message.gasFeeCap, gasPremium: message.gasPremium, gasUsed, baseFee });
  draft.move(REWARD_ID, BURNT_ID, fees.baseFeeBurn + fees.overEstimationBurn);
  draft.move(REWARD_ID, sender.id, fees.refund);
  return {
    receipt: { exitCode: outcome.exitCode, returned: outcome.returned, gasUsed, eventsRoot: undefined },
    minerTip: fees.minerTip,
    minerPenalty: fees.minerPenalty,
    error: backtraceText(outcome.trace),
    trace: outcome.trace,
    events: outcome.events,
  };
}

function outOfGas(call: ActorCall): Pick<CallOutcome, 'exitCode' | 'returned' | 'trace' | 'events'> {
  const trace: CallTrace = { ...call, exitCode: EXIT.outOfGas, returned: NO_BYTES, error: 'out of gas', invoked: undefined, subcalls: [] };
  return { exitCode: EXIT.outOfGas, returned: NO_BYTES, trace, events: [] };
}

/**
 * Execute a message as StateCall does (Lotus v1.36 stmgr `Call`, vm `ApplyImplicitMessage`): from any actor, without fees, without
 * changing its nonce, ignoring its gas limit. The gas excludes on-chain storage of the message.
 */
export function executeImplicitly(draft: StateDraft, message: Message, sizeBytes: number, place: ExecutionPlace): ExecutionResult {
  const fromId = draft.resolve(message.from);
  if (fromId === undefined) return refused(EXIT.senderInvalid, 'sender does not exist', 0n, message);
  const { to, value, method, params } = message;
  const recipientId = draft.resolve(to);
  const recipientKind = recipientId === undefined ? undefined : draft.actor(recipientId)?.kind;
  const gas = modelledGas(message, { sizeBytes, createsRecipient: recipientId === undefined, recipientKind });
  const gasUsed = gas - minimumMessageGas(sizeBytes);
  const call = { from: fromId, to, value, method, params };
  const { exitCode, returned, trace, events } = callActor(draft, call, { ...place, origin: message.from, originNonce: message.nonce });
  return {
    receipt: { exitCode, returned, gasUsed, eventsRoot: undefined },
    minerTip: 0n,
    minerPenalty: 0n,
    error: backtraceText(trace),
    trace,
    events,
  };
}

/** Whether an actor can be the sender of a message. */
export function isTopLevelSender(actor: Actor): boolean {
  return actor.kind === 'account' || actor.kind === 'ethaccount' || actor.kind === 'placeholder';
}

function refused(exitCode: number, error: string, baseFee: bigint, message: Message): ExecutionResult {
  return {
    receipt: { exitCode, returned: NO_BYTES, gasUsed: 0n, eventsRoot: undefined },
    minerTip: 0n,
    minerPenalty: baseFee * message.gasLimit,
    error,
    trace: undefined,
    events: [],
  };
}
