import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type ActorRuntime, requireCaller, requireSuccess } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { sendPledgeChange } from '../state/power-methods.ts';
import { decodeParameterList, readBigIntBytes } from '../state/read-params.ts';
import { BURNT_ID, REWARD_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Miner } from './miner-view.ts';
import { putMiner } from './miners.ts';
import { lockReward } from './vesting.ts';

const NO_BYTES = new Uint8Array();
const SEND = 0n;

/**
 * ApplyRewards: [Reward, Penalty], called by the reward actor: three quarters of the reward vest (builtin-actors v16,
 * `actors/miner/src/lib.rs`). Unlike the real actor, a penalty is only paid from the reward and never becomes debt.
 */
export function applyRewards(draft: StateDraft, miner: Miner, runtime: ActorRuntime): Uint8Array {
  requireCaller(runtime, [REWARD_ID]);
  const [reward = 0n, penalty = 0n] = decodeParameterList(runtime.params, 2).map(readBigIntBytes);
  if (reward < 0n || penalty < 0n) throw new MethodFailure(EXIT.illegalArgument, 'a reward and a penalty are not negative');
  const burnt = penalty < reward ? penalty : reward;
  const { miner: next, lockedDelta } = lockReward(miner, draft.state.blocks, runtime.epoch, reward - burnt);
  putMiner(draft, runtime.recipientId, next);
  sendPledgeChange(runtime, lockedDelta);
  if (burnt > 0n) requireSuccess(runtime.send({ to: idAddress(BURNT_ID), value: attoFil(burnt), method: SEND, params: NO_BYTES }));
  return NO_BYTES;
}
