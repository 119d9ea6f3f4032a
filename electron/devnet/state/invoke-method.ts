import type { Cid } from '../../../shared/domain/cid.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { FIRST_EXPORTED_METHOD } from '../../../shared/domain/method-number.ts';
import { invokeMarketMethod } from '../deals/market-methods.ts';
import { invokeMinerMethod } from '../miners/miner-methods.ts';
import { EXIT, MethodFailure } from './exit.ts';
import type { StateDraft } from './state-draft.ts';

const NO_BYTES = new Uint8Array();

/** Runs the method of a message whose value has moved already. Returns CBOR; throws MethodFailure. */
export function invokeMethod(
  draft: StateDraft,
  message: Message,
  senderId: number,
  recipientId: number,
  context: MessageContext,
): Uint8Array {
  if (message.method === 0n) return NO_BYTES;
  const kind = draft.actor(recipientId)?.kind;
  const call = { method: message.method, params: message.params, value: message.value, senderId, recipientId, ...context };
  if (kind === 'storageminer') return invokeMinerMethod(draft, call);
  if (kind === 'storagemarket') return invokeMarketMethod(draft, call);
  // accounts accept and ignore the numbers of FRC-0042
  if ((kind === 'account' || kind === 'ethaccount' || kind === 'placeholder') && message.method >= FIRST_EXPORTED_METHOD) return NO_BYTES;
  throw new MethodFailure(EXIT.unhandledMessage, `method ${message.method} is not handled by ${kind ?? 'this'} actor`);
}

/** Where a message runs: its epoch, and its CID where it is one of the chain's (a simulation has none). */
export interface MessageContext {
  readonly epoch: number;
  readonly messageCid: Cid | undefined;
}

export interface MethodCall extends MessageContext {
  readonly method: bigint;
  readonly params: Uint8Array;
  readonly value: bigint;
  readonly senderId: number;
  readonly recipientId: number;
}
