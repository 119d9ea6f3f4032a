/** Tables of sectors over the real records of the miners of the genesis block, beside what a plain look at the same records finds. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MinerPartition } from '../../../../../electron/services/miners/miner-deadlines.ts';
import { SectorChunk } from '../../../../../electron/services/miners/sector-chunk.ts';
import { summariseSectors } from '../../../../../electron/services/miners/sector-summary.ts';
import { SectorTable } from '../../../../../electron/services/miners/sector-table.ts';
import type { SectorClock } from '../../../../../electron/services/miners/sector-table-filter.ts';
import { bitfieldMembers, bitfieldOf, decodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { SectorTableRow } from '../../../../../shared/ipc/schemas/miner-sectors.ts';
import { zNodeSectorInfos } from '../../../../../shared/validation/node/miner-detail.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface RecordedMiner {
  readonly StateMinerSectors: readonly {
    readonly SectorNumber: number;
    readonly Expiration: number;
    readonly InitialPledge: string;
    readonly SealedCID: { readonly '/': string };
    readonly DealIDs: readonly number[];
  }[];
  readonly StateMinerPartitions: readonly (readonly { readonly AllSectors: readonly number[] }[])[];
}

const { miners } = readSharedJson<{ readonly miners: Readonly<Record<string, RecordedMiner>> }>('miners/genesis-mainnet.json.gz');
const recorded = miners.f01000 ?? expect.fail('f01000 is not recorded');
const records = zNodeSectorInfos.parse(recorded.StateMinerSectors);
const byNumber = new Map(records.map((record) => [Number(record.SectorNumber), record]));

const clock: SectorClock = { head: 1_500_000, timeMsOf: (epoch) => epoch * 30_000, epochAt: (timeMs) => timeMs / 30_000 };
const EMPTY = bitfieldOf([]);

/** Every seventh faulty, of these every second declared as back; every eleventh not proven yet. */
const faulty = new Set(records.map(({ SectorNumber }) => Number(SectorNumber)).filter((number) => number % 7 === 0));
const recovering = new Set([...faulty].filter((number) => number % 2 === 0));
const unproven = new Set(
  records.map(({ SectorNumber }) => Number(SectorNumber)).filter((number) => number % 11 === 0 && !faulty.has(number)),
);
const ended = new Set([5, 6]);

function partitionsOf(deadline: number): MinerPartition[] {
  return (recorded.StateMinerPartitions[deadline] ?? []).map(({ AllSectors }, partition) => {
    const all = decodeRunLengths(AllSectors);
    const numbers = bitfieldMembers(all);
    const pick = (test: (number: number) => boolean) => bitfieldOf(numbers.filter(test));
    const isLive = (number: number): boolean => !ended.has(number);
    return {
      deadline,
      partition,
      isPosted: false,
      all,
      live: pick(isLive),
      active: pick((number) => isLive(number) && !faulty.has(number) && !unproven.has(number)),
      faulty: pick((number) => isLive(number) && faulty.has(number)),
      recovering: pick((number) => isLive(number) && recovering.has(number)),
    };
  });
}

function tableOf(): { table: SectorTable; chunks: SectorChunk[] } {
  const chunks = recorded.StateMinerPartitions.flatMap((_, deadline) => {
    const partitions = partitionsOf(deadline);
    const numbers = partitions.flatMap(({ all }) => bitfieldMembers(all));
    if (numbers.length === 0) return [];
    const chunk = new SectorChunk(deadline, numbers.length);
    for (const number of numbers) chunk.add(byNumber.get(number) ?? expect.fail(`sector ${number}`), 7);
    chunk.place(partitions);
    return [chunk];
  });
  const table = new SectorTable();
  table.set(chunks);
  return { table, chunks };
}

const { table, chunks } = tableOf();
const BY_NUMBER = { by: 'number', direction: 'ascending' } as const;
const rowsOf = (filter: string, order: Parameters<SectorTable['ordered']>[1] = BY_NUMBER): SectorTableRow[] =>
  [...table.ordered(filter, order, clock)].map((row) => table.rowAt(row, clock));

describe('a table of sectors', () => {
  it('has every record as it was recorded', () => {
    const rows = rowsOf('');
    expect(rows).toHaveLength(768);
    expect(rows.map(({ number }) => number)).toEqual([...byNumber.keys()].sort((left, right) => left - right));
    for (const row of rows) {
      const record = recorded.StateMinerSectors.find(({ SectorNumber }) => SectorNumber === row.number);
      expect(row).toMatchObject({
        expiration: record?.Expiration,
        initialPledge: record?.InitialPledge,
        sealedCid: record?.SealedCID['/'],
        dealCount: record?.DealIDs.length,
        callId: 7,
      });
    }
  });

  it('says of each sector what its partition does', () => {
    for (const row of rowsOf('')) {
      const { number } = row;
      expect(row.isTerminated).toBe(ended.has(number));
      expect(row.isFaulty).toBe(!ended.has(number) && faulty.has(number));
      expect(row.isRecovering).toBe(!ended.has(number) && recovering.has(number));
      expect(row.isUnproven).toBe(!ended.has(number) && unproven.has(number));
    }
  });

  it('follows what partitions say without new records', () => {
    const [first] = chunks;
    const own = partitionsOf(first?.deadline ?? 0);
    first?.place(own.map((partition) => ({ ...partition, faulty: partition.live, recovering: EMPTY, active: EMPTY })));
    table.set(chunks);
    const live = own.reduce((sum, partition) => sum + Number(partition.live.count), 0);
    expect(rowsOf(`state:faulty deadline:${first?.deadline ?? 0}`)).toHaveLength(live);
    first?.place(own);
    table.set(chunks);
  });

  it('passes what the filter asks for and nothing else', () => {
    const numbers = (filter: string) => rowsOf(filter).map(({ number }) => number);
    const plain = (test: (row: SectorTableRow) => boolean) =>
      rowsOf('')
        .filter(test)
        .map(({ number }) => number);
    expect(numbers('state:faulty')).toEqual(plain(({ number }) => faulty.has(number) && !recovering.has(number) && !ended.has(number)));
    expect(numbers('deadline:3 not state:active')).toEqual(plain(({ deadline, isActive }) => deadline === 3 && !isActive));
    expect(numbers('expires:<+18d')).toEqual(plain(({ expiration }) => expiration < 1_500_000 + 18 * 2880));
    expect(numbers('expires:1552000..1553000')).toEqual(plain(({ expiration }) => expiration >= 1_552_000 && expiration <= 1_553_000));
    expect(numbers('verified:yes')).toEqual(plain(({ quality, isFullByRule }) => quality > 1 && !isFullByRule));
    expect(numbers('pledge:>9.9')).toEqual(plain(({ initialPledge }) => BigInt(initialPledge) > 99n * 10n ** 17n));
    expect(numbers('sector:10..12 or 700')).toEqual([10, 11, 12, 700]);
    const [cid] = rowsOf('sector:44').map(({ sealedCid }) => sealedCid);
    expect(numbers(`cid:=${cid}`)).toEqual([44]);
    expect(numbers('state:proving')).toEqual([]);
  });

  it('finds a sector by a deal that its record names', () => {
    const [deal] = recorded.StateMinerSectors.find(({ SectorNumber }) => SectorNumber === 100)?.DealIDs ?? [];
    expect(rowsOf(`deal:=${deal}`).map(({ number }) => number)).toContain(100);
  });

  it('stands in every order as a plain sort of the rows does', () => {
    const keys = {
      number: ({ number }: SectorTableRow) => BigInt(number),
      expires: ({ expiration }: SectorTableRow) => BigInt(expiration),
      activated: ({ activation }: SectorTableRow) => BigInt(activation),
      pledge: ({ initialPledge }: SectorTableRow) => BigInt(initialPledge),
      fee: ({ dailyFee }: SectorTableRow) => BigInt(dailyFee ?? 0),
      power: ({ qualityAdjusted }: SectorTableRow) => BigInt(qualityAdjusted),
      quality: ({ quality }: SectorTableRow) => BigInt(Math.round(quality * 1e6)),
      data: ({ dataBytes }: SectorTableRow) => BigInt(dataBytes),
      place: ({ deadline, partition }: SectorTableRow) => BigInt(deadline ?? 0) * 100_000n + BigInt(partition ?? 0),
    } as const;
    const rows = rowsOf('');
    for (const by of Object.keys(keys) as (keyof typeof keys)[]) {
      for (const [direction, sign] of [
        ['ascending', 1],
        ['descending', -1],
      ] as const) {
        const wanted = [...rows].sort((left, right) => {
          const [one, other] = [keys[by](left), keys[by](right)];
          return one < other ? -sign : one > other ? sign : left.number - right.number;
        });
        expect(rowsOf('', { by, direction }).map(({ number }) => number)).toEqual(wanted.map(({ number }) => number));
      }
    }
  });

  it('puts what needs somebody first when it is ordered by state', () => {
    const states = rowsOf('', { by: 'state', direction: 'ascending' }).map((row) =>
      row.isTerminated ? 4 : row.isRecovering ? 1 : row.isFaulty ? 0 : row.isUnproven ? 2 : 3,
    );
    expect(states).toEqual([...states].sort());
  });

  it('keeps amounts that a number does not hold exactly apart', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 1n << 70n }), { minLength: 1, maxLength: 30 }), (pledges) => {
        const [record = expect.fail('no record')] = records;
        const chunk = new SectorChunk(0, pledges.length);
        for (const [index, pledge] of pledges.entries())
          chunk.add({ ...record, SectorNumber: BigInt(index), InitialPledge: pledge as typeof record.InitialPledge }, 1);
        const own = new SectorTable();
        own.set([chunk]);
        const order = [...own.ordered('', { by: 'pledge', direction: 'ascending' }, clock)].map((row) =>
          BigInt(own.rowAt(row, clock).initialPledge),
        );
        expect(order).toEqual([...pledges].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
      }),
    );
  });
});

describe('the sums of a table', () => {
  it('are those of the records', () => {
    const summary = summariseSectors(table, '', 'week', clock);
    const rows = rowsOf('');
    expect(summary).toMatchObject({ total: 768, matching: 768 });
    expect(BigInt(summary.pledge)).toBe(records.reduce((sum, { InitialPledge }) => sum + InitialPledge, 0n));
    expect(summary.byState.terminated).toBe(ended.size);
    expect(Object.values(summary.byState).reduce((sum, count) => sum + count, 0)).toBe(768);
    expect(summary.expiringSoon).toBe(rows.filter((row) => !row.isTerminated && row.expiration < 1_500_000 + 30 * 2880).length);
    for (const { from, upTo, count } of summary.expiries)
      expect(count).toBe(rows.filter((row) => !row.isTerminated && row.expiration >= from && row.expiration < upTo).length);
    expect(summary.expiries.reduce((sum, { count }) => sum + count, 0)).toBe(768 - ended.size);
  });

  it('are of those that pass the filter', () => {
    const summary = summariseSectors(table, 'deadline:0', 'month', clock);
    expect(summary.matching).toBe(rowsOf('deadline:0').length);
    expect(BigInt(summary.qualityAdjusted)).toBe(rowsOf('deadline:0').reduce((sum, row) => sum + BigInt(row.qualityAdjusted), 0n));
  });
});
