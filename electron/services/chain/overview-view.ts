/**
 * Network-wide figures for the overview, all at one pinned tipset. Three calls, each its own panel; the base fees come from the
 * strip without a call. `docs/calls-per-tipset.md` counts them.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { blockReward } from '../../../shared/domain/chain/reward-split.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Overview } from '../../../shared/ipc/schemas/chain.ts';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeMinerPower, zNodePowerState } from '../../../shared/validation/node/provider-state.ts';
import { optional } from '../optional.ts';
import { type ChainTipset, isSameKey, stripOf } from '../pinned/chain-tipset.ts';
import { type PinnedNode, panelOf, readPinned } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import { readEpochReward, readMinerPart } from './epoch-reward.ts';
import type { HeadChain } from './head-chain.ts';

const CAUSE = 'overview';
/** Epochs in the strip of a pinned view. */
const PAST_EPOCHS = 40;
const POWER_ACTOR_ID = '04';
/** The undefined address: without a miner, StateMinerPower returns the network totals. */
const NO_MINER = '<empty>';

const zPool = z
  .array(z.object({ Message: z.object({ GasLimit: z.union([z.number().int(), z.bigint()]).transform(BigInt) }) }))
  .nullish()
  .transform((messages) => messages ?? []);

/**
 * @param at epoch that the view is pinned to
 * @throws SextantError `not-connected` without a head
 */
export async function readOverview(reader: ChainReader, chain: HeadChain, at: number | undefined): Promise<Overview> {
  const { tipsets } = chain;
  return readPinned(
    reader.client,
    tipsets,
    CAUSE,
    async (node) => {
      const [power, reward, mempool, past] = await Promise.all([
        panelOf(() => readPower(node.as('network power'), reader.letter)),
        panelOf(() => readReward(reader, node.as('block reward'))),
        panelOf(() => readPool(node.as('mempool'))),
        at === undefined ? undefined : readPast(reader, tipsets, node.ref),
      ]);
      return {
        pinned: node.ref,
        power,
        reward,
        baseFees: (past?.tipsets ?? tipsets).map(({ height, timeMs, baseFee }) => ({ height, timeMs, baseFee })),
        mempool,
        ...defined({ past: past?.shown }),
      };
    },
    at,
  );
}

/** Read the pinned tipset and the epochs before it, as in the strip of a head. At most three calls. */
async function readPast(reader: ChainReader, held: readonly ChainTipset[], ref: TipsetRef) {
  const far = Math.max(0, ref.height - PAST_EPOCHS + 1);
  const until = held.slice(0, held.findIndex((tipset) => isSameKey(tipset.key, ref.key)) + 1);
  const isHeld = until[0] !== undefined && until[0].height <= far;
  const read = isHeld ? undefined : await optional(() => readPath(reader, far, ref));
  const tipsets = read?.tipsets ?? (until.length > 0 ? until : [(await reader.summary(ref.key, `${CAUSE}: pinned tipset`)).value]);
  const last = tipsets.at(-1);
  return {
    tipsets,
    shown: {
      blockCount: last?.blocks.length ?? 0,
      baseFee: last?.baseFee ?? '0',
      strip: stripOf(tipsets, PAST_EPOCHS),
      calls: read?.calls ?? [],
    },
  };
}

async function readPath(reader: ChainReader, farHeight: number, ref: TipsetRef) {
  const far = await reader.summaryByHeight(farHeight, ref.key, `${CAUSE}: pinned tipset`);
  if (isSameKey(far.value.key, ref.key)) return { tipsets: [far.value], calls: [far.call] };
  const path = await reader.path(far.value.key, ref.key, `${CAUSE}: pinned tipset`);
  return { tipsets: [far.value, ...path.value.map(({ tipset }) => tipset)], calls: [far.call, path.call] };
}

/** Read network totals: StateMinerPower without a miner, or the power actor's state if that is refused. */
async function readPower(node: PinnedNode, letter: string) {
  try {
    const { value, call } = await node.read('StateMinerPower', (key) => [NO_MINER, key], zNodeMinerPower);
    return { value: { rawBytes: value.TotalPower.RawBytePower, qualityAdjusted: value.TotalPower.QualityAdjPower }, calls: [call] };
  } catch (error) {
    if (!(error instanceof SextantError) || (error.code !== 'node-error' && error.code !== 'method-not-served')) {
      throw error;
    }
  }
  const { value, call } = await node.read('StateReadState', (key) => [`${letter}${POWER_ACTOR_ID}`, key], zNodePowerState);
  return { value: { rawBytes: value.State.TotalRawBytePower, qualityAdjusted: value.State.TotalQualityAdjPower }, calls: [call] };
}

/** Read the block reward per win at the pinned tipset, and the miner's part of it. */
async function readReward(reader: ChainReader, node: PinnedNode) {
  const { value, call } = await readEpochReward(node, reader.letter);
  const minted = blockReward(value.thisEpochReward, 1n);
  const miner = await readMinerPart(reader, node, value, minted, `${CAUSE}: block reward`);
  return { value: { perWin: minted.toString(), miner: miner.value.toString() }, calls: [call, ...miner.calls] };
}

async function readPool(node: PinnedNode) {
  const { value, call } = await node.read('MpoolPending', (key) => [key], zPool);
  const gasLimitTotal = value.reduce((sum, entry) => sum + entry.Message.GasLimit, 0n);
  return { value: { messageCount: value.length, gasLimitTotal: gasLimitTotal.toString() }, calls: [call] };
}
