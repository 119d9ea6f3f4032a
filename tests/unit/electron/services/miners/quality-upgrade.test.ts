/** Which sectors an UpgradeSectorQuality message would name, over records of the genesis with flags set by hand. */
import { describe, expect, it } from 'vitest';
import { selectUpgrade } from '../../../../../electron/services/miners/quality-upgrade.ts';
import { SectorChunk } from '../../../../../electron/services/miners/sector-chunk.ts';
import { SectorTable } from '../../../../../electron/services/miners/sector-table.ts';
import type { SectorClock } from '../../../../../electron/services/miners/sector-table-filter.ts';
import { tallySectors } from '../../../../../electron/services/upgrades/tally-sectors.ts';
import { bitfieldMembers, bitfieldOf, decodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import { type NodeSectorInfo, zNodeSectorInfos } from '../../../../../shared/validation/node/miner-detail.ts';

const SIZE = 34_359_738_368n;
const FULL = 2;
const clock: SectorClock = { head: 1000, timeMsOf: (epoch) => epoch, epochAt: (timeMs) => timeMs };
const record = (number: number, change: Record<string, unknown> = {}): NodeSectorInfo => {
  const [sector] = zNodeSectorInfos.parse([
    {
      SectorNumber: number,
      SealProof: 8,
      SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
      DealIDs: null,
      Activation: 0,
      Expiration: 1_000_000,
      DealWeight: '0',
      VerifiedDealWeight: '0',
      InitialPledge: String(number),
      ExpectedDayReward: '0',
      ExpectedStoragePledge: '0',
      PowerBaseEpoch: 0,
      ReplacedDayReward: '0',
      SectorKeyCID: null,
      Flags: 1,
      DailyFee: '0',
      ...change,
    },
  ]);
  return sector ?? expect.fail('no sector');
};

const matching = (filter: string) => ({ filter, numbers: undefined });

/** Two partitions of one deadline; the numbers given are faulty. */
function tableOf(partitions: readonly (readonly NodeSectorInfo[])[], faulty: readonly number[] = []): SectorTable {
  const chunk = new SectorChunk(
    5,
    partitions.reduce((sum, own) => sum + own.length, 0),
  );
  for (const sector of partitions.flat()) chunk.add(sector, 1);
  chunk.place(
    partitions.map((own, partition) => {
      const numbers = own.map(({ SectorNumber }) => Number(SectorNumber));
      const all = bitfieldOf(numbers);
      const bad = bitfieldOf(numbers.filter((number) => faulty.includes(number)));
      const active = bitfieldOf(numbers.filter((number) => !faulty.includes(number)));
      return { deadline: 5, partition, isPosted: false, all, live: all, active, faulty: bad, recovering: bitfieldOf([]) };
    }),
  );
  const table = new SectorTable();
  table.set([chunk]);
  return table;
}

describe('a quality upgrade', () => {
  const table = tableOf(
    [
      [record(1), record(2, { Flags: 1 | FULL }), record(3, { VerifiedDealWeight: String(SIZE * 1_000_000n) })],
      [record(10), record(11), record(12, { VerifiedDealWeight: String(SIZE * 500_000n) })],
    ],
    [11],
  );

  it('names the active sectors below full quality, by partition', () => {
    const plan = selectUpgrade(table, matching(''), clock, SIZE);
    expect(plan).toMatchObject({ matching: 6, upgradable: 3, alreadyFull: 2, notActive: 1, inMessage: 3 });
    expect(plan.declarations.map(({ deadline, partition, sectors }) => [deadline, partition, membersOf(sectors)])).toEqual([
      [5, 0, [1]],
      [5, 1, [10, 12]],
    ]);
    expect(plan.pledges).toEqual([1n, 10n, 12n]);
    // Half of sector 12 is verified: 5.5 times its size.
    expect(plan.powerNow).toBe(2n * SIZE + (SIZE * 11n) / 2n);
  });

  it('leaves out sectors that are past their expiration or could be before the message is executed: one fails all of it', () => {
    const day = 2880;
    const ends = [clock.head - 1, clock.head, clock.head + day - 1, clock.head + day];
    const soon = tableOf([ends.map((Expiration, number) => record(number, { Expiration }))]);
    const plan = selectUpgrade(soon, matching(''), clock, SIZE);
    expect(plan).toMatchObject({ matching: 4, upgradable: 1, expiring: 3, notActive: 0, inMessage: 1 });
    expect(membersOf(plan.declarations[0]?.sectors ?? [])).toEqual([3]);
    const options = { clock, epoch: clock.head, sectorSizeBytes: SIZE, pledgeOfFull: 10n };
    expect(tallySectors(soon, options)).toMatchObject({ active: 4, upgradable: 1, expiring: 3, topUp: 7n });
    expect(tallySectors(soon, { ...options, epoch: clock.head + 1 })).toMatchObject({ upgradable: 0, expiring: 4 });
  });

  it('adds up daily fees as they are and as the power scales them, and counts sectors without one', () => {
    const fees = tableOf([
      [
        record(1, { DailyFee: '7' }),
        record(2, { DailyFee: '11', VerifiedDealWeight: String(SIZE * 500_000n) }),
        record(3),
        record(4, { DailyFee: '5', Flags: 1 | FULL }),
      ],
    ]);
    // 70, and 11 at 5.5 times the size comes to 20.
    expect(selectUpgrade(fees, matching(''), clock, SIZE).fees).toEqual({ now: 18n, scaled: 90n, without: 1 });
    const options = { clock, epoch: clock.head, sectorSizeBytes: SIZE, pledgeOfFull: undefined };
    expect(tallySectors(fees, options)).toMatchObject({ dailyFee: 23n, raisedFees: { now: 18n, scaled: 90n, without: 1 } });
  });

  it('follows the filter', () => {
    expect(selectUpgrade(table, matching('partition:0'), clock, SIZE)).toMatchObject({ matching: 3, upgradable: 1, inMessage: 1 });
    expect(selectUpgrade(table, matching('full:yes'), clock, SIZE)).toMatchObject({
      matching: 1,
      upgradable: 0,
      inMessage: 0,
      declarations: [],
    });
    expect(selectUpgrade(table, matching('verified:yes'), clock, SIZE)).toMatchObject({ matching: 2, upgradable: 1 });
    expect(selectUpgrade(table, matching('quality:<10'), clock, SIZE)).toMatchObject({ matching: 4, upgradable: 3, notActive: 1 });
  });

  it('takes the chosen sectors alone, those that the filter hides too', () => {
    const plan = selectUpgrade(table, { filter: 'partition:1', numbers: [1, 2, 12] }, clock, SIZE);
    expect(plan).toMatchObject({ matching: 3, upgradable: 2, alreadyFull: 1, inMessage: 2 });
    expect(plan.declarations.flatMap(({ sectors }) => membersOf(sectors))).toEqual([1, 12]);
  });

  it('leaves to the next message what is too much for one', () => {
    const many = tableOf([Array.from({ length: 1500 }, (_, number) => record(number))]);
    expect(selectUpgrade(many, matching(''), clock, SIZE)).toMatchObject({ matching: 1500, upgradable: 1500, inMessage: 1000 });
  });
});

function membersOf(runs: readonly number[]): number[] {
  return bitfieldMembers(decodeRunLengths(runs.map(BigInt)));
}
