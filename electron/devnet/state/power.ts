/** Operations of the power actor (builtin-actors v16, actors/power/src/{lib,state}.rs). */
import type { CronEvent } from '../../../shared/domain/actors/power-state.ts';
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { nextEstimate } from './next-estimate.ts';
import { noCronEvents, POWER, type Power } from './power-view.ts';
import { POWER_ID, type State } from './state.ts';
import type { StateDraft } from './state-draft.ts';

/** Bytes. */
export interface PowerPair {
  readonly raw: bigint;
  readonly quality: bigint;
}

export interface NetworkPower extends PowerPair {
  readonly minersWithPower: number;
}

/** Minimum raw power to win blocks: 32 GiB here. */
export const MINIMUM_POWER = 34_359_738_368n;
/** With fewer miners above the minimum, all power counts (actors/power/src/policy.rs CONSENSUS_MINER_MIN_MINERS). */
const MIN_MINERS = 4;

const NO_POWER: PowerPair = { raw: 0n, quality: 0n };

/** Return the current total power that counts. */
export function networkPower(state: State): NetworkPower {
  return totalOf(state.read(POWER, POWER_ID));
}

function totalOf(power: Power): NetworkPower {
  const minersWithPower = power.minerAboveMinPowerCount;
  return minersWithPower < MIN_MINERS
    ? { raw: power.totalBytesCommitted, quality: power.totalQaBytesCommitted, minersWithPower }
    : { raw: power.totalRawBytePower, quality: power.totalQualityAdjPower, minersWithPower };
}

/** Return a miner's power; undefined if it is not a miner. */
export function claimOf(state: State, minerId: number): PowerPair | undefined {
  const claim = state.read(POWER, POWER_ID).claims.get(idAddress(minerId));
  return claim && { raw: claim.rawBytePower, quality: claim.qualityAdjPower };
}

/** Set a miner's power. A miner without a claim gets one and is counted. */
export function setClaim(draft: StateDraft, minerId: number, { raw, quality }: PowerPair, windowPostProof: number): void {
  const power = draft.read(POWER, POWER_ID);
  const known = claimOf(draft.state, minerId);
  if (known !== undefined && known.raw === raw && known.quality === quality) return;
  const old = known ?? NO_POWER;
  const counts = ({ raw: bytes }: PowerPair): boolean => bytes >= MINIMUM_POWER;
  const counted = (pair: PowerPair): PowerPair => (counts(pair) ? pair : NO_POWER);
  const next = { raw, quality };
  draft.write(POWER, POWER_ID, {
    ...power,
    claims: power.claims.set(idAddress(minerId), { windowPoStProofType: windowPostProof, rawBytePower: raw, qualityAdjPower: quality }),
    minerCount: power.minerCount + (known === undefined ? 1 : 0),
    minerAboveMinPowerCount: power.minerAboveMinPowerCount + Number(counts(next)) - Number(counts(old)),
    totalBytesCommitted: power.totalBytesCommitted + raw - old.raw,
    totalQaBytesCommitted: power.totalQaBytesCommitted + quality - old.quality,
    totalRawBytePower: power.totalRawBytePower + counted(next).raw - counted(old).raw,
    totalQualityAdjPower: power.totalQualityAdjPower + counted(next).quality - counted(old).quality,
  });
}

/** Add to the total pledge, or subtract; attoFIL. */
export function addPledge(draft: StateDraft, delta: bigint): void {
  if (delta === 0n) return;
  const power = draft.read(POWER, POWER_ID);
  draft.write(POWER, POWER_ID, { ...power, totalPledgeCollateral: attoFil(power.totalPledgeCollateral + delta) });
}

/** Schedule a cron call to a miner at the end of an epoch, with a payload. */
export function enrolCronEvent(draft: StateDraft, minerId: number, epoch: number, payload: Uint8Array): void {
  const power = draft.read(POWER, POWER_ID);
  const events = power.cronEventQueue.get(epoch) ?? noCronEvents(draft.state.blocks);
  const event = { minerAddress: idAddress(minerId), callbackPayload: payload };
  draft.write(POWER, POWER_ID, {
    ...power,
    cronEventQueue: power.cronEventQueue.set(epoch, events.set(events.count, event)),
    firstCronEpoch: Math.min(power.firstCronEpoch, epoch),
  });
}

/** Remove and return the calls due up to an epoch, in order. */
export function takeCronEvents(draft: StateDraft, epoch: number): CronEvent[] {
  const power = draft.read(POWER, POWER_ID);
  const due: CronEvent[] = [];
  let { cronEventQueue } = power;
  for (let at = power.firstCronEpoch; at <= epoch; at += 1) {
    const events = cronEventQueue.get(at);
    if (events === undefined) continue;
    due.push(...events.values().filter(({ minerAddress }) => power.claims.has(minerAddress)));
    cronEventQueue = cronEventQueue.delete(at);
  }
  draft.write(POWER, POWER_ID, { ...power, cronEventQueue, firstCronEpoch: epoch + 1 });
  return due;
}

/** End an epoch: its totals are used in the next one. Returns the realized raw power. */
export function closePowerEpoch(draft: StateDraft): bigint {
  const power = draft.read(POWER, POWER_ID);
  const { raw, quality } = totalOf(power);
  draft.write(POWER, POWER_ID, {
    ...power,
    thisEpochRawBytePower: raw,
    thisEpochQualityAdjPower: quality,
    thisEpochPledgeCollateral: power.totalPledgeCollateral,
    thisEpochQaPowerSmoothed: nextEstimate(power.thisEpochQaPowerSmoothed, quality, 1n),
  });
  return raw;
}
