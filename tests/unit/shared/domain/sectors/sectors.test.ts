import { describe, expect, it } from 'vitest';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { dealLabelFromText, MAX_DEAL_LABEL_BYTES } from '../../../../../shared/domain/deals/deal-proposal.ts';
import { type DealStatus, dealStatusAt } from '../../../../../shared/domain/deals/deal-state.ts';
import { bitfieldMembers, decodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import { cidParts, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { aggregationProofName, poStProofType, sealProofType, updateProofType } from '../../../../../shared/domain/sectors/proof-type.ts';
import { groupOfSectorState, knownSectorStates, statisticOfSectorState } from '../../../../../shared/domain/sectors/sector-state.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

interface Enums {
  sectorStates: { name: string; group: string; upgrade: boolean }[];
  sectorStateDisplayOrder: { color: string; name: string }[];
  registeredSealProof: Record<string, string>;
  registeredPoStProof: Record<string, string>;
  sectorSizeOfProof: Record<string, number>;
}
const enums = readSharedJson<Enums>('enums.json');

describe('sealing states', () => {
  const states = knownSectorStates();

  it('are grouped, counted and listed as Lotus does it', () => {
    const published = new Map(enums.sectorStates.map((state) => [state.name, state]));
    for (const { name, group, statistic, isUpgrade } of states) {
      expect([statistic, isUpgrade], name).toEqual([published.get(name)?.group, published.get(name)?.upgrade]);
      expect([statisticOfSectorState(name), groupOfSectorState(name)], name).toEqual([statistic, group]);
      published.delete(name);
    }
    expect([...published]).toEqual([]);
    // The list of the command line also has a sum and the empty state, and forgets one state.
    const listed = enums.sectorStateDisplayOrder.filter(({ name }) => name !== 'Total' && name !== 'UndefinedSectorState');
    expect(states.filter(({ name }) => name !== 'SnapDealsRecoverDealIDs').map(({ name, color }) => [name, color])).toEqual(
      listed.map(({ name, color }) => [name, color.toLowerCase()]),
    );
    checked(states.length, 63, 'sealing states');
    checked(listed.length, 62, 'colors of sealing states, in order');
  });

  it('show every error as one, and no error as work', () => {
    for (const { name, group, statistic, color } of states) {
      // Aborting an upgrade is Lotus' doing; a failed AddPiece it counts as staging but prints in red.
      if (name === 'AbortUpgrade') expect([group, statistic], name).toEqual(['upgrading', 'failed']);
      else if (name === 'AddPieceFailed') expect([group, statistic], name).toEqual(['failed', 'staging']);
      else expect(group === 'failed', name).toBe(statistic === 'failed');
      expect(group === 'failed', name).toBe(color === 'red');
    }
  });

  it('of other releases are kept', () => {
    expect([groupOfSectorState('StateOfNextYear'), statisticOfSectorState('StateOfNextYear')]).toEqual(['unknown', 'failed']);
    expect([groupOfSectorState(''), statisticOfSectorState('')]).toEqual(['taking-data', 'staging']);
    expect(groupOfSectorState('constructor')).toBe('unknown');
  });

  it('count as proving early where the miner finalizes early', () => {
    const early = states.filter(({ name, statistic }) => statisticOfSectorState(name, true) !== statistic);
    expect(early.map(({ statistic }) => statistic)).toEqual(Array(7).fill('sealing'));
    expect(early.every(({ name }) => /^(Submit|WaitMutable)|Wait$/.test(name) && statisticOfSectorState(name, true) === 'proving')).toBe(
      true,
    );
    expect(statisticOfSectorState('PreCommitWait', true)).toBe('sealing');
  });
});

describe('proof types', () => {
  it('have the published names and sizes', () => {
    const sizeOf = (name: string) => enums.sectorSizeOfProof[/(2KiB|8MiB|512MiB|32GiB|64GiB)/.exec(name)?.[0] ?? ''];
    let count = 0;
    for (const [number, name] of Object.entries(enums.registeredSealProof)) {
      expect(sealProofType(Number(number)), name).toMatchObject({ name, sectorSizeBytes: sizeOf(name) });
      count += 1;
    }
    for (const [number, name] of Object.entries(enums.registeredPoStProof)) {
      const proof = poStProofType(Number(number));
      expect(proof, name).toMatchObject({ name, sectorSizeBytes: sizeOf(name) });
      expect(proof?.kind.startsWith('winning'), name).toBe(name.includes('Winning'));
      count += 1;
    }
    checked(count, 35, 'registered proofs');
    expect([sealProofType(8)?.kind, sealProofType(13)?.kind, sealProofType(18)?.kind]).toEqual([
      'seal V1.1',
      'synthetic seal',
      'non-interactive seal',
    ]);
    expect([0, 2, 3, 4].map((number) => updateProofType(number)?.name)).toEqual([
      'StackedDrg2KiBV1',
      'StackedDrg512MiBV1',
      'StackedDrg32GiBV1',
      'StackedDrg64GiBV1',
    ]);
    expect([aggregationProofName(0), aggregationProofName(1)]).toEqual(['SnarkPackV1', 'SnarkPackV2']);
  });

  it.each([-1, 0.5, 20, 1e9, Number.NaN])('are not guessed for %s', (number) => {
    const found = [sealProofType(number), poStProofType(number), updateProofType(number), aggregationProofName(number)];
    expect(found).toEqual([undefined, undefined, undefined, undefined]);
  });
});

interface PartitionJson {
  readonly AllSectors: (number | bigint)[];
  readonly FaultySectors: (number | bigint)[];
  readonly RecoveringSectors: (number | bigint)[];
  readonly LiveSectors: (number | bigint)[];
  readonly ActiveSectors: (number | bigint)[];
}
interface MinerInfoJson {
  readonly SealProofType: number;
  readonly SectorSize: number;
  readonly WindowPoStPartitionSectors: number;
}
interface SectorJson {
  readonly SectorNumber: number;
  readonly SealProof: number;
  readonly SealedCID: { readonly '/': string };
  readonly DealIDs: readonly number[] | null;
  readonly Activation: number;
  readonly Expiration: number;
  readonly VerifiedDealWeight: string;
}

describe('miners of mainnet', () => {
  /** Sealed sectors carry fil-commitment-sealed and poseidon-bls12_381-a2-fc1. */
  const checkSector = (sector: SectorJson) => {
    const { codec, hash, digest } = cidParts(parseCid(sector.SealedCID['/']));
    expect([codec, hash, digest.length]).toEqual([0xf102, 0xb401, 32]);
    expect(sector.Expiration).toBeGreaterThan(sector.Activation);
  };
  const checkMiner = (info: MinerInfoJson) => {
    expect(sealProofType(info.SealProofType)).toMatchObject({
      sectorSizeBytes: info.SectorSize,
      partitionSectors: info.WindowPoStPartitionSectors,
    });
  };
  const setsOf = (partition: PartitionJson) => {
    const [all, live, active, faulty, recovering] = [
      partition.AllSectors,
      partition.LiveSectors,
      partition.ActiveSectors,
      partition.FaultySectors,
      partition.RecoveringSectors,
    ].map((runs) => new Set(bitfieldMembers(decodeRunLengths(runs)))) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
    expect([...live].every((number) => all.has(number)) && [...recovering].every((number) => faulty.has(number))).toBe(true);
    // What is live is either active or faulty.
    expect([...active, ...faulty].sort((a, b) => a - b)).toEqual([...live]);
    return { all, live, active, faulty, recovering };
  };

  it('in 2020: 83 partitions, 316 sectors', () => {
    interface Miner {
      readonly StateMinerInfo: MinerInfoJson;
      readonly partitions?: readonly {
        readonly deadline: number;
        readonly lotus: PartitionJson;
        readonly counts: Readonly<Record<'all' | 'faulty' | 'recovering' | 'terminated' | 'live' | 'active', number>>;
        readonly firstSectors: readonly number[];
        readonly faultySectors: readonly number[];
      }[];
      readonly sectors?: readonly SectorJson[];
    }
    const miners = readSharedJson<Miner[]>('miners/mainnet-2020.json.gz');
    let partitions = 0;
    let faultyPartitions = 0;
    let sectors = 0;
    for (const miner of miners) {
      checkMiner(miner.StateMinerInfo);
      for (const partition of miner.partitions ?? []) {
        const { all, live, active, faulty, recovering } = setsOf(partition.lotus);
        expect({ all: all.size, live: live.size, active: active.size, faulty: faulty.size, recovering: recovering.size }).toEqual({
          all: partition.counts.all,
          live: partition.counts.all - partition.counts.terminated,
          active: partition.counts.active,
          faulty: partition.counts.faulty,
          recovering: partition.counts.recovering,
        });
        expect(live.size).toBe(active.size + faulty.size);
        expect(all.size).toBeLessThanOrEqual(miner.StateMinerInfo.WindowPoStPartitionSectors);
        expect(partition.deadline).toBeLessThan(EPOCHS.deadlinesPerPeriod);
        expect([...all].slice(0, partition.firstSectors.length)).toEqual(partition.firstSectors);
        expect([...faulty].slice(0, partition.faultySectors.length)).toEqual(partition.faultySectors);
        partitions += 1;
        if (faulty.size > 0) faultyPartitions += 1;
      }
      for (const sector of miner.sectors ?? []) {
        checkSector(sector);
        expect(sealProofType(sector.SealProof)?.sectorSizeBytes).toBe(miner.StateMinerInfo.SectorSize);
        sectors += 1;
      }
    }
    checked(miners.length, 73, 'miners of 2020');
    checked(partitions, 83, 'partitions whose sets agree with their counts');
    checked(faultyPartitions, 54, 'of them with faults');
    checked(sectors, 316, 'sectors of 2020');
  });

  it('at genesis: every sector in one partition, full of verified data', () => {
    interface Miner {
      readonly StateMinerInfo: MinerInfoJson;
      readonly StateMinerPower: { readonly MinerPower: { readonly RawBytePower: string; readonly QualityAdjPower: string } };
      readonly StateMinerSectors: readonly SectorJson[];
      readonly StateMinerPartitions: readonly (readonly PartitionJson[])[];
    }
    const { miners } = readSharedJson<{ miners: Record<string, Miner> }>('miners/genesis-mainnet.json.gz');
    const deals = readSharedJson<Record<string, { Proposal: { Provider: string } }>>('deals/StateMarketDeals-mainnet-genesis.json.gz');
    let sectors = 0;
    for (const [address, miner] of Object.entries(miners)) {
      checkMiner(miner.StateMinerInfo);
      const numbers: number[] = [];
      for (const partition of miner.StateMinerPartitions.flat()) {
        const { all, active } = setsOf(partition);
        expect(active).toEqual(all);
        numbers.push(...all);
      }
      expect(numbers.sort((a, b) => a - b)).toEqual(miner.StateMinerSectors.map(({ SectorNumber }) => SectorNumber));
      expect(miner.StateMinerPartitions).toHaveLength(EPOCHS.deadlinesPerPeriod);
      for (const sector of miner.StateMinerSectors) {
        checkSector(sector);
        // Its deal fills the sector for its whole life.
        const life = BigInt(sector.Expiration - sector.Activation);
        expect(BigInt(sector.VerifiedDealWeight)).toBe(life * BigInt(miner.StateMinerInfo.SectorSize));
        expect(sector.DealIDs?.map((id) => deals[id]?.Proposal.Provider)).toEqual([address]);
        sectors += 1;
      }
      const raw = BigInt(miner.StateMinerSectors.length) * BigInt(miner.StateMinerInfo.SectorSize);
      expect(miner.StateMinerPower.MinerPower).toEqual({ RawBytePower: String(raw), QualityAdjPower: String(raw * 10n) });
      expect(miner.StateMinerSectors).toHaveLength(768);
    }
    checked(sectors, 2304, 'sectors of the genesis block');
  });
});

describe('states of deals', () => {
  const deal = { startEpoch: 100, endEpoch: 200, sectorStartEpoch: 90, slashEpoch: -1 };

  it.each([
    ['published', { sectorStartEpoch: -1 }, 99],
    ['missed-start', { sectorStartEpoch: -1 }, 100],
    ['missed-start', { sectorStartEpoch: undefined }, 500],
    ['active', {}, 199],
    ['expired', {}, 200],
    ['slashed', { slashEpoch: 150 }, 160],
    ['slashed', { slashEpoch: 0, sectorStartEpoch: 0 }, 500],
    ['active', { slashEpoch: undefined, sectorStartEpoch: 0 }, 1],
  ])('%s %j at %i', (state, change, now) => {
    expect(dealStatusAt({ ...deal, ...change }, now)).toBe(state);
  });

  it('of the genesis block run from its first epoch to their end', () => {
    interface GenesisDeal {
      readonly Proposal: { readonly StartEpoch: number; readonly EndEpoch: number; readonly Label: string };
      readonly State: { readonly SectorStartEpoch: number; readonly LastUpdatedEpoch: number; readonly SlashEpoch: number };
    }
    const deals = Object.values(readSharedJson<Record<string, GenesisDeal>>('deals/StateMarketDeals-mainnet-genesis.json.gz'));
    for (const { Proposal, State } of deals) {
      const epochs = {
        startEpoch: Proposal.StartEpoch,
        endEpoch: Proposal.EndEpoch,
        sectorStartEpoch: State.SectorStartEpoch,
        slashEpoch: State.SlashEpoch,
      };
      const seen = [0, Proposal.EndEpoch - 1, Proposal.EndEpoch].map((now) => dealStatusAt(epochs, now));
      expect(seen).toEqual(['active', 'active', 'expired'] satisfies DealStatus[]);
      // Without the first proof the same deal would have missed its start, and before it a slash would count.
      expect(dealStatusAt({ ...epochs, sectorStartEpoch: -1 }, 0)).toBe('missed-start');
      expect(dealStatusAt({ ...epochs, slashEpoch: 0 }, 0)).toBe('slashed');
      expect([State.LastUpdatedEpoch, State.SlashEpoch]).toEqual([-1, -1]);
      // The label is the CID of the sealed sector: text, and short enough.
      expect(cidParts(parseCid(Proposal.Label)).codec).toBe(0xf102);
      expect(dealLabelFromText(Proposal.Label).bytes.length).toBeLessThanOrEqual(MAX_DEAL_LABEL_BYTES);
    }
    checked(deals.length, 2304, 'deals of the genesis block');
  });
});
