/**
 * The methods of the built-in actors: number, name, parameters and return (shorthand in method-shape.ts), and the network versions
 * they are valid in: from `since` up to but excluding `until`. Frozen methods and callers are in actor-method-limits.ts.
 *
 * Sources: builtin-actors v9 to v19 (`Method` in lib.rs, types.rs), go-state-types (methods.go, for the names in JSON) and specs-actors
 * v0 to v7. Where go-state-types and the actors' code differ, the code of the actors decides: returns of ActivateDeals,
 * BatchActivateDeals, ClaimAllocations, GetBytecode, GetMultiaddrs, GetVestingFunds and ProveCommitSectorsNI, and parameters of
 * OnMinerSectorsTerminate, Receive and GetStorageAt, and in network version 21 of VerifyDealsForActivation and BatchActivateDeals.
 * Versions of one method number are listed newest first.
 */
import type { ActorType } from './actor-type.ts';

/** One version of a method: its shapes in the shorthand of method-shape.ts, and the network versions it is valid in. */
export type MethodRow = readonly [number: number, name: string, params: string, returns: string, since?: number, until?: number];

const NOTHING = '';
const BATCH = 'SuccessCount U, FailCodes [Idx U, Code U:exitCode]';
const SMOOTHED = '{PositionEstimate N, VelocityEstimate N}';
const NEW_ACTOR = 'IDAddress A, RobustAddress A';

const DEADLINE_SECTORS = 'Deadline U:deadline, Partition U:partition, Sectors F:sector';
const PRE_COMMIT_START =
  'SealProof I:sealProof, SectorNumber U:sector, SealedCID C, SealRandEpoch I:epoch, DealIDs [U:deal], Expiration I:epoch';
const PRE_COMMIT = `${PRE_COMMIT_START}, ReplaceCapacity L, ReplaceSectorDeadline U:deadline, ReplaceSectorPartition U:partition, ReplaceSectorNumber U:sector`;
const PIECES = '[CID C, Size U:bytes, VerifiedAllocationKey {Client U:actor, ID U:allocation}?, Notify [Address A, Payload B]]';
const ACTIVATION_END = 'RequireActivationSuccess L, RequireNotificationSuccess L';
const REPLICA_START = 'SectorID U:sector, Deadline U:deadline, Partition U:partition, NewSealedSectorCID C';
const REPLICA_END = 'Deals [U:deal], UpdateProofType I:updateProof, ReplicaProof B';
const CHANGE_WORKER = 'NewWorker A, NewControlAddrs [A]';
const BENEFICIARY = 'NewBeneficiary A, NewQuota T, NewExpiration I:epoch';
const BENEFICIARY_RETURN = `Active {Beneficiary A, Term {Quota T, UsedQuota T, Expiration I:epoch}}, Proposed {${BENEFICIARY}, ApprovedByBeneficiary L, ApprovedByNominee L}?`;
const CRON_EVENT = '<EventType I:cronEvent>';
const CONFIRMED = `Sectors [U:sector], RewardSmoothed ${SMOOTHED}, RewardBaselinePower N:power, QualityAdjPowerSmoothed ${SMOOTHED}`;
/** The weight of a reward stream: linear in the epoch, between two limits. */
const WEIGHT = 'VStart U:share, Slope I, TStart I:epoch, Floor U:share, Cap U:share';
const WEIGHT_UPDATES = `Updates [ID U, Weight {${WEIGHT}}]`;
const SHARES = 'Shares [Recipient A, Share U:share]';
const minerConstructor = (proof: string) =>
  `OwnerAddr A, WorkerAddr A, ControlAddrs [A], ${proof}, PeerId B:peerId, Multiaddrs [B:multiaddr]`;

const createMiner = (proof: string) => `Owner A, Worker A, ${proof}, Peer B:peerId, Multiaddrs [B:multiaddr]`;
const CREATE_MINER = createMiner('WindowPoStProofType I:postProof');
const TOTAL_POWER = `RawBytePower N:power, QualityAdjPower N:power, PledgeCollateral T, QualityAdjPowerSmoothed ${SMOOTHED}`;

const MARKET_WITHDRAW = 'ProviderOrClientAddress A, Amount T';
const PROPOSAL =
  'PieceCID C, PieceSize U:bytes, VerifiedDeal L, Client A, Provider A, Label D, StartEpoch I:epoch, EndEpoch I:epoch, StoragePricePerEpoch T, ProviderCollateral T, ClientCollateral T';
const DEALS = `Deals [Proposal {${PROPOSAL}}, ClientSignature G]`;
const PUBLISHED = 'IDs [U:deal], ValidDeals F';
const DEAL_ID = 'raw DealID U:deal';
const SECTOR_DEALS = 'SectorType I:sealProof, SectorExpiry I:epoch, DealIDs [U:deal]';
const ACTIVATED = '[Client U:actor, AllocationId U:allocation, Data C, Size U:bytes]';

const PROPOSE = 'To A, Value T, Method U:method, Params B:call';
const PROPOSE_RETURN = 'TxnID I:transaction, Applied L, Code I:exitCode, Ret B:callReturn';
const TRANSACTION = 'ID I:transaction, ProposalHash B';
const APPROVE_RETURN = 'Applied L, Code I:exitCode, Ret B';
const LOCK_BALANCE = 'StartEpoch I:epoch, UnlockDuration I:epochs, Amount T';

const voucher = (secret: string) =>
  `Sv {ChannelAddr A, TimeLockMin I:epoch, TimeLockMax I:epoch, ${secret} B, Extra {Actor A, Method U:method, Data B:call}?, Lane U, Nonce U, Amount T, MinSettleHeight I:epoch, Merges [Lane U, Nonce U], Signature G?}, Secret B`;

const CLAIM_IDS = 'Provider U:actor, ClaimIds [U:allocation]';
const CLAIMS = `BatchInfo {${BATCH}}, Claims [Provider U:actor, Client U:actor, Data C, Size U:bytes, TermMin I:epochs, TermMax I:epochs, TermStart I:epoch, Sector U:sector]`;
const ALLOCATION_IDS = 'Client U:actor, AllocationIds [U:allocation]';
const EXPIRED_ALLOCATIONS = `Considered [U:allocation], Results {${BATCH}}, DataCapRecovered N:dataCap`;
const EXPIRED_CLAIMS = `Considered [U:allocation], Results {${BATCH}}`;
const TERMS = 'Terms [Provider U:actor, ClaimId U:allocation, TermMax I:epochs]';
const VERIFIED_CLIENT = 'Address A, Allowance N:dataCap';
const REMOVE_REQUEST = '{Verifier A, VerifierSignature G}';
const NEW_ALLOCATIONS = `AllocationResults {${BATCH}}, ExtensionResults {${BATCH}}, NewAllocations [U:allocation]`;
const allocationRequests = (provider: string) =>
  `Allocations [Provider ${provider}, Data C, Size U:bytes, TermMin I:epochs, TermMax I:epochs, Expiration I:epoch], Extensions [Provider ${provider}, Claim U:allocation, TermMax I:epochs]`;
/** The payload that FRC-0046 tokens send to the receiver's hook. */
const received = (operatorData: string) =>
  `Type_ U, Payload <From U:actor, To U:actor, Operator U:actor, Amount T, OperatorData ${operatorData}, TokenData B>`;

const TOKEN = 'N:dataCapToken';
const TRANSFER = `To A, Amount ${TOKEN}, OperatorData B:operatorData`;
const TRANSFER_RETURN = `FromBalance ${TOKEN}, ToBalance ${TOKEN}, RecipientData B:returnData`;
const TRANSFER_FROM = `From A, To A, Amount ${TOKEN}, OperatorData B:operatorData`;
const TRANSFER_FROM_RETURN = `FromBalance ${TOKEN}, ToBalance ${TOKEN}, Allowance ${TOKEN}, RecipientData B:returnData`;
const MINT = `To A, Amount ${TOKEN}, Operators [A]`;
const MINT_RETURN = `Balance ${TOKEN}, Supply ${TOKEN}, RecipientData B`;
const OWNER_AMOUNT = `Owner A, Amount ${TOKEN}`;
const BALANCE_RETURN = `Balance ${TOKEN}`;
const BALANCE_ALLOWANCE = `Balance ${TOKEN}, Allowance ${TOKEN}`;
const ALLOWANCE_RETURN = `raw Allowance ${TOKEN}`;

const NEW_CONTRACT = 'ActorID U:actor, RobustAddress A?, EthAddress B20:ethAddress';
const CONTRACT_CONSTRUCTOR = 'Creator B20:ethAddress, Initcode B:initcode';
const AUTHENTICATE = 'Signature B, Message B';

/** Allocation requests in the operator data of a DataCap transfer to the verified registry. */
export const ALLOCATION_REQUESTS: readonly (readonly [shape: string, since: number, until?: number])[] = [
  [allocationRequests('U:actor'), 18],
  [allocationRequests('A'), 17, 18],
];

/** The verified registry's response to such a transfer. */
export const ALLOCATIONS_RESPONSE = NEW_ALLOCATIONS;

/** Payload of a queued change of a reward stream, by kind (`streamWrite`); a removal has an empty tuple. */
export const STREAM_WRITE_PAYLOADS: Readonly<Record<number, string>> = {
  0: WEIGHT_UPDATES,
  1: WEIGHT_UPDATES,
  2: `Weight {${WEIGHT}}, Distribution {Writer A, ${SHARES}}?`,
  4: 'Writer A',
};

/** Methods that any actor may implement, with the same meaning everywhere. */
export const COMMON_METHODS: readonly MethodRow[] = [
  [2643134072, 'AuthenticateMessage', AUTHENTICATE, 'raw Authenticated L', 18],
  [3726118371, 'Receive', received('B'), NOTHING, 17],
  [4186741094, 'MarketNotifyDeal', `Proposal <${PROPOSAL}>, DealID U:deal`, NOTHING, 18],
  [
    2034386435,
    'SectorContentChanged',
    'raw Sectors [Sector U:sector, MinimumCommitmentEpoch I:epoch, Added [Data C, Size U:bytes, Payload B]]',
    'raw Sectors [[L]]',
    22,
  ],
];

/**
 * Exported numbers of a multisig that go-state-types defines and the actor does not implement: it accepts them, as it does every unknown
 * exported number, and does nothing.
 */
export const UNHANDLED_METHODS: readonly MethodRow[] = [
  [1696838335, 'Propose', PROPOSE, PROPOSE_RETURN, 18],
  [1289044053, 'Approve', TRANSACTION, APPROVE_RETURN, 18],
  [3365893656, 'Cancel', TRANSACTION, NOTHING, 18],
  [3028530033, 'AddSigner', 'Signer A, Increase L', NOTHING, 18],
  [21182899, 'RemoveSigner', 'Signer A, Decrease L', NOTHING, 18],
  [3968117037, 'SwapSigner', 'From A, To A', NOTHING, 18],
  [3375931653, 'ChangeNumApprovalsThreshold', 'NewThreshold U', NOTHING, 18],
  [1999470977, 'LockBalance', LOCK_BALANCE, NOTHING, 18],
];

/** The methods of each actor type, in all versions. */
export const ACTOR_METHODS: Readonly<Record<ActorType, readonly MethodRow[]>> = {
  account: [
    [1, 'Constructor', 'raw Address A', NOTHING],
    [2, 'PubkeyAddress', NOTHING, 'raw Address A'],
    [3, 'AuthenticateMessage', AUTHENTICATE, NOTHING, 17, 18],
    [2643134072, 'AuthenticateMessage', AUTHENTICATE, 'raw Authenticated L', 18],
  ],
  init: [
    [1, 'Constructor', 'NetworkName S', NOTHING],
    [2, 'Exec', 'CodeCID C, ConstructorParams B:constructor', NEW_ACTOR],
    [3, 'Exec4', 'CodeCID C, ConstructorParams B:constructor, SubAddress B', NEW_ACTOR, 18],
  ],
  cron: [
    [1, 'Constructor', 'Entries [Receiver A, MethodNum U:method]', NOTHING],
    [2, 'EpochTick', NOTHING, NOTHING],
  ],
  reward: [
    [1, 'Constructor', 'raw Power N:power?', NOTHING],
    [2, 'AwardBlockReward', 'Miner A, Penalty T, GasReward T, WinCount I', NOTHING],
    [3, 'ThisEpochReward', NOTHING, `ThisEpochRewardSmoothed ${SMOOTHED}, ThisEpochBaselinePower N:power`, 4],
    [3, 'ThisEpochReward', NOTHING, `ThisEpochReward T, ThisEpochRewardSmoothed ${SMOOTHED}, ThisEpochBaselinePower N:power`, 0, 4],
    [4, 'UpdateNetworkKPI', 'raw RawBytePower N:power?', NOTHING],
    [3362570548, 'SetWeightRecords', WEIGHT_UPDATES, NOTHING, 29],
    [3951753085, 'StepWeightRecords', WEIGHT_UPDATES, NOTHING, 29],
    [386660827, 'RegisterStream', `ID U, Weight {${WEIGHT}}, Distribution {Writer A, ${SHARES}}?, ActivationEpoch I:epoch`, NOTHING, 29],
    [1623858416, 'RemoveStream', 'ID U', NOTHING, 29],
    [3872725033, 'SetDistribution', 'ID U, Writer A', NOTHING, 29],
    [187585191, 'CancelPending', 'ID U?, Op U:streamWrite', NOTHING, 29],
    [2414422607, 'SetShares', `ID U, ${SHARES}`, NOTHING, 29],
    // Later releases of actors v19 return whether the address was found; earlier ones return nothing.
    [3068846150, 'ReplaceAddress', 'ID U, OldAddress A, NewAddress A', 'raw? Result U', 29],
    [4045527845, 'Claim', 'ID U, Wallets [A]', 'Amounts [T]', 29],
  ],
  storagepower: [
    [1, 'Constructor', NOTHING, NOTHING],
    [2, 'CreateMiner', CREATE_MINER, NEW_ACTOR, 10],
    [2, 'CreateMiner', createMiner('SealProofType I:sealProof'), NEW_ACTOR, 0, 10],
    [3, 'UpdateClaimedPower', 'RawByteDelta N:power, QualityAdjustedDelta N:power', NOTHING],
    [4, 'EnrollCronEvent', `EventEpoch I:epoch, Payload ${CRON_EVENT}`, NOTHING],
    [5, 'CronTick', NOTHING, NOTHING],
    [6, 'UpdatePledgeTotal', 'raw Delta T', NOTHING],
    [7, 'OnConsensusFault', 'raw Pledge T', NOTHING, 0, 4],
    [
      8,
      'SubmitPoRepForBulkVerify',
      'SealProof I:sealProof, SectorID {Miner U:actor, Number U:sector}, DealIDs [U:deal], Randomness B, InteractiveRandomness B, Proof B, SealedCID C, UnsealedCID C',
      NOTHING,
      0,
      23,
    ],
    [9, 'CurrentTotalPower', NOTHING, `${TOTAL_POWER}, RampStartEpoch I:epoch, RampDurationEpochs U:epochs`, 24],
    [9, 'CurrentTotalPower', NOTHING, TOTAL_POWER, 0, 24],
    [1173380165, 'CreateMiner', CREATE_MINER, NEW_ACTOR, 18],
    [931722534, 'NetworkRawPower', NOTHING, 'raw RawBytePower N:power', 18],
    [3753401894, 'MinerRawPower', 'raw Miner U:actor', 'RawBytePower N:power, MeetsConsensusMinimum L', 18],
    [1987646258, 'MinerCount', NOTHING, 'raw MinerCount I', 18],
    [196739875, 'MinerConsensusCount', NOTHING, 'raw MinerConsensusCount I', 18],
    [36284446, 'MinerPower', 'raw Miner U:actor', 'RawBytePower N:power, QualityAdjPower N:power', 25],
  ],
  storageminer: [
    [1, 'Constructor', minerConstructor('WindowPoStProofType I:postProof'), NOTHING, 10],
    [1, 'Constructor', minerConstructor('SealProofType I:sealProof'), NOTHING, 0, 10],
    [2, 'ControlAddresses', NOTHING, 'Owner A, Worker A, ControlAddrs [A]'],
    [3, 'ChangeWorkerAddress', CHANGE_WORKER, NOTHING],
    [4, 'ChangePeerID', 'NewID B:peerId', NOTHING],
    [
      5,
      'SubmitWindowedPoSt',
      'Deadline U:deadline, Partitions [Index U:partition, Skipped F:sector], Proofs [PoStProof I:postProof, ProofBytes B], ChainCommitEpoch I:epoch, ChainCommitRand B',
      NOTHING,
    ],
    [6, 'PreCommitSector', PRE_COMMIT, NOTHING, 0, 22],
    [7, 'ProveCommitSector', 'SectorNumber U:sector, Proof B', NOTHING, 0, 23],
    [
      8,
      'ExtendSectorExpiration',
      'Extensions [Deadline U:deadline, Partition U:partition, Sectors F:sector, NewExpiration I:epoch]',
      NOTHING,
      0,
      27,
    ],
    [9, 'TerminateSectors', `Terminations [${DEADLINE_SECTORS}]`, 'Done L'],
    [10, 'DeclareFaults', `Faults [${DEADLINE_SECTORS}]`, NOTHING],
    [11, 'DeclareFaultsRecovered', `Recoveries [${DEADLINE_SECTORS}]`, NOTHING],
    [12, 'OnDeferredCronEvent', `EventPayload ${CRON_EVENT}, RewardSmoothed ${SMOOTHED}, QualityAdjPowerSmoothed ${SMOOTHED}`, NOTHING, 14],
    [12, 'OnDeferredCronEvent', 'EventType I:cronEvent', NOTHING, 0, 14],
    [13, 'CheckSectorProven', 'SectorNumber U:sector', NOTHING],
    [14, 'ApplyRewards', 'Reward T, Penalty T', NOTHING, 4],
    [14, 'AddLockedFund', 'raw Amount T', NOTHING, 0, 4],
    [15, 'ReportConsensusFault', 'BlockHeader1 B, BlockHeader2 B, BlockHeaderExtra B', NOTHING],
    [16, 'WithdrawBalance', 'AmountRequested T', 'raw AmountWithdrawn T', 14],
    [16, 'WithdrawBalance', 'AmountRequested T', NOTHING, 0, 14],
    [17, 'InternalSectorSetupForPreseal', CONFIRMED, NOTHING, 23],
    [17, 'ConfirmSectorProofsValid', CONFIRMED, NOTHING, 14, 23],
    [17, 'ConfirmSectorProofsValid', 'Sectors [U:sector]', NOTHING, 0, 14],
    [18, 'ChangeMultiaddrs', 'NewMultiaddrs [B:multiaddr]', NOTHING],
    [19, 'CompactPartitions', 'Deadline U:deadline, Partitions F:partition', NOTHING],
    [20, 'CompactSectorNumbers', 'MaskSectorNumbers F:sector', NOTHING],
    [21, 'ConfirmChangeWorkerAddress', NOTHING, NOTHING, 18],
    [21, 'ConfirmUpdateWorkerKey', NOTHING, NOTHING, 4, 18],
    [22, 'RepayDebt', NOTHING, NOTHING, 4],
    [23, 'ChangeOwnerAddress', 'raw NewOwner A', NOTHING, 4],
    [24, 'DisputeWindowedPoSt', 'Deadline U:deadline, PoStIndex U', NOTHING, 10],
    [25, 'PreCommitSectorBatch', `Sectors [${PRE_COMMIT}]`, NOTHING, 13, 22],
    [26, 'ProveCommitAggregate', 'SectorNumbers F:sector, AggregateProof B', NOTHING, 13, 27],
    [27, 'ProveReplicaUpdates', `Updates [${REPLICA_START}, ${REPLICA_END}]`, 'raw Updated F:sector', 15, 27],
    [28, 'PreCommitSectorBatch2', `Sectors [${PRE_COMMIT_START}, UnsealedCid C?]`, NOTHING, 17],
    [29, 'ProveReplicaUpdates2', `Updates [${REPLICA_START}, NewUnsealedSectorCID C, ${REPLICA_END}]`, 'raw Updated F:sector', 17, 22],
    [30, 'ChangeBeneficiary', BENEFICIARY, NOTHING, 17],
    [31, 'GetBeneficiary', NOTHING, BENEFICIARY_RETURN, 17],
    [
      32,
      'ExtendSectorExpiration2',
      'Extensions [Deadline U:deadline, Partition U:partition, Sectors F:sector, SectorsWithClaims [SectorNumber U:sector, MaintainClaims [U:allocation], DropClaims [U:allocation]], NewExpiration I:epoch]',
      NOTHING,
      17,
    ],
    [
      34,
      'ProveCommitSectors3',
      `SectorActivations [SectorNumber U:sector, Pieces ${PIECES}], SectorProofs [B], AggregateProof B, AggregateProofType I:aggregateProof?, ${ACTIVATION_END}`,
      BATCH,
      22,
    ],
    [
      35,
      'ProveReplicaUpdates3',
      `SectorUpdates [Sector U:sector, Deadline U:deadline, Partition U:partition, NewSealedCID C, Pieces ${PIECES}], SectorProofs [B], AggregateProof B, UpdateProofsType I:updateProof, AggregateProofType I:aggregateProof?, ${ACTIVATION_END}`,
      BATCH,
      22,
    ],
    [
      36,
      'ProveCommitSectorsNI',
      'Sectors [SealingNumber U:sector, SealerID U:actor, SealedCID C, SectorNumber U:sector, SealRandEpoch I:epoch, Expiration I:epoch], AggregateProof B, SealProofType I:sealProof, AggregateProofType I:aggregateProof, ProvingDeadline U:deadline, RequireActivationSuccess L',
      BATCH,
      23,
    ],
    [37, 'UpgradeSectorQuality', `Upgrades [${DEADLINE_SECTORS}, NewExpiration I:epoch?]`, NOTHING, 29],
    [2280458852, 'WithdrawBalance', 'AmountRequested T', 'raw AmountWithdrawn T', 18],
    [3302309124, 'ChangeWorkerAddress', CHANGE_WORKER, NOTHING, 18],
    [1236548004, 'ChangePeerID', 'NewID B:peerId', NOTHING, 18],
    [1063480576, 'ChangeMultiaddrs', 'NewMultiaddrs [B:multiaddr]', NOTHING, 18],
    [2354970453, 'ConfirmChangeWorkerAddress', NOTHING, NOTHING, 18],
    [3665352697, 'RepayDebt', NOTHING, NOTHING, 18],
    [1010589339, 'ChangeOwnerAddress', 'raw NewOwner A', NOTHING, 18],
    [1570634796, 'ChangeBeneficiary', BENEFICIARY, NOTHING, 18],
    [4158972569, 'GetBeneficiary', NOTHING, BENEFICIARY_RETURN, 18],
    [3275365574, 'GetOwner', NOTHING, 'Owner A, Proposed A?', 18],
    [348244887, 'IsControllingAddress', 'raw Address A', 'raw IsControlling L', 18],
    [3858292296, 'GetSectorSize', NOTHING, 'raw SectorSize U:bytes', 18],
    [4026106874, 'GetAvailableBalance', NOTHING, 'raw AvailableBalance T', 18],
    [1726876304, 'GetVestingFunds', NOTHING, 'Funds [Epoch I:epoch, Amount T]', 18],
    [2812875329, 'GetPeerID', NOTHING, 'PeerId B:peerId', 18],
    [1332909407, 'GetMultiaddrs', NOTHING, 'MultiAddrs [B:multiaddr]', 18],
    [4127382196, 'MaxTerminationFee', 'Power N:power, InitialPledge T', 'raw MaxFee T', 25],
    [3180523767, 'InitialPledge', NOTHING, 'raw InitialPledge T', 25],
    [1321604665, 'GenerateSectorLocation', 'SectorNumber U:sector', 'Status U, AuxData <Deadline I:deadline, Partition I:partition>', 28],
    [
      3092458564,
      'ValidateSectorStatus',
      'SectorNumber U:sector, Status U, AuxData <Deadline I:deadline, Partition I:partition>',
      'raw Valid L',
      28,
    ],
    [3010055991, 'GetNominalSectorExpiration', 'raw SectorNumber U:sector', 'raw Expiration I:epoch', 28],
  ],
  storagemarket: [
    [1, 'Constructor', NOTHING, NOTHING],
    [2, 'AddBalance', 'raw ProviderOrClientAddress A', NOTHING],
    [3, 'WithdrawBalance', MARKET_WITHDRAW, 'raw AmountWithdrawn T', 14],
    [3, 'WithdrawBalance', MARKET_WITHDRAW, NOTHING, 0, 14],
    [4, 'PublishStorageDeals', DEALS, PUBLISHED, 14],
    [4, 'PublishStorageDeals', DEALS, 'IDs [U:deal]', 0, 14],
    [5, 'VerifyDealsForActivation', `Sectors [SectorNumber U:sector, ${SECTOR_DEALS}]`, 'UnsealedCIDs [C?]', 22],
    [5, 'VerifyDealsForActivation', `Sectors [${SECTOR_DEALS}]`, 'UnsealedCIDs [C?]', 21, 22],
    [5, 'VerifyDealsForActivation', `Sectors [${SECTOR_DEALS}]`, 'Sectors [CommD C?]', 17, 21],
    [
      5,
      'VerifyDealsForActivation',
      'Sectors [SectorExpiry I:epoch, DealIDs [U:deal]]',
      'Sectors [DealSpace U:bytes, DealWeight N, VerifiedDealWeight N]',
      10,
      17,
    ],
    [
      5,
      'VerifyDealsForActivation',
      'DealIDs [U:deal], SectorExpiry I:epoch, SectorStart I:epoch',
      'DealWeight N, VerifiedDealWeight N, DealSpace U:bytes',
      4,
      10,
    ],
    [
      5,
      'VerifyDealsForActivation',
      'DealIDs [U:deal], SectorExpiry I:epoch, SectorStart I:epoch',
      'DealWeight N, VerifiedDealWeight N',
      0,
      4,
    ],
    [
      6,
      'BatchActivateDeals',
      `Sectors [SectorNumber U:sector, ${SECTOR_DEALS}], ComputeCid L`,
      `ActivationResults {${BATCH}}, Activations [Activated ${ACTIVATED}, UnsealedCid C?]`,
      22,
    ],
    [
      6,
      'BatchActivateDeals',
      `Sectors [${SECTOR_DEALS}], ComputeCid L`,
      `ActivationResults {${BATCH}}, Activations [NonVerifiedDealSpace N:bytes, VerifiedInfos ${ACTIVATED}, UnsealedCid C?]`,
      21,
      22,
    ],
    [6, 'ActivateDeals', 'DealIDs [U:deal], SectorExpiry I:epoch', `NonVerifiedDealSpace N:bytes, VerifiedInfos ${ACTIVATED}`, 17, 21],
    [6, 'ActivateDeals', 'DealIDs [U:deal], SectorExpiry I:epoch', NOTHING, 0, 17],
    [7, 'OnMinerSectorsTerminate', 'Epoch I:epoch, Sectors F:sector', NOTHING, 22],
    [7, 'OnMinerSectorsTerminate', 'Epoch I:epoch, DealIDs [U:deal]', NOTHING, 0, 22],
    [8, 'ComputeDataCommitment', 'Inputs [DealIDs [U:deal], SectorType I:sealProof]', 'CommDs [C]', 13, 21],
    [8, 'ComputeDataCommitment', 'DealIDs [U:deal], SectorType I:sealProof', 'raw CommD C', 0, 13],
    [9, 'CronTick', NOTHING, NOTHING],
    [822473126, 'AddBalance', 'raw ProviderOrClientAddress A', NOTHING, 18],
    [2280458852, 'WithdrawBalance', MARKET_WITHDRAW, 'raw AmountWithdrawn T', 18],
    [2236929350, 'PublishStorageDeals', DEALS, PUBLISHED, 18],
    [1900091594, 'SettleDealPayments', 'raw DealIDs F:deal', `Results {${BATCH}}, Settlements [Payment T, Completed L]`, 22],
    [726108461, 'GetBalance', 'raw Address A', 'Balance T, Locked T', 18],
    [1157985802, 'GetDealDataCommitment', DEAL_ID, 'Data C, Size U:bytes', 18],
    [128053329, 'GetDealClient', DEAL_ID, 'raw Client U:actor', 18],
    [935081690, 'GetDealProvider', DEAL_ID, 'raw Provider U:actor', 18],
    [46363526, 'GetDealLabel', DEAL_ID, 'raw Label D', 18],
    [163777312, 'GetDealTerm', DEAL_ID, 'Start I:epoch, Duration I:epochs', 18],
    [4287162428, 'GetDealTotalPrice', DEAL_ID, 'raw TotalPrice T', 18],
    [200567895, 'GetDealClientCollateral', DEAL_ID, 'raw Collateral T', 18],
    [2986712137, 'GetDealProviderCollateral', DEAL_ID, 'raw Collateral T', 18],
    [2627389465, 'GetDealVerified', DEAL_ID, 'raw Verified L', 18],
    [2567238399, 'GetDealActivation', DEAL_ID, 'Activated I:epoch, Terminated I:epoch', 18],
    [2611213344, 'GetDealSector', DEAL_ID, 'raw Sector U:sector', 22],
  ],
  multisig: [
    [1, 'Constructor', 'Signers [A], NumApprovalsThreshold U, UnlockDuration I:epochs, StartEpoch I:epoch', NOTHING, 4],
    [1, 'Constructor', 'Signers [A], NumApprovalsThreshold U, UnlockDuration I:epochs', NOTHING, 0, 4],
    [2, 'Propose', PROPOSE, PROPOSE_RETURN],
    [3, 'Approve', TRANSACTION, APPROVE_RETURN],
    [4, 'Cancel', TRANSACTION, NOTHING],
    [5, 'AddSigner', 'Signer A, Increase L', NOTHING],
    [6, 'RemoveSigner', 'Signer A, Decrease L', NOTHING],
    [7, 'SwapSigner', 'From A, To A', NOTHING],
    [8, 'ChangeNumApprovalsThreshold', 'NewThreshold U', NOTHING],
    [9, 'LockBalance', LOCK_BALANCE, NOTHING],
  ],
  paymentchannel: [
    [1, 'Constructor', 'From A, To A', NOTHING],
    [2, 'UpdateChannelState', voucher('SecretHash'), NOTHING, 15],
    [2, 'UpdateChannelState', voucher('SecretPreimage'), NOTHING, 4, 15],
    [2, 'UpdateChannelState', `${voucher('SecretPreimage')}, Proof B`, NOTHING, 0, 4],
    [3, 'Settle', NOTHING, NOTHING],
    [4, 'Collect', NOTHING, NOTHING],
  ],
  verifiedregistry: [
    [1, 'Constructor', 'raw RootKey A', NOTHING],
    [2, 'AddVerifier', VERIFIED_CLIENT, NOTHING],
    [3, 'RemoveVerifier', 'raw Verifier A', NOTHING],
    [4, 'AddVerifiedClient', VERIFIED_CLIENT, NOTHING],
    [5, 'UseBytes', 'Address A, DealSize N:dataCap', NOTHING, 0, 17],
    [6, 'RestoreBytes', 'Address A, DealSize N:dataCap', NOTHING, 0, 17],
    [
      7,
      'RemoveVerifiedClientDataCap',
      `VerifiedClientToRemove A, DataCapAmountToRemove N:dataCap, VerifierRequest1 ${REMOVE_REQUEST}, VerifierRequest2 ${REMOVE_REQUEST}`,
      'VerifiedClient A, DataCapRemoved N:dataCap',
      15,
    ],
    [8, 'RemoveExpiredAllocations', ALLOCATION_IDS, EXPIRED_ALLOCATIONS, 17],
    [
      9,
      'ClaimAllocations',
      'Sectors [Sector U:sector, SectorExpiry I:epoch, Claims [Client U:actor, AllocationId U:allocation, Data C, Size U:bytes]], AllOrNothing L',
      `SectorResults {${BATCH}}, SectorClaims [N:bytes]`,
      21,
    ],
    [
      9,
      'ClaimAllocations',
      'Sectors [Client U:actor, AllocationId U:allocation, Data C, Size U:bytes, Sector U:sector, SectorExpiry I:epoch], AllOrNothing L',
      `BatchInfo {${BATCH}}, ClaimedSpace N:bytes`,
      17,
      21,
    ],
    [10, 'GetClaims', CLAIM_IDS, CLAIMS, 17],
    [11, 'ExtendClaimTerms', TERMS, BATCH, 17],
    [12, 'RemoveExpiredClaims', CLAIM_IDS, EXPIRED_CLAIMS, 17],
    [3916220144, 'AddVerifiedClient', VERIFIED_CLIENT, NOTHING, 18],
    [2421068268, 'RemoveExpiredAllocations', ALLOCATION_IDS, EXPIRED_ALLOCATIONS, 18],
    [2199871187, 'GetClaims', CLAIM_IDS, CLAIMS, 18],
    [1752273514, 'ExtendClaimTerms', TERMS, BATCH, 18],
    [2873373899, 'RemoveExpiredClaims', CLAIM_IDS, EXPIRED_CLAIMS, 18],
    [3726118371, 'Receive', received(`<${allocationRequests('U:actor')}>`), NEW_ALLOCATIONS, 18],
    [3726118371, 'Receive', received(`<${allocationRequests('A')}>`), NEW_ALLOCATIONS, 17, 18],
  ],
  datacap: [
    [1, 'Constructor', 'raw Governor A', NOTHING, 17],
    [2, 'Mint', MINT, MINT_RETURN, 17, 18],
    [3, 'Destroy', OWNER_AMOUNT, BALANCE_RETURN, 17, 18],
    [10, 'Name', NOTHING, 'raw Name S', 17, 18],
    [11, 'Symbol', NOTHING, 'raw Symbol S', 17, 18],
    [12, 'TotalSupply', NOTHING, `raw Supply ${TOKEN}`, 17, 18],
    [13, 'BalanceOf', 'raw Owner A', `raw Balance ${TOKEN}`, 17, 18],
    [14, 'Transfer', TRANSFER, TRANSFER_RETURN, 17, 18],
    [15, 'TransferFrom', TRANSFER_FROM, TRANSFER_FROM_RETURN, 17, 18],
    [16, 'IncreaseAllowance', `Operator A, Increase ${TOKEN}`, ALLOWANCE_RETURN, 17, 18],
    [17, 'DecreaseAllowance', `Operator A, Decrease ${TOKEN}`, ALLOWANCE_RETURN, 17, 18],
    [18, 'RevokeAllowance', 'Operator A', ALLOWANCE_RETURN, 17, 18],
    [19, 'Burn', `Amount ${TOKEN}`, BALANCE_RETURN, 17, 18],
    [20, 'BurnFrom', OWNER_AMOUNT, BALANCE_ALLOWANCE, 17, 18],
    [21, 'Allowance', 'Owner A, Operator A', ALLOWANCE_RETURN, 17, 18],
    [116935346, 'Mint', MINT, MINT_RETURN, 18],
    [2624896501, 'Destroy', OWNER_AMOUNT, BALANCE_RETURN, 18],
    [48890204, 'Name', NOTHING, 'raw Name S', 18],
    [2061153854, 'Symbol', NOTHING, 'raw Symbol S', 18],
    [114981429, 'TotalSupply', NOTHING, `raw Supply ${TOKEN}`, 18],
    [3261979605, 'Balance', 'raw Owner A', `raw Balance ${TOKEN}`, 18],
    [80475954, 'Transfer', TRANSFER, TRANSFER_RETURN, 18],
    [3621052141, 'TransferFrom', TRANSFER_FROM, TRANSFER_FROM_RETURN, 18],
    [1777121560, 'IncreaseAllowance', `Operator A, Increase ${TOKEN}`, ALLOWANCE_RETURN, 18],
    [1529376545, 'DecreaseAllowance', `Operator A, Decrease ${TOKEN}`, ALLOWANCE_RETURN, 18],
    [2765635761, 'RevokeAllowance', 'Operator A', ALLOWANCE_RETURN, 18],
    [1434719642, 'Burn', `Amount ${TOKEN}`, BALANCE_RETURN, 18],
    [2979674018, 'BurnFrom', OWNER_AMOUNT, BALANCE_ALLOWANCE, 18],
    [4205072950, 'Allowance', 'Owner A, Operator A', ALLOWANCE_RETURN, 18],
    [3936767397, 'Granularity', NOTHING, 'raw Granularity U', 18],
  ],
  evm: [
    [1, 'Constructor', CONTRACT_CONSTRUCTOR, NOTHING, 18],
    [2, 'Resurrect', CONTRACT_CONSTRUCTOR, NOTHING, 18],
    [3, 'GetBytecode', NOTHING, 'raw Code C?', 18],
    [4, 'GetBytecodeHash', NOTHING, 'raw Hash B', 18],
    [5, 'GetStorageAt', 'StorageKey B', 'raw Storage B', 18],
    [6, 'InvokeContractDelegate', 'Code C, Input B:calldata, Caller B20:ethAddress, Value T', 'raw Output B:returnData', 18],
    [3844450837, 'InvokeContract', 'raw? Input B:calldata', 'raw? Output B:returnData', 18],
  ],
  eam: [
    [1, 'Constructor', NOTHING, NOTHING, 18],
    [2, 'Create', 'Initcode B:initcode, Nonce U', NEW_CONTRACT, 18],
    [3, 'Create2', 'Initcode B:initcode, Salt B32', NEW_CONTRACT, 18],
    [4, 'CreateExternal', 'raw Initcode B:initcode', NEW_CONTRACT, 18],
  ],
  ethaccount: [[1, 'Constructor', NOTHING, NOTHING, 18]],
  placeholder: [[1, 'Constructor', NOTHING, NOTHING, 18]],
  system: [[1, 'Constructor', NOTHING, NOTHING]],
};
