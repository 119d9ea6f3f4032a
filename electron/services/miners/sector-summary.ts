/** Totals of the sectors that match a filter, and a histogram of their expirations. Pure. */
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { ExpiryBucket, SectorSummary } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { type SectorTable, STEP_EPOCHS } from './sector-table.ts';
import type { SectorClock } from './sector-table-filter.ts';
import { FULL_QUALITY } from './upgradable-sectors.ts';

const SOON_EPOCHS = 30 * EPOCHS.perDay;
/** Bars of the histogram; the last one includes all later sectors. */
const MAX_BUCKETS = 120;

export function summariseSectors(
  table: SectorTable,
  filter: string,
  step: keyof typeof STEP_EPOCHS,
  clock: SectorClock,
): Omit<SectorSummary, 'pinned'> {
  const byState = { active: 0, faulty: 0, recovering: 0, unproven: 0, terminated: 0 };
  const sums = { matching: 0, pledge: 0n, dailyFee: 0n, expiringSoon: 0 };
  // The bytes of a million sectors of 64 GiB, times ten, are still exact.
  let power = 0;
  const buckets = new Map<number, { count: number; fullCount: number; pledge: bigint }>();
  const stepEpochs = STEP_EPOCHS[step];
  const first = Math.floor(clock.head / stepEpochs);
  table.forEach(filter, clock, (chunk, index) => {
    sums.matching += 1;
    byState[chunk.stateAt(index)] += 1;
    const pledge = chunk.pledges.get(index);
    sums.pledge += pledge;
    sums.dailyFee += chunk.fees.get(index);
    power += chunk.powers[index] ?? 0;
    if (!chunk.isLive(index)) return;
    const expiration = chunk.expirations[index] ?? 0;
    if (expiration < clock.head + SOON_EPOCHS) sums.expiringSoon += 1;
    const place = Math.min(MAX_BUCKETS - 1, Math.max(0, Math.floor(expiration / stepEpochs) - first));
    const bucket = buckets.get(place) ?? { count: 0, fullCount: 0, pledge: 0n };
    bucket.count += 1;
    if ((chunk.qualities[index] ?? 0) >= FULL_QUALITY) bucket.fullCount += 1;
    bucket.pledge += pledge;
    buckets.set(place, bucket);
  });
  const last = Math.max(-1, ...buckets.keys());
  const expiries = Array.from({ length: last + 1 }, (_, place): ExpiryBucket => {
    const { count, fullCount, pledge } = buckets.get(place) ?? { count: 0, fullCount: 0, pledge: 0n };
    const from = (first + place) * stepEpochs;
    return { from, upTo: from + stepEpochs, fromTimeMs: clock.timeMsOf(from), count, fullCount, pledge: pledge.toString() };
  });
  return {
    total: table.total,
    matching: sums.matching,
    byState,
    pledge: sums.pledge.toString(),
    dailyFee: sums.dailyFee.toString(),
    qualityAdjusted: BigInt(power).toString(),
    expiringSoon: sums.expiringSoon,
    expiries,
  };
}
