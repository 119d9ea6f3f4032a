/** The reward of the epoch, and the miner's part of a reward since network version 29 (FIP-0118). */
import { formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { splitBlockReward } from '../../../shared/domain/chain/reward-split.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { type NodeReward, zNodeReward } from '../../../shared/validation/node/reward-state.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import { REWARD_ACTOR, readStreams, STREAMS_SINCE } from './tipset-reward.ts';

/** Read the reward actor at the pinned tipset: one call, shared by all views. */
export function readEpochReward(node: PinnedNode, letter: NetworkLetter): Promise<Answer<NodeReward>> {
  return node.read('StateReadState', (key) => [formatAddress(REWARD_ACTOR, letter), key], zNodeReward);
}

/**
 * Return the miner's part of a reward in attoFIL; before network version 29 that is all of it. At most one call, since streams are cached by
 * CID.
 *
 * @param amount reward of all streams together
 * @throws SextantError if the streams cannot be read or are not in the state yet: the first tipset after the upgrade writes them
 */
export async function readMinerPart(
  reader: Pick<ChainReader, 'client' | 'versions'>,
  node: PinnedNode,
  { streams }: NodeReward,
  amount: bigint,
  cause: string,
): Promise<{ readonly value: bigint; readonly calls: readonly CallRef[] }> {
  if (streams === undefined) {
    const version = (await reader.versions.read(node))?.version ?? 0;
    if (version < STREAMS_SINCE) return { value: amount, calls: [] };
    throw new SextantError('not-found', 'The reward actor has no streams in this state, so the miner’s part is unknown. Try again later.', {
      retryable: true,
    });
  }
  const { value, call } = await readStreams(reader, streams.root, cause);
  return { value: splitBlockReward(value.streams, node.ref.height, amount).miner, calls: [call] };
}
