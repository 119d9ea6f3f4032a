/** Reads the newest known block of a miner, with the split of its reward. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { LastBlock } from '../../../shared/ipc/schemas/block-reward.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { panelOf } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { readTipsetReward } from './tipset-reward.ts';

const CAUSE = 'miner: last block';

/**
 * @param miner ID address with the network's letter
 * @param wonEpoch past epoch at which the miner is known to have won a block; only read if recent tipsets have none
 * @throws SextantError errors of the node for that tipset; a reward that cannot be read is the error of its panel
 */
export async function readLastBlock(
  reader: ChainReader,
  chain: HeadChain,
  miner: string,
  wonEpoch: number | undefined,
): Promise<LastBlock> {
  const [oldest] = chain.tipsets;
  const { head } = chain;
  if (oldest === undefined || head === undefined) throw new SextantError('not-connected', 'No head has been received yet.');
  const isOlder = wonEpoch !== undefined && wonEpoch < oldest.height;
  const tipset =
    chain.tipsets.findLast((recent) => blockIn(recent, miner) !== undefined) ??
    (isOlder ? (await reader.summaryByHeight(wonEpoch, head.key, CAUSE)).value : undefined);
  const block = tipset && blockIn(tipset, miner);
  // A reorg may have removed the block.
  if (tipset === undefined || block === undefined) return { sinceEpoch: oldest.height };
  const reward = await panelOf(async () => {
    const { way, isExact, blocks, calls } = await readTipsetReward(reader, chain, tipset.key, CAUSE);
    const parts = blocks?.find(({ cid }) => cid === block.cid);
    if (parts === undefined) {
      throw new SextantError('not-found', 'The totals of the reward actor do not determine the reward of each block in this tipset.');
    }
    const { minted, miner: own, explicit, burned } = parts;
    return { value: { minted, miner: own, explicit, burned, way, isExact }, calls };
  });
  const { height, timeMs } = tipset;
  return { sinceEpoch: oldest.height, block: { cid: block.cid, height, timeMs, winCount: block.winCount, reward } };
}

function blockIn({ blocks }: ChainTipset, wanted: string): ChainTipset['blocks'][number] | undefined {
  return blocks.find(({ miner }) => miner === wanted);
}
