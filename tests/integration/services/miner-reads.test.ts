/** One miner in detail against the embedded node: what a tipset costs, deadlines, and sectors as a table. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitfieldMembers, decodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { dailyFeeFor } from '../../../shared/domain/sectors/daily-fee.ts';
import { zMinerDeadline, zMinerSector, zSectorPage, zSectorSummary } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { zMiner } from '../../../shared/ipc/schemas/providers.ts';
import { zQualityUpgrade } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import { resultOf } from '../../builders/devnet-caller.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';

const LARGE = 't01008';
/** Its sectors are not listed before the last test. */
const UNLISTED = 't01002';
const LARGE_SECTORS = 20_000;
const BY_NUMBER = { by: 'number', direction: 'ascending' } as const;

let services: DevnetServices;

beforeAll(async () => {
  services = await startDevnetServices(240, LARGE_SECTORS);
});
afterAll(() => services.stop());

function filled<T>(panel: { value: T } | { error: { message: string } }): T {
  if ('error' in panel) throw new Error(panel.error.message);
  return panel.value;
}

async function advance(): Promise<void> {
  const before = services.chain.slice.get().head?.height ?? 0;
  let height = before;
  while (height === before) height = Number((await services.control('advance', { epochs: 1 })).headHeight);
  await eventually(() => services.chain.slice.get().head?.height === height, 'the new head');
}

/** The methods that something calls, in the order of the alphabet. */
async function methodsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = services.tap.methods().length;
  await work();
  return services.tap
    .methods()
    .slice(before)
    .filter((method) => !method.startsWith('Chain') || method === 'ChainReadObj')
    .sort();
}

async function readAll(address: string): Promise<void> {
  await services.minerReads.readSectors({ address });
  await eventually(() => services.minerReads.sectorsProgressed.get(address)?.state === 'done', 'the sectors');
}

const list = async (address: string, filter: string, limit = 500) =>
  zSectorPage.parse(await services.minerReads.listSectors({ address, filter, order: BY_NUMBER, offset: 0, limit }));

describe('what a tipset costs', () => {
  it('reads a miner once, and of the next tipset what changed', async () => {
    const first = await methodsOf(() => services.minerReads.getMiner({ address: LARGE }));
    expect(first.filter((method) => method === 'StateMinerPartitions')).toHaveLength(48);
    expect(await methodsOf(() => services.minerReads.getMiner({ address: LARGE }))).toEqual([]);
    await advance();
    // Whether the miner won or a window closed in between is the chain's doing: at most one deadline is another one.
    const next = await methodsOf(() => services.minerReads.getMiner({ address: LARGE }));
    expect(next.length).toBeLessThanOrEqual(16);
    expect(next.filter((method) => method === 'StateMinerPartitions').length).toBeLessThanOrEqual(2);
    expect(next).toContain('StateGetActor');
    expect(next).toContain('StateMinerPower');
  });

  it('asks once for deadlines without sectors, which are all the same block', async () => {
    const calls = await methodsOf(() => services.minerReads.getMiner({ address: 't01001' }));
    const { deadlines } = filled(zMiner.parse(await services.minerReads.getMiner({ address: 't01001' })).deadlines);
    const withSectors = deadlines.filter(({ partitions }) => partitions > 0).length;
    expect(withSectors).toBeLessThan(47);
    expect(calls.filter((method) => method === 'StateMinerPartitions')).toHaveLength(withSectors + 1);
  });
});

describe('sectors', () => {
  it('are read some thousand a call, all of them, with what their partitions say', async () => {
    const calls = await methodsOf(() => readAll(LARGE));
    expect(calls.filter((method) => method === 'StateMinerSectors')).toHaveLength(LARGE_SECTORS / 5000);
    const miner = await services.minerReads.getMiner({ address: LARGE });
    const counts = filled(miner.sectors);
    const summary = zSectorSummary.parse(await services.minerReads.summariseSectors({ address: LARGE, filter: '', step: 'month' }));
    expect(summary.total).toBe(LARGE_SECTORS);
    expect(summary.byState.active).toBe(counts.active);
    expect(summary.byState.faulty + summary.byState.recovering).toBe(counts.faulty);
    // The record of every sector, and the claim of the power actor over those that are active.
    const active = await services.minerReads.summariseSectors({ address: LARGE, filter: 'state:active', step: 'week' });
    expect(active.qualityAdjusted).toBe(filled(miner.power).qualityAdjusted);
    expect(summary.expiries.reduce((sum, { count }) => sum + count, 0)).toBe(LARGE_SECTORS - summary.byState.terminated);
  });

  it('pass a filter and stand in an order, page by page', async () => {
    const all = await list(LARGE, '', 3);
    expect(all).toMatchObject({ total: LARGE_SECTORS, matching: LARGE_SECTORS, offset: 0 });
    expect(all.rows.map(({ number }) => number)).toEqual([0, 1, 2]);
    const faulty = await list(LARGE, 'state:faulty or state:recovering');
    expect(faulty.matching).toBe(filled((await services.minerReads.getMiner({ address: LARGE })).sectors).faulty);
    expect(faulty.rows.every(({ isFaulty }) => isFaulty)).toBe(true);
    const inDeadline = await list(LARGE, 'deadline:10 sector:<1000');
    expect(inDeadline.rows.every(({ deadline, number }) => deadline === 10 && number < 1000)).toBe(true);
    expect(inDeadline.matching).toBeGreaterThan(0);
    const verified = await list(LARGE, 'verified:yes', 1);
    const rest = await list(LARGE, 'verified:no', 1);
    expect(verified.matching + rest.matching).toBe(LARGE_SECTORS);
    const last = zSectorPage.parse(
      await services.minerReads.listSectors({
        address: LARGE,
        filter: '',
        order: { by: 'number', direction: 'descending' },
        offset: LARGE_SECTORS - 1,
        limit: 10,
      }),
    );
    expect(last.rows.map(({ number }) => number)).toEqual([0]);
  });

  it('are counted for an upgrade of their quality, with pledge and income', async () => {
    const plan = zQualityUpgrade.parse(await services.minerReads.planQualityUpgrade({ address: LARGE, filter: 'quality:<10' }));
    expect(plan.matching).toBeGreaterThan(1000);
    expect(plan).toMatchObject({ inMessage: 1000, alreadyFull: 0 });
    expect(plan.upgradable + plan.notActive + plan.expiring).toBe(plan.matching);
    const { perSector, now, after } = filled(plan.pledge);
    expect(BigInt(after)).toBeGreaterThan(BigInt(now));
    expect(BigInt(after)).toBeGreaterThanOrEqual(BigInt(perSector) * 1000n);
    const added = BigInt(plan.power.after) - BigInt(plan.power.now);
    expect(added).toBeGreaterThan(0n);
    const income = filled(plan.income);
    expect(BigInt(income.after)).toBeGreaterThan(BigInt(income.now));
    // No sector of the practice chain has a daily fee: each gets that of its full power.
    const supply = BigInt(await resultOf<string>(services.node, 'StateCirculatingSupply', [plan.pinned.key.map((cid) => ({ '/': cid }))]));
    expect(filled(plan.fee)).toEqual({ now: '0', after: (1000n * dailyFeeFor(supply, BigInt(plan.power.after) / 1000n)).toString() });
  });

  it('are upgraded alone where they are chosen', async () => {
    const chosen = (await list(LARGE, 'quality:<10 state:active', 2)).rows.map(({ number }) => number);
    const plan = await services.minerReads.planQualityUpgrade({ address: LARGE, filter: 'quality:<10', numbers: chosen });
    expect(plan.matching).toBe(2);
    expect(plan.declarations.flatMap(({ sectors }) => bitfieldMembers(decodeRunLengths(sectors.map(BigInt))))).toEqual(chosen);
  });

  it('follow what partitions say without being read again', async () => {
    const before = services.tap.methods().filter((method) => method === 'StateMinerSectors').length;
    await advance();
    await services.minerReads.getMiner({ address: LARGE });
    await eventually(() => services.minerReads.sectorsProgressed.get(LARGE)?.state === 'done', 'the sectors');
    expect(services.tap.methods().filter((method) => method === 'StateMinerSectors').length).toBe(before);
  });

  it('grow with a miner that seals', async () => {
    await readAll('t01000');
    const { total } = await list('t01000', '', 1);
    for (let round = 0; round < 30; round += 1) {
      await advance();
      await services.minerReads.getMiner({ address: 't01000' });
      await eventually(() => services.minerReads.sectorsProgressed.get('t01000')?.state === 'done', 'the sectors');
      if ((await list('t01000', '', 1)).total > total) return;
      await services.control('advance', { epochs: 5 });
    }
    throw new Error('no sector came in a hundred and eighty epochs');
  });

  it('are refused before anybody asked to read them', async () => {
    await expect(list(UNLISTED, '')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('one sector', () => {
  it('has its record, its place and what it would cost to end it', async () => {
    const [row] = (await list(LARGE, 'state:active', 1)).rows;
    const sector = zMinerSector.parse(await services.minerReads.getSector({ address: LARGE, number: row?.number ?? 0 }));
    const record = filled(sector.record);
    expect(record).toMatchObject({
      number: row?.number,
      sealedCid: row?.sealedCid,
      expiration: row?.expiration,
      initialPledge: row?.initialPledge,
      qualityAdjusted: row?.qualityAdjusted,
      sealProof: 'StackedDrg8MiBV1_1',
    });
    expect(sector.place).toMatchObject({ deadline: row?.deadline, partition: row?.partition, state: 'active' });
    expect(BigInt(filled(sector.termination).fee)).toBeGreaterThanOrEqual((BigInt(record.initialPledge) * 2n) / 100n);
  });

  it('is missing where there is none', async () => {
    const sector = await services.minerReads.getSector({ address: LARGE, number: 99_999_999 });
    expect(sector.record).toMatchObject({ error: { code: 'not-found' } });
    expect(sector.place).toBeUndefined();
  });
});

describe('one deadline', () => {
  it('has its partitions, its next window and what is at stake', async () => {
    const miner = await services.minerReads.getMiner({ address: LARGE });
    const { deadlines } = filled(miner.deadlines);
    const troubled = deadlines.find(({ faulty, recovering }) => faulty > recovering);
    const deadline = zMinerDeadline.parse(await services.minerReads.getDeadline({ address: LARGE, index: troubled?.index ?? 0 }));
    expect(deadline.partitions.reduce((sum, { faulty }) => sum + faulty, 0)).toBe(troubled?.faulty);
    expect(deadline.partitions.reduce((sum, { lostCount }) => sum + lostCount, 0)).toBe(
      (troubled?.faulty ?? 0) - (troubled?.recovering ?? 0),
    );
    expect(deadline.closeEpoch).toBeGreaterThan(deadline.pinned.height);
    expect(deadline.cutoffEpoch).toBe(deadline.openEpoch - 70);
    const stake = filled(deadline.stake);
    // All sectors were read, so that the power is the sum of their own.
    expect(stake.isEstimate).toBe(false);
    const { qualityAdjusted } = await services.minerReads.summariseSectors({
      address: LARGE,
      filter: `deadline:${deadline.index}`,
      step: 'week',
    });
    expect(stake.liveQualityAdjusted).toBe(qualityAdjusted);
    expect(BigInt(stake.faultFeeIfMissed)).toBeGreaterThan(BigInt(stake.faultFeeNow));
  });

  it('has the same price before its sectors were listed, from their own records', async () => {
    const { deadlines } = filled((await services.minerReads.getMiner({ address: UNLISTED })).deadlines);
    const { index } = deadlines.reduce((most, one) => (one.live > most.live ? one : most));
    const stake = async () => filled((await services.minerReads.getDeadline({ address: UNLISTED, index })).stake);
    const [price, calls] = [await stake(), await methodsOf(stake)];
    expect(price.isEstimate).toBe(false);
    expect(BigInt(price.liveQualityAdjusted)).toBeGreaterThan(0n);
    // The records are kept while the deadline has the same sectors.
    expect(calls).not.toContain('StateMinerSectors');
    await readAll(UNLISTED);
    expect(await stake()).toEqual(price);
  });
});
