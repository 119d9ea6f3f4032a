import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryBlocks } from '../../../../../electron/devnet/state/blocks.ts';
import {
  addPledge,
  claimOf,
  closePowerEpoch,
  enrolCronEvent,
  MINIMUM_POWER,
  networkPower,
  setClaim,
  takeCronEvents,
} from '../../../../../electron/devnet/state/power.ts';
import { emptyPower, POWER } from '../../../../../electron/devnet/state/power-view.ts';
import { POWER_ID, State } from '../../../../../electron/devnet/state/state.ts';
import { StateDraft } from '../../../../../electron/devnet/state/state-draft.ts';
import { ViewCache } from '../../../../../electron/devnet/state/state-view.ts';
import { idAddress } from '../../../../../shared/domain/addresses/address.ts';

const PROOF = 8;

function begun(): StateDraft {
  const draft = new StateDraft(State.empty(new MemoryBlocks()));
  draft.putActorsVersion(19);
  draft.addActor(POWER_ID, 'storagepower', undefined);
  draft.write(POWER, POWER_ID, emptyPower(draft.state.blocks));
  return draft;
}

let draft: StateDraft;
beforeEach(() => {
  draft = begun();
});

/** The draft as it is once it was stored and opened again. */
function reopened(): StateDraft {
  const finished = draft.finish(0);
  return new StateDraft(State.open(finished.blocks, new ViewCache(), finished));
}

describe('claims', () => {
  it('add up as the actor counts them: all of them, and those above the minimum', () => {
    const change = fc.record({
      miner: fc.integer({ min: 1000, max: 1006 }),
      raw: fc.bigInt({ min: 0n, max: 3n * MINIMUM_POWER }),
      more: fc.bigInt({ min: 0n, max: 9n * MINIMUM_POWER }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        draft = begun();
        for (const { miner, raw, more } of changes) setClaim(draft, miner, { raw, quality: raw + more }, PROOF);
        const power = reopened().read(POWER, POWER_ID);
        const claims = power.claims.entries().map(([, claim]) => claim);
        const counted = claims.filter(({ rawBytePower }) => rawBytePower >= MINIMUM_POWER);
        const sum = (of: typeof claims, field: 'rawBytePower' | 'qualityAdjPower') => of.reduce((total, claim) => total + claim[field], 0n);
        expect(power).toMatchObject({
          minerCount: new Set(changes.map(({ miner }) => miner)).size,
          minerAboveMinPowerCount: counted.length,
          totalBytesCommitted: sum(claims, 'rawBytePower'),
          totalQaBytesCommitted: sum(claims, 'qualityAdjPower'),
          totalRawBytePower: sum(counted, 'rawBytePower'),
          totalQualityAdjPower: sum(counted, 'qualityAdjPower'),
        });
      }),
      { numRuns: 60 },
    );
  });

  it('count for the network from the minimum on, and all of them while fewer than four miners reach it', () => {
    setClaim(draft, 1000, { raw: 5n, quality: 6n }, PROOF);
    for (const id of [1001, 1002, 1003]) setClaim(draft, id, { raw: MINIMUM_POWER, quality: MINIMUM_POWER }, PROOF);
    expect(networkPower(draft.state)).toEqual({ raw: 3n * MINIMUM_POWER + 5n, quality: 3n * MINIMUM_POWER + 6n, minersWithPower: 3 });
    setClaim(draft, 1004, { raw: MINIMUM_POWER, quality: 2n * MINIMUM_POWER }, PROOF);
    expect(networkPower(draft.state)).toEqual({ raw: 4n * MINIMUM_POWER, quality: 5n * MINIMUM_POWER, minersWithPower: 4 });
    expect(claimOf(draft.state, 1000)).toEqual({ raw: 5n, quality: 6n });
    expect(claimOf(draft.state, 1009)).toBeUndefined();
  });
});

describe('the queue of calls', () => {
  it('gives those up to an epoch in their order, once, and those of miners with a claim alone', () => {
    for (const id of [1000, 1001]) setClaim(draft, id, { raw: 0n, quality: 0n }, PROOF);
    enrolCronEvent(draft, 1001, 12, Uint8Array.of(1));
    enrolCronEvent(draft, 1000, 12, Uint8Array.of(2));
    enrolCronEvent(draft, 1007, 12, Uint8Array.of(3));
    enrolCronEvent(draft, 1000, 11, Uint8Array.of(4));
    draft = reopened();
    enrolCronEvent(draft, 1000, 15, Uint8Array.of(5));
    expect(takeCronEvents(draft, 10)).toEqual([]);
    const due = takeCronEvents(draft, 14).map(({ minerAddress, callbackPayload }) => [minerAddress, ...callbackPayload]);
    expect(due).toEqual([
      [idAddress(1000), 4],
      [idAddress(1001), 1],
      [idAddress(1000), 2],
    ]);
    expect(takeCronEvents(draft, 14)).toEqual([]);
    draft = reopened();
    expect(draft.read(POWER, POWER_ID).cronEventQueue.entries()).toHaveLength(1);
    expect(draft.read(POWER, POWER_ID).firstCronEpoch).toBe(15);
    enrolCronEvent(draft, 1001, 13, Uint8Array.of(6));
    expect(takeCronEvents(draft, 15).map(({ callbackPayload }) => [...callbackPayload])).toEqual([[6], [5]]);
  });
});

it('the end of an epoch fixes its totals, and its estimate follows them slowly', () => {
  const power = { raw: MINIMUM_POWER, quality: 4n * MINIMUM_POWER };
  setClaim(draft, 1000, power, PROOF);
  addPledge(draft, 7n);
  addPledge(draft, -2n);
  expect(closePowerEpoch(draft)).toBe(power.raw);
  const closed = draft.read(POWER, POWER_ID);
  expect(closed).toMatchObject({
    thisEpochRawBytePower: power.raw,
    thisEpochQualityAdjPower: power.quality,
    thisEpochPledgeCollateral: 5n,
    totalPledgeCollateral: 5n,
  });
  for (let epoch = 0; epoch < 8_000; epoch += 1) closePowerEpoch(draft);
  const estimate = Number(((draft.read(POWER, POWER_ID).thisEpochQaPowerSmoothed.positionEstimate >> 128n) * 1000n) / power.quality) / 1000;
  expect(Number(closed.thisEpochQaPowerSmoothed.positionEstimate >> 128n) / Number(power.quality)).toBeCloseTo(9.25e-4, 6);
  expect(estimate).toBeCloseTo(1, 1);
});
