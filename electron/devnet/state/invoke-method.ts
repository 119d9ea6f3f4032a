import { FIRST_EXPORTED_METHOD } from '../../../shared/domain/method-number.ts';
import { invokeMarketMethod } from '../deals/market-methods.ts';
import { invokeMinerMethod } from '../miners/miner-methods.ts';
import { invokeMultisigMethod } from '../multisig/multisig-methods.ts';
import { invokeRewardMethod } from '../rewards/reward-methods.ts';
import { invokeDataCapMethod } from '../verified/data-cap-methods.ts';
import { invokeRegistryMethod } from '../verified/registry-methods.ts';
import { type ActorCall, actorText, type CallOutcome, type MessageContext } from './call-actor.ts';
import { invokeCronMethod } from './cron-methods.ts';
import type { EmittedEvent } from './emitted-event.ts';
import { EXIT, MethodFailure } from './exit.ts';
import { invokeInitMethod } from './init-methods.ts';
import { invokePowerMethod } from './power-methods.ts';
import type { StateDraft } from './state-draft.ts';

const NO_BYTES = new Uint8Array();

export interface MethodCall extends MessageContext {
  readonly method: bigint;
  readonly params: Uint8Array;
  /** attoFIL; it has moved already. */
  readonly value: bigint;
  readonly senderId: number;
  readonly recipientId: number;
  /** Calls another actor as the one that runs. Never throws for what the other does. */
  readonly send: (call: Omit<ActorCall, 'from'>) => CallOutcome;
  /** Tells something that receipts have, if all goes well. */
  readonly emit: (entries: EmittedEvent['entries']) => void;
}

/** Runs the method of a call whose value has moved already. Returns CBOR; throws MethodFailure. */
export function invokeMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.method === 0n) return NO_BYTES;
  const kind = draft.actor(call.recipientId)?.kind;
  switch (kind) {
    case 'storageminer':
      return invokeMinerMethod(draft, call);
    case 'storagemarket':
      return invokeMarketMethod(draft, call);
    case 'multisig':
      return invokeMultisigMethod(draft, call);
    case 'reward':
      return invokeRewardMethod(draft, call);
    case 'cron':
      return invokeCronMethod(call);
    case 'storagepower':
      return invokePowerMethod(draft, call);
    case 'init':
      return invokeInitMethod(draft, call);
    case 'verifiedregistry':
      return invokeRegistryMethod(draft, call);
    case 'datacap':
      return invokeDataCapMethod(draft, call);
    case 'eam':
      throw new MethodFailure(EXIT.forbidden, 'this network runs no contracts: none can be created');
    case 'account':
    case 'ethaccount':
      // They accept and ignore the numbers of FRC-0042, InvokeContract among them.
      if (call.method >= FIRST_EXPORTED_METHOD) return NO_BYTES;
      return unhandled(call);
    case 'placeholder':
      // Its code does nothing and ends well, whatever the method (builtin-actors v16, actors/placeholder).
      return NO_BYTES;
    default:
      return unhandled(call);
  }
}

/** Ends a call of a method that the actor has not. */
export function unhandled(call: MethodCall): never {
  throw new MethodFailure(EXIT.unhandledMessage, `invalid method: ${call.method}`);
}

/** Lets nobody but these actors call (builtin-actors, `validate_immediate_caller_is`). */
export function requireCaller(call: MethodCall, allowed: readonly number[]): void {
  if (!allowed.includes(call.senderId)) {
    throw new MethodFailure(EXIT.forbidden, `caller ${actorText(call.senderId)} is not one of supported`);
  }
}
