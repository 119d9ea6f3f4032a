/** One deadline of a miner: partitions, next window, and the cost of missing it. */

import { deadlineWindow, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { encodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { type FaultFeeFacts, faultFeeADay, faultFeeIncomeDays } from '../../../shared/domain/sectors/fault-fee.ts';
import { difference, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { DeadlinePartition, MinerDeadline } from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { readEpochReward, readMinerPart } from '../chain/epoch-reward.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import { dueSectors } from './due-sectors.ts';
import type { MinerDeadlines, MinerPartition } from './miner-deadlines.ts';
import type { SectorPowers } from './sector-powers.ts';
import type { SectorTable } from './sector-table.ts';

const MAX_PARTITIONS = 500;
/** Maximum number of run lengths; a message could not declare more either. */
const MAX_RUNS = 20_000;

export interface DeadlineContext {
  readonly miner: Miner;
  readonly deadlines: MinerDeadlines;
  readonly timeMsOf: (epoch: number) => number;
  /** Present if all sectors were read. */
  readonly table: SectorTable | undefined;
  readonly powers: SectorPowers;
  /** Root of its sector records. */
  readonly sectorsRoot: string | undefined;
  readonly client: NodeClient;
  readonly versions: VersionAuthority;
  readonly letter: 'f' | 't';
}

/** Read the reward of the epoch; everything else was read with the miner. */
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
    partitions: own.slice(0, MAX_PARTITIONS).map(partitionRow),
    stake: await stakeOf(node.as('reward of the epoch'), index, own, context),
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
    lost: runs.length > MAX_RUNS ? [] : runs.map(Number),
    lostCount: count(lost),
  };
}

async function stakeOf(
  node: PinnedNode,
  index: number,
  own: readonly MinerPartition[],
  { miner: { power, address }, deadlines, table, powers: sectorPowers, sectorsRoot, client, versions, letter }: DeadlineContext,
): Promise<MinerDeadline['stake']> {
  if ('error' in power) return power;
  return panelOf(async () => {
    const { facts, compared, calls } = await readFeeFacts(node, { client, versions, letter }, power);
    const sets = [own.map((one) => one.live), own.map((one) => one.faulty), own.map(dueSectors)].map(union);
    const known =
      table === undefined
        ? await sectorPowers.of(node, address, sets, sectorsRoot, ({ call }) => calls.push(call))
        : powersOf(table, index);
    const active = deadlines.partitions.reduce((total, one) => total + one.active.count, 0n);
    // Too many to read, or not available: use the average of the active ones.
    const [live = 0n, faulty = 0n, due = 0n] = sets.map(
      ({ count }, place) => known[place] ?? (active === 0n ? 0n : (facts.qualityAdjusted * count) / active),
    );
    const fee = (qualityAdjusted: bigint): string => faultFeeADay({ ...facts, qualityAdjusted }).toString();
    return {
      value: {
        isEstimate: sets.some(({ count }, place) => count > 0n && known[place] === undefined),
        liveQualityAdjusted: live.toString(),
        faultyQualityAdjusted: faulty.toString(),
        faultFeeIfMissed: fee(due),
        faultFeeNow: fee(faulty),
        ...compared,
      },
      calls,
    };
  });
}

/**
 * Compute the cost of a fault from the network's reward and power, and compare it with the daily income.
 *
 * @throws SextantError of the call for the reward; if the streams cannot be read, there is no comparison
 */
export async function readFeeFacts(
  node: PinnedNode,
  { client, versions, letter }: Pick<DeadlineContext, 'client' | 'versions' | 'letter'>,
  power: Exclude<Miner['power'], { error: unknown }>,
) {
  const { value, call } = await readEpochReward(node, letter);
  const epochReward = value.thisEpochReward;
  const part = await optional(() => readMinerPart({ client, versions }, node, value, epochReward, "miner: miner's part"));
  const incomeDays = part === undefined ? undefined : faultFeeIncomeDays(epochReward, part.value);
  return {
    facts: {
      qualityAdjusted: BigInt(power.value.qualityAdjusted),
      networkQualityAdjusted: BigInt(power.value.networkQualityAdjusted),
      epochReward,
    } satisfies FaultFeeFacts,
    compared: incomeDays === undefined ? {} : { incomeDays },
    calls: [call, ...(part?.calls ?? []), ...power.calls],
  };
}

/** Quality-adjusted bytes of a deadline's sectors: live, faulty, and due for a proof. */
function powersOf(table: SectorTable, index: number): readonly bigint[] {
  let [live, faulty, due] = [0, 0, 0];
  table.forEachOf(index, (chunk, at) => {
    const power = chunk.powers[at] ?? 0;
    const state = chunk.stateAt(at);
    if (state !== 'terminated') live += power;
    if (state === 'faulty' || state === 'recovering') faulty += power;
    if (state !== 'terminated' && state !== 'faulty') due += power;
  });
  return [live, faulty, due].map(BigInt);
}
