/** Supported methods of the power actor, all called by actors (builtin-actors v16, `actors/power/src/lib.rs`). */
import type { FilterEstimate } from '../../../shared/domain/actors/filter-estimate.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { type CborValue, encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { REWARD } from '../rewards/reward-view.ts';
import { type ActorRuntime, requireCaller, requireSuccess, unhandled } from './actor-runtime.ts';
import { ON_EPOCH_TICK_END } from './cron-methods.ts';
import { EXIT, MethodFailure } from './exit.ts';
import { addPledge, closePowerEpoch, takeCronEvents } from './power.ts';
import { POWER } from './power-view.ts';
import { decodeRaw, readBigIntBytes } from './read-params.ts';
import { CRON_ID, POWER_ID, REWARD_ID } from './state.ts';
import type { StateDraft } from './state-draft.ts';

const NO_BYTES = new Uint8Array();
const UPDATE_PLEDGE_TOTAL = 6n;
/** Of miners. */
export const ON_DEFERRED_CRON_EVENT = 12n;
/** Of the reward actor. */
export const THIS_EPOCH_REWARD = 3n;
export const UPDATE_NETWORK_KPI = 4n;

export function invokePowerMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  switch (runtime.method) {
    case ON_EPOCH_TICK_END:
      return onEpochTickEnd(draft, runtime);
    case UPDATE_PLEDGE_TOTAL:
      return updatePledgeTotal(draft, runtime);
    default:
      return unhandled(runtime);
  }
}

/** OnEpochTickEnd, by cron: calls miners whose window ends, and reports the realized power to the reward actor. */
function onEpochTickEnd(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [CRON_ID]);
  send(runtime, idAddress(REWARD_ID), THIS_EPOCH_REWARD);
  const { thisEpochQaPowerSmoothed } = draft.read(POWER, POWER_ID);
  const { thisEpochRewardSmoothed } = draft.read(REWARD, REWARD_ID);
  for (const { minerAddress, callbackPayload } of takeCronEvents(draft, runtime.epoch)) {
    const params = [callbackPayload, estimateFields(thisEpochRewardSmoothed), estimateFields(thisEpochQaPowerSmoothed)];
    send(runtime, minerAddress, ON_DEFERRED_CRON_EVENT, params);
  }
  send(runtime, idAddress(REWARD_ID), UPDATE_NETWORK_KPI, encodeBigIntBytes(closePowerEpoch(draft)));
  return NO_BYTES;
}

/** UpdatePledgeTotal, by a miner: amount locked, or released if negative; attoFIL. */
function updatePledgeTotal(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  if (draft.actor(runtime.senderId)?.kind !== 'storageminer') throw new MethodFailure(EXIT.forbidden, 'caller is not a miner');
  addPledge(draft, readBigIntBytes(decodeRaw(runtime.params)));
  return NO_BYTES;
}

/** Call UpdatePledgeTotal if the pledge changed; attoFIL. */
export function sendPledgeChange(runtime: ActorRuntime, delta: bigint): void {
  if (delta !== 0n) send(runtime, idAddress(POWER_ID), UPDATE_PLEDGE_TOTAL, encodeBigIntBytes(delta));
}

/** Call an actor; the call must succeed. */
function send(runtime: ActorRuntime, to: Address, method: bigint, params?: CborValue): void {
  requireSuccess(runtime.send({ to, value: 0n, method, params: params === undefined ? NO_BYTES : encodeCbor(params) }));
}

const estimateFields = ({ positionEstimate, velocityEstimate }: FilterEstimate): CborValue => [
  encodeBigIntBytes(positionEstimate),
  encodeBigIntBytes(velocityEstimate),
];
