/** Reads figures of an own miner that change with every tipset. */
import { type EpochClock, epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import {
  type NodeDeadlineInfo,
  zNodeAmount,
  zNodeDeadlineInfo,
  zNodeMinerPower,
  zNodeSectorCount,
} from '../../../shared/validation/node/provider-state.ts';
import { type PinnedNode, panelErrorOf } from '../pinned/pinned-node.ts';
import { type KnownMiner, readOpenDeadline } from './known-miner.ts';
import type { ServedCalls } from './served-calls.ts';

export interface OwnMinerContext {
  /** Its cache; undefined in a pinned view. */
  readonly known: KnownMiner | undefined;
  readonly served: ServedCalls;
  readonly facts: EpochClock;
}

/**
 * Makes four calls, and those of the open deadline.
 *
 * @param calls receives every call made
 * @returns the miner, and the node's answer about the open deadline; parts refused by the endpoint are absent
 */
export async function readOwnMiner(
  node: PinnedNode,
  address: string,
  { known, served, facts }: OwnMinerContext,
  calls: CallRef[],
): Promise<{ readonly miner: OwnMiner; readonly info: NodeDeadlineInfo | undefined }> {
  const [power, sectors, deadline, available] = await Promise.all([
    served.ask('StateMinerPower', (method) => node.read(method, (key) => [address, key], zNodeMinerPower)),
    served.optional('StateMinerSectorCount', (method) => node.read(method, (key) => [address, key], zNodeSectorCount)),
    served.optional('StateMinerProvingDeadline', (method) => node.read(method, (key) => [address, key], zNodeDeadlineInfo)),
    served.optional('StateMinerAvailableBalance', (method) => node.read(method, (key) => [address, key], zNodeAmount)),
  ]);
  for (const answer of [power, sectors, deadline, available]) {
    if (answer !== undefined && !(answer instanceof SextantError)) calls.push(answer.call);
  }
  const info = deadline?.value;
  const qualityAdjusted = power instanceof SextantError ? undefined : power.value.MinerPower.QualityAdjPower;
  const proof =
    info === undefined ? undefined : await readOpenDeadline(node, address, info, { known, power: qualityAdjusted }, calls, served);
  return {
    info,
    miner: {
      address,
      ...(power instanceof SextantError
        ? { problem: panelErrorOf(power) }
        : {
            rawBytes: power.value.MinerPower.RawBytePower,
            qualityAdjusted: power.value.MinerPower.QualityAdjPower,
            networkQualityAdjusted: power.value.TotalPower.QualityAdjPower,
          }),
      ...(sectors === undefined
        ? {}
        : { sectors: { live: sectors.value.Live, active: sectors.value.Active, faulty: sectors.value.Faulty } }),
      ...(info === undefined
        ? {}
        : {
            deadline: {
              index: info.Index,
              openEpoch: info.Open,
              closeEpoch: info.Close,
              closeTimeMs: epochToTimeMs(info.Close, facts),
              ...(proof === undefined ? {} : { proof }),
            },
          }),
      ...(available === undefined ? {} : { available: available.value }),
    },
  };
}
