/** The miner's part of a reward, over a node that answers what a test wrote. */
import { expect, it } from 'vitest';
import type { NodeClient } from '../../../../../electron/rpc/node-client.ts';
import { readEpochReward, readMinerPart } from '../../../../../electron/services/chain/epoch-reward.ts';
import { VersionAuthority } from '../../../../../electron/services/network-version/version-authority.ts';
import { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { type RewardStreams, rewardStreams } from '../../../../../shared/domain/actors/reward-streams.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { failureOf } from '../../../../builders/failure-of.ts';

const WHOLE = 10n ** 18n;
const HEIGHT = 1000;
/** The miner's stream falls by a thousandth an epoch: half of the reward at the pinned height. */
const streams: RewardStreams = {
  streams: [
    {
      id: 1n,
      weight: { vStart: WHOLE, slope: -WHOLE / 1000n, tStart: HEIGHT - 500, floor: 0n, cap: WHOLE },
      distribution: undefined,
    },
  ],
  tombstones: [],
  pendingWrites: [],
};

function nodeOf(hasStreams: boolean, version = 28, more: object = {}) {
  const block = encodeBlock(rewardStreams, streams);
  const asked: string[] = [];
  const answers: Readonly<Record<string, unknown>> = {
    StateReadState: {
      State: hasStreams
        ? {
            ThisEpochReward: '1000',
            TotalMintedReward: '1',
            TotalBurnMinted: '0',
            TotalExplicitMinted: '0',
            SWATimelockEpochs: 1,
            SWAActor: 'f00',
            Accrued: [],
            StreamsRoot: { '/': cidOfDagCbor(block) },
          }
        : { ThisEpochReward: '1000', TotalStoragePowerReward: '1', ...more },
    },
    ChainReadObj: bytesToBase64(block),
    StateNetworkVersion: version,
  };
  const client = {
    async call(method: string, _params: readonly unknown[], { schema }: { readonly schema: { parse(value: unknown): unknown } }) {
      asked.push(method);
      return { value: schema.parse(answers[method]), call: { id: asked.length, method, tookMs: 1, atMs: 1, isCached: false } };
    },
  } as unknown as NodeClient;
  const versions = new VersionAuthority({ client, networkName: 'practice', letter: 'f' });
  return { client, versions, asked, node: new PinnedNode(client, { height: HEIGHT, key: ['bafy2bzacea'], timeMs: 0 }, 'test') };
}

it('is what the streams leave to miners at the pinned height', async () => {
  const { client, versions, asked, node } = nodeOf(true);
  const reward = await readEpochReward(node, 'f');
  expect(reward.value.thisEpochReward).toBe(1000n);
  expect((await readMinerPart({ client, versions }, node, reward.value, 1000n, 'test')).value).toBe(500n);
  expect(asked).toEqual(['StateReadState', 'ChainReadObj']);
});

it('is all of the reward before network version 29, without asking for streams', async () => {
  const { client, versions, asked, node } = nodeOf(false);
  const reward = await readEpochReward(node, 'f');
  expect(await readMinerPart({ client, versions }, node, reward.value, 1000n, 'test')).toEqual({ value: 1000n, calls: [] });
  expect(asked).toEqual(['StateReadState', 'StateNetworkVersion']);
});

it('is unknown where the version has streams and the state has none', async () => {
  const { client, versions, node } = nodeOf(false, 29);
  const reward = await readEpochReward(node, 'f');
  const failure = await failureOf(readMinerPart({ client, versions }, node, reward.value, 1000n, 'test'));
  expect(failure).toMatchObject({ code: 'not-found', message: expect.stringContaining('the miner’s part is unknown') });
});

it('is not read from a state whose streams do not fit; fields that are new are no misfit', async () => {
  const { node } = nodeOf(false, 29, { StreamsRoot: 'damaged' });
  await expect(readEpochReward(node, 'f')).rejects.toThrow('StreamsRoot');
  const newer = nodeOf(false, 28, { TotalOfNextYear: '1' });
  expect((await readEpochReward(newer.node, 'f')).value.thisEpochReward).toBe(1000n);
});
