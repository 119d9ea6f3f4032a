/** Reads one miner for its screen. Every panel is filled or fails by itself; all of them at one pinned tipset. */
import { bitfieldMembers, bitfieldOf, encodeRunLengths, isInBitfield } from '../../../shared/domain/bitfield.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import {
  type NodeSector,
  zNodeActor,
  zNodeAddress,
  zNodeAmount,
  zNodeMinerInfo,
  zNodeMinerPower,
  zNodeMinerState,
  zNodeSectorCount,
  zNodeSectors,
} from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { type PinnedNode, panelOf } from '../chain/pinned-node.ts';
import { optional } from '../optional.ts';
import { deadlineMap } from './deadline-map.ts';
import { type MinerDeadlines, type MinerPartition, readDeadlines } from './miner-deadlines.ts';
import { isSet, rolesOf } from './miner-roles.ts';
import { verifiedBytes } from './verified-bytes.ts';

const ROLE_CALLS_AT_ONCE = 3;
/** Sector rows that one answer carries; `total` says how many there are. */
const SECTOR_ROW_LIMIT = 500;

export interface MinerContext {
  readonly isOwn: boolean;
  readonly timeMsOf: (epoch: number) => number;
}

/** @param address ID address in the network's letter: power claims are kept by ID, and other forms would answer zero */
export async function readMiner(node: PinnedNode, address: string, context: MinerContext): Promise<Miner> {
  const sectorCount = node.as('sectors').read('StateMinerSectorCount', (key) => [address, key], zNodeSectorCount);
  const deadlines = liveCount(sectorCount).then((live) => readDeadlines(node.as('proving deadlines'), address, live));
  const [power, info, balance, deadlinePanel, sectors, sectorRows] = await Promise.all([
    panelOf(() => readPower(node.as('power'), address)),
    panelOf(() => readInfo(node.as('keys'), address)),
    panelOf(() => readBalance(node.as('balance'), address)),
    panelOf(async () => {
      const { info: period, counts, calls } = await deadlines;
      return {
        value: { periodStart: period.PeriodStart, currentIndex: period.Index, deadlines: deadlineMap(period, counts, context.timeMsOf) },
        calls,
      };
    }),
    panelOf(async () => {
      const { value, call } = await sectorCount;
      return { value: { live: value.Live, active: value.Active, faulty: value.Faulty }, calls: [call] };
    }),
    panelOf(async () => readSectorRows(node.as('sectors'), address, await deadlines, context)),
  ]);
  return { address, pinned: node.ref, isOwn: context.isOwn, power, info, balance, deadlines: deadlinePanel, sectors, sectorRows };
}

async function liveCount(count: Promise<{ value: { Live: number } }>): Promise<number | undefined> {
  return (await optional(() => count))?.value.Live;
}

async function readPower(node: PinnedNode, address: string) {
  const { value, call } = await node.read('StateMinerPower', (key) => [address, key], zNodeMinerPower);
  return {
    value: {
      rawBytes: value.MinerPower.RawBytePower,
      qualityAdjusted: value.MinerPower.QualityAdjPower,
      networkRawBytes: value.TotalPower.RawBytePower,
      networkQualityAdjusted: value.TotalPower.QualityAdjPower,
      hasMinimumPower: value.HasMinPower,
    },
    calls: [call],
  };
}

async function readInfo(node: PinnedNode, address: string) {
  const { value, call } = await node.read('StateMinerInfo', (key) => [address, key], zNodeMinerInfo);
  const calls: CallRef[] = [call];
  const known = new Map<string, { key?: string; balance?: string }>();
  const addresses = [...new Set(rolesOf(value).map((role) => role.address))];
  await mapBounded(addresses, ROLE_CALLS_AT_ONCE, async (id) => {
    const [actor, key] = await Promise.all([
      optional(() => node.read('StateGetActor', (tipset) => [id, tipset], zNodeActor)),
      // Only accounts have a key; a multisig or another actor as owner is shown by its id alone.
      optional(() => node.read('StateAccountKey', (tipset) => [id, tipset], zNodeAddress)),
    ]);
    known.set(id, {
      ...(key === undefined ? {} : { key: key.value }),
      ...(actor === undefined ? {} : { balance: actor.value.Balance }),
    });
    for (const answer of [actor, key]) {
      if (answer !== undefined) {
        calls.push(answer.call);
      }
    }
  });
  return {
    value: {
      sectorSize: value.SectorSize,
      ...(value.PeerId === undefined || value.PeerId === null ? {} : { peerId: value.PeerId }),
      roles: rolesOf(value).map((role) => ({ ...role, ...known.get(role.address) })),
      hasPendingWorkerChange: isSet(value.NewWorker),
    },
    calls,
  };
}

async function readBalance(node: PinnedNode, address: string) {
  const [state, available] = await Promise.all([
    node.read('StateReadState', (key) => [address, key], zNodeMinerState),
    optional(() => node.read('StateMinerAvailableBalance', (key) => [address, key], zNodeAmount)),
  ]);
  const { Balance, State } = state.value;
  const locked = BigInt(State.InitialPledge) + BigInt(State.LockedFunds) + BigInt(State.PreCommitDeposits) + BigInt(State.FeeDebt);
  return {
    value: {
      total: Balance,
      // The actor's own rule where the node does not compute it: what is neither pledged, vesting, deposited nor owed.
      available: available?.value ?? (BigInt(Balance) - locked).toString(),
      initialPledge: State.InitialPledge,
      vesting: State.LockedFunds,
      preCommitDeposits: State.PreCommitDeposits,
      feeDebt: State.FeeDebt,
    },
    calls: [state.call, ...(available === undefined ? [] : [available.call])],
  };
}

async function readSectorRows(node: PinnedNode, address: string, deadlines: MinerDeadlines, context: MinerContext) {
  const placed = new Map<bigint, MinerPartition>();
  let total = 0;
  for (const partition of deadlines.partitions) {
    total += Number(partition.live.count);
    for (const number of bitfieldMembers(partition.live, SECTOR_ROW_LIMIT - placed.size)) {
      placed.set(BigInt(number), partition);
    }
  }
  if (placed.size === 0) {
    return { value: { total, rows: [] }, calls: deadlines.calls };
  }
  // Always with a filter: without one a large miner answers with hundreds of megabytes.
  const { value, call } = await node.read(
    'StateMinerSectors',
    (key) => [address, encodeRunLengths(bitfieldOf(placed.keys())), key],
    zNodeSectors,
  );
  const rows = value.map((sector) => sectorRow(sector, placed.get(sector.SectorNumber), context));
  return { value: { total, rows: rows.sort((left, right) => left.number - right.number) }, calls: [call] };
}

function sectorRow(sector: NodeSector, place: MinerPartition | undefined, context: MinerContext) {
  const { VerifiedDealWeight: weight, Activation, Expiration, PowerBaseEpoch } = sector;
  const verified =
    weight === undefined || weight === null ? undefined : verifiedBytes(BigInt(weight), PowerBaseEpoch ?? Activation, Expiration);
  return {
    number: Number(sector.SectorNumber),
    isActive: place !== undefined && isInBitfield(place.active, sector.SectorNumber),
    isFaulty: place !== undefined && isInBitfield(place.faulty, sector.SectorNumber),
    activation: sector.Activation,
    expiration: sector.Expiration,
    expirationTimeMs: context.timeMsOf(sector.Expiration),
    initialPledge: sector.InitialPledge,
    ...(verified === undefined ? {} : { verifiedBytes: verified.toString() }),
    sealedCid: sector.SealedCID,
    ...(place === undefined ? {} : { deadline: place.deadline, partition: place.partition }),
  };
}
