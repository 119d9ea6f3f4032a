/** Sectors of a miner that expire soon. Few sectors are read as one list, many by deadline, because the answer would be too long. */
import { bitfieldOf, encodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { membersAt, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import { zSlice } from '../../../shared/validation/node/primitives.ts';
import { zNodePartitions, zNodeSectorExpiry } from '../../../shared/validation/node/provider-state.ts';
import { SECTORS_A_CALL } from '../miners/sector-batches.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

const SOON_EPOCHS = 30 * 2880;
/** With more sectors than this, a single list is not read: it has half a kilobyte for each. */
export const MAX_LISTED = 2000;
/** With more than this they are not read: that is fifty megabytes. */
export const MAX_LOOKED_THROUGH = 100_000;

const zEnds = zSlice(zNodeSectorExpiry);

export interface EndsFacts {
  readonly address: string;
  readonly live: number;
  readonly deadlineCount: number;
  readonly timeMsOf: (epoch: number) => number;
}

type Told = <T extends { readonly call: CallRef }>(answer: T | undefined) => T | undefined;

/** @returns undefined if there are too many sectors or the endpoint refuses a part of them */
export async function readSectorEnds(node: PinnedNode, facts: EndsFacts, told: Told): Promise<MinerStanding['expiring']> {
  const { live, timeMsOf } = facts;
  if (live > MAX_LOOKED_THROUGH) return undefined;
  if (live === 0) return { count: 0 };
  const ends = await (live <= MAX_LISTED ? listedEnds(node, facts, told) : endsByDeadline(node, facts, told));
  if (ends === undefined) return undefined;
  const until = node.ref.height + SOON_EPOCHS;
  const soon = ends.filter((epoch) => epoch <= until);
  const first = soon.reduce((least, epoch) => Math.min(least, epoch), Number.POSITIVE_INFINITY);
  return { count: soon.length, ...(soon.length === 0 ? {} : { firstEpoch: first, firstTimeMs: timeMsOf(first) }) };
}

async function listedEnds(node: PinnedNode, { address }: EndsFacts, told: Told): Promise<readonly number[] | undefined> {
  const answer = told(await optional(() => node.read('StateMinerActiveSectors', (key) => [address, key], zEnds)));
  return answer?.value.map(({ Expiration }) => Expiration);
}

/** Read one after another, since nothing waits for it. */
async function endsByDeadline(node: PinnedNode, { address, deadlineCount }: EndsFacts, told: Told): Promise<readonly number[] | undefined> {
  const ends: number[] = [];
  for (let index = 0; index < deadlineCount; index++) {
    const partitions = told(await optional(() => node.read('StateMinerPartitions', (key) => [address, index, key], zNodePartitions)));
    if (partitions === undefined) return undefined;
    const live = union(partitions.value.map(({ LiveSectors }) => LiveSectors));
    for (let from = 0; from < live.count; from += SECTORS_A_CALL) {
      const runs = encodeRunLengths(bitfieldOf(membersAt(live, from, SECTORS_A_CALL)));
      const answer = told(await optional(() => node.read('StateMinerSectors', (key) => [address, runs, key], zEnds)));
      if (answer === undefined) return undefined;
      for (const { Expiration } of answer.value) ends.push(Expiration);
    }
  }
  return ends;
}
