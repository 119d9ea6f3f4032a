import { minerPreCommits, minerPreCommitsCleanUp, minerSectors } from '../../../shared/domain/actors/miner-collections.ts';
import { type PowerPair, subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { type Address, addressFromBytes, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { deadlineAt, EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { type Bitfield, bitfieldOf } from '../../../shared/domain/encoding/bitfield.ts';
import { intersection } from '../../../shared/domain/state/bitfield-sets.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { INIT } from '../state/init-view.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { LocalBlock } from '../state/local-block.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { addPledge, setClaim } from '../state/power.ts';
import { INIT_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { addToDeadline, declareFaults, declareRecoveries, emptyDeadline } from './deadline.ts';
import { DEADLINE, type Deadline, type Sector } from './deadline-view.ts';
import { NO_SECTORS, pledgeOf } from './expiration-queue.ts';
import { enrolDeadlineCron } from './miner-cron.ts';
import { DEADLINES, INFO, type Info, MINER, type Miner, SECTOR_NUMBERS } from './miner-view.ts';
import { provingOf } from './miners.ts';
import type { Proving } from './partition.ts';

const ACTOR_ADDRESS_PROTOCOL = 2;
/** First cron epoch: the window that is open at genesis is the first to close. */
const FIRST_CRON_EPOCH = 1;

/** IDs of a miner's accounts. */
export interface Roles {
  readonly owner: number;
  readonly worker: number;
  readonly control: number;
}

/** A genesis miner. */
export interface MinerPlan {
  readonly id: number;
  readonly roles: Roles;
  readonly sectorSize: bigint;
  readonly windowPoStProofType: number;
  readonly partitionSectors: number;
  /** By ascending number, all proven. */
  readonly sectors: readonly Sector[];
  /** Deadline of a sector. */
  deadlineOf(number: number): number;
  readonly faults: readonly number[];
  /** Faults that are declared recovered. */
  readonly recoveries: readonly number[];
}

/** Add a miner to the genesis state: the actor without balance, its address, its claim, its first cron call. */
export function addMiner(draft: StateDraft, plan: MinerPlan, random: SeededRandom): void {
  const { id } = plan;
  const address = addressFromBytes(Uint8Array.of(ACTOR_ADDRESS_PROTOCOL, ...random.bytes('robust', id).subarray(0, 20)));
  const init = draft.read(INIT, INIT_ID);
  draft.write(INIT, INIT_ID, { ...init, addressMap: init.addressMap.set(address, id), nextId: Math.max(init.nextId, id + 1) });
  draft.addActor(id, 'storageminer', address);
  const { miner, power } = plannedMiner(draft, plan, random);
  draft.write(MINER, id, miner);
  setClaim(draft, id, { raw: power.raw, quality: power.qualityAdjusted }, plan.windowPoStProofType);
  addPledge(draft, miner.initialPledge);
  enrolDeadlineCron(draft, id, miner, FIRST_CRON_EPOCH);
}

function plannedMiner(draft: StateDraft, plan: MinerPlan, random: SeededRandom): { miner: Miner; power: PowerPair } {
  const { blocks } = draft.state;
  const clock = deadlineAt(random.between(0, EPOCHS.provingPeriod - 1, 'period', plan.id), FIRST_CRON_EPOCH);
  const numbers = plan.sectors.map(({ sectorNumber }) => sectorNumber);
  const withoutDeadlines: Miner = {
    info: LocalBlock.of(blocks, INFO, infoOf(plan, random)),
    preCommitDeposits: attoFil(0n),
    lockedFunds: attoFil(0n),
    vestingFunds: undefined,
    feeDebt: attoFil(0n),
    initialPledge: pledgeOf(plan.sectors),
    preCommittedSectors: LocalHamt.empty(blocks, minerPreCommits.v16),
    preCommittedSectorsCleanUp: LocalAmt.empty(blocks, minerPreCommitsCleanUp.v16),
    allocatedSectors: LocalBlock.of(blocks, SECTOR_NUMBERS, bitfieldOf(numbers)),
    sectors: LocalAmt.from(
      blocks,
      minerSectors.v16,
      plan.sectors.map((sector) => [sector.sectorNumber, sector] as const),
    ),
    provingPeriodStart: clock.periodStart,
    currentDeadline: clock.index,
    deadlines: LocalBlock.of(blocks, DEADLINES, []),
    earlyTerminations: NO_SECTORS,
    deadlineCronActive: true,
  };
  const groups = Map.groupBy(plan.sectors, ({ sectorNumber }) => plan.deadlineOf(sectorNumber));
  const deadlines = Array.from({ length: EPOCHS.deadlinesPerPeriod }, (_, index) =>
    plannedDeadline(provingOf(draft.state, withoutDeadlines, index), plan, groups.get(index) ?? []),
  );
  return {
    miner: {
      ...withoutDeadlines,
      deadlines: withoutDeadlines.deadlines.with(deadlines.map((deadline) => LocalBlock.of(blocks, DEADLINE, deadline))),
    },
    power: sumPower(deadlines.map(({ livePower, faultyPower }) => subtractPower(livePower, faultyPower))),
  };
}

function plannedDeadline(proving: Proving, plan: MinerPlan, sectors: readonly Sector[]): Deadline {
  const all = addToDeadline(emptyDeadline(proving.blocks), proving, plan.partitionSectors, sectors, true);
  const inPartitions = (numbers: readonly number[]): Map<number, Bitfield> => {
    const those = bitfieldOf(numbers);
    return new Map(all.partitions.entries().map(([index, partition]) => [index, intersection(partition.sectors, those)]));
  };
  const { deadline } = declareFaults(all, proving, EPOCHS.faultMaxAge, inPartitions(plan.faults));
  return declareRecoveries(deadline, proving, inPartitions(plan.recoveries));
}

function infoOf({ id, roles, windowPoStProofType, sectorSize, partitionSectors }: MinerPlan, random: SeededRandom): Info {
  const owner: Address = idAddress(roles.owner);
  return {
    owner,
    worker: idAddress(roles.worker),
    controlAddresses: [idAddress(roles.control)],
    pendingWorkerKey: undefined,
    peerId: peerIdBytes(random.bytes('peer', id)),
    multiaddrs: [Uint8Array.of(0x04, 127, 0, 0, 1, 0x06, 0x5f, id % 256)],
    windowPoStProofType,
    sectorSize,
    windowPoStPartitionSectors: partitionSectors,
    consensusFaultElapsed: -1,
    pendingOwnerAddress: undefined,
    beneficiary: owner,
    beneficiaryTerm: { quota: attoFil(0n), usedQuota: attoFil(0n), expiration: 0 },
    pendingBeneficiaryTerm: undefined,
  };
}

/** Peer ID of an ed25519 key derived from the seed. */
export function peerIdBytes(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0x00, 0x24, 0x08, 0x01, 0x12, 0x20, ...publicKey);
}
