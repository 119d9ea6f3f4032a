/** Deadlines of a miner with faulty sectors, their power, and until when recovery can be declared. */
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { Bitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import { type NodeDeadlineInfo, type NodePartition, zNodePartitions } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import type { SectorPowers } from '../miners/sector-powers.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

const CONCURRENCY = 3;

export interface FaultyFacts {
  readonly address: string;
  readonly sectors: { readonly faulty: number } | undefined;
  readonly deadline: NodeDeadlineInfo | undefined;
  readonly timeMsOf: (epoch: number) => number;
  readonly faultyPowers: SectorPowers;
  /** Quality-adjusted; changes if sectors change. */
  readonly power: string | undefined;
}

/**
 * Read deadlines until all faulty sectors are found, then the sectors themselves.
 *
 * @param onAnswer called with every call
 * @returns undefined if the endpoint does not return the partitions
 */
export async function readFaultyDeadlines(
  node: PinnedNode,
  { address, sectors, deadline, timeMsOf, faultyPowers, power }: FaultyFacts,
  onAnswer: (answer: { readonly call: CallRef }) => void,
): Promise<MinerStanding['faulty']> {
  if (sectors === undefined || deadline === undefined) return undefined;
  const found: { readonly index: number; readonly partitions: readonly NodePartition[]; readonly faulty: Bitfield }[] = [];
  let seen = 0n;
  let isRefused = false;
  const indices = Array.from({ length: deadline.WPoStPeriodDeadlines }, (_, index) => index);
  await mapBounded(indices, CONCURRENCY, async (index) => {
    if (seen >= sectors.faulty || isRefused) return;
    const answer = await optional(() => node.read('StateMinerPartitions', (key) => [address, index, key], zNodePartitions));
    if (answer === undefined) {
      isRefused = true;
      return;
    }
    onAnswer(answer);
    const faulty = union(answer.value.map(({ FaultySectors }) => FaultySectors));
    seen += faulty.count;
    if (faulty.count > 0n) found.push({ index, partitions: answer.value, faulty });
  });
  if (isRefused) return undefined;
  const sets = found.map(({ faulty }) => faulty);
  const powers = await faultyPowers.of(node, address, sets, power, onAnswer);
  return found
    .map(({ index, partitions, faulty }, place) => {
      const cutoffEpoch = nextCutoff(deadline, index, node.ref.height);
      const sum = (pick: (partition: NodePartition) => Bitfield): number =>
        partitions.reduce((total, partition) => total + Number(pick(partition).count), 0);
      const qualityAdjusted = powers[place];
      return {
        index,
        live: sum(({ LiveSectors }) => LiveSectors),
        faulty: Number(faulty.count),
        recovering: sum(({ RecoveringSectors }) => RecoveringSectors),
        ...(qualityAdjusted === undefined ? {} : { qualityAdjusted: qualityAdjusted.toString() }),
        cutoffEpoch,
        cutoffTimeMs: timeMsOf(cutoffEpoch),
      };
    })
    .sort((left, right) => left.cutoffEpoch - right.cutoffEpoch);
}

/**
 * Return until when recoveries can be declared for the next window of a deadline; at the cutoff itself it is too late (builtin-actors
 * actors/miner/src/deadline_info.rs, `fault_cutoff_passed`).
 */
export function nextCutoff(
  { PeriodStart, WPoStChallengeWindow, WPoStProvingPeriod }: NodeDeadlineInfo,
  index: number,
  height: number,
): number {
  const first = PeriodStart + index * WPoStChallengeWindow - EPOCHS.faultCutoff;
  return first + Math.max(0, Math.floor((height - first) / WPoStProvingPeriod) + 1) * WPoStProvingPeriod;
}
