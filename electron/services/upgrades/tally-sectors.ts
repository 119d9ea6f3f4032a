/** Counts the sectors of a miner by quality in one pass over its table. Pure. */
import type { SectorTally } from '../../../shared/upgrades/upgrade-facts.ts';
import type { SectorTable } from '../miners/sector-table.ts';
import type { SectorClock } from '../miners/sector-table-filter.ts';
import { FeeRaise, FULL_QUALITY, upgradeStateAt } from '../miners/upgradable-sectors.ts';

export interface TallyOptions {
  readonly clock: SectorClock;
  /** The first epoch at which a sector could be upgraded. */
  readonly epoch: number;
  /** Undefined leaves out fees after the upgrade. */
  readonly sectorSizeBytes: bigint | undefined;
  /** Pledge of one sector at ten times its size; undefined leaves out what an upgrade would lock. */
  readonly pledgeOfFull: bigint | undefined;
}

export function tallySectors(table: SectorTable, { clock, epoch, sectorSizeBytes, pledgeOfFull }: TallyOptions): SectorTally {
  const counts = { live: 0, active: 0, faulty: 0, full: 0, partial: 0, plain: 0, upgradable: 0, expiring: 0 };
  const fees = sectorSizeBytes === undefined ? undefined : new FeeRaise(sectorSizeBytes);
  let pledge = 0n;
  let dailyFee = 0n;
  let upgradablePower = 0n;
  let topUp = 0n;
  table.forEach('', clock, (chunk, index) => {
    if (!chunk.isLive(index)) return;
    counts.live += 1;
    const quality = chunk.qualities[index] ?? 0;
    const own = chunk.pledges.get(index);
    pledge += own;
    dailyFee += chunk.fees.get(index);
    if (quality >= FULL_QUALITY) counts.full += 1;
    else if (quality > 1) counts.partial += 1;
    else counts.plain += 1;
    const state = chunk.stateAt(index);
    if (state === 'faulty' || state === 'recovering') counts.faulty += 1;
    if (state === 'active') counts.active += 1;
    const upgrade = upgradeStateAt(chunk, index, epoch);
    if (upgrade === 'expiring') counts.expiring += 1;
    if (upgrade !== 'upgradable') return;
    counts.upgradable += 1;
    upgradablePower += BigInt(chunk.powers[index] ?? 0);
    fees?.add(chunk, index);
    if (pledgeOfFull !== undefined && pledgeOfFull > own) topUp += pledgeOfFull - own;
  });
  return {
    ...counts,
    pledge,
    dailyFee,
    upgradablePower,
    topUp: pledgeOfFull === undefined ? undefined : topUp,
    raisedFees: fees?.sums,
  };
}
