import { base58btc } from 'multiformats/bases/base58';
import { addressFromBytes } from '../../../shared/domain/address.ts';
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { sealedAtGenesis } from '../sealing/genesis-pipeline.ts';
import { constructedSealedCid } from '../state/constructed-cids.ts';
import { CowMap } from '../state/cow-map.ts';
import type { DeadlineState, Miner, Sector } from './miner.ts';
import { PARTITION_SECTORS } from './place-sector.ts';
import { BYTES_32GIB, pledgeFor } from './pledge.ts';

const ACTOR_ADDRESS_PROTOCOL = 2;

export interface MinerProfile {
  readonly id: number;
  /** 32 or 64. */
  readonly sectorGib: 32 | 64;
  readonly sectors: number;
}

/** Eight miners of very different size, so that one to seven blocks an epoch come about. f01000 is the one that seals in view. */
export const MINER_PROFILES: readonly MinerProfile[] = [
  { id: 1000, sectorGib: 32, sectors: 40 },
  { id: 1001, sectorGib: 64, sectors: 150 },
  { id: 1002, sectorGib: 32, sectors: 190 },
  { id: 1003, sectorGib: 64, sectors: 70 },
  { id: 1004, sectorGib: 32, sectors: 110 },
  { id: 1005, sectorGib: 64, sectors: 40 },
  { id: 1006, sectorGib: 32, sectors: 60 },
  { id: 1007, sectorGib: 32, sectors: 36 },
];

interface Roles {
  readonly owner: number;
  readonly worker: number;
  readonly control: number;
}

/** A miner as it stands at genesis: sectors spread over its deadlines, a few faulty, some of those recovering. */
export function genesisMiner(profile: MinerProfile, roles: Roles, random: SeededRandom): Miner {
  const is32 = profile.sectorGib === 32;
  const sectorSize = is32 ? BYTES_32GIB : BYTES_32GIB * 2n;
  const initialPledge = pledgeFor(sectorSize);
  const sectors = Array.from({ length: profile.sectors }, (_, number): Sector => {
    const isLong = random.fraction('expiry', profile.id, number) < 0.8;
    return {
      number,
      sealedCid: constructedSealedCid(random.bytes('comm-r', profile.id, number)),
      activation: 0,
      expiration: isLong
        ? random.between(518_400, 1_555_200, 'expiration', profile.id, number)
        : random.between(3_000, 20_000, 'expiration', profile.id, number),
      dealWeight: 0n,
      verifiedDealWeight: 0n,
      verifiedBytes: 0n,
      initialPledge,
      dealIds: [],
      deadline: random.between(0, EPOCHS.deadlinesPerPeriod - 1, 'deadline', profile.id, number),
    };
  });
  return {
    id: profile.id,
    owner: roles.owner,
    worker: roles.worker,
    controls: [roles.control],
    pendingWorker: undefined,
    pendingOwner: undefined,
    beneficiary: roles.owner,
    beneficiaryTerm: { quota: 0n, usedQuota: 0n, expiration: 0 },
    pendingBeneficiary: undefined,
    robustAddress: addressFromBytes(Uint8Array.of(ACTOR_ADDRESS_PROTOCOL, ...random.bytes('robust', profile.id).subarray(0, 20))),
    peerId: peerIdBytes(random.bytes('peer', profile.id)),
    multiaddrs: [Uint8Array.of(0x04, 127, 0, 0, 1, 0x06, 0x5f, profile.id % 256)],
    sectorSize,
    sealProof: is32 ? 8 : 9,
    windowPostProof: is32 ? 8 : 9,
    periodOffset: random.between(0, 2879, 'period', profile.id),
    sectors: CowMap.from(sectors.map((sector) => [sector.number, sector] as const)),
    preCommits: CowMap.from([]),
    deadlines: Array.from({ length: EPOCHS.deadlinesPerPeriod }, (_, index) => deadlineOf(sectors, index, profile.id, random)),
    nextSector: profile.sectors,
    lockedFunds: 0n,
    initialPledge: initialPledge * BigInt(profile.sectors),
    preCommitDeposits: 0n,
    rawPower: 0n,
    qualityPower: 0n,
    activeSectors: 0,
    faultySectors: 0,
    pipeline: CowMap.from(sectors.map((sector) => [sector.number, sealedAtGenesis(sector.number)] as const)),
    busy: [],
  };
}

function deadlineOf(sectors: readonly Sector[], index: number, minerId: number, random: SeededRandom): DeadlineState {
  const numbers = sectors.filter((sector) => sector.deadline === index).map((sector) => sector.number);
  const partitions: DeadlineState['partitions'][number][] = [];
  for (let start = 0; start < numbers.length; start += PARTITION_SECTORS) {
    const own = numbers.slice(start, start + PARTITION_SECTORS);
    const faulty = own.filter((number) => random.fraction('fault-at-genesis', minerId, number) < 0.06);
    const recovering = faulty.filter((number) => random.fraction('recovering-at-genesis', minerId, number) < 0.4);
    partitions.push({ sectors: own, faulty, recovering, unproven: [] });
  }
  return { partitions, posted: [] };
}

/** Peer ID of an ed25519 key, whose bytes are drawn from the seed. */
function peerIdBytes(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0x00, 0x24, 0x08, 0x01, 0x12, 0x20, ...publicKey);
}

/** Such a peer ID in its usual text form. */
export function peerIdOf(publicKey: Uint8Array): string {
  return peerIdText(peerIdBytes(publicKey));
}

/** Whether bytes are a peer ID: a SHA-256 multihash, or an ed25519 key in its place. Anyone may have set any bytes. */
export function isPeerId(bytes: Uint8Array): boolean {
  return (bytes.length === 38 && bytes[0] === 0x00 && bytes[1] === 0x24) || (bytes.length === 34 && bytes[0] === 0x12 && bytes[1] === 0x20);
}

export function peerIdText(peerId: Uint8Array): string {
  return base58btc.encode(peerId).slice(1);
}
