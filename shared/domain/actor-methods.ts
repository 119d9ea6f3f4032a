/**
 * Methods of the built-in actors: their names, and the parameters of those that are decoded (protocol.md 8).
 * One row a method; a row without fields is a method whose parameters are shown as bytes.
 */
import { CID } from 'multiformats/cid';
import type { ActorType } from './actor-type.ts';
import { addressFromBytes } from './address.ts';
import { formatFil } from './amount.ts';
import { bitfieldMembers, decodeRlePlus } from './bitfield.ts';
import { bytesToHex } from './bytes.ts';
import { type CborValue, decodeBigIntBytes, decodeCbor } from './cbor.ts';
import { DomainError } from './domain-error.ts';

/** A address, T big integer, F bitfield, B bytes, U and I integers, L boolean, C CID, S text; a list or an unknown value is X. */
type FieldKind = 'address' | 'fil' | 'bigint' | 'bitfield' | 'bytes' | 'integer' | 'boolean' | 'cid' | 'text' | 'any';
type Fields = readonly (readonly [name: string, kind: FieldKind])[];

interface MethodRow {
  readonly name: string;
  /** A CBOR tuple of these fields. */
  readonly tuple?: Fields;
  /** One bare value without a tuple around it. */
  readonly raw?: readonly [name: string, kind: FieldKind];
}

const deadlineSectors = (name: string): Fields => [[name, 'any']];
const MARKET_WITHDRAW: Fields = [
  ['ProviderOrClientAddress', 'address'],
  ['Amount', 'fil'],
];
const PROPOSE: Fields = [
  ['To', 'address'],
  ['Value', 'fil'],
  ['Method', 'integer'],
  ['Params', 'bytes'],
];
const TRANSACTION: Fields = [
  ['ID', 'integer'],
  ['ProposalHash', 'bytes'],
];
const CHANGE_WORKER: Fields = [
  ['NewWorker', 'address'],
  ['NewControlAddrs', 'any'],
];
const BENEFICIARY: Fields = [
  ['NewBeneficiary', 'address'],
  ['NewQuota', 'fil'],
  ['NewExpiration', 'integer'],
];

const METHODS: Readonly<Record<ActorType, Readonly<Record<string, MethodRow>>>> = {
  account: { 1: { name: 'Constructor' }, 2: { name: 'PubkeyAddress' }, 2643134072: { name: 'AuthenticateMessage' } },
  init: {
    1: { name: 'Constructor' },
    2: {
      name: 'Exec',
      tuple: [
        ['CodeCID', 'cid'],
        ['ConstructorParams', 'bytes'],
      ],
    },
    3: { name: 'Exec4' },
  },
  cron: { 1: { name: 'Constructor' }, 2: { name: 'EpochTick' } },
  reward: {
    1: { name: 'Constructor' },
    2: {
      name: 'AwardBlockReward',
      tuple: [
        ['Miner', 'address'],
        ['Penalty', 'fil'],
        ['GasReward', 'fil'],
        ['WinCount', 'integer'],
      ],
    },
    3: { name: 'ThisEpochReward' },
    4: { name: 'UpdateNetworkKPI', raw: ['RawBytePower', 'bigint'] },
  },
  storagepower: {
    1: { name: 'Constructor' },
    2: {
      name: 'CreateMiner',
      tuple: [
        ['Owner', 'address'],
        ['Worker', 'address'],
        ['WindowPoStProofType', 'integer'],
        ['Peer', 'bytes'],
        ['Multiaddrs', 'any'],
      ],
    },
    3: {
      name: 'UpdateClaimedPower',
      tuple: [
        ['RawByteDelta', 'bigint'],
        ['QualityAdjustedDelta', 'bigint'],
      ],
    },
    4: { name: 'EnrollCronEvent' },
    5: { name: 'CronTick' },
    6: { name: 'UpdatePledgeTotal', raw: ['Delta', 'fil'] },
    9: { name: 'CurrentTotalPower' },
    1173380165: { name: 'CreateMiner' },
    931722534: { name: 'NetworkRawPower' },
    3753401894: { name: 'MinerRawPower' },
    1987646258: { name: 'MinerCount' },
    196739875: { name: 'MinerConsensusCount' },
  },
  storageminer: {
    1: { name: 'Constructor' },
    2: { name: 'ControlAddresses' },
    3: { name: 'ChangeWorkerAddress', tuple: CHANGE_WORKER },
    4: { name: 'ChangePeerID', tuple: [['NewID', 'bytes']] },
    5: {
      name: 'SubmitWindowedPoSt',
      tuple: [
        ['Deadline', 'integer'],
        ['Partitions', 'any'],
        ['Proofs', 'any'],
        ['ChainCommitEpoch', 'integer'],
        ['ChainCommitRand', 'bytes'],
      ],
    },
    6: { name: 'PreCommitSector' },
    7: {
      name: 'ProveCommitSector',
      tuple: [
        ['SectorNumber', 'integer'],
        ['Proof', 'bytes'],
      ],
    },
    8: { name: 'ExtendSectorExpiration' },
    9: { name: 'TerminateSectors', tuple: deadlineSectors('Terminations') },
    10: { name: 'DeclareFaults', tuple: deadlineSectors('Faults') },
    11: { name: 'DeclareFaultsRecovered', tuple: deadlineSectors('Recoveries') },
    12: { name: 'OnDeferredCronEvent' },
    13: { name: 'CheckSectorProven', tuple: [['SectorNumber', 'integer']] },
    14: {
      name: 'ApplyRewards',
      tuple: [
        ['Reward', 'fil'],
        ['Penalty', 'fil'],
      ],
    },
    15: { name: 'ReportConsensusFault' },
    16: { name: 'WithdrawBalance', tuple: [['AmountRequested', 'fil']] },
    17: { name: 'InternalSectorSetupForPreseal' },
    18: { name: 'ChangeMultiaddrs', tuple: [['NewMultiaddrs', 'any']] },
    19: {
      name: 'CompactPartitions',
      tuple: [
        ['Deadline', 'integer'],
        ['Partitions', 'bitfield'],
      ],
    },
    20: { name: 'CompactSectorNumbers', tuple: [['MaskSectorNumbers', 'bitfield']] },
    21: { name: 'ConfirmChangeWorkerAddress' },
    22: { name: 'RepayDebt' },
    23: { name: 'ChangeOwnerAddress', raw: ['NewOwner', 'address'] },
    24: {
      name: 'DisputeWindowedPoSt',
      tuple: [
        ['Deadline', 'integer'],
        ['PoStIndex', 'integer'],
      ],
    },
    25: { name: 'PreCommitSectorBatch' },
    26: {
      name: 'ProveCommitAggregate',
      tuple: [
        ['SectorNumbers', 'bitfield'],
        ['AggregateProof', 'bytes'],
      ],
    },
    27: { name: 'ProveReplicaUpdates' },
    28: { name: 'PreCommitSectorBatch2', tuple: [['Sectors', 'any']] },
    29: { name: 'ProveReplicaUpdates2' },
    30: { name: 'ChangeBeneficiary', tuple: BENEFICIARY },
    31: { name: 'GetBeneficiary' },
    32: { name: 'ExtendSectorExpiration2', tuple: [['Extensions', 'any']] },
    33: { name: 'MovePartitions' },
    34: {
      name: 'ProveCommitSectors3',
      tuple: [
        ['SectorActivations', 'any'],
        ['SectorProofs', 'any'],
        ['AggregateProof', 'bytes'],
        ['AggregateProofType', 'any'],
        ['RequireActivationSuccess', 'boolean'],
        ['RequireNotificationSuccess', 'boolean'],
      ],
    },
    35: { name: 'ProveReplicaUpdates3' },
    36: { name: 'ProveCommitSectorsNI' },
    2280458852: { name: 'WithdrawBalance', tuple: [['AmountRequested', 'fil']] },
    3302309124: { name: 'ChangeWorkerAddress', tuple: CHANGE_WORKER },
    1236548004: { name: 'ChangePeerID', tuple: [['NewID', 'bytes']] },
    1063480576: { name: 'ChangeMultiaddrs' },
    2354970453: { name: 'ConfirmChangeWorkerAddress' },
    3665352697: { name: 'RepayDebt' },
    1010589339: { name: 'ChangeOwnerAddress', raw: ['NewOwner', 'address'] },
    1570634796: { name: 'ChangeBeneficiary', tuple: BENEFICIARY },
    4158972569: { name: 'GetBeneficiary' },
    3275365574: { name: 'GetOwner' },
    348244887: { name: 'IsControllingAddress' },
    3858292296: { name: 'GetSectorSize' },
    4026106874: { name: 'GetAvailableBalance' },
    1726876304: { name: 'GetVestingFunds' },
    2812875329: { name: 'GetPeerID' },
    1332909407: { name: 'GetMultiaddrs' },
    4127382196: { name: 'MaxTerminationFee' },
    3180523767: { name: 'InitialPledge' },
    1321604665: { name: 'GenerateSectorLocation' },
    3092458564: { name: 'ValidateSectorStatus' },
    3010055991: { name: 'GetNominalSectorExpiration' },
  },
  storagemarket: {
    1: { name: 'Constructor' },
    2: { name: 'AddBalance', raw: ['ProviderOrClientAddress', 'address'] },
    3: { name: 'WithdrawBalance', tuple: MARKET_WITHDRAW },
    4: { name: 'PublishStorageDeals', tuple: [['Deals', 'any']] },
    5: { name: 'VerifyDealsForActivation' },
    6: { name: 'BatchActivateDeals' },
    7: { name: 'OnMinerSectorsTerminate' },
    8: { name: 'ComputeDataCommitment' },
    9: { name: 'CronTick' },
    822473126: { name: 'AddBalance', raw: ['ProviderOrClientAddress', 'address'] },
    2280458852: { name: 'WithdrawBalance', tuple: MARKET_WITHDRAW },
    2236929350: { name: 'PublishStorageDeals', tuple: [['Deals', 'any']] },
    1900091594: { name: 'SettleDealPayments', raw: ['DealIDs', 'bitfield'] },
    2034386435: { name: 'SectorContentChanged' },
    726108461: { name: 'GetBalance' },
    1157985802: { name: 'GetDealDataCommitment' },
    128053329: { name: 'GetDealClient' },
    935081690: { name: 'GetDealProvider' },
    46363526: { name: 'GetDealLabel' },
    163777312: { name: 'GetDealTerm' },
    4287162428: { name: 'GetDealTotalPrice' },
    200567895: { name: 'GetDealClientCollateral' },
    2986712137: { name: 'GetDealProviderCollateral' },
    2627389465: { name: 'GetDealVerified' },
    2567238399: { name: 'GetDealActivation' },
    2611213344: { name: 'GetDealSector' },
  },
  multisig: {
    1: { name: 'Constructor' },
    2: { name: 'Propose', tuple: PROPOSE },
    3: { name: 'Approve', tuple: TRANSACTION },
    4: { name: 'Cancel', tuple: TRANSACTION },
    5: {
      name: 'AddSigner',
      tuple: [
        ['Signer', 'address'],
        ['Increase', 'boolean'],
      ],
    },
    6: {
      name: 'RemoveSigner',
      tuple: [
        ['Signer', 'address'],
        ['Decrease', 'boolean'],
      ],
    },
    7: {
      name: 'SwapSigner',
      tuple: [
        ['From', 'address'],
        ['To', 'address'],
      ],
    },
    8: { name: 'ChangeNumApprovalsThreshold', tuple: [['NewThreshold', 'integer']] },
    9: {
      name: 'LockBalance',
      tuple: [
        ['StartEpoch', 'integer'],
        ['UnlockDuration', 'integer'],
        ['Amount', 'fil'],
      ],
    },
    1696838335: { name: 'Propose', tuple: PROPOSE },
    1289044053: { name: 'Approve', tuple: TRANSACTION },
    3365893656: { name: 'Cancel', tuple: TRANSACTION },
    3028530033: {
      name: 'AddSigner',
      tuple: [
        ['Signer', 'address'],
        ['Increase', 'boolean'],
      ],
    },
    21182899: {
      name: 'RemoveSigner',
      tuple: [
        ['Signer', 'address'],
        ['Decrease', 'boolean'],
      ],
    },
    3968117037: {
      name: 'SwapSigner',
      tuple: [
        ['From', 'address'],
        ['To', 'address'],
      ],
    },
    3375931653: { name: 'ChangeNumApprovalsThreshold', tuple: [['NewThreshold', 'integer']] },
    1999470977: {
      name: 'LockBalance',
      tuple: [
        ['StartEpoch', 'integer'],
        ['UnlockDuration', 'integer'],
        ['Amount', 'fil'],
      ],
    },
    3726118371: { name: 'Receive' },
  },
  paymentchannel: {
    1: {
      name: 'Constructor',
      tuple: [
        ['From', 'address'],
        ['To', 'address'],
      ],
    },
    2: { name: 'UpdateChannelState' },
    3: { name: 'Settle' },
    4: { name: 'Collect' },
  },
  verifiedregistry: {
    1: { name: 'Constructor' },
    2: {
      name: 'AddVerifier',
      tuple: [
        ['Address', 'address'],
        ['Allowance', 'bigint'],
      ],
    },
    3: { name: 'RemoveVerifier', raw: ['Verifier', 'address'] },
    4: {
      name: 'AddVerifiedClient',
      tuple: [
        ['Address', 'address'],
        ['Allowance', 'bigint'],
      ],
    },
    7: { name: 'RemoveVerifiedClientDataCap' },
    8: {
      name: 'RemoveExpiredAllocations',
      tuple: [
        ['Client', 'integer'],
        ['AllocationIds', 'any'],
      ],
    },
    9: { name: 'ClaimAllocations' },
    10: {
      name: 'GetClaims',
      tuple: [
        ['Provider', 'integer'],
        ['ClaimIds', 'any'],
      ],
    },
    11: { name: 'ExtendClaimTerms', tuple: [['Terms', 'any']] },
    12: {
      name: 'RemoveExpiredClaims',
      tuple: [
        ['Provider', 'integer'],
        ['ClaimIds', 'any'],
      ],
    },
    3916220144: {
      name: 'AddVerifiedClient',
      tuple: [
        ['Address', 'address'],
        ['Allowance', 'bigint'],
      ],
    },
    2421068268: { name: 'RemoveExpiredAllocations' },
    2199871187: { name: 'GetClaims' },
    1752273514: { name: 'ExtendClaimTerms' },
    2873373899: { name: 'RemoveExpiredClaims' },
  },
  datacap: {
    1: { name: 'Constructor' },
    116935346: { name: 'Mint' },
    2624896501: { name: 'Destroy' },
    48890204: { name: 'Name' },
    2061153854: { name: 'Symbol' },
    114981429: { name: 'TotalSupply' },
    3261979605: { name: 'Balance' },
    80475954: {
      name: 'Transfer',
      tuple: [
        ['To', 'address'],
        ['Amount', 'bigint'],
        ['OperatorData', 'bytes'],
      ],
    },
    3621052141: { name: 'TransferFrom' },
    1777121560: { name: 'IncreaseAllowance' },
    1529376545: { name: 'DecreaseAllowance' },
    2765635761: { name: 'RevokeAllowance' },
    1434719642: { name: 'Burn' },
    2979674018: { name: 'BurnFrom' },
    4205072950: { name: 'Allowance' },
    3936767397: { name: 'Granularity' },
  },
  evm: {
    1: { name: 'Constructor' },
    2: { name: 'Resurrect' },
    3: { name: 'GetBytecode' },
    4: { name: 'GetBytecodeHash' },
    5: { name: 'GetStorageAt' },
    6: { name: 'InvokeContractDelegate' },
    3844450837: { name: 'InvokeContract', raw: ['Input', 'bytes'] },
  },
  eam: {
    1: { name: 'Constructor' },
    2: {
      name: 'Create',
      tuple: [
        ['Initcode', 'bytes'],
        ['Nonce', 'integer'],
      ],
    },
    3: {
      name: 'Create2',
      tuple: [
        ['Initcode', 'bytes'],
        ['Salt', 'bytes'],
      ],
    },
    4: { name: 'CreateExternal', raw: ['Initcode', 'bytes'] },
  },
  ethaccount: {},
  placeholder: {},
  system: { 1: { name: 'Constructor' } },
};

/** Exported methods have numbers that no other name has: known whatever the receiver. */
const EXPORTED_FROM = 1n << 24n;
const EXPORTED: ReadonlyMap<string, MethodRow> = new Map(
  Object.values(METHODS).flatMap((rows) => Object.entries(rows).filter(([number]) => BigInt(number) >= EXPORTED_FROM)),
);

function rowOf(type: ActorType | undefined, method: bigint): MethodRow | undefined {
  if (type !== undefined) return METHODS[type][method.toString()] ?? EXPORTED.get(method.toString());
  return EXPORTED.get(method.toString());
}

/** The name of a method of an actor type; `Send` for method 0; undefined where it is not known. */
export function methodName(type: ActorType | undefined, method: bigint): string | undefined {
  return method === 0n ? 'Send' : rowOf(type, method)?.name;
}

export interface DecodedParam {
  readonly name: string;
  readonly value: string;
}

/** The parameters by field, as text; undefined where the method is not in the table or the bytes do not fit it. */
export function decodeParams(type: ActorType | undefined, method: bigint, params: Uint8Array): DecodedParam[] | undefined {
  if (params.length === 0) return [];
  const row = rowOf(type, method);
  if (row?.raw === undefined && row?.tuple === undefined) return undefined;
  try {
    const value = decodeCbor(params);
    if (row.raw !== undefined) return [{ name: row.raw[0], value: fieldText(row.raw[1], value) }];
    if (!Array.isArray(value) || value.length !== row.tuple?.length) return undefined;
    return row.tuple.map(([name, kind], index) => ({ name, value: fieldText(kind, value[index] ?? null) }));
  } catch (error) {
    // parameters are hostile bytes: what does not decode is shown as hex
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function fieldText(kind: FieldKind, value: CborValue): string {
  switch (kind) {
    case 'address':
      return addressFromBytes(bytesOf(value));
    case 'fil':
      return `${formatFil(decodeBigIntBytes(bytesOf(value)))} FIL`;
    case 'bigint':
      return decodeBigIntBytes(bytesOf(value)).toString();
    case 'bitfield':
      return bitfieldText(bytesOf(value));
    case 'bytes':
      return bytesToHex(bytesOf(value));
    case 'integer':
      if (typeof value === 'number' || typeof value === 'bigint') return value.toString();
      throw new DomainError('params', 'An integer was expected.');
    case 'boolean':
      if (typeof value === 'boolean') return value ? 'true' : 'false';
      throw new DomainError('params', 'A boolean was expected.');
    case 'cid':
    case 'text':
    case 'any':
      return structureText(value);
    default:
      return kind satisfies never;
  }
}

function bytesOf(value: CborValue): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new DomainError('params', 'Bytes were expected.');
}

function bitfieldText(bytes: Uint8Array): string {
  const bitfield = decodeRlePlus(bytes);
  const shown = bitfieldMembers(bitfield, 20).join(', ');
  return bitfield.count > 20n ? `${shown} and ${bitfield.count - 20n} more` : shown || 'none';
}

/** Any CBOR as compact text: bytes as hex, CIDs as text. */
function structureText(value: CborValue): string {
  const cid = CID.asCID(value);
  if (cid !== null) return cid.toString();
  if (value instanceof Uint8Array) return value.length === 0 ? '""' : bytesToHex(value);
  if (Array.isArray(value)) return `[${(value as CborValue[]).map(structureText).join(', ')}]`;
  if (value !== null && typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${structureText(item as CborValue)}`)
      .join(', ')}}`;
  return String(value);
}
