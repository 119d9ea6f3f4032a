/** Which sectors a recovery, an extension or a termination names, over a miner of four deadlines. */
import { expect, it } from 'vitest';
import type { MinerPartition } from '../../../../../electron/services/miners/miner-deadlines.ts';
import { type ChangeContext, planSectorChange } from '../../../../../electron/services/miners/sector-change.ts';
import { SectorChunk } from '../../../../../electron/services/miners/sector-chunk.ts';
import { SectorTable } from '../../../../../electron/services/miners/sector-table.ts';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers, bitfieldOf, decodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { SectorChange } from '../../../../../shared/ipc/schemas/sector-change.ts';
import { type NodeSectorInfo, zNodeSectorInfos } from '../../../../../shared/validation/node/miner-detail.ts';

/** Deadline 0 is open, 1 is next, 2 is past its cutoff, 30 is far. */
const HEAD = 20;
const END = 1_000_000;

function record(number: number, change: Record<string, unknown> = {}): NodeSectorInfo {
  const [sector] = zNodeSectorInfos.parse([
    {
      SectorNumber: number,
      SealProof: 8,
      SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
      DealIDs: null,
      Activation: 0,
      Expiration: END,
      DealWeight: '0',
      VerifiedDealWeight: '0',
      InitialPledge: '7',
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
}

interface Given {
  readonly deadline: number;
  readonly sectors: readonly NodeSectorInfo[];
  readonly faulty?: readonly number[];
  readonly recovering?: readonly number[];
  readonly ended?: readonly number[];
}

function contextOf(given: readonly Given[], networkVersion = 29): ChangeContext {
  const table = new SectorTable();
  const partitions: MinerPartition[] = [];
  const chunks = given.map(({ deadline, sectors, faulty = [], recovering = [], ended = [] }) => {
    const numbers = sectors.map(({ SectorNumber }) => Number(SectorNumber));
    const live = numbers.filter((number) => !ended.includes(number));
    const partition: MinerPartition = {
      deadline,
      partition: 0,
      isPosted: false,
      all: bitfieldOf(numbers),
      live: bitfieldOf(live),
      active: bitfieldOf(live.filter((number) => !faulty.includes(number))),
      faulty: bitfieldOf(faulty),
      recovering: bitfieldOf(recovering),
    };
    partitions.push(partition);
    const chunk = new SectorChunk(deadline, sectors.length);
    for (const sector of sectors) chunk.add(sector, 1);
    chunk.place([partition]);
    return chunk;
  });
  table.set(chunks);
  const info = { PeriodStart: 0 } as ChangeContext['deadlines']['info'];
  return { deadlines: { info, partitions }, table, clock: { head: HEAD, timeMsOf: (epoch) => epoch, epochAt: (ms) => ms }, networkVersion };
}

const named = ({ declarations }: Pick<SectorChange, 'declarations'>) =>
  declarations.map(({ Deadline, Sectors }) => [Deadline, bitfieldMembers(decodeRunLengths(Sectors))]);
const all = { filter: '', numbers: undefined, expiration: undefined } as const;

it('recovers what is faulty in all deadlines by one message, and leaves out what would spoil it', () => {
  const context = contextOf([
    { deadline: 0, sectors: [record(1)], faulty: [1] },
    { deadline: 1, sectors: [record(2)], faulty: [2] },
    { deadline: 30, sectors: [record(3), record(4), record(5)], faulty: [3, 4], recovering: [4] },
    { deadline: 40, sectors: [record(6), record(7)], faulty: [6, 7] },
  ]);
  const expected = [
    [30, [3]],
    [40, [6, 7]],
  ];
  const plan = planSectorChange({ ...all, change: 'recover' }, context);
  expect(named(plan)).toEqual(expected);
  expect(plan).toMatchObject({ matching: 7, included: 3, messageCount: 1, inMessage: 3, pledge: '21' });
  expect(Object.fromEntries(plan.leftOut.map(({ reason, count }) => [reason, count]))).toEqual({
    cutoff: 2,
    recovering: 1,
    'not-faulty': 1,
  });

  // The partitions tell the same without a record of any sector.
  const unread = planSectorChange({ ...all, change: 'recover' }, { ...context, table: undefined });
  expect(named(unread)).toEqual(expected);
  expect(unread).toMatchObject({ matching: 5, included: 3, leftOut: [{ reason: 'cutoff', count: 2 }] });
});

it('extends active sectors to one end, as far as each of them can go', () => {
  const life = 5 * EPOCHS.perYear;
  const context = contextOf([
    { deadline: 30, sectors: [record(1), record(2, { Activation: -life + END + 5 }), record(3), record(4)], faulty: [3], ended: [4] },
  ]);
  const latest = planSectorChange({ ...all, change: 'extend' }, context);
  // Sector 2 limits what all of them can have.
  expect(latest.extension).toMatchObject({ expiration: END + 5, latest: END + 5 });
  expect(named(latest)).toEqual([[30, [1, 2]]]);
  const further = planSectorChange({ ...all, change: 'extend', expiration: END + 1000 }, context);
  expect(named(further)).toEqual([[30, [1]]]);
  expect(Object.fromEntries(further.leftOut.map(({ reason, count }) => [reason, count]))).toEqual({
    'too-late': 1,
    'not-active': 1,
    ended: 1,
  });
  expect(planSectorChange({ ...all, change: 'extend', expiration: END }, context)).toMatchObject({ included: 0, declarations: [] });
});

it('does not extend a sector past its expiration, which stays active until its deadline ends and fails the whole message', () => {
  const sectors = [HEAD - 1, HEAD, HEAD + 9, HEAD + 10].map((Expiration, number) => record(number + 1, { Expiration }));
  const plan = planSectorChange({ ...all, change: 'extend', expiration: END }, contextOf([{ deadline: 30, sectors }]));
  expect(named(plan)).toEqual([[30, [4]]]);
  expect(plan.leftOut).toEqual([{ reason: 'expired', count: 3 }]);
});

it('leaves verified sectors to tools that know their claims, until network version 28', () => {
  const verified = record(1, { VerifiedDealWeight: String(34_359_738_368n * BigInt(END)) });
  expect(planSectorChange({ ...all, change: 'extend' }, contextOf([{ deadline: 30, sectors: [verified] }], 28))).toMatchObject({
    included: 0,
    leftOut: [{ reason: 'claims', count: 1 }],
  });
  expect(planSectorChange({ ...all, change: 'extend' }, contextOf([{ deadline: 30, sectors: [verified] }]))).toMatchObject({ included: 1 });
});

it('terminates the chosen sectors alone, whatever the filter shows, and none of the open and the next deadline', () => {
  const context = contextOf([
    { deadline: 1, sectors: [record(1)] },
    { deadline: 30, sectors: [record(2), record(3)] },
  ]);
  const plan = planSectorChange({ change: 'terminate', filter: 'sector:3', numbers: [1, 2], expiration: undefined }, context);
  expect(named(plan)).toEqual([[30, [2]]]);
  expect(plan).toMatchObject({ matching: 2, included: 1, leftOut: [{ reason: 'immutable', count: 1 }] });
});

it('names no more sectors in one message than fit a block', () => {
  const sectors = Array.from({ length: 2500 }, (_, number) => record(number));
  expect(planSectorChange({ ...all, change: 'terminate' }, contextOf([{ deadline: 30, sectors }]))).toMatchObject({
    included: 2500,
    messageCount: 2,
    inMessage: 2000,
  });
});
