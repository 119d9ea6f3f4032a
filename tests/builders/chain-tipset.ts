import type { ChainTipset } from '../../electron/services/pinned/chain-tipset.ts';
import type { Cid } from '../../shared/domain/encoding/cid.ts';

/** A tipset of one block for tests of chain bookkeeping; its CIDs are names, not hashes. */
export function buildTipset(name: string, height: number, parent?: ChainTipset, blocks = 1): ChainTipset {
  const key = Array.from({ length: blocks }, (_, index) => `${name}-${index}` as Cid);
  return {
    key,
    height,
    timeMs: 1_000_000 + height * 30_000,
    parents: parent?.key ?? ['genesis-parent' as Cid],
    parentWeight: BigInt(height * 10),
    baseFee: '100',
    blocks: key.map((cid) => ({ cid, miner: 't01000', winCount: 1 })),
  };
}

/** A linked chain with one tipset at each of the heights. */
export function buildChain(heights: readonly number[], prefix = 'main'): ChainTipset[] {
  const chain: ChainTipset[] = [];
  for (const height of heights) {
    chain.push(buildTipset(`${prefix}${height}`, height, chain.at(-1)));
  }
  return chain;
}
