/** Methods of the reward actor (builtin-actors v19, `actors/reward/src/lib.rs`). */
import { type Address, addressToBytes, idAddress } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { type ActorRuntime, exitCodeForCaller, requireCaller, unhandled } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { THIS_EPOCH_REWARD, UPDATE_NETWORK_KPI } from '../state/power-methods.ts';
import { decodeParameterList, decodeRaw, readAddress, readBigIntBytes, readInteger } from '../state/read-params.ts';
import { BURNT_ID, POWER_ID, REWARD_ID, SYSTEM_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { planAward } from './plan-award.ts';
import { closeRewardEpoch } from './reward-epoch.ts';
import { appliedEvents } from './reward-events.ts';
import { hasStreams, REWARD, type Reward } from './reward-view.ts';
import { invokeStreamMethod } from './stream-methods.ts';

const NO_BYTES = new Uint8Array();
const SEND = 0n;
export const AWARD_BLOCK_REWARD = 2n;
const APPLY_REWARDS = 14n;
/** Multiplier of the miner's penalty for a message that cannot pay for its gas. */
const PENALTY_FACTOR = 3n;

export function invokeRewardMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const reward = draft.read(REWARD, REWARD_ID);
  switch (runtime.method) {
    case AWARD_BLOCK_REWARD:
      return awardBlockReward(draft, runtime, reward);
    case THIS_EPOCH_REWARD:
      return thisEpochReward(reward);
    case UPDATE_NETWORK_KPI:
      requireCaller(runtime, [POWER_ID]);
      closeRewardEpoch(draft, runtime.epoch, readBigIntBytes(decodeRaw(runtime.params)));
      return NO_BYTES;
    default:
      return hasStreams(reward) ? invokeStreamMethod(draft, runtime, reward) : unhandled(runtime);
  }
}

/** Parameters of the system actor's call for each block. */
export interface BlockToAward {
  readonly miner: Address;
  /** attoFIL. */
  readonly penalty: bigint;
  /** attoFIL. */
  readonly gasReward: bigint;
  readonly wins: bigint;
}

export function awardParams({ miner, penalty, gasReward, wins }: BlockToAward): Uint8Array {
  return encodeCbor([addressToBytes(miner), encodeBigIntBytes(penalty), encodeBigIntBytes(gasReward), Number(wins)]);
}

/**
 * AwardBlockReward: [Miner, Penalty, GasReward, WinCount], by the system. Pays the miner and burns unassigned amounts; amounts that
 * cannot be paid are burnt, and amounts that cannot be burnt stay in the balance.
 */
function awardBlockReward(draft: StateDraft, runtime: ActorRuntime, reward: Reward): Uint8Array {
  requireCaller(runtime, [SYSTEM_ID]);
  const [minerValue, penaltyValue, gasValue, winsValue] = decodeParameterList(runtime.params, 4);
  const gasReward = readBigIntBytes(gasValue);
  const penalty = readBigIntBytes(penaltyValue) * PENALTY_FACTOR;
  const wins = BigInt(readInteger(winsValue));
  const balance = draft.actor(REWARD_ID)?.balance ?? 0n;
  if (gasReward < 0n || penalty < 0n || wins <= 0n) throw new MethodFailure(EXIT.illegalArgument, 'invalid block reward parameters');
  if (balance < gasReward) throw new MethodFailure(EXIT.illegalState, `balance ${balance} insufficient to pay gas reward ${gasReward}`);
  const miner = draft.resolve(readAddress(minerValue));
  if (miner === undefined) throw new MethodFailure(EXIT.notFound, 'failed to resolve given owner address');
  const award = planAward(reward, { epoch: runtime.epoch, balance, gasReward, wins });
  if (award !== undefined) draft.write(REWARD, REWARD_ID, award.reward);
  for (const event of award?.applied === undefined ? [] : appliedEvents(award.applied)) runtime.emit(event);
  const paid = gasReward + (award?.split.miner ?? 0n);
  let burned = (award?.split.burned ?? 0n) + (award?.dust ?? 0n);
  const params = encodeCbor([encodeBigIntBytes(paid), encodeBigIntBytes(penalty)]);
  const outcome = runtime.send({ to: idAddress(miner), value: paid, method: APPLY_REWARDS, params });
  if (exitCodeForCaller(outcome) !== EXIT.ok) burned += paid;
  if (burned > 0n) runtime.send({ to: idAddress(BURNT_ID), value: burned, method: SEND, params: NO_BYTES });
  return NO_BYTES;
}

/** ThisEpochReward. Returns [[Position, Velocity], BaselinePower]. */
function thisEpochReward({ thisEpochRewardSmoothed: smoothed, thisEpochBaselinePower }: Reward): Uint8Array {
  const estimate = [encodeBigIntBytes(smoothed.positionEstimate), encodeBigIntBytes(smoothed.velocityEstimate)];
  return encodeCbor([estimate, encodeBigIntBytes(thisEpochBaselinePower)]);
}
