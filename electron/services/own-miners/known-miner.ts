/** Cache of an own miner between tipsets, so that little must be read again. */
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import type { NodeDeadlineInfo } from '../../../shared/validation/node/provider-state.ts';
import { SectorPowers } from '../miners/sector-powers.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { type DeadlineProof, type DuePartitions, readDuePartitions, readProof } from './open-deadline.ts';
import type { ServedCalls } from './served-calls.ts';

interface KnownProof {
  readonly openEpoch: number;
  readonly value: DeadlineProof;
  /** The epoch at which all partitions were first seen proven. */
  readonly provenAt?: number;
  /** Whether this was confirmed some epochs later, when a reorg is unlikely. */
  readonly isSettled?: boolean;
}

/** Epochs after which a proof is confirmed again. */
const SETTLED_EPOCHS = 5;
/** After a third of the window, the cost of a missing proof is shown, for which its sectors are read once. */
const LATE_EPOCHS = 20;

export class KnownMiner {
  standing?: MinerStanding;
  standingCalls: readonly CallRef[] = [];
  isReading = false;
  faultyWhenRead: number | undefined;
  readonly faultyPowers = new SectorPowers();
  readonly duePowers = new SectorPowers();
  due?: DuePartitions;
  proof?: KnownProof;
}

/** One call while the deadline is not proven, one more a few epochs later, then none until the next one opens; its partitions take one. */
export async function readOpenDeadline(
  node: PinnedNode,
  address: string,
  deadline: NodeDeadlineInfo,
  { known, power }: { readonly known: KnownMiner | undefined; readonly power: string | undefined },
  calls: CallRef[],
  served: ServedCalls,
): Promise<DeadlineProof | undefined> {
  const { height } = node.ref;
  const kept = known?.proof?.openEpoch === deadline.Open ? known.proof : undefined;
  const isYoung = kept?.provenAt !== undefined && height >= kept.provenAt && height < kept.provenAt + SETTLED_EPOCHS;
  if (kept !== undefined && (kept.isSettled === true || isYoung)) return kept.value;
  const due = known?.due?.openEpoch === deadline.Open ? known.due : await readDuePartitions(node, address, deadline, calls, served);
  if (due === undefined) return undefined;
  const proof = await readProof(node, address, due, deadline.Index, calls, served);
  if (known === undefined || proof === undefined) return proof;
  const isLate = proof.proven < proof.partitions && height - deadline.Open >= LATE_EPOCHS;
  const [members] = isLate ? await known.duePowers.of(node, address, [due.members], power, ({ call }) => calls.push(call)) : [];
  const value = members === undefined ? proof : { ...proof, qualityAdjusted: members.toString() };
  known.due = due;
  const isProven = value.proven >= value.partitions;
  known.proof = {
    openEpoch: deadline.Open,
    value,
    ...(isProven ? { provenAt: kept?.provenAt ?? height, isSettled: kept?.provenAt !== undefined } : {}),
  };
  return value;
}

/** Return the results read after a time. */
export function knownEnds(
  standing: MinerStanding | undefined,
  afterMs: number,
): Pick<MinerStanding, 'expiring' | 'endingDeals' | 'endsReadAtMs'> | undefined {
  const { expiring, endingDeals, endsReadAtMs } = standing ?? {};
  if (endsReadAtMs === undefined || endsReadAtMs < afterMs) return undefined;
  return { endsReadAtMs, ...(expiring === undefined ? {} : { expiring }), ...(endingDeals === undefined ? {} : { endingDeals }) };
}

/** Return since when the sealing counts are unchanged, using the previous read. */
export function withSealingSince(read: MinerStanding, before: MinerStanding | undefined): MinerStanding {
  if (read.sealing === undefined) return read;
  const isSame = before?.sealing !== undefined && isSameCounts(read.sealing, before.sealing);
  return { ...read, sealingSinceMs: (isSame ? before?.sealingSinceMs : undefined) ?? read.readAtMs };
}

function isSameCounts(left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
