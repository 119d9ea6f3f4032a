import { FIRST_EXPORTED_METHOD } from '../../../shared/domain/methods/method-number.ts';
import { invokeMarketMethod } from '../deals/market-methods.ts';
import { invokeMinerMethod } from '../miners/miner-methods.ts';
import { invokeMultisigMethod } from '../multisig/multisig-methods.ts';
import { invokeRewardMethod } from '../rewards/reward-methods.ts';
import { type ActorRuntime, unhandled } from '../state/actor-runtime.ts';
import { invokeCronMethod } from '../state/cron-methods.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { invokeInitMethod } from '../state/init-methods.ts';
import { invokePowerMethod } from '../state/power-methods.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { invokeDataCapMethod } from '../verified/data-cap-methods.ts';
import { invokeRegistryMethod } from '../verified/registry-methods.ts';

const NO_BYTES = new Uint8Array();

/** Run the method of a call after its value transfer. Returns CBOR; throws MethodFailure. */
export function invokeMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  if (runtime.method === 0n) return NO_BYTES;
  const kind = draft.actor(runtime.recipientId)?.kind;
  switch (kind) {
    case 'storageminer':
      return invokeMinerMethod(draft, runtime);
    case 'storagemarket':
      return invokeMarketMethod(draft, runtime);
    case 'multisig':
      return invokeMultisigMethod(draft, runtime);
    case 'reward':
      return invokeRewardMethod(draft, runtime);
    case 'cron':
      return invokeCronMethod(runtime);
    case 'storagepower':
      return invokePowerMethod(draft, runtime);
    case 'init':
      return invokeInitMethod(draft, runtime);
    case 'verifiedregistry':
      return invokeRegistryMethod(draft, runtime);
    case 'datacap':
      return invokeDataCapMethod(draft, runtime);
    case 'eam':
      throw new MethodFailure(EXIT.forbidden, 'this network runs no contracts: none can be created');
    case 'account':
    case 'ethaccount':
      // They accept and ignore exported numbers (FRC-0042), including InvokeContract.
      if (runtime.method >= FIRST_EXPORTED_METHOD) return NO_BYTES;
      return unhandled(runtime);
    case 'placeholder':
      // Succeeds without effect for every method (builtin-actors v16, actors/placeholder).
      return NO_BYTES;
    default:
      return unhandled(runtime);
  }
}
