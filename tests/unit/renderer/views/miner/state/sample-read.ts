/** Reads of a miner as the contract tells them, for tests of what is shown of them. */
import type { CallRef } from '../../../../../../shared/ipc/schemas/common.ts';
import type { SectorTableRow } from '../../../../../../shared/ipc/schemas/miner-sectors.ts';
import type { MinerStateRead, StateReadProgress } from '../../../../../../shared/ipc/schemas/state-read.ts';

const CALL: CallRef = { id: 41, method: 'ChainReadObj', tookMs: 12, atMs: 1_700_000_000_000, isCached: false };

const CID = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const STATE_BLOCK = CID.replace(/mm2$/, 'bb2');
const ACTOR_BLOCK = CID.replace(/mm2$/, 'cc2');
const CLAIM_BLOCK = CID.replace(/mm2$/, 'dd2');
export const GENESIS = 'bafy2bzacecbcmikekv26d5hqwlqpxjogfj42g5pbvmzbucwkqakpoxcwgnbvu';
const PINNED = { height: 153, key: [CID], timeMs: 1_700_000_000_000 };

export function readProgress(change: Partial<StateReadProgress> = {}): StateReadProgress {
  return {
    readId: '1',
    address: 'f01000',
    genesisCid: GENESIS,
    connectionName: 'harbour-1',
    isEmbedded: false,
    state: 'running',
    phase: 'the tipset',
    startedAtMs: 1,
    elapsedMs: 500,
    blocks: 10,
    cachedBlocks: 0,
    bytes: 2048,
    calls: 11,
    callBudget: 3000,
    roundTrips: 4,
    table: { revision: 1, leftOut: 0 },
    ...change,
  };
}

export function sectorRow(number: number, change: Partial<SectorTableRow> = {}): SectorTableRow {
  return {
    number,
    isActive: true,
    isFaulty: false,
    isRecovering: false,
    isUnproven: false,
    isTerminated: false,
    quality: 1,
    isFullByRule: false,
    activation: 10,
    activationTimeMs: 1_690_000_000_000,
    dataBytes: '0',
    dealCount: 0,
    isUpgraded: false,
    callId: 41,
    expiration: 1_000_000,
    expirationTimeMs: 1_730_000_000_000,
    initialPledge: '200000000000000000',
    qualityAdjusted: '34359738368',
    sealedCid: 'bagboea4b5abcbiq7wi3gp4dwl2iknxaqvmgczb6vlc3o5mxgmfzlxz6f2ycv3cmt',
    deadline: 3,
    partition: 0,
    ...change,
  };
}

/** A read that found everything. */
export function wholeRead(): MinerStateRead {
  const zero = { rawBytes: '0', qualityAdjusted: '0' };
  const full = { rawBytes: '68719476736', qualityAdjusted: '68719476736' };
  return {
    readId: '1',
    address: 'f01000',
    proof: {
      pinned: PINNED,
      block: CID,
      blockCall: CALL,
      stateRoot: CID.replace(/mm2$/, 'aa2'),
      networkVersion: 28,
      networkVersionCall: { ...CALL, id: 42, method: 'StateNetworkVersion' },
      actor: 'f01000',
      actorCode: CID,
      actorHead: STATE_BLOCK,
      actorCall: { ...CALL, id: 43, subject: ACTOR_BLOCK },
    },
    power: {
      value: {
        rawBytes: '68719476736',
        qualityAdjusted: '68719476736',
        networkRawBytes: '137438953472',
        networkQualityAdjusted: '137438953472',
      },
      calls: [CALL, { ...CALL, id: 45, subject: CLAIM_BLOCK }],
    },
    balance: {
      value: { total: '10', available: '4', initialPledge: '3', vesting: '2', preCommitDeposits: '1', feeDebt: '0' },
      calls: [
        { ...CALL, id: 43, subject: ACTOR_BLOCK },
        { ...CALL, id: 44, subject: STATE_BLOCK },
      ],
    },
    info: {
      value: {
        sectorSize: 34_359_738_368,
        roles: [
          { role: 'Owner', address: 'f0100', balance: '5000000000000000000' },
          { role: 'Worker', address: 'f0101', balance: '7000000000000000000' },
        ],
        hasPendingWorkerChange: true,
      },
      calls: [
        { ...CALL, id: 46 },
        { ...CALL, id: 47 },
      ],
    },
    vesting: {
      value: {
        total: '3000000000000000000',
        vested: '0',
        rows: [
          { epoch: 200, timeMs: 1_700_000_100_000, amount: '1000000000000000000' },
          { epoch: 300, timeMs: 1_700_003_100_000, amount: '2000000000000000000' },
        ],
      },
      calls: [CALL],
    },
    deadlines: { value: { periodStart: 0, currentIndex: 0, deadlines: [] }, calls: [CALL] },
    partitions: {
      value: {
        total: 1,
        rows: [
          {
            deadline: 3,
            partition: 0,
            sectors: 3,
            live: 2,
            active: 1,
            faulty: 1,
            recovering: 0,
            unproven: 0,
            terminated: 1,
            isPosted: true,
            livePower: full,
            activePower: full,
            faultyPower: full,
            recoveringPower: zero,
          },
        ],
      },
      calls: [CALL],
    },
    sectors: { value: { live: 2, active: 1, faulty: 1 }, calls: [CALL] },
    sectorSums: {
      value: { sectors: 3, initialPledge: '600000000000000000', dailyFee: '120000000000', qualityAdjusted: '103079215104' },
      calls: [CALL],
    },
  };
}
