/** What the embedded node answers about miners, held against its other answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { bitfieldMembers, decodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

const LARGE = 't01008';
const LARGE_SECTORS = 3_000;
const MINER = 't01002';
const SEALING = 't01000';
const DAY = 2_880;

interface SectorJson {
  readonly SectorNumber: number;
  readonly Expiration: number;
}

let node: RunningDevnet;
let key: TipsetJson['Cids'];
beforeAll(async () => {
  node = await startDevnet({ seed: 'miner calls', genesisTime: 1_700_000_000, isPaused: true, largeMinerSectors: LARGE_SECTORS });
  key = (await resultOf<TipsetJson>(node, 'ChainHead')).Cids;
});
afterAll(() => node.stop());

const ask = <T>(method: string, ...params: unknown[]): Promise<T> => resultOf<T>(node, method, [...params, key]);
const members = (runs: readonly number[]): number[] => bitfieldMembers(decodeRunLengths(runs));

async function refusal(method: string, ...params: unknown[]): Promise<string> {
  const { json } = await postCall(node.httpUrl, `Filecoin.${method}`, [...params, key]);
  return json.error?.message ?? 'no error';
}

describe('a sector', () => {
  it('ends on time, or early where it is faulty', async () => {
    const sectors = await ask<SectorJson[]>('StateMinerSectors', MINER, null);
    const faults = new Set(members(await ask<number[]>('StateMinerFaults', MINER)));
    let early = 0;
    for (const { SectorNumber, Expiration } of sectors) {
      const ends = await ask<{ OnTime: number; Early: number }>('StateSectorExpiration', MINER, SectorNumber);
      if (ends.Early > 0) {
        expect(faults.has(SectorNumber)).toBe(true);
        expect(ends.OnTime).toBe(0);
        expect(ends.Early).toBeLessThan(Expiration + DAY);
        early += 1;
      } else {
        expect(ends.OnTime).toBeGreaterThanOrEqual(Expiration);
        expect(ends.OnTime).toBeLessThan(Expiration + DAY);
      }
    }
    expect(early).toBeGreaterThan(0);
    expect(await refusal('StateSectorExpiration', MINER, 99_999)).toBe('failed to find sector 99999');
  });

  it('is in the partition that is told of it', async () => {
    const numbers = members(await ask<number[]>('StateMinerAllocated', MINER)).slice(0, 20);
    for (const number of numbers) {
      const place = await ask<{ Deadline: number; Partition: number }>('StateSectorPartition', MINER, number);
      const partitions = await ask<{ AllSectors: number[] }[]>('StateMinerPartitions', MINER, place.Deadline);
      expect(members(partitions[place.Partition]?.AllSectors ?? [])).toContain(number);
    }
    expect(await refusal('StateSectorPartition', MINER, 99_999)).toBe('sector 99999 not due at any deadline');
    expect(await ask('StateSectorGetInfo', MINER, 99_999)).toBeNull();
  });

  it('is promised before it is proven, and its number stays taken', async () => {
    const number = await eventuallyPreCommitted();
    const info = await ask<{ Info: { SectorNumber: number; SealProof: number }; PreCommitDeposit: string; PreCommitEpoch: number }>(
      'StateSectorPreCommitInfo',
      SEALING,
      number,
    );
    expect(info).toMatchObject({ Info: { SectorNumber: number, SealProof: 8 }, PreCommitDeposit: '20000000000000000' });
    expect(info.PreCommitEpoch).toBeGreaterThan(0);
    expect(await ask('StateSectorGetInfo', SEALING, number)).toBeNull();
    expect(await ask('StateMinerSectorAllocated', SEALING, number)).toBe(true);
    expect(await ask('StateSectorPreCommitInfo', SEALING, 0)).toBeNull();
  });
});

/** Moves the chain until a number is taken that is no sector yet. */
async function eventuallyPreCommitted(): Promise<number> {
  for (let epoch = 0; epoch < 60; epoch += 1) {
    const allocated = members(await ask<number[]>('StateMinerAllocated', SEALING));
    for (const number of allocated.slice(-6)) {
      if ((await ask('StateSectorPreCommitInfo', SEALING, number)) !== null) return number;
    }
    await control(node, 'advance', { epochs: 1 });
    key = (await resultOf<TipsetJson>(node, 'ChainHead')).Cids;
  }
  throw new Error('no sector was promised in 60 epochs');
}

describe('the funds of a miner', () => {
  it('are available where nothing holds them, with what has vested', async () => {
    const { Balance, State } = await ask<{ Balance: string; State: Record<string, string> }>('StateReadState', MINER);
    const held = ['LockedFunds', 'InitialPledge', 'PreCommitDeposits'].map((field) => BigInt(State[field] ?? ''));
    expect(held[0]).toBeGreaterThan(0n);
    // Nothing has vested within the first day.
    expect(BigInt(await ask<string>('StateMinerAvailableBalance', MINER))).toBe(
      held.reduce((left, amount) => left - amount, BigInt(Balance)),
    );
  });
});

describe('a miner with many sectors', () => {
  it('is told about in parts and as a whole', async () => {
    const some = await ask<SectorJson[]>('StateMinerSectors', LARGE, [1_000, 3, 500, 2]);
    expect(some.map(({ SectorNumber }) => SectorNumber)).toEqual([1_000, 1_001, 1_002, 1_503, 1_504]);
    expect(await ask('StateMinerSectors', LARGE, [0])).toEqual([]);
    const missing = `failed to load sectors: can't find sector ${LARGE_SECTORS}`;
    for (const filter of [
      [LARGE_SECTORS, 10],
      [LARGE_SECTORS - 2, 3],
      [5, 2, LARGE_SECTORS - 7, 1, 9, 1],
    ]) {
      expect(await refusal('StateMinerSectors', LARGE, filter)).toBe(missing);
    }
    expect(await refusal('StateMinerSectors', MINER, [0, Number.MAX_SAFE_INTEGER])).toMatch(
      /^failed to load sectors: can't find sector \d+$/,
    );
    expect(await ask<SectorJson[]>('StateMinerSectors', LARGE, null)).toHaveLength(LARGE_SECTORS);
    const count = await ask<{ Live: number; Active: number; Faulty: number }>('StateMinerSectorCount', LARGE);
    expect(count.Live).toBe(LARGE_SECTORS);
    expect(count.Active + count.Faulty).toBe(LARGE_SECTORS);
    expect(await ask<SectorJson[]>('StateMinerActiveSectors', LARGE)).toHaveLength(count.Active);
    expect(await ask('StateMinerAllocated', LARGE)).toEqual([0, LARGE_SECTORS]);
  });

  it('proves its windows', async () => {
    const { Index } = await ask<{ Index: number }>('StateMinerProvingDeadline', LARGE);
    const before = Index === 0 ? 47 : Index - 1;
    const deadlines = await ask<{ PostSubmissions: number[]; DisputableProofCount: number }[]>('StateMinerDeadlines', LARGE);
    expect(deadlines[before]?.PostSubmissions).toEqual([0]);
    // A proof by which something recovered is checked at once and cannot be disputed.
    const disputable = deadlines.reduce((sum, { DisputableProofCount }) => sum + DisputableProofCount, 0);
    expect(disputable).toBeGreaterThan(0);
    expect(disputable).toBeLessThanOrEqual(3);
    const [partition] = await ask<{ ActiveSectors: number[]; FaultySectors: number[] }[]>('StateMinerPartitions', LARGE, before);
    expect(members(partition?.ActiveSectors ?? []).length).toBeGreaterThan(members(partition?.FaultySectors ?? []).length);
  });

  it('takes a filter of its kind only', async () => {
    expect(await refusal('StateMinerSectors', LARGE, ['1'])).toContain('cannot unmarshal string');
    expect(await refusal('StateMinerSectors', LARGE, [-1, 5])).not.toBe('no error');
    expect(await refusal('StateMinerSectors', LARGE, [1, 0, 5, 2])).not.toBe('no error');
  });
});
