/** Whether the open deadline is proven. */
import { type Bitfield, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { type NodeDeadlineInfo, zNodeDeadlines, zNodePartitions } from '../../../shared/validation/node/provider-state.ts';
import { dueSectors } from '../miners/due-sectors.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import type { ServedCalls } from './served-calls.ts';

export type DeadlineProof = NonNullable<NonNullable<OwnMiner['deadline']>['proof']>;

/** Partitions of a deadline that need a proof, and their sectors. They do not change while the window is open. */
export interface DuePartitions {
  readonly openEpoch: number;
  readonly indices: readonly number[];
  readonly members: Bitfield;
}

/** Undefined if the endpoint does not return it. One call. */
export async function readDuePartitions(
  node: PinnedNode,
  address: string,
  { Index, Open }: Pick<NodeDeadlineInfo, 'Index' | 'Open'>,
  calls: CallRef[],
  served: ServedCalls,
): Promise<DuePartitions | undefined> {
  const answer = await served.optional('StateMinerPartitions', (method) =>
    node.read(method, (key) => [address, Index, key], zNodePartitions),
  );
  if (answer === undefined) return undefined;
  calls.push(answer.call);
  const due = answer.value
    .map(({ LiveSectors, FaultySectors, RecoveringSectors }, index) => ({
      index,
      members: dueSectors({ live: LiveSectors, faulty: FaultySectors, recovering: RecoveringSectors }),
    }))
    .filter(({ members }) => members.count > 0n);
  return { openEpoch: Open, indices: due.map(({ index }) => index), members: union(due.map(({ members }) => members)) };
}

/** Count the partitions proven in the open window. One call. */
export async function readProof(
  node: PinnedNode,
  address: string,
  due: DuePartitions,
  index: number,
  calls: CallRef[],
  served: ServedCalls,
): Promise<DeadlineProof | undefined> {
  const whole = { partitions: due.indices.length, sectors: Number(due.members.count) };
  if (due.indices.length === 0) return { ...whole, proven: 0 };
  const answer = await served.optional('StateMinerDeadlines', (method) => node.read(method, (key) => [address, key], zNodeDeadlines));
  const submitted: Bitfield | undefined = answer?.value[index]?.PostSubmissions;
  if (answer === undefined || submitted === undefined) return undefined;
  calls.push(answer.call);
  return { ...whole, proven: due.indices.filter((partition) => isInBitfield(submitted, partition)).length };
}
