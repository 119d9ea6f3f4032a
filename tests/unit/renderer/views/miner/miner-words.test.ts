/** What the screen of a miner says and drafts, beside figures that were reckoned by hand. */
import { describe, expect, it } from 'vitest';
import { lowestRunway, runwayWords } from '../../../../../renderer/lib/runway-words.ts';
import { nextWindow } from '../../../../../renderer/views/miner/deadline-map.ts';
import { expectedIncome, expectedWins, incomeHint, winsHint, winsWords } from '../../../../../renderer/views/miner/expected-wins.ts';
import { keyRows } from '../../../../../renderer/views/miner/key-rows.ts';
import { changeKeysDraft, recoverDraft, signerOf, signerWords, withdrawDraft } from '../../../../../renderer/views/miner/miner-drafts.ts';
import { trendPath } from '../../../../../renderer/views/miner/PowerTrend.tsx';
import { sectorLife } from '../../../../../renderer/views/miner/sector-life.ts';
import { encodeParams } from '../../../../../shared/domain/methods/method-json.ts';
import type { OwnMiner } from '../../../../../shared/ipc/schemas/own-miners.ts';
import type { Deadline } from '../../../../../shared/ipc/schemas/providers.ts';

const INFO = {
  sectorSize: 34_359_738_368,
  hasPendingWorkerChange: false,
  roles: [
    { role: 'Owner', address: 'f0100', type: 'multisig' },
    { role: 'Worker', address: 'f0101', key: 'f3worker', balance: '0' },
    { role: 'Control 0', address: 'f0102', key: 'f1control', balance: '5' },
    { role: 'Beneficiary', address: 'f0100', type: 'multisig' },
  ],
};

describe('wins', () => {
  it('come by the share of the power: 0.0194 % of the network wins 2.79 blocks a day', () => {
    const wins = expectedWins(194n, 1_000_000n);
    expect(wins?.aDay).toBeCloseTo(5 * 2880 * 0.000194, 9);
    expect(winsWords(wins ?? expect.fail())).toBe('2.79 a day');
    // e^-2.7936 = 6.12 %.
    expect(winsHint(wins ?? expect.fail())).toContain('on 6.1 % of days');
  });

  it('are told as days where they are rare, and not at all without power', () => {
    expect(winsWords({ aDay: 0.5, noneChance: 0.6 })).toBe('one in 2.0 days');
    expect(winsWords({ aDay: 1 / 90, noneChance: 0.99 })).toBe('one in 3 months');
    expect(winsWords({ aDay: 1 / 3650, noneChance: 1 })).toBe('one in 10 years');
    expect(winsWords({ aDay: 12_345.6, noneChance: 0 })).toBe('12,346 a day');
    expect(winsWords({ aDay: 0, noneChance: 1 })).toBe('none');
    expect(expectedWins(1n, 0n)).toBeUndefined();
  });
});

describe('income', () => {
  it('is the miner’s part of the rewards, not the whole reward', () => {
    // 93.17 % of 50 FIL; a thousandth of the network earns 46.585 × 2880 / 1000 FIL a day, and a fifth of 46.585 FIL a win.
    const minerPart = 46_585n * 10n ** 15n;
    expect(expectedIncome(1n, 1000n, minerPart)).toEqual({ aDay: 134_164_800n * 10n ** 12n, aWin: 9317n * 10n ** 15n });
    expect(incomeHint({ epochReward: 50n * 10n ** 18n, minerPart })).toContain('93.17% of the epoch reward, 50 FIL');
    expect(incomeHint({ epochReward: minerPart, minerPart })).toContain('all of it');
    expect(expectedIncome(1n, 0n, minerPart)).toBeUndefined();
  });
});

describe('who signs', () => {
  it('is who has a key here, and else the first that may', () => {
    expect(signerOf(INFO, ['Worker', 'Control', 'Owner'], new Set(['f1control']))).toMatchObject({
      role: { address: 'f0102' },
      isHere: true,
    });
    const worker = signerOf(INFO, ['Worker', 'Control', 'Owner'], new Set());
    expect(worker).toMatchObject({ role: { address: 'f0101' }, isHere: false });
    expect(signerWords(worker)).toContain('not on this machine');
    expect(signerWords(signerOf(INFO, ['Owner'], new Set()))).toContain('multisig');
  });

  it('sends what its method takes', () => {
    const control = signerOf(INFO, ['Control'], new Set());
    const recover = recoverDraft('f01000', control, 15, [
      { partition: 0, lost: [3, 2], lostCount: 2 },
      { partition: 1, lost: [0], lostCount: 0 },
    ]);
    expect(recover).toMatchObject({ from: 'f1control', to: 'f01000', method: '11', value: '0' });
    const json = recover.params.kind === 'fields' ? JSON.parse(recover.params.json) : expect.fail();
    expect(json).toEqual({ Recoveries: [{ Deadline: 15, Partition: 0, Sectors: [3, 2] }] });
    // [[[15, 0, rle+ of {3, 4}]]]
    expect(encodeParams('storageminer', 11n, json).length).toBeGreaterThan(5);
    const withdraw = withdrawDraft('f01000', undefined, '-5');
    expect(withdraw).toMatchObject({ from: '', method: '16' });
    expect(withdraw.params.kind === 'fields' && JSON.parse(withdraw.params.json)).toEqual({ AmountRequested: '0' });
    const keys = changeKeysDraft('f01000', signerOf(INFO, ['Owner'], new Set()), INFO);
    // A multisig proposes: it is no sender.
    expect(keys.from).toBe('');
    expect(keys.params.kind === 'fields' && JSON.parse(keys.params.json)).toEqual({ NewWorker: 'f0101', NewControlAddrs: ['f0102'] });
  });
});

describe('gas', () => {
  const runway = { spentADay: '1000', daysLeft: 6.4, seenDays: 7 };

  it('lasts as long as it was seen to, or says why that is not known', () => {
    expect(runwayWords({ role: 'Control 0', balance: '5', isOwn: true, runway })).toMatchObject({
      text: '6 d',
      isLow: true,
      isKnown: true,
    });
    expect(runwayWords({ role: 'Control 0', balance: '5', isOwn: true, runway: { ...runway, daysLeft: 1500 } })?.text).toBe('4.1 y');
    expect(runwayWords({ role: 'Control 0', balance: '5', isOwn: true, runway: { ...runway, daysLeft: 7.1 } })?.isLow).toBe(false);
    expect(runwayWords({ role: 'Worker', balance: '0', isOwn: false, runway: undefined })?.text).toBe('empty');
    expect(runwayWords({ role: 'Worker', balance: '7', isOwn: true, runway: undefined })).toMatchObject({
      text: 'needs 6 h',
      isKnown: false,
    });
    expect(runwayWords({ role: 'Owner', balance: '0', isOwn: true, runway: undefined })).toBeUndefined();
  });

  it('says of a miner that is not watched that it is not known, and how it comes to be', () => {
    const words = runwayWords({ role: 'Worker', balance: '5', isOwn: false, runway: undefined });
    expect(words).toMatchObject({ text: 'unknown', isKnown: false, isLow: false });
    expect(words?.why).toContain('Add the miner to My miners');
  });

  it('says what proofs alone take where nothing was seen yet', () => {
    const proofs = { deadlines: 4, baseFee: 100n };
    const why = runwayWords({ role: 'Control 0', balance: '5', isOwn: true, proofs, runway: undefined })?.why ?? '';
    // A base fee of 100 attoFIL rises by an eighth, rounded up, twenty times.
    let highest = 100n;
    for (let tipset = 0; tipset < 20; tipset += 1) highest += (highest + 7n) / 8n;
    expect(why).toContain('each of 4 deadlines with sectors');
    const [, digits = ''] = /up to ([\d.]+) FIL a day/.exec(why) ?? [];
    expect(Number(digits)).toBeCloseTo(Number(4n * 25_000_000n * highest) / 1e18, 9);
  });

  it('is of a miner what its poorest sender has', () => {
    const miner = {
      standing: {
        keys: [
          { role: 'Owner', address: 'f0100', balance: '5', runway: { ...runway, daysLeft: 1 } },
          { role: 'Worker', address: 'f0101', balance: '5', runway: { ...runway, daysLeft: 100 } },
          { role: 'Control 0', address: 'f0102', balance: '5', runway },
        ],
      },
    } as unknown as OwnMiner;
    expect(lowestRunway(miner)).toMatchObject({ text: '6 d', why: expect.stringContaining('f0102') });
    expect(lowestRunway(undefined)).toBeUndefined();
  });

  it('is told once for an address that has several roles', () => {
    const rows = keyRows(INFO, true, undefined);
    expect(rows.map(({ role, address }) => [role, address])).toEqual([
      ['Owner, beneficiary', 'f0100'],
      ['Worker', 'f0101'],
      ['Control 0', 'f0102'],
    ]);
  });
});

describe('windows', () => {
  const EPOCH_MS = 30_000;
  const deadline = (index: number): Deadline => ({
    index,
    state: 'faulty',
    openEpoch: index * 60,
    closeEpoch: index * 60 + 60,
    openTimeMs: index * 60 * EPOCH_MS,
    closeTimeMs: (index * 60 + 60) * EPOCH_MS,
    partitions: 1,
    duePartitions: 0,
    provenPartitions: 0,
    live: 1,
    active: 0,
    faulty: 1,
    recovering: 0,
  });

  it('open again in this period or in the next, with a cutoff 70 epochs before', () => {
    expect(nextWindow(deadline(20), 10)).toEqual({ openTimeMs: 1200 * EPOCH_MS, cutoffTimeMs: 1130 * EPOCH_MS });
    expect(nextWindow(deadline(5), 10)).toEqual({ openTimeMs: (300 + 2880) * EPOCH_MS, cutoffTimeMs: (300 + 2880 - 70) * EPOCH_MS });
  });
});

describe('the life of a sector', () => {
  const record = {
    number: 1,
    sealProof: 'StackedDrg32GiBV1_1',
    sealedCid: 'bagboea4b5abcarcv5o2bv2xs4mdkbuhpdqqabo4zvd2tgwsnzl7hqhzqpyv5abcd',
    dealIds: [],
    dealCount: 0,
    activation: 100,
    activationTimeMs: 0,
    expiration: 5000,
    expirationTimeMs: 1,
    powerBaseEpoch: 200,
    powerBaseTimeMs: 1,
    dealWeight: '0',
    verifiedDealWeight: '0',
    isFullByRule: false,
    initialPledge: '1',
    extensibleUntil: 9000,
    extensibleUntilTimeMs: 2,
  };
  const place = { deadline: 1, partition: 0, state: 'faulty', opensEpoch: 400, opensTimeMs: 3 } as const;

  it('runs from its activation to its end, and says what its next window means', () => {
    expect(sectorLife(record, place, 300).map(({ key, status }) => [key, status])).toEqual([
      ['activated', 'done'],
      ['based', 'done'],
      ['proof', 'bad'],
      ['expires', 'next'],
      ['extensible', 'next'],
    ]);
    expect(sectorLife(record, { ...place, state: 'terminated' }, 300).map(({ key }) => key)).toEqual(['activated', 'based', 'expires']);
    expect(sectorLife({ ...record, powerBaseEpoch: 100 }, undefined, 6000).map(({ key, status }) => [key, status])).toEqual([
      ['activated', 'done'],
      ['expires', 'done'],
    ]);
  });
});

it('a trend needs two points in time', () => {
  const point = (timeMs: number, value: string) => ({ height: 1, timeMs, value });
  expect(trendPath([])).toBeUndefined();
  expect(trendPath([point(5, '1'), point(5, '2')])).toBeUndefined();
  expect(trendPath([point(0, '1'), point(10, '3')])).toBe('M0.0 34.0L300.0 2.0');
  expect(trendPath([point(0, '7'), point(10, '7')])).toBe('M0.0 18.0L300.0 18.0');
});
