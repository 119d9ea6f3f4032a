/** Implicit messages of the system actor: the award of each block, and cron at the end of each epoch. */
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { SYSTEM_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { type ExecutionResult, executeImplicitly } from './execute-message.ts';

export interface SystemCall {
  /** ID of the called actor. */
  readonly to: number;
  readonly method: bigint;
  readonly params: Uint8Array;
  readonly gasLimit: bigint;
}

/** The message as in Lotus: its nonce is the epoch. */
export function systemMessage({ to, method, params, gasLimit }: SystemCall, epoch: number): Message {
  return {
    version: 0,
    to: idAddress(to),
    from: idAddress(SYSTEM_ID),
    nonce: BigInt(epoch),
    value: attoFil(0n),
    gasLimit,
    gasFeeCap: attoFil(0n),
    gasPremium: attoFil(0n),
    method,
    params,
  };
}

/** Execute an implicit message. It is not stored on chain, so its size costs no gas. */
export function executeSystemMessage(draft: StateDraft, message: Message, epoch: number): ExecutionResult {
  return executeImplicitly(draft, message, 0, { epoch, messageCid: undefined });
}
