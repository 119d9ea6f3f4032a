import type { CID } from 'multiformats/cid';
import { checkPartition, checkSnapshot, type PartitionContext, sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { deadline as deadlineStruct, noPower, type PlainPower, partition, sumOfPower, windowedPost } from './miner-structs.ts';
import { areApart, isWithin, type Numbers } from './number-sets.ts';
import { bits } from './plain-readers.ts';

export interface DeadlineSummary {
  /** Includes terminated sectors. */
  readonly all: Numbers;
  readonly live: Numbers;
  readonly active: PlainPower;
  /** Terminated, not settled. */
  readonly earlyTerminated: Numbers;
}

/** go-state-types `builtin/v18/miner/invariants.go` CheckDeadlineStateInvariants. */
export function checkDeadline(root: CID, partitionSectors: number, context: PartitionContext, findings: Findings): DeadlineSummary {
  const { state, quantize, closedAt } = context;
  const deadline = state.block(deadlineStruct, root);
  const partitions = state.array(partition, deadline.partitions, 3);
  findings.equal(
    [...partitions.keys()],
    [...partitions.keys()].map((_, index) => index),
    'partitions one after the other',
  );
  const all = new Set<number>();
  const summaries = [...partitions].map(([index, present]) => {
    const part = findings.within(`partition ${index}`);
    part.require(areApart(present.sectors, all), 'sectors are in another partition too');
    part.require(present.sectors.size <= partitionSectors, `${present.sectors.size} sectors are too many`);
    for (const number of present.sectors) all.add(number);
    return { index, present, summary: checkPartition(present, context, part) };
  });
  const live = new Set(summaries.flatMap(({ summary }) => [...summary.live]));

  findings.require(
    [...deadline.posted].every((index) => partitions.has(index)),
    'partitions were proven that there are not',
    deadline.posted,
  );
  findings.require(deadline.posted.size === 0 || live.size > 0, 'proven, and no sector is alive');
  findings.equal(deadline.liveSectors, live.size, 'live sectors');
  findings.equal(deadline.totalSectors, all.size, 'all sectors');
  findings.equal(deadline.faultyPower, sumOfPower(summaries.map(({ present }) => present.faultyPower)), 'faulty power');
  if (state.layout !== 'v0') {
    findings.equal(deadline.livePower, sumOfPower(summaries.map(({ present }) => present.livePower)), 'live power');
    findings.equal(deadline.dailyFee, sum(summaries.map(({ summary }) => summary.dailyFee)), 'daily fee');
  }

  const queue = state.array(bits, deadline.expirations, 5);
  for (const [epoch, indexes] of queue) {
    findings.equal(epoch, quantize(epoch), 'epoch of an expiration, quantized');
    findings.require(closedAt === undefined || live.size === 0 || epoch > closedAt, `the expiration of ${epoch} is over`, closedAt);
    findings.require(
      [...indexes].every((index) => partitions.has(index)),
      `partitions that end at ${epoch} are none of its own`,
      indexes,
    );
  }
  for (const { index, summary } of summaries) {
    for (const epoch of summary.expirationEpochs) {
      findings.require(queue.get(epoch)?.has(index) === true, `partition ${index} does not stand at its expiration ${epoch}`);
    }
  }
  const withEarly = new Set(summaries.filter(({ summary }) => summary.earlyTerminated.size > 0).map(({ index }) => index));
  findings.equal(deadline.earlyTerminations, withEarly, 'partitions with early terminations');
  checkProofs(deadline, context, findings);
  if (all.size > 0) findings.count('deadlines with sectors');
  return {
    all,
    live,
    active: sumOfPower([noPower, ...summaries.map(({ summary }) => summary.active)]),
    earlyTerminated: new Set(summaries.flatMap(({ summary }) => [...summary.earlyTerminated])),
  };
}

/** Optimistically accepted proofs, with their snapshot. */
function checkProofs(
  { submissions, posted, partitionsSnapshot, submissionsSnapshot }: ReturnType<typeof deadlineStruct>,
  { state, isOpen }: PartitionContext,
  findings: Findings,
): void {
  findings.require(isOpen || posted.size === 0, 'proven, and its window is not open', posted);
  if (submissions === undefined || partitionsSnapshot === undefined || submissionsSnapshot === undefined) return;
  for (const [index, post] of state.array(windowedPost, submissions, 2)) {
    findings.count('proofs');
    findings.require(isOpen, `proof ${index} stands in a window that is not open`);
    findings.require(isWithin(post.partitions, posted), `proof ${index} is of partitions that are not proven`, post.partitions);
  }
  const snapshot = state.array(partition, partitionsSnapshot, 3);
  for (const [index, present] of snapshot) checkSnapshot(present, findings.within(`snapshot of partition ${index}`));
  for (const [index, post] of state.array(windowedPost, submissionsSnapshot, 2)) {
    findings.count('proofs in snapshots');
    findings.require(
      [...post.partitions].every((part) => snapshot.has(part)),
      `proof ${index} of the snapshot is of other partitions`,
    );
  }
}
