/** One deadline of a miner: its partitions, its next window and what is at stake in it. */

import { encodeRunLengths } from '../../../shared/domain/bitfield.ts';
import { deadlineWindow, EPOCHS } from '../../../shared/domain/epoch.ts';
import { type FaultFeeFacts, faultFeeADay } from '../../../shared/domain/fault-fee.ts';
import { difference } from '../../../shared/domain/state/bitfield-sets.ts';
import type { DeadlinePartition, MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { zNodeRewardState } from '../../../shared/validation/node/provider-state.ts';
import { type PinnedNode, panelOf } from '../chain/pinned-node.ts';
import type { MinerDeadlines, MinerPartition } from './miner-deadlines.ts';
import type { SectorTable } from './sector-table.ts';

const MOST_PARTITIONS = 500;
/** Run lengths that are carried: beyond, a message could not declare them either. */
const MOST_RUNS = 20_000;
const REWARD_ACTOR_ID = '02';

export interface DeadlineContext {
  readonly miner: Miner;
  readonly deadlines: MinerDeadlines;
  readonly timeMsOf: (epoch: number) => number;
  /** Where all sectors were read. */
  readonly table: SectorTable | undefined;
  readonly letter: 'f' | 't';
}

/** Asks for the reward of the epoch; everything else was read with the miner. */
export async function readDeadlineDetail(node: PinnedNode, index: number, context: DeadlineContext): Promise<MinerDeadline> {
  const { deadlines, timeMsOf } = context;
  const { info, dailyFees, calls } = deadlines;
  const now = node.ref.height;
  const isOpen = index === info.Index;
  const isPast = index < info.Index;
  const window = deadlineWindow(isPast ? info.PeriodStart + EPOCHS.provingPeriod : info.PeriodStart, index);
  const own = deadlines.partitions.filter(({ deadline }) => deadline === index);
  const dailyFee = dailyFees[index];
  return {
    pinned: node.ref,
    index,
    isOpen: isOpen && now < window.close,
    openEpoch: window.open,
    openTimeMs: timeMsOf(window.open),
    closeEpoch: window.close,
    closeTimeMs: timeMsOf(window.close),
    challengeEpoch: window.challenge,
    cutoffEpoch: window.faultCutoff,
    cutoffTimeMs: timeMsOf(window.faultCutoff),
    ...(dailyFee === undefined ? {} : { dailyFee: String(dailyFee) }),
    partitionCount: own.length,
    partitions: own.slice(0, MOST_PARTITIONS).map(partitionRow),
    stake: await stakeOf(node.as('what a block pays'), index, own, context),
    calls,
  };
}

function partitionRow(partition: MinerPartition): DeadlinePartition {
  const { all, live, active, faulty, recovering } = partition;
  const lost = difference(faulty, recovering);
  const runs = encodeRunLengths(lost);
  const count = (set: { readonly count: bigint }): number => Number(set.count);
  return {
    partition: partition.partition,
    sectors: count(all),
    live: count(live),
    active: count(active),
    faulty: count(faulty),
    recovering: count(recovering),
    unproven: Math.max(0, count(live) - count(active) - count(faulty)),
    terminated: Math.max(0, count(all) - count(live)),
    isPosted: partition.isPosted,
    lost: runs.length > MOST_RUNS ? [] : runs.map(Number),
    lostCount: count(lost),
  };
}

async function stakeOf(
  node: PinnedNode,
  index: number,
  own: readonly MinerPartition[],
  { miner: { power }, deadlines, table, letter }: DeadlineContext,
): Promise<MinerDeadline['stake']> {
  if ('error' in power) return power;
  return panelOf(async () => {
    const { facts, calls } = await readReward(node, letter, power);
    const powers = table === undefined ? undefined : powersOf(table, index);
    const sum = (of: (partition: MinerPartition) => bigint, all = own) => all.reduce((total, partition) => total + of(partition), 0n);
    const active = sum((partition) => partition.active.count, deadlines.partitions);
    const share = (count: bigint): bigint => (active === 0n ? 0n : (facts.qualityAdjusted * count) / active);
    const live = powers?.live ?? share(sum((partition) => partition.live.count));
    const faulty = powers?.faulty ?? share(sum((partition) => partition.faulty.count));
    const fee = (qualityAdjusted: bigint): string => faultFeeADay({ ...facts, qualityAdjusted }).toString();
    return {
      value: {
        isEstimate: powers === undefined,
        liveQualityAdjusted: live.toString(),
        faultyQualityAdjusted: faulty.toString(),
        faultFeeIfMissed: fee(live),
        faultFeeNow: fee(faulty),
      },
      calls,
    };
  });
}

/** What a fault costs follows from what the network mints and how much power shares it. @throws SextantError of the call */
export async function readReward(node: PinnedNode, letter: 'f' | 't', power: Exclude<Miner['power'], { error: unknown }>) {
  const { value, call } = await node.read('StateReadState', (key) => [`${letter}${REWARD_ACTOR_ID}`, key], zNodeRewardState);
  return {
    facts: {
      qualityAdjusted: BigInt(power.value.qualityAdjusted),
      networkQualityAdjusted: BigInt(power.value.networkQualityAdjusted),
      epochReward: BigInt(value.State.ThisEpochReward),
    } satisfies FaultFeeFacts,
    calls: [call, ...power.calls],
  };
}

/** Bytes that the sectors of a deadline count for. */
function powersOf(table: SectorTable, index: number): { readonly live: bigint; readonly faulty: bigint } {
  let [live, faulty] = [0, 0];
  table.forEachOf(index, (chunk, at) => {
    const power = chunk.powers[at] ?? 0;
    const state = chunk.stateAt(at);
    if (state !== 'terminated') live += power;
    if (state === 'faulty' || state === 'recovering') faulty += power;
  });
  return { live: BigInt(live), faulty: BigInt(faulty) };
}
