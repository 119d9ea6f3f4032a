/**
 * Reads a miner's deadlines and partitions at one pinned tipset, but only those that changed since the last read: every deadline is a block
 * of the state, whose CID shows whether it changed.
 */
import { minerDeadlines } from '../../../shared/domain/actors/miner-deadline.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Bitfield, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { type Cid, cidOfDagCbor, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import { decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zNodeMinerDeadlines } from '../../../shared/validation/node/miner-detail.ts';
import { zBytes } from '../../../shared/validation/node/primitives.ts';
import {
  type NodeDeadlineInfo,
  type NodePartition,
  zNodeDeadlineInfo,
  zNodePartitions,
  zNodeSectorCount,
} from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';
import type { DeadlineCounts } from './deadline-map.ts';
import { dueSectors } from './due-sectors.ts';
import { KeptAnswer } from './kept-answer.ts';

const PARTITION_CONCURRENCY = 6;

export interface MinerPartition {
  readonly deadline: number;
  readonly partition: number;
  /** Whether it was proven in the current or last window. */
  readonly isPosted: boolean;
  /** Including ended ones that are still in its record. */
  readonly all: Bitfield;
  readonly live: Bitfield;
  readonly active: Bitfield;
  readonly faulty: Bitfield;
  readonly recovering: Bitfield;
}

export interface MinerDeadlines {
  readonly info: NodeDeadlineInfo;
  readonly counts: readonly DeadlineCounts[];
  readonly partitions: readonly MinerPartition[];
  /** Version of each deadline: the same text means that it is unchanged. Undefined if unknown. */
  readonly versions: readonly (string | undefined)[];
  /** By deadline, attoFIL; undefined if the node does not return it. */
  readonly dailyFees: readonly (bigint | undefined)[];
  readonly calls: CallRef[];
}

type PartitionAnswer = Answer<NodePartition[]>;

/** Cache of a miner's deadlines. */
export class DeadlineMemory {
  readonly period = new KeptAnswer<Answer<NodeDeadlineInfo>>();
  readonly whole = new KeptAnswer<Omit<MinerDeadlines, 'info'>>();
  /** A permanent refusal of the endpoint, after which it is not asked again. */
  refusal: SextantError | undefined;
  /** Partitions by version of their deadline. */
  byVersion: ReadonlyMap<string, PartitionAnswer> = new Map();
}

export interface DeadlineQuestion {
  readonly address: string;
  readonly memory: DeadlineMemory;
  /** The block with the links to all deadlines; undefined if the endpoint does not return it. */
  readonly cid: Cid | undefined;
  /** Version of the miner's state; undefined if unknown. */
  readonly state: string | undefined;
}

/** One call for the deadlines, one for their block, and one per changed deadline. None if the state is unchanged. */
export async function readDeadlines(node: PinnedNode, { address, memory, cid, state }: DeadlineQuestion): Promise<MinerDeadlines> {
  if (memory.refusal !== undefined) throw memory.refusal;
  const [info, whole] = await Promise.all([
    readPeriod(node, address, memory, state),
    memory.whole.get(cid ?? state, () => readAll(node, address, memory, cid)),
  ]).catch((error: unknown) => {
    if (error instanceof SextantError && error.code === 'method-not-served') memory.refusal = error;
    throw error;
  });
  return { ...whole, info: info.value, calls: [...whole.calls, info.call] };
}

/** Return the proving period, which is computed in advance from rules that are read once. */
async function readPeriod(
  node: PinnedNode,
  address: string,
  memory: DeadlineMemory,
  state: string | undefined,
): Promise<Answer<NodeDeadlineInfo>> {
  const { value, call } = await memory.period.get(state === undefined ? undefined : address, () =>
    node.read('StateMinerProvingDeadline', (key) => [address, key], zNodeDeadlineInfo),
  );
  const now = node.ref.height;
  const isUsual =
    value.WPoStPeriodDeadlines === EPOCHS.deadlinesPerPeriod &&
    value.WPoStProvingPeriod === EPOCHS.provingPeriod &&
    value.WPoStChallengeWindow === EPOCHS.deadlineWindow;
  if (!isUsual) return node.read('StateMinerProvingDeadline', (key) => [address, key], zNodeDeadlineInfo);
  const { periodStart, index, open, close } = deadlineAt(value.PeriodStart, now);
  return { value: { ...value, CurrentEpoch: now, PeriodStart: periodStart, Index: index, Open: open, Close: close }, call };
}

async function readAll(
  node: PinnedNode,
  address: string,
  memory: DeadlineMemory,
  cid: Cid | undefined,
): Promise<Omit<MinerDeadlines, 'info'>> {
  const [deadlines, links] = await Promise.all([
    node.read('StateMinerDeadlines', (key) => [address, key], zNodeMinerDeadlines),
    cid === undefined ? undefined : readLinks(node, cid),
  ]);
  const calls: CallRef[] = links === undefined ? [deadlines.call] : [deadlines.call, links.call];
  const answers =
    links === undefined
      ? await readUntilAllMet(node, address, deadlines.value.length)
      : await readChanged(node, address, memory, links.value.slice(0, deadlines.value.length));
  for (const answer of answers) {
    if (answer !== undefined && answer.value.length > 0) calls.push(answer.call);
  }
  const partitions = answers.map((answer, index) => {
    const posted = deadlines.value[index]?.PostSubmissions;
    return (answer?.value ?? []).map((partition, number) => partitionOf(partition, index, number, posted));
  });
  return {
    counts: partitions.map(countsOf),
    partitions: partitions.flat(),
    versions: deadlines.value.map((_, index) => links?.value[index]),
    dailyFees: deadlines.value.map(({ DailyFee }) => DailyFee ?? undefined),
    calls: [...new Set(calls)],
  };
}

/** Read the CIDs of all deadlines; undefined if the endpoint does not return the block, or a different one. */
async function readLinks(node: PinnedNode, cid: Cid): Promise<Answer<readonly Cid[]> | undefined> {
  const block = await optional(() => node.read('ChainReadObj', () => [cidToLink(cid)], zBytes));
  if (block === undefined || cidOfDagCbor(block.value) !== cid) return undefined;
  try {
    return { value: decodeBlock(minerDeadlines, block.value).due, call: block.call };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Read partitions of new deadlines; those without sectors are all the same block and are read once. */
async function readChanged(
  node: PinnedNode,
  address: string,
  memory: DeadlineMemory,
  links: readonly Cid[],
): Promise<(PartitionAnswer | undefined)[]> {
  const known = new Map<string, PartitionAnswer>();
  const unknown: { readonly link: Cid; readonly index: number }[] = [];
  links.forEach((link, index) => {
    const before = memory.byVersion.get(link);
    if (before !== undefined) known.set(link, before);
    else if (links.indexOf(link) === index) unknown.push({ link, index });
  });
  await mapBounded(unknown, PARTITION_CONCURRENCY, async ({ link, index }) => {
    known.set(link, await node.read('StateMinerPartitions', (key) => [address, index, key], zNodePartitions));
  });
  memory.byVersion = known;
  return links.map((link) => known.get(link));
}

/** If it is unknown what changed: read deadline by deadline until all live sectors are found. */
async function readUntilAllMet(node: PinnedNode, address: string, count: number): Promise<(PartitionAnswer | undefined)[]> {
  const live = (await optional(() => node.read('StateMinerSectorCount', (key) => [address, key], zNodeSectorCount)))?.value.Live;
  let seen = 0;
  return mapBounded(Array.from({ length: count }), PARTITION_CONCURRENCY, async (_, index) => {
    if (live !== undefined && seen >= live) return undefined;
    const answer = await node.read('StateMinerPartitions', (key) => [address, index, key], zNodePartitions);
    seen += answer.value.reduce((sum, { LiveSectors }) => sum + Number(LiveSectors.count), 0);
    return answer;
  });
}

function partitionOf(partition: NodePartition, deadline: number, number: number, posted: Bitfield | undefined): MinerPartition {
  return {
    deadline,
    partition: number,
    isPosted: posted !== undefined && isInBitfield(posted, number),
    all: partition.AllSectors,
    live: partition.LiveSectors,
    active: partition.ActiveSectors,
    faulty: partition.FaultySectors,
    recovering: partition.RecoveringSectors,
  };
}

/** Sum up the partitions of one deadline. */
export function countsOf(
  partitions: readonly Pick<MinerPartition, 'isPosted' | 'live' | 'active' | 'faulty' | 'recovering'>[],
): DeadlineCounts {
  type Counted = (typeof partitions)[number];
  const sum = (pick: (partition: Counted) => Bitfield) => partitions.reduce((total, partition) => total + Number(pick(partition).count), 0);
  const due = partitions.filter((partition) => dueSectors(partition).count > 0n);
  return {
    partitions: partitions.length,
    due: due.length,
    submitted: due.filter(({ isPosted }) => isPosted).length,
    sound: partitions.filter(({ live, faulty }) => live.count > faulty.count).length,
    live: sum(({ live }) => live),
    active: sum(({ active }) => active),
    faulty: sum(({ faulty }) => faulty),
    recovering: sum(({ recovering }) => recovering),
  };
}
