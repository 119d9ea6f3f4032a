/** Reads the facts of an own miner for a rehearsal: power, pledge of a new sector, and sectors by quality if they were read. */
import { fullPower } from '../../../shared/domain/actors/miner-power.ts';
import { dailyFeeFor } from '../../../shared/domain/sectors/daily-fee.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerFacts } from '../../../shared/upgrades/upgrade-facts.ts';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import { readCirculatingSupply } from '../chain/circulating-supply.ts';
import type { MinerReads } from '../miners/miner-reads.ts';
import { PLEDGE_DURATION_EPOCHS } from '../miners/quality-upgrade.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { tallySectors } from './tally-sectors.ts';

/** Throws as `MinerReads.getMiner`. @param epoch the first epoch with the new rules @param calls receives every call made */
export async function readMinerFacts(
  node: PinnedNode,
  { address, epoch }: { readonly address: string; readonly epoch: number },
  reads: Pick<MinerReads, 'getMiner' | 'findSectors'>,
  calls: CallRef[],
): Promise<Omit<MinerFacts, 'claims'>> {
  const miner = await reads.getMiner({ address });
  const { power, info, balance, sectors } = miner;
  for (const panel of [power, info, balance, sectors]) if (!('error' in panel)) calls.push(...panel.calls);
  const sectorSizeBytes = 'error' in info ? undefined : BigInt(info.value.sectorSize);
  const pledge = sectorSizeBytes === undefined ? undefined : await readPledge(node, sectorSizeBytes, calls);
  const found = await reads.findSectors(miner.address);
  const pledgeOfFull = pledge?.full;
  const tally = found && tallySectors(found.table, { clock: found.clock, epoch, sectorSizeBytes, pledgeOfFull });
  const needsFee = (tally?.raisedFees?.without ?? 0) > 0;
  return {
    address: miner.address,
    sectorSizeBytes,
    power: 'error' in power ? undefined : { own: BigInt(power.value.qualityAdjusted), network: BigInt(power.value.networkQualityAdjusted) },
    sectors: tally !== undefined ? { from: 'table', ...tally } : 'error' in sectors ? undefined : { from: 'count', ...sectors.value },
    pledge,
    feeOfFull: needsFee && sectorSizeBytes !== undefined ? await readFeeOfFull(node, sectorSizeBytes, calls) : undefined,
    available: 'error' in balance ? undefined : BigInt(balance.value.available),
    preCommitDeposits: 'error' in balance ? undefined : BigInt(balance.value.preCommitDeposits),
  };
}

/** Pledge of a sector at its size, and at ten times its size, which every new sector has from network version 29 on. */
async function readPledge(node: PinnedNode, size: bigint, calls: CallRef[]): Promise<MinerFacts['pledge']> {
  const [plain, full] = await Promise.all(
    [0, Number(size)].map((verifiedSize) =>
      optional(() =>
        node.read('StateMinerInitialPledgeForSector', (key) => [PLEDGE_DURATION_EPOCHS, Number(size), verifiedSize, key], zNodeAmount),
      ),
    ),
  );
  if (plain === undefined || full === undefined) return undefined;
  calls.push(plain.call, full.call);
  return { plain: BigInt(plain.value), full: BigInt(full.value) };
}

async function readFeeOfFull(node: PinnedNode, size: bigint, calls: CallRef[]): Promise<bigint | undefined> {
  const supply = await optional(() => readCirculatingSupply(node));
  if (supply === undefined) return undefined;
  calls.push(supply.call);
  return dailyFeeFor(supply.value, fullPower(size));
}
