/** The cron actor (builtin-actors v16, `actors/cron/src/lib.rs`). */
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { type ActorRuntime, requireCaller, requireSuccess, unhandled } from './actor-runtime.ts';
import { MARKET_ID, POWER_ID, SYSTEM_ID } from './state.ts';

const NO_BYTES = new Uint8Array();
export const EPOCH_TICK = 2n;
/** Cron methods of the power actor and the market. */
export const ON_EPOCH_TICK_END = 5n;
export const CRON_TICK = 9n;

/** EpochTick, by the system: calls the power actor, then the market. */
export function invokeCronMethod(runtime: ActorRuntime): Uint8Array {
  if (runtime.method !== EPOCH_TICK) unhandled(runtime);
  requireCaller(runtime, [SYSTEM_ID]);
  requireSuccess(runtime.send({ to: idAddress(POWER_ID), value: 0n, method: ON_EPOCH_TICK_END, params: NO_BYTES }));
  requireSuccess(runtime.send({ to: idAddress(MARKET_ID), value: 0n, method: CRON_TICK, params: NO_BYTES }));
  return NO_BYTES;
}
