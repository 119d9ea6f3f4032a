import { describe, expect, it } from 'vitest';
import type { ChainReader } from '../../../../../electron/services/chain/chain-reader.ts';
import { HeadChain } from '../../../../../electron/services/chain/head-chain.ts';
import { readLastBlock } from '../../../../../electron/services/chain/last-block.ts';
import type { ChainTipset } from '../../../../../electron/services/pinned/chain-tipset.ts';
import { type Cid, cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { zLastBlock } from '../../../../../shared/ipc/schemas/block-reward.ts';

const cidOf = (text: string): Cid => cidOfDagCbor(new TextEncoder().encode(text));
const call = (method: string) => ({ id: 1, method, tookMs: 1, atMs: 1, isCached: false });

/** A tipset with one block for each of these miners, two wins each. */
function tipsetAt(height: number, ...miners: readonly string[]): ChainTipset {
  const blocks = miners.map((miner) => ({ cid: cidOf(`${height} ${miner}`), miner, winCount: 2 }));
  const parents = [cidOf(`${height - 1} f01000`)];
  return { key: blocks.map(({ cid }) => cid), height, timeMs: height * 30_000, parents, parentWeight: 0n, baseFee: '100', blocks };
}

/** Version 28, where the miner gets all: 50 FIL an epoch. */
function readerOf(older: ChainTipset) {
  const asked: string[] = [];
  const domainOf = ({ height, blocks, key }: ChainTipset) => ({
    height,
    key,
    blocks: blocks.map(({ winCount }) => ({ parents: [cidOf(`${height - 1} f01000`)], electionProof: { winCount: BigInt(winCount) } })),
  });
  const known = new Map([older, ...TIPSETS].map((tipset) => [tipset.key.join(), tipset]));
  const reader = {
    letter: 'f',
    versions: { at: () => ({ version: 28, isExact: true }) },
    async tipset(key: readonly string[]) {
      return { value: domainOf(known.get(key.join()) ?? tipsetAt(99, 'f01000')), call: call('ChainGetTipSet') };
    },
    async tipsetAfterHeight(height: number) {
      return {
        value: domainOf([...known.values()].find((tipset) => tipset.height >= height) ?? older),
        call: call('ChainGetTipSetByHeight'),
      };
    },
    async summaryByHeight(height: number) {
      asked.push(`summary ${height}`);
      return { value: older, call: call('ChainGetTipSetByHeight') };
    },
    client: {
      async call(method: string, _: unknown, { schema }: { readonly schema: { parse(value: unknown): unknown } }) {
        asked.push(method);
        const State = { ThisEpochReward: '50000000000000000000', TotalStoragePowerReward: '0' };
        return { value: schema.parse({ State }), call: call(method) };
      },
    },
  } as unknown as ChainReader;
  return { reader, asked };
}

const TIPSETS = [tipsetAt(100, 'f01000'), tipsetAt(101, 'f01000', 'f01001'), tipsetAt(102, 'f01000')].map((tipset, index, all) => ({
  ...tipset,
  parents: all[index - 1]?.key ?? tipset.parents,
}));
const chain = new HeadChain(60);
chain.reset(TIPSETS[2] ?? expect.fail('no head'));
chain.prepend(TIPSETS.slice(0, 2));

describe('the newest block of a miner', () => {
  it('is found among recent tipsets, with what it paid', async () => {
    const { reader, asked } = readerOf(tipsetAt(40, 'f01001'));
    const found = zLastBlock.parse(await readLastBlock(reader, chain, 'f01001', 40));
    expect(found).toMatchObject({
      sinceEpoch: 100,
      block: {
        height: 101,
        winCount: 2,
        reward: { value: { minted: '20000000000000000000', miner: '20000000000000000000', way: 'whole' } },
      },
    });
    expect(found.block?.cid).toBe(cidOf('101 f01001'));
    expect(asked).not.toContain('summary 40');
  });

  it('is read at an older epoch at which a win was seen', async () => {
    const { reader, asked } = readerOf(tipsetAt(40, 'f01002', 'f01003'));
    const found = zLastBlock.parse(await readLastBlock(reader, chain, 'f01003', 40));
    expect(asked).toContain('summary 40');
    expect(found.block).toMatchObject({ height: 40, cid: cidOf('40 f01003') });
  });

  it.each([
    ['no win was seen', undefined],
    ['a reorg removed the block', 40],
    ['the win was seen in a recent tipset that was replaced', 102],
  ])('is absent where %s', async (_, wonEpoch) => {
    const { reader } = readerOf(tipsetAt(40, 'f01002'));
    expect(await readLastBlock(reader, chain, 'f01003', wonEpoch)).toEqual({ sinceEpoch: 100 });
  });
});
