/** Which sectors an UpgradeSectorQuality message can raise to full quality, what pledge that locks and what it earns (FIP-0118). */
import { fullPower } from '../../../shared/domain/actors/miner-power.ts';
import type { NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import { bitfieldOf, encodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { dailyFeeFor } from '../../../shared/domain/sectors/daily-fee.ts';
import { expectedDayIncome, raisedDayIncome } from '../../../shared/domain/sectors/miner-income.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { QUALITY_UPGRADE_SINCE, type QualityUpgrade, type UpgradeDeclaration } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import type { RaisedFees } from '../../../shared/upgrades/upgrade-facts.ts';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import { readCirculatingSupply } from '../chain/circulating-supply.ts';
import { readEpochReward, readMinerPart } from '../chain/epoch-reward.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import { forEachChosen, type WantedSectors } from './chosen-sectors.ts';
import type { SectorTable } from './sector-table.ts';
import type { SectorClock } from './sector-table-filter.ts';
import { FeeRaise, upgradeStateAt } from './upgradable-sectors.ts';

/** Keeps a message within a block's gas; further sectors need another message. */
const MAX_SECTORS = 1000;
/** The lifetime does not affect the pledge of a sector at full quality. */
export const PLEDGE_DURATION_EPOCHS = 540 * EPOCHS.perDay;

/** Totals of a selection of sectors, without calls. */
export interface UpgradeSelection {
  readonly matching: number;
  readonly upgradable: number;
  readonly alreadyFull: number;
  readonly notActive: number;
  readonly expiring: number;
  readonly inMessage: number;
  readonly declarations: readonly UpgradeDeclaration[];
  /** Current quality-adjusted bytes of the sectors in the message. */
  readonly powerNow: bigint;
  /** Pledge of each of them, attoFIL. */
  readonly pledges: readonly bigint[];
  readonly fees: RaisedFees;
}

const COUNT_OF = { upgradable: 'upgradable', full: 'alreadyFull', inactive: 'notActive', expiring: 'expiring' } as const;

/** @param sectorSizeBytes of this miner */
export function selectUpgrade(table: SectorTable, wanted: WantedSectors, clock: SectorClock, sectorSizeBytes: bigint): UpgradeSelection {
  const counts = { matching: 0, upgradable: 0, alreadyFull: 0, notActive: 0, expiring: 0 };
  const places = new Map<string, { readonly deadline: number; readonly partition: number; readonly numbers: number[] }>();
  const pledges: bigint[] = [];
  const fees = new FeeRaise(sectorSizeBytes);
  let powerNow = 0n;
  forEachChosen(table, wanted, clock, (chunk, index) => {
    counts.matching += 1;
    const state = upgradeStateAt(chunk, index, clock.head);
    counts[COUNT_OF[state]] += 1;
    if (state !== 'upgradable' || pledges.length >= MAX_SECTORS) return;
    const partition = chunk.partitions[index] ?? 0;
    const key = `${chunk.deadline} ${partition}`;
    const place = places.get(key) ?? { deadline: chunk.deadline, partition, numbers: [] };
    place.numbers.push(chunk.numbers[index] ?? 0);
    places.set(key, place);
    pledges.push(chunk.pledges.get(index));
    fees.add(chunk, index);
    powerNow += BigInt(chunk.powers[index] ?? 0);
  });
  const declarations = [...places.values()].map(({ deadline, partition, numbers }) => ({
    deadline,
    partition,
    sectors: encodeRunLengths(bitfieldOf(numbers)).map(Number),
  }));
  return { ...counts, inMessage: pledges.length, declarations, powerNow, pledges, fees: fees.sums };
}

export interface UpgradeContext {
  readonly miner: Miner;
  readonly table: SectorTable;
  readonly clock: SectorClock;
  readonly client: NodeClient;
  readonly versions: VersionAuthority;
  readonly letter: NetworkLetter;
  readonly networkVersion: number | undefined;
  readonly wanted: WantedSectors;
}

/** @throws SextantError `capability-missing` before network version 29, and if the sector size is unknown */
export async function planQualityUpgrade(node: PinnedNode, context: UpgradeContext): Promise<QualityUpgrade> {
  const { miner, table, clock, client, versions, letter, networkVersion, wanted } = context;
  if (networkVersion === undefined || networkVersion < QUALITY_UPGRADE_SINCE) {
    throw new SextantError(
      'capability-missing',
      `Sector quality upgrades begin with network version ${QUALITY_UPGRADE_SINCE}; this network runs ${networkVersion ?? 'an unknown version'}.`,
    );
  }
  if ('error' in miner.info) throw new SextantError('capability-missing', 'Could not read the sector size of this miner. Try again.');
  const size = BigInt(miner.info.value.sectorSize);
  const selection = selectUpgrade(table, wanted, clock, size);
  const { inMessage, powerNow, pledges, declarations, fees } = selection;
  const powerAfter = BigInt(inMessage) * fullPower(size);
  const { power, balance } = miner;
  const [pledge, fee, income] = await Promise.all([
    panelOf(async () => {
      const answer = await node.read(
        'StateMinerInitialPledgeForSector',
        (key) => [PLEDGE_DURATION_EPOCHS, Number(size), Number(size), key],
        zNodeAmount,
      );
      const perSector = BigInt(answer.value);
      return {
        value: {
          perSector: perSector.toString(),
          now: pledges.reduce((sum, own) => sum + own, 0n).toString(),
          after: pledges.reduce((sum, own) => sum + (own > perSector ? own : perSector), 0n).toString(),
          ...('error' in balance ? {} : { available: balance.value.available }),
        },
        calls: [answer.call],
      };
    }),
    panelOf(async () => {
      const supply = fees.without === 0 ? undefined : await readCirculatingSupply(node);
      const attached = supply === undefined ? 0n : BigInt(fees.without) * dailyFeeFor(supply.value, fullPower(size));
      const value = { now: fees.now.toString(), after: (fees.scaled + attached).toString() };
      return { value, calls: supply === undefined ? [] : [supply.call] };
    }),
    'error' in power
      ? power
      : panelOf(async () => {
          const { value, call } = await readEpochReward(node, letter);
          const weight = await readMinerPart({ client, versions }, node, value, WHOLE_WEIGHT, 'miner: quality upgrade');
          const share = { own: BigInt(power.value.qualityAdjusted), network: BigInt(power.value.networkQualityAdjusted) };
          const now = expectedDayIncome(value.thisEpochReward, share, weight.value);
          const after = raisedDayIncome(value.thisEpochReward, share, powerAfter - powerNow, weight.value);
          return { value: { now: now.toString(), after: after.toString() }, calls: [call, ...weight.calls, ...power.calls] };
        }),
  ]);
  const { matching, upgradable, alreadyFull, notActive, expiring } = selection;
  return {
    pinned: node.ref,
    matching,
    upgradable,
    alreadyFull,
    notActive,
    expiring,
    inMessage,
    declarations: [...declarations],
    power: { now: powerNow.toString(), after: powerAfter.toString() },
    pledge,
    fee,
    income,
    calls: 'error' in power ? [] : power.calls,
  };
}
