import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { minerDeadline, minerDeadlines, windowedPost } from '../../../../../shared/domain/actors/miner-deadline.ts';
import { minerExpirationSet } from '../../../../../shared/domain/actors/miner-expiration-set.ts';
import { minerInfo } from '../../../../../shared/domain/actors/miner-info.ts';
import { minerPartition } from '../../../../../shared/domain/actors/miner-partition.ts';
import { minerPreCommit } from '../../../../../shared/domain/actors/miner-pre-commit.ts';
import { minerSector } from '../../../../../shared/domain/actors/miner-sector.ts';
import { minerState } from '../../../../../shared/domain/actors/miner-state.ts';
import { minerVestingFunds, minerVestingFundsTail } from '../../../../../shared/domain/actors/miner-vesting-funds.ts';
import { addressToBytes, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import { base64ToBytes, bytesToHex } from '../../../../../shared/domain/encoding/bytes.ts';
import { encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const ROOT = 'bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a';
const SEALED = 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz';
const link = CID.parse(ROOT);
const sealed = CID.parse(SEALED);
const json = { '/': ROOT };
const f = (text: string) => addressToBytes(parseAddress(text));
const big = encodeBigIntBytes;
const set = (...members: number[]) => encodeRlePlus(bitfieldOf(members));
const power = (raw: bigint, qualityAdjusted: bigint) => [big(raw), big(qualityAdjusted)];
const NO_POWER = power(0n, 0n);
const NO_POWER_JSON = { Raw: '0', QA: '0' };

const SECTOR = [5, 8, sealed, [1], -1, 900, big(2n), big(3n), big(4n), big(5n), null, 6, big(7n), link, 1];
const SECTOR_JSON = {
  SectorNumber: 5,
  SealProof: 8,
  SealedCID: { '/': SEALED },
  Activation: -1,
  Expiration: 900,
  DealWeight: '2',
  VerifiedDealWeight: '3',
  InitialPledge: '4',
  ExpectedDayReward: '5',
  ExpectedStoragePledge: null,
  PowerBaseEpoch: 6,
  ReplacedDayReward: '7',
  SectorKeyCID: json,
  Flags: 1,
};
const EXPIRATION = [set(1, 2), set(7), big(9n), power(64n, 640n), power(32n, 32n)];
const EXPIRATION_JSON = {
  OnTimeSectors: [1, 2],
  EarlySectors: [7, 1],
  OnTimePledge: '9',
  ActivePower: { Raw: '64', QA: '640' },
  FaultyPower: { Raw: '32', QA: '32' },
};

/** What no genesis has: the tuple as it stands on chain, written by another encoder, and the JSON of a node. */
const CASES: readonly (readonly [name: string, codec: Codec<unknown>, tuple: unknown, json: unknown])[] = [
  ['sector from before there were daily fees', minerSector.v16, SECTOR, { ...SECTOR_JSON, DailyFee: '0' }],
  ['sector with a daily fee', minerSector.v16, [...SECTOR, big(11n)], { ...SECTOR_JSON, DailyFee: '11' }],
  ['sector whose daily fee is nothing', minerSector.v16, [...SECTOR, big(0n)], { ...SECTOR_JSON, DailyFee: '0' }],
  ['expirations of v0', minerExpirationSet.v0, EXPIRATION, EXPIRATION_JSON],
  ['expirations from before there were daily fees', minerExpirationSet.v16, EXPIRATION, { ...EXPIRATION_JSON, FeeDeduction: '0' }],
  ['expirations with a fee', minerExpirationSet.v16, [...EXPIRATION, big(3n)], { ...EXPIRATION_JSON, FeeDeduction: '3' }],
  [
    'info with everything that may be pending',
    minerInfo.v16,
    [
      ...[f('f0100'), f('f0101'), [f('f0102'), f('f0103')], [f('f0104'), 900], Uint8Array.of(1, 2), [Uint8Array.of(3)]],
      ...[8, 2 ** 35, 2349, -1, f('f0105'), f('f0106'), [big(10n), big(4n), 5000]],
      [f('f0107'), big(20n), 6000, true, false],
    ],
    {
      Owner: 'f0100',
      Worker: 'f0101',
      ControlAddresses: ['f0102', 'f0103'],
      PendingWorkerKey: { NewWorker: 'f0104', EffectiveAt: 900 },
      PeerId: 'AQI=',
      Multiaddrs: ['Aw=='],
      WindowPoStProofType: 8,
      SectorSize: 2 ** 35,
      WindowPoStPartitionSectors: 2349,
      ConsensusFaultElapsed: -1,
      PendingOwnerAddress: 'f0105',
      Beneficiary: 'f0106',
      BeneficiaryTerm: { Quota: '10', UsedQuota: '4', Expiration: 5000 },
      PendingBeneficiaryTerm: {
        NewBeneficiary: 'f0107',
        NewQuota: '20',
        NewExpiration: 6000,
        ApprovedByBeneficiary: true,
        ApprovedByNominee: false,
      },
    },
  ],
  [
    'state without vesting funds',
    minerState.v16,
    [link, big(1n), big(2n), null, big(3n), big(4n), link, link, link, link, 57, 47, link, set(0, 47), true],
    {
      Info: json,
      PreCommitDeposits: '1',
      LockedFunds: '2',
      VestingFunds: null,
      FeeDebt: '3',
      InitialPledge: '4',
      PreCommittedSectors: json,
      PreCommittedSectorsCleanUp: json,
      AllocatedSectors: json,
      Sectors: json,
      ProvingPeriodStart: 57,
      CurrentDeadline: 47,
      Deadlines: json,
      EarlyTerminations: [0, 1, 46, 1],
      DeadlineCronActive: true,
    },
  ],
  ['vesting funds, the next inline', minerVestingFunds.v16, [[2880, big(5n)], link], { Head: { Epoch: 2880, Amount: '5' }, Tail: json }],
  [
    'vesting funds of v0',
    minerVestingFunds.v0,
    [
      [
        [1, big(5n)],
        [2, big(6n)],
      ],
    ],
    {
      Funds: [
        { Epoch: 1, Amount: '5' },
        { Epoch: 2, Amount: '6' },
      ],
    },
  ],
  ['vesting funds to come', minerVestingFundsTail, [[2880, big(5n)]], [{ Epoch: 2880, Amount: '5' }]],
  [
    'pre-commit with data',
    minerPreCommit.v16,
    [[8, 5, sealed, 100, [77], 900, link], big(3n), 120],
    {
      Info: {
        SealProof: 8,
        SectorNumber: 5,
        SealedCID: { '/': SEALED },
        SealRandEpoch: 100,
        DealIDs: [77],
        Expiration: 900,
        UnsealedCid: json,
      },
      PreCommitDeposit: '3',
      PreCommitEpoch: 120,
    },
  ],
  [
    'partition with faults',
    minerPartition.v16,
    [
      ...[set(1, 2, 3, 4, 5), set(5), set(2, 3), set(3), set(1), link, link],
      ...[power(128n, 128n), power(32n, 32n), power(64n, 64n), power(32n, 32n)],
    ],
    {
      Sectors: [1, 5],
      Unproven: [5, 1],
      Faults: [2, 2],
      Recoveries: [3, 1],
      Terminated: [1, 1],
      ExpirationsEpochs: json,
      EarlyTerminated: json,
      LivePower: { Raw: '128', QA: '128' },
      UnprovenPower: { Raw: '32', QA: '32' },
      FaultyPower: { Raw: '64', QA: '64' },
      RecoveringPower: { Raw: '32', QA: '32' },
    },
  ],
  [
    'deadline that was proven',
    minerDeadline.v16,
    [link, link, set(0, 1), set(1), 3, 4, NO_POWER, link, link, link, link, power(96n, 96n), big(8n)],
    {
      Partitions: json,
      ExpirationsEpochs: json,
      PartitionsPoSted: [0, 2],
      EarlyTerminations: [1, 1],
      LiveSectors: 3,
      TotalSectors: 4,
      FaultyPower: NO_POWER_JSON,
      OptimisticPoStSubmissions: json,
      SectorsSnapshot: json,
      PartitionsSnapshot: json,
      OptimisticPoStSubmissionsSnapshot: json,
      LivePower: { Raw: '96', QA: '96' },
      DailyFee: '8',
    },
  ],
  [
    'proof that was believed',
    windowedPost,
    [set(0), [[8, Uint8Array.of(1, 2, 3)]]],
    { Partitions: [0, 1], Proofs: [{ PoStProof: 8, ProofBytes: 'AQID' }] },
  ],
];

describe('a part of a miner that no genesis has', () => {
  it.each(CASES)('%s is read, written and shown', (_name, codec, tuple, shown) => {
    const bytes = encodeWithCborg(tuple);
    const value = decodeBlock(codec, bytes);
    expect(bytesToHex(encodeBlock(codec, value))).toBe(bytesToHex(bytes));
    expect(codec.toJson(value, 'f')).toEqual(shown);
  });
});

describe('what came later', () => {
  it('is absent where it was not written, and not the same as nothing', () => {
    expect(decodeBlock(minerSector.v16, encodeWithCborg(SECTOR))).not.toHaveProperty('dailyFee');
    expect(decodeBlock(minerSector.v16, encodeWithCborg([...SECTOR, big(0n)]))).toHaveProperty('dailyFee', 0n);
  });

  it.each([
    ['sector of 14 fields', minerSector.v16, SECTOR.slice(0, -1)],
    ['sector of 17 fields', minerSector.v16, [...SECTOR, big(1n), big(1n)]],
    ['expirations of 4 fields', minerExpirationSet.v16, EXPIRATION.slice(0, -1)],
    ['expirations of 7 fields', minerExpirationSet.v16, [...EXPIRATION, big(1n), big(1n)]],
    ['expirations of v0 with a fee', minerExpirationSet.v0, [...EXPIRATION, big(1n)]],
  ] as const)('leaves a %s refused', (_name, codec, tuple) => {
    expect(codeOf(() => decodeBlock<unknown>(codec, encodeWithCborg(tuple)))).toBe('cbor');
  });
});

it('the deadlines of a miner are 48', () => {
  const due = Array.from({ length: 48 }, () => link);
  expect(decodeBlock(minerDeadlines, encodeWithCborg([due])).due).toEqual(due.map(String));
  for (const wrong of [due.slice(1), [...due, link], []]) {
    expect(codeOf(() => decodeBlock(minerDeadlines, encodeWithCborg([wrong])))).toBe('cbor');
  }
});

it('fields are named as in the answers of a node', () => {
  const { methods } = readSharedJson<{ methods: { name: string; result: { schema: { examples: unknown[] } } }[] }>(
    'openrpc/lotus-v1.36.2-v1-full.json.gz',
  );
  const example = (name: string) =>
    methods.find((method) => method.name === `Filecoin.${name}`)?.result.schema.examples[0] ?? expect.fail();
  const shown = (name: string) => {
    const [, codec, tuple] = CASES.find(([one]) => one === name) ?? expect.fail();
    return codec.toJson(decodeBlock(codec, encodeWithCborg(tuple)), 'f') as object;
  };
  const [sector] = example('StateMinerSectors') as object[];
  expect(Object.keys(shown('sector with a daily fee'))).toEqual(Object.keys(sector ?? {}));
  const preCommit = example('StateSectorPreCommitInfo') as { readonly Info: object };
  expect(Object.keys(shown('pre-commit with data'))).toEqual(Object.keys(preCommit));
  expect(Object.keys((shown('pre-commit with data') as { readonly Info: object }).Info)).toEqual(Object.keys(preCommit.Info));
});

it('pre-commits of mainnet in 2020 keep what was sent for them', () => {
  const messages = readSharedJson<{ actor: string; method: string; msg: { Params: string } }[]>('chain/mainnet-messages-2020.json.gz');
  const sent = messages.filter(({ actor, method }) => actor === 'storageminer' && method === 'PreCommitSector');
  for (const { msg } of sent) {
    const params = base64ToBytes(msg.Params);
    const rest = encodeWithCborg([big(1n), 2, big(3n), big(4n)]).subarray(1);
    const bytes = Uint8Array.of(0x85, ...params, ...rest);
    const value = decodeBlock(minerPreCommit.v0, bytes);
    expect(bytesToHex(encodeBlock(minerPreCommit.v0, value))).toBe(bytesToHex(bytes));
    expect(value).toMatchObject({ preCommitDeposit: 1n, preCommitEpoch: 2, dealWeight: 3n, verifiedDealWeight: 4n });
  }
  checked(sent.length, 63, 'pre-commits of mainnet in 2020');
});
