/** Reads one block for its screen: header with recomputed CID, messages, and the reward of its miner. */
import type { BlockHeader } from '../../../shared/domain/chain/block-header.ts';
import { vestingPart } from '../../../shared/domain/chain/reward-split.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { poStProofType } from '../../../shared/domain/sectors/proof-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BlockDetail } from '../../../shared/ipc/schemas/block.ts';
import type { BlockParts } from '../../../shared/ipc/schemas/block-reward.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { blockHeaderToJson } from '../../../shared/validation/node/block-header.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import { isSameKey } from '../pinned/chain-tipset.ts';
import { type Answer, panelOf } from '../pinned/pinned-node.ts';
import { type BlockTips, tipsOfBlocks } from './block-reward.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { readRewardOf } from './tipset-reward.ts';
import { blockOf, nextOf, rowOf } from './tipset-view.ts';

const CAUSE = { header: 'block: header', messages: 'block: messages', reward: 'block: reward' } as const;
const BLOCKS_AT_ONCE = 4;

/** @throws SextantError `not-connected` without a head, and the node's error if it does not have the block */
export async function readBlock(reader: ChainReader, chain: HeadChain, cid: string): Promise<BlockDetail> {
  const found = await reader.block(cid, CAUSE.header);
  const header = found.value;
  const tipset = await optional(() => tipsetOf(reader, chain, header));
  const key: readonly string[] = tipset?.value.key ?? [];
  const place = key.indexOf(cid);
  const isCanonical = tipset !== undefined && place >= 0;
  const child = isCanonical ? await optional(() => nextOf(reader, chain, tipset.value)) : undefined;
  const childKey = child !== undefined && isSameKey(child.value.blocks[0]?.parents ?? [], key) ? child.value.key : undefined;
  const childBlock = childKey?.[0];
  const tips = isCanonical ? readTips(reader, tipset.value, childBlock) : undefined;
  const [messages, reward] = await Promise.all([
    panelOf(async () => {
      const content = await reader.blockContent(cid, CAUSE.messages);
      const known = await optional(() => tips ?? Promise.resolve(undefined));
      const own = known?.blocks[place]?.own;
      const value = content.value.map((listed) => {
        const receipt = known?.receipts.get(listed.cid);
        return {
          ...rowOf(listed, reader),
          signature: listed.signature,
          isEarlier: own !== undefined && !own.has(listed.cid),
          ...(receipt === undefined ? {} : { receipt }),
        };
      });
      return { value, calls: [content.call, ...(known?.calls ?? [])] };
    }),
    tips === undefined || tipset === undefined
      ? undefined
      : panelOf(async () => rewardOf(reader, tipset.value, childKey, await tips, place)),
  ]);
  const { electionProof, beaconEntries, winPoStProof, blockSig, blsAggregate } = header;
  return {
    block: blockOf(header, cid, 'error' in messages ? undefined : messages.value.length, reader),
    ...(electionProof === undefined ? {} : { electionProof: bytesToBase64(electionProof.vrfProof) }),
    beaconEntries: beaconEntries.map(({ round, data }) => ({ round: round.toString(), data: bytesToBase64(data) })),
    winPoStProofs: winPoStProof.map(({ poStProof, proofBytes }) => ({
      kind: poStProofType(Number(poStProof))?.name ?? `type ${poStProof}`,
      sizeBytes: proofBytes.length,
    })),
    ...(blockSig === undefined ? {} : { signature: blockSig.type }),
    ...(blsAggregate === undefined ? {} : { blsAggregate: blsAggregate.type }),
    forkSignaling: header.forkSignaling.toString(),
    json: JSON.stringify(blockHeaderToJson(header, reader.letter), undefined, 2),
    ...(isCanonical ? { tipset: { height: header.height, key: [...tipset.value.key], timeMs: header.timestamp * 1000, place } } : {}),
    messages,
    ...(reward === undefined ? {} : { reward }),
    calls: [found.call, ...(tipset === undefined ? [] : [tipset.call])],
  };
}

/** The tipset of the accepted chain at the block's height. */
async function tipsetOf(reader: ChainReader, chain: HeadChain, { height }: BlockHeader): Promise<Answer<Tipset> | undefined> {
  const head = chain.head;
  if (head === undefined || height > head.height) return undefined;
  const held = chain.tipsets.find((tipset) => tipset.height === height);
  return held === undefined ? reader.tipsetByHeight(height, head.key, CAUSE.header) : reader.tipset(held.key, CAUSE.header);
}

interface Tips {
  readonly blocks: readonly BlockTips[];
  readonly receipts: ReadonlyMap<string, { readonly exitCode: number; readonly gasUsed: string }>;
  readonly calls: readonly CallRef[];
}

/** Read which block of the tipset is paid for which message, and the receipts; undefined while not executed. */
async function readTips(reader: ChainReader, tipset: Tipset, childBlock: string | undefined): Promise<Tips | undefined> {
  if (childBlock === undefined) return undefined;
  const [listed, receipts, included] = await Promise.all([
    reader.parentMessages(childBlock, CAUSE.messages),
    reader.parentReceipts(childBlock, CAUSE.messages),
    mapBounded(tipset.key, BLOCKS_AT_ONCE, (block) => reader.blockMessages(block, CAUSE.messages)),
  ]);
  const executed = listed.value.map(({ cid, message }, index) => ({ cid, message, gasUsed: receipts.value[index]?.gasUsed ?? 0n }));
  return {
    blocks: tipsOfBlocks(
      included.map(({ value }) => value.cids),
      executed,
      tipset.blocks[0]?.parentBaseFee ?? 0n,
    ),
    receipts: new Map(
      listed.value.flatMap(({ cid }, index) => {
        const receipt = receipts.value[index];
        return receipt === undefined ? [] : [[cid, { exitCode: receipt.exitCode, gasUsed: receipt.gasUsed.toString() }] as const];
      }),
    ),
    calls: [listed.call, receipts.call, ...included.map(({ call }) => call)],
  };
}

/** @param childKey key of the tipset that executed it; undefined at the head */
async function rewardOf(
  reader: ChainReader,
  tipset: Tipset,
  childKey: readonly string[] | undefined,
  tips: Tips | undefined,
  place: number,
) {
  const { way, isExact, blocks, calls } = await readRewardOf(reader, tipset, childKey, CAUSE.reward);
  const found = blocks?.[place];
  if (found === undefined) {
    throw new SextantError('not-found', 'The totals of the reward actor do not determine the reward of each block in this tipset.');
  }
  const { cid: _, ...parts } = found;
  const own = tips?.blocks[place];
  const received = own === undefined ? {} : { received: receivedOf(parts, own) };
  return { value: { ...parts, way, ...received, isExact }, calls: [...calls, ...(tips?.calls ?? [])] };
}

function receivedOf({ miner, minerPaid }: Pick<BlockParts, 'miner' | 'minerPaid'>, { tips, penalty }: BlockTips) {
  const total = minerPaid === undefined ? BigInt(miner) + tips : BigInt(minerPaid);
  return { tips: tips.toString(), penalty: penalty.toString(), total: total.toString(), vesting: vestingPart(total).toString() };
}
