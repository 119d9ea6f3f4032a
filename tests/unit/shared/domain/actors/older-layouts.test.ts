/**
 * States between the genesis and version 16 of the actors. The tuples stand here a second time, copied by hand from the Go structs of
 * specs-actors v2 to v7 and go-state-types `builtin/v8` to `builtin/v15`, and are written by another encoder.
 */
import { CID } from 'multiformats/cid';
import { describe, expect, it } from 'vitest';
import { actorEntries, stateTreeRoot } from '../../../../../shared/domain/actors/actor-entry.ts';
import { actorStateCodec } from '../../../../../shared/domain/actors/actor-state-codec.ts';
import { dealState, marketDealOpsByEpoch, marketPendingProposals } from '../../../../../shared/domain/actors/market-state.ts';
import { minerDeadline } from '../../../../../shared/domain/actors/miner-deadline.ts';
import { minerInfo } from '../../../../../shared/domain/actors/miner-info.ts';
import { minerPartition } from '../../../../../shared/domain/actors/miner-partition.ts';
import { minerPreCommit } from '../../../../../shared/domain/actors/miner-pre-commit.ts';
import { minerSector } from '../../../../../shared/domain/actors/miner-sector.ts';
import { minerVestingFunds } from '../../../../../shared/domain/actors/miner-vesting-funds.ts';
import { powerClaims } from '../../../../../shared/domain/actors/power-state.ts';
import { type StateLayout, stateLayoutOf } from '../../../../../shared/domain/actors/state-layout.ts';
import { verifiedClients } from '../../../../../shared/domain/actors/verified-registry-state.ts';
import { addressToBytes, idAddress, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { type Cid, cidOfDagCbor, parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../../../../shared/domain/ipld/hamt.ts';
import { walkNow } from '../../../../../shared/domain/ipld/walk.ts';
import type { ActorType } from '../../../../../shared/domain/methods/actor-type.ts';
import { openStateTree } from '../../../../../shared/domain/state/state-tree.ts';
import { readDataCap } from '../../../../../shared/domain/state/verified-data.ts';
import { encodeWithCborg } from '../../../../builders/cborg-links.ts';
import { codeOf } from '../../../../builders/code-of.ts';

const CID_TEXT = 'bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a';
const link = CID.parse(CID_TEXT);
const someone = addressToBytes(parseAddress('f0100'));
const pair = () => [encodeBigIntBytes(3n), encodeBigIntBytes(5n)];

/** A value on chain of each kind of field. */
const KINDS: Readonly<Record<string, (place: number) => unknown>> = {
  link: () => link,
  big: (place) => encodeBigIntBytes(BigInt(place) * 10n ** 20n),
  int: (place) => place,
  address: () => someone,
  addresses: () => [someone],
  bits: () => new Uint8Array(0),
  bytes: () => Uint8Array.of(1, 2),
  list: () => [],
  none: () => null,
  yes: () => true,
  pair,
  term: () => [encodeBigIntBytes(0n), encodeBigIntBytes(0n), 0],
};

const MINER_HEAD = 'Info:link PreCommitDeposits:big LockedFunds:big VestingFunds:link FeeDebt:big InitialPledge:big';
const MINER_TAIL = 'AllocatedSectors:link Sectors:link ProvingPeriodStart:int CurrentDeadline:int Deadlines:link EarlyTerminations:bits';
const INFO_HEAD = 'Owner:address Worker:address ControlAddresses:addresses PendingWorkerKey:none PeerId:bytes Multiaddrs:list';
const INFO_TAIL = 'SectorSize:int WindowPoStPartitionSectors:int ConsensusFaultElapsed:int PendingOwnerAddress:none';
const DEADLINE =
  'PartitionsPoSted:bits EarlyTerminations:bits LiveSectors:int TotalSectors:int FaultyPower:pair OptimisticPoStSubmissions:link';
const SECTOR =
  'SectorNumber:int SealProof:int SealedCID:link DealIDs:list Activation:int Expiration:int DealWeight:big VerifiedDealWeight:big InitialPledge:big ExpectedDayReward:big ExpectedStoragePledge:big';
const POWER =
  'TotalRawBytePower:big TotalBytesCommitted:big TotalQualityAdjPower:big TotalQABytesCommitted:big TotalPledgeCollateral:big ThisEpochRawBytePower:big ThisEpochQualityAdjPower:big ThisEpochPledgeCollateral:big ThisEpochQAPowerSmoothed:pair MinerCount:int MinerAboveMinPowerCount:int';
const POWER_TAIL = 'CronEventQueue:link FirstCronEpoch:int Claims:link ProofValidationBatch:none';
const MARKET =
  'Proposals:link States:link PendingProposals:link EscrowTable:link LockedTable:link NextID:int DealOpsByEpoch:link LastCron:int TotalClientLockedCollateral:big TotalProviderLockedCollateral:big TotalClientStorageFee:big';
const DEAL = 'SectorStartEpoch:int LastUpdatedEpoch:int SlashEpoch:int';

type ByLayout = Readonly<Record<StateLayout, Codec<unknown>>>;
const stateOf = (type: ActorType) => (layout: StateLayout) => actorStateCodec(type, layout) ?? expect.fail(`${layout} has no ${type}`);
const within = (codecs: ByLayout) => (layout: StateLayout) => codecs[layout];

/** Which struct, from which network version to which, and its fields in their order. */
const STRUCTS: readonly (readonly [
  name: string,
  codec: (layout: StateLayout) => Codec<unknown>,
  from: number,
  to: number,
  fields: string,
])[] = [
  ['miner', stateOf('storageminer'), 4, 11, `${MINER_HEAD} PreCommittedSectors:link PreCommittedSectorsExpiry:link ${MINER_TAIL}`],
  [
    'miner',
    stateOf('storageminer'),
    12,
    12,
    `${MINER_HEAD} PreCommittedSectors:link PreCommittedSectorsExpiry:link ${MINER_TAIL} DeadlineCronActive:yes`,
  ],
  [
    'miner',
    stateOf('storageminer'),
    13,
    24,
    `${MINER_HEAD} PreCommittedSectors:link PreCommittedSectorsCleanUp:link ${MINER_TAIL} DeadlineCronActive:yes`,
  ],
  ['miner info', within(minerInfo), 4, 9, `${INFO_HEAD} SealProofType:int ${INFO_TAIL}`],
  ['miner info', within(minerInfo), 10, 16, `${INFO_HEAD} WindowPoStProofType:int ${INFO_TAIL}`],
  [
    'miner info',
    within(minerInfo),
    17,
    28,
    `${INFO_HEAD} WindowPoStProofType:int ${INFO_TAIL} Beneficiary:address BeneficiaryTerm:term PendingBeneficiaryTerm:none`,
  ],
  [
    'deadline',
    within(minerDeadline),
    0,
    9,
    'Partitions:link ExpirationsEpochs:link PostSubmissions:bits EarlyTerminations:bits LiveSectors:int TotalSectors:int FaultyPower:pair',
  ],
  [
    'deadline',
    within(minerDeadline),
    10,
    14,
    `Partitions:link ExpirationsEpochs:link ${DEADLINE} PartitionsSnapshot:link OptimisticPoStSubmissionsSnapshot:link`,
  ],
  [
    'deadline',
    within(minerDeadline),
    15,
    24,
    `Partitions:link ExpirationsEpochs:link ${DEADLINE} SectorsSnapshot:link PartitionsSnapshot:link OptimisticPoStSubmissionsSnapshot:link`,
  ],
  [
    'partition',
    within(minerPartition),
    4,
    28,
    'Sectors:bits Unproven:bits Faults:bits Recoveries:bits Terminated:bits ExpirationsEpochs:link EarlyTerminated:link LivePower:pair UnprovenPower:pair FaultyPower:pair RecoveringPower:pair',
  ],
  ['sector', within(minerSector), 4, 14, `${SECTOR} ReplacedSectorAge:int ReplacedDayReward:big`],
  ['sector', within(minerSector), 15, 16, `${SECTOR} ReplacedSectorAge:int ReplacedDayReward:big SectorKeyCID:none`],
  ['sector', within(minerSector), 17, 20, `${SECTOR} ReplacedSectorAge:int ReplacedDayReward:big SectorKeyCID:none SimpleQAPower:yes`],
  ['sector', within(minerSector), 21, 24, `${SECTOR} PowerBaseEpoch:int ReplacedDayReward:big SectorKeyCID:none Flags:int`],
  ['power', stateOf('storagepower'), 4, 23, `${POWER} ${POWER_TAIL}`],
  ['power', stateOf('storagepower'), 24, 28, `${POWER} RampStartEpoch:int RampDurationEpochs:int ${POWER_TAIL}`],
  ['power claim', (layout) => powerClaims[layout].value, 4, 9, 'SealProofType:int RawBytePower:big QualityAdjPower:big'],
  ['power claim', (layout) => powerClaims[layout].value, 10, 29, 'WindowPoStProofType:int RawBytePower:big QualityAdjPower:big'],
  [
    'reward',
    stateOf('reward'),
    4,
    28,
    'CumsumBaseline:big CumsumRealized:big EffectiveNetworkTime:int EffectiveBaselinePower:big ThisEpochReward:big ThisEpochRewardSmoothed:pair ThisEpochBaselinePower:big Epoch:int TotalStoragePowerReward:big SimpleTotal:big BaselineTotal:big',
  ],
  ['market', stateOf('storagemarket'), 0, 16, MARKET],
  ['market', stateOf('storagemarket'), 17, 21, `${MARKET} PendingDealAllocationIds:link`],
  ['market', stateOf('storagemarket'), 22, 28, `${MARKET} PendingDealAllocationIds:link ProviderSectors:link`],
  ['deal state', within(dealState), 0, 16, DEAL],
  ['deal state', within(dealState), 17, 21, `${DEAL} VerifiedClaim:int`],
  ['deal state', within(dealState), 22, 29, `SectorNumber:int ${DEAL}`],
  ['verified registry', stateOf('verifiedregistry'), 0, 14, 'RootKey:address Verifiers:link VerifiedClients:link'],
  [
    'verified registry',
    stateOf('verifiedregistry'),
    15,
    16,
    'RootKey:address Verifiers:link VerifiedClients:link RemoveDataCapProposalIDs:link',
  ],
  [
    'verified registry',
    stateOf('verifiedregistry'),
    17,
    29,
    'RootKey:address Verifiers:link RemoveDataCapProposalIDs:link Allocations:link NextAllocationId:int Claims:link',
  ],
  ['system', stateOf('system'), 0, 15, ''],
  ['system', stateOf('system'), 16, 29, 'BuiltinActors:link'],
  ['account', stateOf('account'), 0, 29, 'Address:address'],
  [
    'multisig',
    stateOf('multisig'),
    0,
    29,
    'Signers:addresses NumApprovalsThreshold:int NextTxnID:int InitialBalance:big StartEpoch:int UnlockDuration:int PendingTxns:link',
  ],
  ['actor', (layout) => actorEntries[layout].value, 0, 17, 'Code:link Head:link Nonce:int Balance:big'],
  ['actor', (layout) => actorEntries[layout].value, 18, 29, 'Code:link Head:link Nonce:int Balance:big DelegatedAddress:none'],
];

describe.each(STRUCTS)('the state of versions before 16: %s', (_name, codecOf, from, to, text) => {
  const fields = text.split(' ').filter((field) => field !== '');
  const names = fields.map((field) => field.slice(0, field.indexOf(':')));
  const tuple = fields.map((field, place) => {
    const value = KINDS[field.slice(field.indexOf(':') + 1)] ?? expect.fail(`no kind for ${field}`);
    return value(place + 1);
  });
  const bytes = Uint8Array.from(encodeWithCborg(tuple));

  it(`has these fields at network versions ${from} to ${to}`, () => {
    for (let version = from; version <= to; version += 1) {
      const codec = codecOf(stateLayoutOf(version));
      const value = decodeBlock(codec, bytes);
      expect(encodeBlock(codec, value)).toEqual(bytes);
      expect(Object.keys(codec.toJson(value, 'f') as object)).toEqual(names);
    }
  });

  it('has other fields before and after', () => {
    for (const version of [from - 1, to + 1].filter((one) => one >= 0 && one <= 28)) {
      const codec = codecOf(stateLayoutOf(version));
      expect(() => {
        const others = Object.keys(codec.toJson(decodeBlock(codec, bytes), 'f') as object);
        if (others.join() !== names.join()) throw new Error('other names');
      }).toThrow();
    }
  });
});

describe('a pre-commit', () => {
  const promise = [8, 7, link, 100, [], 200];
  it('names the sector that it replaces before version 17, and its data since then', () => {
    const old = encodeWithCborg([[...promise, true, 1, 2, 3], encodeBigIntBytes(1n), 100, encodeBigIntBytes(2n), encodeBigIntBytes(3n)]);
    const later = encodeWithCborg([[...promise, link], encodeBigIntBytes(1n), 100]);
    const preCommitOf = (version: number) => within(minerPreCommit)(stateLayoutOf(version));
    expect(decodeBlock(preCommitOf(16), old)).toMatchObject({ info: { replaceSectorNumber: 3 } });
    expect(decodeBlock(preCommitOf(17), later)).toMatchObject({ info: { unsealedCid: CID_TEXT } });
    expect(codeOf(() => decodeBlock(preCommitOf(17), old))).toBe('cbor');
  });
});

it('vesting funds are as in the test vector of go-state-types v10 to v15', () => {
  const bytes = Uint8Array.of(129, 130, 130, 1, 66, 0, 3, 130, 2, 66, 0, 4);
  for (const version of [18, 20, 21, 22, 23, 24]) {
    const codec = within(minerVestingFunds)(stateLayoutOf(version));
    const value = decodeBlock(codec, bytes);
    expect(value).toEqual({
      funds: [
        { epoch: 1, amount: 3n },
        { epoch: 2, amount: 4n },
      ],
    });
    expect(encodeBlock(codec, value)).toEqual(bytes);
  }
});

describe('collections between the genesis and today', () => {
  it('have the nodes of version 0 up to network version 9, and those of today since then', () => {
    expect([9, 10].map((version) => verifiedClients[stateLayoutOf(version)].form)).toEqual(['v0', 'v3']);
  });

  it('keep proposals with their CIDs up to network version 9 alone', () => {
    const nothing = encodeWithCborg(null);
    const [before, since] = [9, 10].map((version) => marketPendingProposals[stateLayoutOf(version)].value as Codec<unknown>);
    expect(codeOf(() => decodeBlock(before ?? expect.fail(), nothing))).toBe('cbor');
    expect(decodeBlock(since ?? expect.fail(), nothing)).toBe(true);
  });

  it('have epochs of deals as signed keys since version 23', () => {
    const bytes = [9, 22, 23].map((version) => [...marketDealOpsByEpoch[stateLayoutOf(version)].key.toBytes(5)]);
    expect(bytes).toEqual([[5], [5], [10]]);
  });
});

describe('the tree of a state', () => {
  it.each([
    [4, 1],
    [9, 1],
    [10, 2],
    [12, 3],
    [13, 4],
    [17, 4],
    [18, 5],
  ])('at network version %d has version %d, and its clients are found', (networkVersion, treeVersion) => {
    const blocks = new Map<Cid, Uint8Array>();
    const put = (bytes: Uint8Array): Cid => {
      const cid = cidOfDagCbor(bytes);
      blocks.set(cid, bytes);
      return cid;
    };
    const get = (cid: Cid) => blocks.get(cid) ?? expect.fail(`${cid} is missing`);
    const layout = stateLayoutOf(networkVersion);
    const client = idAddress(101);
    const root = (version: number) => {
      const clients = walkNow(Hamt.empty(verifiedClients[layout]).set(client, 2n ** 40n), get).flush(put);
      const registry = encodeWithCborg([
        someone,
        CID.parse(clients),
        CID.parse(clients),
        ...(networkVersion >= 15 ? [CID.parse(clients)] : []),
      ]);
      const entry = { code: parseCid(CID_TEXT), head: put(registry), nonce: 0n, balance: attoFil(0n), delegatedAddress: undefined };
      const actors = walkNow(Hamt.empty(actorEntries[layout]).set(idAddress(6), entry), get).flush(put);
      return put(encodeBlock(stateTreeRoot, { version, actors, info: parseCid(CID_TEXT) }));
    };
    const tree = walkNow(openStateTree(layout, root(treeVersion)), get);
    if (networkVersion < 17) expect(walkNow(readDataCap(tree, client), get)).toBe(2n ** 40n);
    expect(codeOf(() => walkNow(openStateTree(layout, root(treeVersion - 1)), get))).toBe('state-tree');
  });
});
