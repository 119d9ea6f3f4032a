import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import {
  deadlineExpirations,
  deadlinePartitions,
  deadlineSubmissions,
  minerPreCommits,
  minerPreCommitsCleanUp,
  minerSectors,
  partitionEarlyTerminated,
  partitionExpirations,
} from '../../../../../shared/domain/actors/miner-collections.ts';
import { type MinerDeadline, minerDeadline, minerDeadlines } from '../../../../../shared/domain/actors/miner-deadline.ts';
import type { MinerExpirationSet } from '../../../../../shared/domain/actors/miner-expiration-set.ts';
import { type MinerInfo, minerInfo } from '../../../../../shared/domain/actors/miner-info.ts';
import { activePower, type MinerPartition } from '../../../../../shared/domain/actors/miner-partition.ts';
import { sectorPower, sumPower } from '../../../../../shared/domain/actors/miner-power.ts';
import type { MinerPreCommit } from '../../../../../shared/domain/actors/miner-pre-commit.ts';
import { quantizeToDeadline, quantizeToEveryDeadline } from '../../../../../shared/domain/actors/miner-quantization.ts';
import { type MinerSector, minerSector } from '../../../../../shared/domain/actors/miner-sector.ts';
import { type MinerState, minerState } from '../../../../../shared/domain/actors/miner-state.ts';
import { minerVestingFunds, minerVestingFundsTail, type VestingFund } from '../../../../../shared/domain/actors/miner-vesting-funds.ts';
import type { StateLayout } from '../../../../../shared/domain/actors/state-layout.ts';
import { type Bitfield, bitfieldMembers, bitfieldOf, encodeRunLengths } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { Cid } from '../../../../../shared/domain/encoding/cid.ts';
import { bitfield } from '../../../../../shared/domain/ipld/codec.ts';
import { decodeWithCborg } from '../../../../builders/cborg-links.ts';
import { checked } from '../../../../builders/checked.ts';
import { CheckedStateReader } from '../../../../builders/checked-state-reader.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const DAG_CBOR = 0x71;

/** A miner with everything that hangs from its state. */
interface Miner {
  readonly head: Cid;
  readonly state: MinerState;
  readonly info: MinerInfo;
  readonly sectors: ReadonlyMap<number, MinerSector>;
  readonly preCommits: readonly (readonly [number, MinerPreCommit])[];
  readonly cleanUp: readonly (readonly [number, Bitfield])[];
  readonly allocated: Bitfield;
  readonly vesting: readonly VestingFund[];
  readonly deadlines: readonly DeadlineOfMiner[];
}

interface DeadlineOfMiner {
  readonly index: number;
  readonly deadline: MinerDeadline;
  readonly expirations: ReadonlyMap<number, Bitfield>;
  readonly partitions: readonly PartitionOfMiner[];
}

interface PartitionOfMiner {
  readonly index: number;
  readonly partition: MinerPartition;
  readonly expirations: ReadonlyMap<number, MinerExpirationSet>;
  readonly early: readonly (readonly [number, Bitfield])[];
}

function readMiner(reader: CheckedStateReader, layout: StateLayout, head: Cid): Miner {
  const state = reader.block<MinerState>(minerState[layout], head);
  return {
    head,
    state,
    info: reader.block<MinerInfo>(minerInfo[layout], state.info),
    sectors: new Map(reader.array<MinerSector>(minerSectors[layout], state.sectors)),
    preCommits: reader.map<number, MinerPreCommit>(minerPreCommits[layout], state.preCommittedSectors),
    cleanUp: reader.array(minerPreCommitsCleanUp[layout], state.preCommittedSectorsCleanUp),
    allocated: reader.block(bitfield, state.allocatedSectors),
    vesting: vestingOf(reader, state),
    deadlines: reader.block(minerDeadlines, state.deadlines).due.map((cid, index) => readDeadline(reader, layout, cid, index)),
  };
}

function vestingOf(reader: CheckedStateReader, { vestingFunds }: MinerState): readonly VestingFund[] {
  if (typeof vestingFunds === 'string') return reader.block(minerVestingFunds.v0, vestingFunds).funds;
  return vestingFunds === undefined ? [] : [vestingFunds.head, ...reader.block(minerVestingFundsTail, vestingFunds.tail)];
}

function readDeadline(reader: CheckedStateReader, layout: StateLayout, cid: Cid, index: number): DeadlineOfMiner {
  const deadline = reader.block<MinerDeadline>(minerDeadline[layout], cid);
  if (deadline.dailyFee !== undefined) {
    // The first proving period has not begun: nothing was proven, so that there is nothing to dispute either.
    expect(reader.array(minerSectors.v16, deadline.sectorsSnapshot)).toEqual([]);
    expect(reader.array(deadlinePartitions.v16, deadline.partitionsSnapshot)).toEqual([]);
    expect(reader.array(deadlineSubmissions, deadline.optimisticPostSubmissions)).toEqual([]);
    expect(reader.array(deadlineSubmissions, deadline.optimisticPostSubmissionsSnapshot)).toEqual([]);
  }
  return {
    index,
    deadline,
    expirations: new Map(reader.array(deadlineExpirations[layout], deadline.expirationsEpochs)),
    partitions: reader.array<MinerPartition>(deadlinePartitions[layout], deadline.partitions).map(([at, partition]) => ({
      index: at,
      partition,
      expirations: new Map(reader.array<MinerExpirationSet>(partitionExpirations[layout], partition.expirationsEpochs)),
      early: reader.array(partitionEarlyTerminated[layout], partition.earlyTerminated),
    })),
  };
}

/** Every block that hangs from one, without anything of what is tested. What is sealed or is data has links too, but no blocks. */
function blocksBelow(reader: CheckedStateReader, root: Cid): Set<Cid> {
  const found = new Set<Cid>();
  const visit = (value: unknown) => {
    if (value instanceof CID) {
      const cid = value.toString() as Cid;
      if (value.code !== DAG_CBOR || found.has(cid)) return;
      found.add(cid);
      visit(decodeWithCborg(reader.state.source(cid)));
    } else if (Array.isArray(value)) for (const item of value) visit(item);
  };
  visit(CID.parse(root));
  return found;
}

/** The heads of all miners: states that link to 48 deadlines. */
function minerHeads(reader: CheckedStateReader, fieldCount: number): Cid[] {
  return [...reader.state.blocks].flatMap(([cid, bytes]) => {
    if (CID.parse(cid).code !== DAG_CBOR || bytes[0] !== 0x80 + fieldCount) return [];
    const links = (decodeWithCborg(bytes) as unknown[]).filter((field) => field instanceof CID);
    const blocks = links.map((link) => reader.state.blocks.get(link.toString() as Cid)).filter((block) => block !== undefined);
    return blocks.some((block) => block[0] === 0x81 && block[1] === 0x98 && block[2] === 48) ? [cid] : [];
  });
}

function sum(values: Iterable<bigint>): bigint {
  let total = 0n;
  for (const value of values) total += value;
  return total;
}

describe.each([
  { network: 'mainnet', layout: 'v0', fieldCount: 13, sectors: 2304, partitions: 3, expirationSets: 3, vestings: 0, blocks: 408 },
  {
    network: 'butterflynet',
    layout: 'v16',
    fieldCount: 15,
    sectors: 1440,
    partitions: 720,
    expirationSets: 720,
    vestings: 540,
    blocks: 5215,
  },
] as const)('the miners of $network at genesis, layout $layout', ({ network, layout, fieldCount, ...counts }) => {
  const reader = new CheckedStateReader(network);
  const miners = minerHeads(reader, fieldCount).map((head) => readMiner(reader, layout, head));
  const deadlines = miners.flatMap((miner) => miner.deadlines);
  const partitions = deadlines.flatMap((deadline) => deadline.partitions);

  it('are read whole and written again as the same blocks', () => {
    const below = new Set(miners.flatMap(({ head }) => [...blocksBelow(reader, head)]));
    expect([...reader.read].sort()).toEqual([...below].sort());
    checked(miners.length, 3, `miners of ${network}`);
    checked(reader.read.size, counts.blocks, `blocks of miners of ${network}`);
    checked(
      sumOf(miners, ({ sectors }) => sectors.size),
      counts.sectors,
      `sectors of ${network}`,
    );
    checked(deadlines.length, 144, `deadlines of ${network}`);
    checked(partitions.length, counts.partitions, `partitions of ${network}`);
    checked(
      sumOf(partitions, ({ expirations }) => expirations.size),
      counts.expirationSets,
      `expiration sets of ${network}`,
    );
    checked(
      sumOf(miners, ({ vesting }) => vesting.length),
      counts.vestings,
      `vesting funds of ${network}`,
    );
  });

  it('have partitions whose sums are those of their sectors', () => {
    for (const { info, sectors, deadlines: own } of miners) {
      for (const { partition, expirations, early } of own.flatMap((deadline) => deadline.partitions)) {
        const members = bitfieldMembers(partition.sectors).map((number) => sectors.get(number) ?? expect.fail(`no sector ${number}`));
        const power = sumPower(members.map((sector) => sectorPower(info.sectorSize, sector)));
        expect(partition.livePower).toEqual(power);
        expect(sumPower([activePower(partition), partition.unprovenPower ?? { raw: 0n, qualityAdjusted: 0n }])).toEqual(power);
        expect(sumPower([...expirations.values()].map((set) => set.activePower))).toEqual(power);
        expect(sum([...expirations.values()].map((set) => set.onTimePledge))).toBe(sum(members.map((sector) => sector.initialPledge)));
        expect(early).toEqual([]);
      }
    }
  });

  it('have queues whose epochs are those of their deadlines', () => {
    let sectorsInQueues = 0;
    for (const { state, sectors, cleanUp, deadlines: own } of miners) {
      const expected = own.map(({ index, partitions: members }) => {
        const byEpoch = new Map<number, number[]>();
        for (const { index: at, partition, expirations } of members) {
          const numbers = bitfieldMembers(partition.sectors);
          const epochs = numbers.map((number) => quantizeToDeadline(sectors.get(number)?.expiration ?? 0, state.provingPeriodStart, index));
          for (const [epoch, set] of expirations) {
            expect(set.onTimeSectors).toEqual(bitfieldOf(numbers.filter((_, place) => epochs[place] === epoch)));
            byEpoch.set(epoch, [...(byEpoch.get(epoch) ?? []), at]);
            sectorsInQueues += Number(set.onTimeSectors.count);
          }
        }
        return new Map([...byEpoch].map(([epoch, indices]) => [epoch, bitfieldOf(indices)]));
      });
      expect(own.map(({ expirations }) => expirations)).toEqual(expected);
      for (const [epoch] of cleanUp) expect(quantizeToEveryDeadline(epoch - 59, state.provingPeriodStart)).toBe(epoch);
    }
    checked(
      sumOf(miners, ({ cleanUp }) => cleanUp.length),
      3,
      `epochs of pre-commits of ${network}`,
    );
    checked(sectorsInQueues, counts.sectors, `sectors of ${network} in queues of expirations`);
  });

  it('have deadlines and a state whose sums are those of what hangs from them', () => {
    for (const { state, sectors, allocated, vesting, preCommits, deadlines: own } of miners) {
      for (const { deadline, partitions: members } of own) {
        const sectorCount = sumOf(members, ({ partition }) => Number(partition.sectors.count));
        expect([deadline.liveSectors, deadline.totalSectors]).toEqual([sectorCount, sectorCount]);
        if (deadline.livePower !== undefined)
          expect(deadline.livePower).toEqual(sumPower(members.map(({ partition }) => partition.livePower)));
      }
      expect(allocated).toEqual(bitfieldOf(sectors.keys()));
      expect(state.initialPledge).toBe(sum([...sectors.values()].map((sector) => sector.initialPledge)));
      expect(state.lockedFunds).toBe(sum(vesting.map(({ amount }) => amount)));
      expect(state.preCommitDeposits).toBe(0n);
      expect(preCommits).toEqual([]);
    }
  });
});

function sumOf<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

describe('the miners of mainnet at genesis', () => {
  const reader = new CheckedStateReader('mainnet');
  const { miners } = readSharedJson<{ readonly miners: Readonly<Record<string, DerivedMiner>> }>('miners/genesis-mainnet.json.gz');

  it('are what the derived answers of a node say', () => {
    let sectorCount = 0;
    for (const [name, derived] of Object.entries(miners)) {
      const { state, info, sectors, deadlines } = readMiner(reader, 'v0', derived.actor.Head['/']);
      expect({ ...(minerInfo.v0.toJson(info as MinerInfo<'v0'>, 'f') as object) }, name).toEqual({
        Owner: derived.StateMinerInfo.Owner,
        Worker: derived.StateMinerInfo.Worker,
        ControlAddresses: null,
        PendingWorkerKey: null,
        PeerId: derived.rawInfo.peerIdBytes,
        Multiaddrs: null,
        SealProofType: derived.StateMinerInfo.SealProofType,
        SectorSize: derived.StateMinerInfo.SectorSize,
        WindowPoStPartitionSectors: derived.StateMinerInfo.WindowPoStPartitionSectors,
      });
      const found = [...sectors.values()].map((sector) => minerSector.v0.toJson(sector as MinerSector<'v0'>, 'f'));
      expect(found).toEqual(derived.StateMinerSectors);
      sectorCount += found.length;
      expect([state.provingPeriodStart, state.currentDeadline]).toEqual([derived.provingPeriodStart, derived.currentDeadline]);
      expect(deadlines.map(({ deadline }) => ({ PostSubmissions: encodeRunLengths(deadline.partitionsPosted) }))).toEqual(
        derived.StateMinerDeadlines,
      );
      expect(
        deadlines.map(({ partitions }) =>
          partitions.map(({ partition: { sectors: all, faults, recoveries } }) => ({
            AllSectors: encodeRunLengths(all),
            FaultySectors: encodeRunLengths(faults),
            RecoveringSectors: encodeRunLengths(recoveries),
            LiveSectors: encodeRunLengths(all),
            ActiveSectors: encodeRunLengths(all),
          })),
        ),
      ).toEqual(derived.StateMinerPartitions);
      const power = sumPower([...sectors.values()].map((sector) => sectorPower(info.sectorSize, sector)));
      expect({ RawBytePower: `${power.raw}`, QualityAdjPower: `${power.qualityAdjusted}` }).toEqual(derived.StateMinerPower.MinerPower);
    }
    checked(sectorCount, 2304, 'sectors of mainnet at genesis as JSON');
  });
});

interface DerivedMiner {
  readonly actor: { readonly Head: { readonly '/': Cid } };
  readonly StateMinerInfo: Readonly<Record<string, unknown>>;
  readonly rawInfo: { readonly peerIdBytes: string };
  readonly StateMinerSectors: readonly unknown[];
  readonly StateMinerDeadlines: readonly unknown[];
  readonly StateMinerPartitions: readonly unknown[];
  readonly StateMinerPower: { readonly MinerPower: unknown };
  readonly provingPeriodStart: number;
  readonly currentDeadline: number;
}
