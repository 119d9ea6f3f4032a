/** Faulty sectors by deadline, with sectors and their power from the recorded state of the networks. */
import { describe, expect, it } from 'vitest';
import { SectorPowers } from '../../../../../electron/services/miners/sector-powers.ts';
import { nextCutoff, readFaultyDeadlines } from '../../../../../electron/services/own-miners/faulty-deadlines.ts';
import type { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { type Bitfield, bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { zNodeSectorInfos } from '../../../../../shared/validation/node/miner-detail.ts';
import type { NodeDeadlineInfo } from '../../../../../shared/validation/node/provider-state.ts';

const GIB32 = 32n << 30n;
const DEADLINE = {
  Index: 0,
  Open: 10_000,
  PeriodStart: 10_000,
  WPoStPeriodDeadlines: 48,
  WPoStChallengeWindow: 60,
  WPoStProvingPeriod: 2880,
} as NodeDeadlineInfo;

/** A sector of 32 GiB that lives 1,000 epochs, wholly verified or not at all. */
const sector = (SectorNumber: number, isVerified: boolean) => ({
  SectorNumber,
  SealProof: 8,
  SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
  DealIDs: null,
  Activation: 0,
  Expiration: 1000,
  VerifiedDealWeight: isVerified ? (GIB32 * 1000n).toString() : '0',
  InitialPledge: '1',
});

interface Script {
  /** Faulty sectors by deadline. */
  readonly faulty: ReadonlyMap<number, Bitfield>;
  readonly sectors?: readonly unknown[];
}

function reader({ faulty, sectors }: Script, asked: string[], height = 10_000): PinnedNode {
  return {
    ref: { height },
    read: async (method: string, params: (key: unknown) => readonly unknown[]) => {
      asked.push(method);
      const [, second] = params([]);
      if (method === 'StateMinerSectors') {
        if (sectors === undefined) throw new SextantError('method-not-served', 'no');
        return { value: zNodeSectorInfos.parse(sectors), call: { id: asked.length, method } };
      }
      const set = faulty.get(Number(second)) ?? bitfieldOf([]);
      const value = [{ LiveSectors: set, FaultySectors: set, RecoveringSectors: bitfieldOf([]) }];
      return { value, call: { id: asked.length, method } };
    },
  } as unknown as PinnedNode;
}

function read(script: Script, faultyPowers: SectorPowers, asked: string[] = [], power = '1') {
  const count = [...script.faulty.values()].reduce((sum, set) => sum + Number(set.count), 0);
  const timeMsOf = (epoch: number) => epoch;
  const facts = { address: 'f01', sectors: { faulty: count }, deadline: DEADLINE, timeMsOf, faultyPowers, power };
  return readFaultyDeadlines(reader(script, asked), facts, () => undefined);
}

describe('faulty deadlines', () => {
  it('have the power of their own sectors, which are asked for once', async () => {
    const powers = new SectorPowers();
    const faulty = new Map([
      [2, bitfieldOf([7])],
      [5, bitfieldOf([8, 9])],
    ]);
    const script = { faulty, sectors: [sector(7, false), sector(8, true), sector(9, false), sector(10, true)] };
    const asked: string[] = [];
    const found = await read(script, powers, asked);
    // A sector that is verified throughout counts ten times.
    expect(found?.map(({ index, qualityAdjusted }) => [index, qualityAdjusted])).toEqual([
      [2, GIB32.toString()],
      [5, (11n * GIB32).toString()],
    ]);
    expect(asked.filter((method) => method === 'StateMinerSectors')).toHaveLength(1);
    await read(script, powers, asked);
    expect(asked.filter((method) => method === 'StateMinerSectors')).toHaveLength(1);
    await read({ ...script, faulty: new Map([[5, bitfieldOf([9])]]) }, powers, asked);
    expect(asked.filter((method) => method === 'StateMinerSectors')).toHaveLength(2);
  });

  it('are asked for again where the power of the miner is another: the same sectors may have been upgraded', async () => {
    const powers = new SectorPowers();
    const faulty = new Map([[2, bitfieldOf([7])]]);
    await read({ faulty, sectors: [sector(7, false)] }, powers);
    const upgraded = { faulty, sectors: [sector(7, true)] };
    expect(await read(upgraded, powers)).toMatchObject([{ qualityAdjusted: GIB32.toString() }]);
    expect(await read(upgraded, powers, [], '10')).toMatchObject([{ qualityAdjusted: (10n * GIB32).toString() }]);
  });

  it('go without it where the endpoint refuses, leaves one out, or there are too many', async () => {
    const one = new Map([[2, bitfieldOf([7, 8])]]);
    const refused = await read({ faulty: one }, new SectorPowers());
    expect(refused).toMatchObject([{ index: 2, faulty: 2 }]);
    expect(refused?.[0]).not.toHaveProperty('qualityAdjusted');
    // The same sector twice is one.
    const short = await read({ faulty: one, sectors: [sector(7, true), sector(7, true)] }, new SectorPowers());
    expect(short?.[0]).not.toHaveProperty('qualityAdjusted');
    const asked: string[] = [];
    const many = await read(
      { faulty: new Map([[2, bitfieldOf(Array.from({ length: 20_001 }, (_, index) => index))]]), sectors: [] },
      new SectorPowers(),
      asked,
    );
    expect(many).toMatchObject([{ faulty: 20_001 }]);
    expect(asked).not.toContain('StateMinerSectors');
  });
});

describe('the cutoff of a deadline', () => {
  it('is the next one that has not come: at the cutoff itself it is too late', () => {
    // The window of deadline 2 opens at 10,120; declarations end 70 epochs before it.
    expect(nextCutoff(DEADLINE, 2, 10_049)).toBe(10_050);
    expect(nextCutoff(DEADLINE, 2, 10_050)).toBe(12_930);
    expect(nextCutoff(DEADLINE, 2, 12_929)).toBe(12_930);
    expect(nextCutoff(DEADLINE, 2, 12_930)).toBe(15_810);
    // A period that has not begun: the last one's cutoff may still be to come.
    expect(nextCutoff(DEADLINE, 2, 5_000)).toBe(10_050);
  });
});
