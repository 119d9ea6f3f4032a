import { type RewardState, rewardState } from '../../../shared/domain/actors/reward-state.ts';
import { type RewardStreams, rewardStreams } from '../../../shared/domain/actors/reward-streams.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { LocalBlock } from '../state/local-block.ts';
import { openEither } from '../state/open-either.ts';
import { REWARD_ID, type State } from '../state/state.ts';
import type { StateView } from '../state/state-view.ts';

/** The reward actor until network version 28, without streams. */
export type RewardOf28 = RewardState<'v16'>;
/** The reward actor since network version 29, with its streams. */
export interface RewardOf29 extends Omit<RewardState<'v19'>, 'streamsRoot'> {
  readonly streams: LocalBlock<RewardStreams>;
}
export type Reward = RewardOf28 | RewardOf29;

export const STREAMS: StateView<RewardStreams> = {
  open: (blocks, cid) => decodeBlock(rewardStreams, blocks.get(cid)),
  store: (blocks, streams) => blocks.put(encodeBlock(rewardStreams, streams)),
};

export const REWARD: StateView<Reward> = {
  open(blocks, head) {
    const state = openEither(blocks.get(head), [rewardState.v16, 11], [rewardState.v19, 15]);
    return 'streamsRoot' in state ? { ...state, streams: LocalBlock.open(blocks, STREAMS, state.streamsRoot) } : state;
  },
  store: (blocks, reward) =>
    blocks.put(
      hasStreams(reward)
        ? encodeBlock(rewardState.v19, { ...reward, streamsRoot: reward.streams.flush() })
        : encodeBlock(rewardState.v16, reward),
    ),
};

export const hasStreams = (reward: Reward): reward is RewardOf29 => 'streams' in reward;

export const rewardOf = (state: State): Reward => state.read(REWARD, REWARD_ID);
