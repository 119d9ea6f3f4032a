/** Miners, sealing and deals of the embedded node while its chain moves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { knownSectorStates } from '../../../shared/domain/sectors/sector-state.ts';
import { control, postCall, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';

interface Power {
  readonly RawBytePower: string;
  readonly QualityAdjPower: string;
}
interface Status {
  readonly SectorID: number;
  readonly State: string;
  readonly LastErr: string;
  readonly PreCommitMsg: { readonly '/': string } | null;
  readonly CommitMsg: { readonly '/': string } | null;
  readonly Activation: number;
  readonly Log: readonly { readonly Kind: string; readonly Timestamp: number }[];
}
interface DealJson {
  readonly Proposal: { readonly StartEpoch: number; readonly EndEpoch: number };
  readonly State: { readonly SectorNumber: number; readonly SectorStartEpoch: number; readonly SlashEpoch: number };
}

const GENESIS_TIME = 1_700_000_000;
let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'providers', genesisTime: GENESIS_TIME, isPaused: true });
});
afterAll(() => node.stop());

async function miner<T>(method: string, params: unknown[] = []): Promise<T> {
  const { json, text } = await postCall(node.minerUrl, `Filecoin.${method}`, params, node.tokens.admin);
  if (!('result' in json)) throw new Error(`${method} answered ${text}`);
  return json.result as T;
}

const members = (runs: readonly number[]): number[] => {
  const numbers: number[] = [];
  let at = 0;
  for (const [index, length] of runs.entries()) {
    if (index % 2 === 1) for (let number = at; number < at + length; number += 1) numbers.push(number);
    at += length;
  }
  return numbers;
};

describe('miners', () => {
  it('the power of all miners adds up to the network, under one tipset', async () => {
    const { Cids } = await resultOf<TipsetJson>(node, 'ChainHead');
    const miners = await resultOf<string[]>(node, 'StateListMiners', [Cids]);
    expect(miners[0]).toBe('t01000');
    const powers = await Promise.all(
      miners.map((address) =>
        resultOf<{ MinerPower: Power; TotalPower: Power; HasMinPower: boolean }>(node, 'StateMinerPower', [address, Cids]),
      ),
    );
    for (const field of ['RawBytePower', 'QualityAdjPower'] as const) {
      const sum = powers.reduce((total, power) => total + BigInt(power.MinerPower[field]), 0n);
      expect(powers[0]?.TotalPower[field]).toBe(sum.toString());
    }
    const unknown = await resultOf<{ MinerPower: Power }>(node, 'StateMinerPower', ['t0999999', Cids]);
    expect(unknown.MinerPower).toEqual({ RawBytePower: '0', QualityAdjPower: '0' });
  });

  it('partitions, counts, faults and power of a miner agree', async () => {
    const { Cids, Height } = await resultOf<TipsetJson>(node, 'ChainHead');
    const miners = await resultOf<string[]>(node, 'StateListMiners', [Cids]);
    for (const address of miners) {
      const at = [address, Cids];
      const [count, deadlines, faults, active, all, info, power, open] = await Promise.all([
        resultOf<{ Live: number; Active: number; Faulty: number }>(node, 'StateMinerSectorCount', at),
        resultOf<{ PostSubmissions: number[] }[]>(node, 'StateMinerDeadlines', at),
        resultOf<number[]>(node, 'StateMinerFaults', at),
        resultOf<{ SectorNumber: number }[]>(node, 'StateMinerActiveSectors', at),
        resultOf<{ SectorNumber: number }[]>(node, 'StateMinerSectors', [address, null, Cids]),
        resultOf<{ SectorSize: number }>(node, 'StateMinerInfo', at),
        resultOf<{ MinerPower: Power }>(node, 'StateMinerPower', at),
        resultOf<{ Index: number; Open: number; Close: number; CurrentEpoch: number; PeriodStart: number }>(
          node,
          'StateMinerProvingDeadline',
          at,
        ),
      ]);
      expect(deadlines).toHaveLength(48);
      const partitions = (
        await Promise.all(
          deadlines.map((_deadline, index) =>
            resultOf<Record<'AllSectors' | 'LiveSectors' | 'ActiveSectors' | 'FaultySectors', number[]>[]>(node, 'StateMinerPartitions', [
              address,
              index,
              Cids,
            ]),
          ),
        )
      ).flat();
      expect(partitions.flatMap((partition) => members(partition.LiveSectors))).toHaveLength(count.Live);
      expect(partitions.flatMap((partition) => members(partition.FaultySectors)).sort()).toEqual(members(faults).sort());
      expect(members(faults)).toHaveLength(count.Faulty);
      expect(active).toHaveLength(count.Active);
      // The miner knows sectors that ended until their partition is packed anew.
      const known = partitions.flatMap((partition) => members(partition.AllSectors)).sort((left, right) => left - right);
      expect(all.map(({ SectorNumber }) => SectorNumber)).toEqual(known);
      expect(power.MinerPower.RawBytePower).toBe((BigInt(info.SectorSize) * BigInt(count.Active)).toString());
      expect(open).toMatchObject({ CurrentEpoch: Height, Close: open.Open + 60, Open: open.PeriodStart + open.Index * 60 });
      expect(Height).toBeGreaterThanOrEqual(open.Open);
      expect(Height).toBeLessThan(open.Close);
    }
  });

  it('state under an older key does not move with the head', async () => {
    const { Cids } = await resultOf<TipsetJson>(node, 'ChainHead');
    const read = () => Promise.all(['t01000', 't01001'].map((address) => resultOf(node, 'StateReadState', [address, Cids])));
    const before = await read();
    await control(node, 'advance', { epochs: 20 });
    expect(await read()).toEqual(before);
    expect(await resultOf(node, 'StateReadState', ['t01000', null])).not.toEqual(before[0]);
  });
});

describe('sealing', () => {
  it('a sector passes through the states, lands on chain, and becomes active', async () => {
    const before = new Set(await miner<number[]>('SectorsList'));
    await control(node, 'advance', { epochs: 7 });
    const fresh = (await miner<number[]>('SectorsList')).filter((number) => !before.has(number));
    expect(fresh.length).toBeGreaterThan(0);
    const number = fresh[0] ?? 0;
    const seen: string[] = [];
    const flags: string[] = [];
    for (let step = 0; step < 90 && seen.at(-1) !== 'Proving'; step += 1) {
      const status = await miner<Status>('SectorsStatus', [number, true]);
      const head = await resultOf<TipsetJson>(node, 'ChainHead');
      const [known, active] = await Promise.all([
        resultOf<unknown>(node, 'StateSectorGetInfo', ['t01000', number, head.Cids]),
        resultOf<{ SectorNumber: number }[]>(node, 'StateMinerActiveSectors', ['t01000', head.Cids]),
      ]);
      const flag = `${known === null ? 'off' : 'on'}/${active.some((sector) => sector.SectorNumber === number) ? 'YES' : 'NO'}`;
      if (seen.at(-1) !== status.State) seen.push(status.State);
      if (flags.at(-1) !== flag) flags.push(flag);
      expect(knownSectorStates().map(({ name }) => name)).toContain(status.State);
      await control(node, 'advance', { epochs: 1 });
    }
    const path = [
      'WaitDeals',
      'AddPiece',
      'Packing',
      'GetTicket',
      'PreCommit1',
      'PreCommit2',
      'PreCommitBatchWait',
      'WaitSeed',
      'Committing',
      'CommitAggregateWait',
      'FinalizeSector',
      'Proving',
    ];
    const positions = path.map((state) => seen.indexOf(state)).filter((position) => position >= 0);
    expect(positions).toEqual([...positions].sort((left, right) => left - right));
    expect(seen).toEqual(expect.arrayContaining(['PreCommit1', 'WaitSeed', 'Committing', 'Proving']));
    expect(flags).toEqual(['off/NO', 'on/NO', 'on/YES']);

    const done = await miner<Status>('SectorsStatus', [number, true]);
    expect(done.Activation).toBeGreaterThan(0);
    const message = await resultOf<{ Method: number; To: string }>(node, 'ChainGetMessage', [done.CommitMsg]);
    expect(message).toMatchObject({ Method: 34, To: 't01000' });
    const times = done.Log.map((entry) => entry.Timestamp);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.every((time) => (time - GENESIS_TIME) % 30 === 0)).toBe(true);
  });

  it('some sectors fail and recover', async () => {
    await control(node, 'advance', { epochs: 150 });
    const numbers = await miner<number[]>('SectorsList');
    const statuses = await Promise.all(numbers.map((number) => miner<Status>('SectorsStatus', [number, false])));
    const failures = statuses.filter((status) => status.Log.some((entry) => /Failed$/.test(entry.Kind)));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.some((status) => status.State === 'Proving' && status.LastErr === '')).toBe(true);
    const summary = await miner<Record<string, number>>('SectorsSummary');
    expect(Object.values(summary).reduce((sum, count) => sum + count, 0)).toBe(numbers.length);
    expect(await miner<number[]>('SectorsListInStates', [['Proving']])).toHaveLength(summary.Proving ?? 0);
  });

  it('the miner process answers for itself alone', async () => {
    expect(await miner('ActorAddress')).toBe('t01000');
    expect(await miner('ActorSectorSize', ['t01000'])).toBe(34_359_738_368);
    expect(await miner('RuntimeSubsystems')).toEqual(['Mining', 'Sealing', 'SectorStorage']);
    expect(await miner('Version')).toMatchObject({ APIVersion: 66_816 });
    expect((await postCall(node.minerUrl, 'Filecoin.ChainHead', [])).json.error?.code).toBe(-32601);
    expect((await postCall(node.minerUrl, 'Filecoin.SectorsStatus', [999_999, false])).json.error?.code).toBe(1);
  });
});

describe('deals', () => {
  it('are published, active, ended and slashed over time, and leave', async () => {
    const seen = new Map<string, Set<string>>();
    for (let round = 0; round < 40; round += 1) {
      const { Height } = await resultOf<TipsetJson>(node, 'ChainHead');
      const deals = await resultOf<Record<string, DealJson>>(node, 'StateMarketDeals', [null]);
      for (const [id, { Proposal, State }] of Object.entries(deals)) {
        const kind =
          State.SlashEpoch >= 0
            ? 'slashed'
            : State.SectorStartEpoch < 0
              ? Height < Proposal.StartEpoch
                ? 'published'
                : 'missed'
              : Height < Proposal.EndEpoch
                ? 'active'
                : 'ended';
        seen.set(id, (seen.get(id) ?? new Set()).add(kind));
      }
      await control(node, 'advance', { epochs: 15 });
    }
    const kinds = new Set([...seen.values()].flatMap((set) => [...set]));
    expect([...kinds].sort()).toEqual(['active', 'ended', 'missed', 'published', 'slashed']);
    expect([...seen.values()].some((set) => set.has('published') && set.has('active'))).toBe(true);
    const left = await resultOf<Record<string, DealJson>>(node, 'StateMarketDeals', [null]);
    const gone = [...seen.keys()].find((id) => !(id in left));
    expect(gone).toBeDefined();
    expect((await postCall(node.httpUrl, 'Filecoin.StateMarketStorageDeal', [Number(gone), null])).json.error?.message).toContain(
      `deal ${gone} not found`,
    );
    const [id, deal] = Object.entries(left)[0] ?? [];
    expect(await resultOf(node, 'StateMarketStorageDeal', [Number(id), null])).toEqual(deal);
  });

  it('escrow is never below what is locked, and the market holds what it owes', async () => {
    const miners = await resultOf<string[]>(node, 'StateListMiners', [null]);
    for (const address of miners) {
      const { Escrow, Locked } = await resultOf<{ Escrow: string; Locked: string }>(node, 'StateMarketBalance', [address, null]);
      expect(BigInt(Escrow)).toBeGreaterThanOrEqual(BigInt(Locked));
    }
    expect(BigInt((await resultOf<{ Balance: string }>(node, 'StateGetActor', ['t05', null])).Balance)).toBeGreaterThan(0n);
  });
});
