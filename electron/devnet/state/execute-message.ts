import { addressProtocol } from '../../../shared/domain/address.ts';
import { feeBreakdown } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import type { Receipt } from '../chain/chain-types.ts';
import { modelledGas } from '../mempool/gas-model.ts';
import { EXIT, MethodFailure } from './exit.ts';
import { invokeMethod, type MessageContext } from './invoke-method.ts';
import { type Actor, BURNT_ID, REWARD_ID } from './state.ts';
import type { StateDraft } from './state-draft.ts';

const NO_BYTES = new Uint8Array();

export interface ExecutionResult {
  readonly receipt: Receipt;
  /** To the block's producer; attoFIL. */
  readonly minerTip: bigint;
  /** Paid by the block's producer for a message that could not pay for itself; attoFIL. */
  readonly minerPenalty: bigint;
  /** Why it failed, in words, for simulations. */
  readonly error: string;
}

/** Runs one message on a draft: gas, value, method, fees. Never throws for what a message may hold. */
export function executeMessage(
  draft: StateDraft,
  message: Message,
  sizeBytes: number,
  baseFee: bigint,
  context: MessageContext,
): ExecutionResult {
  const fromId = draft.resolve(message.from);
  const sender = fromId === undefined ? undefined : draft.actor(fromId);
  if (sender === undefined || !isTopLevelSender(sender))
    return refused(EXIT.senderInvalid, 'sender is not a valid account', baseFee, message);
  if (sender.nonce !== message.nonce) return refused(EXIT.senderStateInvalid, 'wrong nonce', baseFee, message);
  const reserve = message.gasFeeCap * message.gasLimit;
  if (sender.balance < reserve) return refused(EXIT.senderStateInvalid, 'not enough funds for gas', baseFee, message);

  // The reserve is parked in the reward actor, which pays out burn, tip and refund at the end.
  // What has sent once is an account: builtin-actors ethaccount takes the place of the placeholder (FIP-0055).
  draft.putActor({ ...sender, nonce: sender.nonce + 1n, kind: sender.kind === 'placeholder' ? 'ethaccount' : sender.kind });
  draft.move(sender.id, REWARD_ID, reserve);
  const recipientId = draft.resolve(message.to);
  const recipient = recipientId === undefined ? undefined : draft.actor(recipientId);
  const needed = modelledGas(message, { sizeBytes, createsRecipient: recipient === undefined, recipientKind: recipient?.kind });
  const outcome =
    needed > message.gasLimit
      ? { exitCode: EXIT.outOfGas, returned: NO_BYTES, error: 'message ran out of gas' }
      : runEffects(draft, message, sender.id, context);
  const gasUsed = needed > message.gasLimit ? message.gasLimit : needed;

  const fees = feeBreakdown({ gasLimit: message.gasLimit, gasFeeCap: message.gasFeeCap, gasPremium: message.gasPremium, gasUsed, baseFee });
  draft.move(REWARD_ID, BURNT_ID, fees.baseFeeBurn + fees.overEstimationBurn);
  draft.move(REWARD_ID, sender.id, fees.refund);
  return {
    receipt: { exitCode: outcome.exitCode, returned: outcome.returned, gasUsed },
    minerTip: fees.minerTip,
    minerPenalty: fees.minerPenalty,
    error: outcome.error,
  };
}

/** Only account-like actors may send at top level. */
export function isTopLevelSender(actor: Actor): boolean {
  return actor.kind === 'account' || actor.kind === 'ethaccount' || actor.kind === 'placeholder';
}

function refused(exitCode: number, error: string, baseFee: bigint, message: Message): ExecutionResult {
  return {
    receipt: { exitCode, returned: NO_BYTES, gasUsed: 0n },
    minerTip: 0n,
    minerPenalty: baseFee * message.gasLimit,
    error,
  };
}

interface Outcome {
  readonly exitCode: number;
  readonly returned: Uint8Array;
  readonly error: string;
}

function runEffects(draft: StateDraft, message: Message, senderId: number, context: MessageContext): Outcome {
  const checkpoint = draft.checkpoint();
  try {
    const recipientId = draft.resolve(message.to) ?? createRecipient(draft, message);
    const balance = draft.actor(senderId)?.balance ?? 0n;
    if (balance < message.value) {
      throw new MethodFailure(EXIT.insufficientFunds, `failed to transfer funds: sender has ${balance}, needs ${message.value}`);
    }
    draft.move(senderId, recipientId, message.value);
    return { exitCode: EXIT.ok, returned: invokeMethod(draft, message, senderId, recipientId, context), error: '' };
  } catch (error) {
    draft.rollBack(checkpoint);
    if (error instanceof MethodFailure) return { exitCode: error.exitCode, returned: NO_BYTES, error: error.message };
    throw error;
  }
}

/** A key address that nobody has used becomes an account with its first receipt; anything else does not exist. */
function createRecipient(draft: StateDraft, message: Message): number {
  const protocol = addressProtocol(message.to);
  if (protocol === 1 || protocol === 3) return draft.createActor('account', message.to).id;
  if (protocol === 4) return draft.createActor('placeholder', message.to).id;
  throw new MethodFailure(EXIT.invalidReceiver, 'no such receiver');
}
