/** Reads a miner's deadlines and partitions at one pinned tipset. */
import type { Bitfield } from '../../../shared/domain/bitfield.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import {
  type NodeDeadlineInfo,
  type NodePartition,
  zNodeDeadlineInfo,
  zNodeDeadlines,
  zNodePartitions,
} from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import type { PinnedNode } from '../chain/pinned-node.ts';
import { type DeadlineCounts, NO_PARTITIONS } from './deadline-map.ts';

const PARTITION_CALLS_AT_ONCE = 6;

export interface MinerPartition {
  readonly deadline: number;
  readonly partition: number;
  readonly live: Bitfield;
  readonly active: Bitfield;
  readonly faulty: Bitfield;
  readonly recovering: Bitfield;
}

export interface MinerDeadlines {
  readonly info: NodeDeadlineInfo;
  readonly counts: readonly DeadlineCounts[];
  readonly partitions: readonly MinerPartition[];
  readonly calls: CallRef[];
}

/**
 * One call each for the proving period and the deadlines; partitions are asked for deadline by deadline, a few at once, and no
 * further than until all live sectors were met: most deadlines of most miners have none.
 *
 * @param liveSectors how many live sectors the miner has (StateMinerSectorCount); all deadlines are asked when it is not known
 */
export async function readDeadlines(node: PinnedNode, address: string, liveSectors: number | undefined): Promise<MinerDeadlines> {
  const [info, deadlines] = await Promise.all([
    node.read('StateMinerProvingDeadline', (key) => [address, key], zNodeDeadlineInfo),
    node.read('StateMinerDeadlines', (key) => [address, key], zNodeDeadlines),
  ]);
  const calls: CallRef[] = [info.call, deadlines.call];
  let liveSeen = 0;
  const perDeadline = await mapBounded(deadlines.value, PARTITION_CALLS_AT_ONCE, async (deadline, index) => {
    if (liveSectors !== undefined && liveSeen >= liveSectors) {
      return { counts: NO_PARTITIONS, partitions: [] };
    }
    const answer = await node.read('StateMinerPartitions', (key) => [address, index, key], zNodePartitions);
    const partitions = answer.value.map((partition, number) => partitionOf(partition, index, number));
    if (partitions.length > 0) {
      calls.push(answer.call);
    }
    const counts = countsOf(partitions, Number(deadline.PostSubmissions.count));
    liveSeen += counts.live;
    return { counts, partitions };
  });
  return {
    info: info.value,
    counts: perDeadline.map(({ counts }) => counts),
    partitions: perDeadline.flatMap(({ partitions }) => partitions),
    calls,
  };
}

function partitionOf(partition: NodePartition, deadline: number, number: number): MinerPartition {
  return {
    deadline,
    partition: number,
    live: partition.LiveSectors,
    active: partition.ActiveSectors,
    faulty: partition.FaultySectors,
    recovering: partition.RecoveringSectors,
  };
}

/** @param submitted how many partitions of the deadline were proven in its window */
export function countsOf(partitions: readonly MinerPartition[], submitted: number): DeadlineCounts {
  const sum = (pick: (partition: MinerPartition) => Bitfield) =>
    partitions.reduce((total, partition) => total + Number(pick(partition).count), 0);
  return {
    partitions: partitions.length,
    submitted: Math.min(submitted, partitions.length),
    live: sum(({ live }) => live),
    active: sum(({ active }) => active),
    faulty: sum(({ faulty }) => faulty),
    recovering: sum(({ recovering }) => recovering),
    faultyPartitions: partitions.filter(({ live, faulty }) => live.count > 0 && faulty.count >= live.count).length,
  };
}
