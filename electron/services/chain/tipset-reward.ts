/**
 * Reads how the block rewards of a tipset were split, from the best available source: the node's report over the v2 API, the reward actor's
 * state before and after the tipset or, at the head, the current streams.
 */
import { type RewardStream, type RewardStreams, rewardStreams } from '../../../shared/domain/actors/reward-streams.ts';
import { type Address, formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { type RewardSplit, WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import { decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { isBlockOf } from '../../../shared/domain/state/block-hash.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { BlockParts, RewardParts, RewardWay, TipsetReward } from '../../../shared/ipc/schemas/block-reward.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { MAX_OBJECT_REPLY_BYTES, zNodeObject } from '../../../shared/validation/node/chain-object.ts';
import type { RewardDistribution } from '../../../shared/validation/node/reward-distribution.ts';
import { type NodeReward, zNodeReward } from '../../../shared/validation/node/reward-state.ts';
import { optional } from '../optional.ts';
import { isSameKey } from '../pinned/chain-tipset.ts';
import type { Answer } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { recipientsOf, splitsFor, splitsOf, totalsOf } from './reward-parts.ts';
import { nextOf } from './tipset-view.ts';

export const REWARD_ACTOR = idAddress(2);
/** The first network version whose reward actor has streams. */
export const STREAMS_SINCE = 29;

type StreamsState = NonNullable<NodeReward['streams']>;

/** Read the split of a tipset by key. @throws SextantError errors of the node */
export async function readTipsetReward(
  reader: ChainReader,
  chain: HeadChain,
  key: readonly string[],
  cause: string,
): Promise<TipsetReward> {
  const tipset = await reader.tipset(key, cause);
  const child = await optional(() => nextOf(reader, chain, tipset.value));
  const childKey = child !== undefined && isSameKey(child.value.blocks[0]?.parents ?? [], key) ? child.value.key : undefined;
  return readRewardOf(reader, tipset.value, childKey, cause);
}

/** @param childKey key of the tipset that executed it; undefined at the head */
export async function readRewardOf(
  reader: ChainReader,
  tipset: Tipset,
  childKey: readonly string[] | undefined,
  cause: string,
): Promise<TipsetReward> {
  const known = reader.versions.at(tipset.height);
  const version = known?.version;
  if (version === undefined || version >= STREAMS_SINCE) {
    const reported = await optional(() => readReport(reader, tipset, cause));
    if (reported !== undefined) return reported;
  }
  const before = await readRewardState(reader, tipset.key, cause);
  const isSplit = before.value.streams !== undefined || (version !== undefined && version >= STREAMS_SINCE);
  const isSure = isSplit || known?.isExact === true;
  if (childKey === undefined || (isSure && !isSplit)) {
    return isSplit ? readExpected(reader, tipset, before, cause) : readWhole(reader, tipset, before, { childKey, isSure }, cause);
  }
  // The first tipset of version 29 writes the streams: if the version is unknown, the state after it shows it.
  const after = await readRewardState(reader, childKey, cause);
  return isSplit || after.value.streams !== undefined
    ? readExecuted(reader, tipset, before, after, cause)
    : readWhole(reader, tipset, before, { childKey, isSure: true }, cause);
}

/** Read the split reported by the node; undefined if the connection has no v2 API. */
async function readReport(reader: ChainReader, tipset: Tipset, cause: string): Promise<TipsetReward | undefined> {
  const answer = await reader.v2?.rewardDistribution({ key: tipset.key }, { cause });
  if (answer === undefined) return undefined;
  const { value, call } = answer;
  const isOfTipset =
    value.height === tipset.height &&
    isSameKey(value.key, tipset.key) &&
    isSameKey(
      value.blocks.map(({ block }) => block),
      tipset.key,
    ) &&
    tipset.blocks.every((block, index) => isAwardOf(value.blocks[index], block));
  if (!isOfTipset) {
    throw new SextantError('endpoint-bad-reply', 'The node reported the rewards of a different tipset than requested.', {
      details: { method: call.method, callId: call.id },
      retryable: true,
    });
  }
  return {
    way: 'node',
    totals: partsText({ ...value.totals, burned: value.totals.burn }),
    blocks: value.blocks.map((block) => reportedBlock(block, reader)),
    isExact: true,
    calls: [call],
  };
}

function isAwardOf(
  reported: RewardDistribution['blocks'][number] | undefined,
  { miner, electionProof }: Tipset['blocks'][number],
): boolean {
  return reported?.miner === miner && BigInt(reported.winCount) === (electionProof?.winCount ?? 0n);
}

function reportedBlock({ block, amounts, streams }: RewardDistribution['blocks'][number], reader: ChainReader): BlockParts {
  const isPaid = amounts.minerPaid === amounts.miner + amounts.message;
  return {
    cid: block,
    ...partsText({ ...amounts, burned: amounts.burn }),
    ...(isPaid ? {} : { minerPaid: amounts.minerPaid.toString() }),
    streams: streams.map(({ id, weight, amount, distribution }) => ({
      id: id.toString(),
      weight: weight.toString(),
      amount: amount.toString(),
      ...(distribution === undefined
        ? {}
        : {
            distribution: {
              writer: formatAddress(distribution.writer, reader.letter),
              burned: distribution.burn.toString(),
              recipients: distribution.recipients.map(({ recipient, share, earned }) =>
                recipientText({ recipient, share, amount: earned }, reader),
              ),
            },
          }),
    })),
  };
}

/**
 * Before network version 29 the whole reward is the miner's. Null rounds before the tipset change the reward of the epoch slightly; the
 * minted total then determines it, once a child has executed the tipset.
 *
 * @param isSure whether the version is certain to be before 29
 */
async function readWhole(
  reader: ChainReader,
  tipset: Tipset,
  before: Answer<NodeReward>,
  { childKey, isSure }: { readonly childKey: readonly string[] | undefined; readonly isSure: boolean },
  cause: string,
): Promise<TipsetReward> {
  const { thisEpochReward, totals } = before.value;
  const parent = await optional(() => reader.tipset(tipset.blocks[0]?.parents ?? [], cause));
  const isAfterNullRounds = parent?.value.height !== tipset.height - 1;
  const after = isAfterNullRounds && childKey !== undefined ? await optional(() => readRewardState(reader, childKey, cause)) : undefined;
  const calls = [before.call, ...(after === undefined ? [] : [after.call])];
  const wins = winsOf(tipset);
  const { height } = tipset;
  if (after !== undefined) {
    const minted = { minted: after.value.totals.minted - totals.minted, burned: 0n, explicit: 0n };
    const splits = splitsOf({ height, wins, thisEpochReward, minted, streams: [ALL_TO_MINERS] });
    if (splits !== undefined) return { ...wholeReward(tipset, splits), isExact: true, calls };
  }
  return {
    ...wholeReward(tipset, splitsFor({ wins, streams: [ALL_TO_MINERS], height }, thisEpochReward)),
    isExact: isSure && !isAfterNullRounds,
    calls,
  };
}

/** A single stream with the whole reward. */
const ALL_TO_MINERS: RewardStream = {
  id: 1n,
  weight: { vStart: WHOLE_WEIGHT, slope: 0n, tStart: 0, floor: WHOLE_WEIGHT, cap: WHOLE_WEIGHT },
  distribution: undefined,
};

function wholeReward({ key }: Tipset, splits: readonly RewardSplit[]): Pick<TipsetReward, 'way' | 'totals' | 'blocks'> {
  const { minted } = totalsOf(splits);
  return {
    way: 'whole',
    totals: partsText({ minted, miner: minted, explicit: 0n, burned: 0n }),
    blocks: splits.map((split, index) => ({ cid: key[index] ?? '', ...partsText(split), streams: [] })),
  };
}

/** Estimate the split by the current streams, while the tipset is not executed. */
async function readExpected(reader: ChainReader, tipset: Tipset, before: Answer<NodeReward>, cause: string): Promise<TipsetReward> {
  const { streams } = before.value;
  if (streams === undefined) {
    // The upgrade runs with this tipset, so its streams are not in the state yet.
    throw new SextantError('not-found', 'The streams of this tipset are known once its child exists. Try again after the next tipset.', {
      retryable: true,
    });
  }
  const block = await readStreams(reader, streams.root, cause);
  const splits = splitsFor({ wins: winsOf(tipset), streams: block.value.streams, height: tipset.height }, before.value.thisEpochReward);
  return { ...splitTipset('expected', reader, tipset, splits, block.value, streams, undefined), calls: [before.call, block.call] };
}

/** Compute the split from the differences of the reward actor's totals. */
async function readExecuted(
  reader: ChainReader,
  tipset: Tipset,
  before: Answer<NodeReward>,
  after: Answer<NodeReward>,
  cause: string,
): Promise<TipsetReward> {
  const { streams } = after.value;
  if (streams === undefined) {
    throw new SextantError('endpoint-bad-reply', 'The node returned a reward actor without streams after network version 29.', {
      details: { method: after.call.method, callId: after.call.id },
    });
  }
  const block = await readStreams(reader, streams.root, cause);
  const calls = [before.call, after.call, block.call];
  const minted = {
    minted: after.value.totals.minted - before.value.totals.minted,
    burned: after.value.totals.burned - before.value.totals.burned,
    explicit: after.value.totals.explicit - before.value.totals.explicit,
  };
  const splits = splitsOf({
    height: tipset.height,
    wins: winsOf(tipset),
    thisEpochReward: before.value.thisEpochReward,
    minted,
    streams: block.value.streams,
  });
  if (splits !== undefined) return { ...splitTipset('state', reader, tipset, splits, block.value, before.value.streams, streams), calls };
  const miner = minted.minted - minted.burned - minted.explicit;
  return { way: 'state', totals: partsText({ ...minted, miner }), isExact: true, calls };
}

function splitTipset(
  way: RewardWay,
  reader: ChainReader,
  tipset: Tipset,
  splits: readonly RewardSplit[],
  { streams }: RewardStreams,
  before: StreamsState | undefined,
  after: StreamsState | undefined,
): Omit<TipsetReward, 'calls'> {
  const recipients = new Map(streams.map((stream) => [stream.id, recipientsOf(splits, stream, before?.accrued ?? [], after?.accrued)]));
  const sum = (field: 'minted' | 'miner' | 'explicit' | 'burned') => splits.reduce((total, split) => total + split[field], 0n);
  return {
    way,
    totals: partsText({ minted: sum('minted'), miner: sum('miner'), explicit: sum('explicit'), burned: sum('burned') }),
    blocks: splits.map((split, index) => ({
      cid: tipset.key[index] ?? '',
      ...partsText(split),
      streams: split.streams.map(({ id, weight, amount, explicit }) => {
        const earned = recipients.get(id)?.[index];
        return {
          id: id.toString(),
          weight: weight.toString(),
          amount: amount.toString(),
          ...(explicit === undefined
            ? {}
            : {
                distribution: {
                  writer: formatAddress(explicit.writer, reader.letter),
                  burned: explicit.burned.toString(),
                  ...(earned === undefined ? {} : { recipients: earned.map((part) => recipientText(part, reader)) }),
                },
              }),
        };
      }),
    })),
    isExact: way !== 'expected',
  };
}

/** Read the reward actor in the state before a tipset. */
function readRewardState(reader: ChainReader, key: readonly string[], cause: string): Promise<Answer<NodeReward>> {
  const links = key.map((cid) => ({ '/': cid }));
  return reader.client.call('StateReadState', [formatAddress(REWARD_ACTOR, reader.letter), links], { schema: zNodeReward, cause });
}

/** Read the streams block and verify its hash. @throws SextantError `endpoint-bad-reply` for a block that does not match its CID */
export async function readStreams(
  { client }: Pick<ChainReader, 'client'>,
  root: Cid,
  cause: string,
): Promise<{ value: RewardStreams; call: CallRef }> {
  const { value, call } = await client.call('ChainReadObj', [cidToLink(root)], {
    schema: zNodeObject,
    cause,
    maxReplyBytes: MAX_OBJECT_REPLY_BYTES,
  });
  const bad = (message: string, cause?: DomainError) =>
    new SextantError('endpoint-bad-reply', message, { details: { method: call.method, callId: call.id }, retryable: true, cause });
  try {
    if (!isBlockOf(root, value)) throw bad('The endpoint returned a block that does not match its CID.');
    return { value: decodeBlock(rewardStreams, value, 'the streams of the reward actor'), call };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw bad(`Could not read the streams of the reward actor: ${error.message}`, error);
  }
}

function winsOf(tipset: Tipset): readonly bigint[] {
  return tipset.blocks.map(({ electionProof }) => electionProof?.winCount ?? 0n);
}

function partsText({ minted, miner, explicit, burned }: Record<keyof RewardParts, bigint>): RewardParts {
  return { minted: minted.toString(), miner: miner.toString(), explicit: explicit.toString(), burned: burned.toString() };
}

function recipientText(
  { recipient, share, amount }: { readonly recipient: Address; readonly share: bigint; readonly amount: bigint },
  { letter }: ChainReader,
) {
  return { recipient: formatAddress(recipient, letter), share: share.toString(), amount: amount.toString() };
}
