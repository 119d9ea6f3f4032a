/**
 * What the methods of the built-in actors do and what their parameters mean, in one sentence each, for whoever composes a call.
 *
 * Sources: builtin-actors v19 (lib.rs and types.rs of each actor) and the FIPs that brought a method: FIP-0019 (replica updates), FIP-0029
 * (beneficiary), FIP-0041 (the second forms of PreCommitSectorBatch and ProveReplicaUpdates), FIP-0045 (DataCap and the verified registry),
 * FIP-0050 (exported methods), FIP-0074 (settlement by hand), FIP-0076 (direct data onboarding), FIP-0077 (deposit of new miners), FIP-0092 (non-interactive proofs), FIP-0118 (reward streams, full quality, end of DataCap).
 */
import type { ActorType } from './actor-type.ts';

/** What a method does, and what its parameters mean by their names in JSON. */
export interface MethodDoc {
  readonly summary: string;
  readonly params: Readonly<Record<string, string>>;
}

type DocRow = string | readonly [summary: string, params: Readonly<Record<string, string>>];

const CALLED_BY_THE_SYSTEM = 'Called by the network itself; a message of yours is refused.';
const MADE_ONCE = 'Runs once, when the actor is made; a message of yours is refused.';
const CONFIRM_WORKER =
  'Changes to the proposed worker now instead of at the next proving deadline, once its 900 epochs have passed; only the owner can.';
const SECTORS = { Deadline: 'The deadline that proves the sectors.', Partition: 'The partition within it.', Sectors: 'Sector numbers.' };
const NEW_EXPIRATION = 'The epoch at which the sectors expire from then on.';
const TRANSACTION = {
  ID: 'The number of the pending transaction.',
  ProposalHash: 'Hash of the proposal, which makes sure that it is the one you read; empty to go by the number alone.',
};
const OF_DEAL = { DealID: 'The number of the deal.' };
const VERIFIED_CLIENT = { Address: 'Who gets it.', Allowance: 'Bytes of DataCap.' };
const OF_CLAIMS = { Provider: 'Actor id of the storage provider.', ClaimIds: 'Numbers of the claims; empty for all that have run out.' };
const TOKEN_TRANSFER = {
  To: 'Who receives it: for an allocation the verified registry, f06.',
  Amount: 'DataCap in bytes × 10^18.',
  OperatorData: 'What the receiver is told: for the verified registry the allocations that are asked for.',
};
const OPERATOR = 'Who may spend it.';
const STREAM = { ID: 'Number of the reward stream.' };
const SHARE_LIST = {
  Shares: 'All recipients and their shares, which add up to 100%.',
  Recipient: 'Address of the recipient.',
  Share: 'Share in parts of 10^18: 500000000000000000 is 50%.',
};
const WEIGHT = {
  Weight: 'Part of the block reward that the stream gets, as a line over epochs between two limits.',
  VStart: 'Weight at the start epoch, in parts of 10^18.',
  Slope: 'Change per epoch, in parts of 10^18; negative where the weight falls.',
  TStart: 'Epoch at which the line starts.',
  Floor: 'Lower limit of the weight, in parts of 10^18.',
  Cap: 'Upper limit of the weight, in parts of 10^18.',
};
const WEIGHT_UPDATES = { Updates: 'The streams and their new weights.', ...STREAM, ...WEIGHT };

/** By actor type and name of the method; a name that has had several forms has one entry. */
const DOCS: Readonly<Record<ActorType, Readonly<Record<string, DocRow>>>> = {
  account: {
    Constructor: MADE_ONCE,
    PubkeyAddress: 'Returns the key address of the account.',
    AuthenticateMessage: [
      'Says whether a signature of this account over a text is right.',
      { Signature: 'The signature.', Message: 'What was signed.' },
    ],
  },
  init: {
    Constructor: MADE_ONCE,
    Exec: [
      'Makes a new actor: a multisig or a payment channel.',
      {
        CodeCID: 'Code of the actor to make. A template fills in that of the connected network.',
        ConstructorParams: 'What its constructor takes, as CBOR.',
      },
    ],
    Exec4: 'Makes an actor at an f4 address; only the Ethereum address manager may.',
  },
  cron: { Constructor: MADE_ONCE, EpochTick: CALLED_BY_THE_SYSTEM },
  reward: {
    Constructor: MADE_ONCE,
    AwardBlockReward: CALLED_BY_THE_SYSTEM,
    ThisEpochReward: 'Returns the smoothed block reward and the baseline power of this epoch.',
    UpdateNetworkKPI: 'Tells the reward actor the power of the network; only the power actor may.',
    SetWeightRecords: [
      'Queues new weights of reward streams, which take effect after the delay; only the stream weights actor (SWA) can.',
      WEIGHT_UPDATES,
    ],
    StepWeightRecords: [
      'Queues new weights after a quarterly gate check, which cannot be cancelled; only the stream weights actor (SWA) can.',
      WEIGHT_UPDATES,
    ],
    RegisterStream: [
      'Queues a new reward stream; only the stream weights actor (SWA) can.',
      {
        ...STREAM,
        ...WEIGHT,
        Distribution: 'Writer and first recipients; none for a stream that pays the miner.',
        Writer: 'Address that sets recipients and shares.',
        ...SHARE_LIST,
        ActivationEpoch: 'Epoch at which the stream starts, not before the delay ends.',
      },
    ],
    RemoveStream: [
      'Queues the removal of a reward stream; what it owes can still be claimed. Only the stream weights actor (SWA) can.',
      STREAM,
    ],
    SetDistribution: [
      'Queues a new writer of a reward stream; only the stream weights actor (SWA) can.',
      { ...STREAM, Writer: 'Address that sets recipients and shares from then on.' },
    ],
    CancelPending: [
      'Cancels a queued change of reward streams; only the stream weights actor (SWA) can.',
      {
        ID: 'Number of the reward stream; none for a change of weights.',
        Op: 'Kind of change: 0 new weights, 2 new stream, 3 removal, 4 new writer. Kind 1, weights of a gate check, cannot be cancelled.',
      },
    ],
    SetShares: ['Closes the period of a reward stream and sets its next recipients; only its writer can.', { ...STREAM, ...SHARE_LIST }],
    ReplaceAddress: [
      'Moves the share of a recipient to another address; only the writer of the stream can.',
      { ...STREAM, OldAddress: 'Present recipient.', NewAddress: 'New recipient; f099 to burn the share.' },
    ],
    Claim: [
      'Pays recipients of a reward stream what they are owed; anyone can send it, and each wallet receives its own part.',
      { ...STREAM, Wallets: 'Addresses of the recipients to pay.' },
    ],
  },
  storagepower: {
    Constructor: MADE_ONCE,
    CreateMiner: [
      'Creates a miner actor. Since network version 27 the value of the message pays a deposit, which vests over 180 days (FIP-0077); StateMinerCreationDeposit returns it.',
      {
        Owner: 'Who owns the miner and its funds.',
        Worker: 'BLS address that signs blocks and proofs.',
        WindowPoStProofType: 'Proof type, which fixes the sector size: 13 for 32 GiB, 14 for 64 GiB.',
        Peer: 'Peer id of the libp2p node.',
        Multiaddrs: 'Where the peer can be reached.',
      },
    ],
    UpdateClaimedPower: 'Changes the power a miner claims; only miners call it.',
    EnrollCronEvent: 'Has a miner called at an epoch; only miners call it.',
    CronTick: CALLED_BY_THE_SYSTEM,
    UpdatePledgeTotal: 'Changes the pledge of the network; only miners call it.',
    OnConsensusFault: 'Takes away the power of a miner at fault; only miners call it.',
    SubmitPoRepForBulkVerify: 'Hands in a proof for the next verification; only miners call it.',
    CurrentTotalPower: 'Returns power and pledge of the network.',
    NetworkRawPower: 'Returns the raw power of the network.',
    MinerRawPower: ['Returns the raw power of a miner.', { Miner: 'Actor id of the miner.' }],
    MinerCount: 'Returns how many miners there are.',
    MinerConsensusCount: 'Returns how many miners have enough power to win blocks.',
    MinerPower: ['Returns raw and quality-adjusted power of a miner.', { Miner: 'Actor id of the miner.' }],
  },
  storageminer: {
    Constructor: MADE_ONCE,
    ControlAddresses: 'Returns owner, worker and control addresses.',
    ChangeWorkerAddress: [
      'Sets the control addresses at once. A new worker takes effect by itself at the first proving deadline after 900 epochs.',
      {
        NewWorker: 'The new worker, a BLS account; the present one to change the control addresses alone.',
        NewControlAddrs: 'All control addresses from now on, at most 10: those that are left out are removed.',
      },
    ],
    ChangePeerID: ['Sets the peer id under which the provider is found.', { NewID: 'Peer id of the libp2p node.' }],
    SubmitWindowedPoSt: 'Proves the sectors of a deadline.',
    PreCommitSector: 'Announces a sealed sector.',
    ProveCommitSector: 'Proves a sector that was announced.',
    ExtendSectorExpiration: [
      'Lets sectors live longer.',
      { Extensions: 'Which sectors, and until when.', ...SECTORS, NewExpiration: NEW_EXPIRATION },
    ],
    TerminateSectors: ['Ends sectors before their time, for a fee.', { Terminations: 'Which sectors to end.', ...SECTORS }],
    DeclareFaults: ['Says in advance that sectors will not be proven.', { Faults: 'Which sectors are faulty.', ...SECTORS }],
    DeclareFaultsRecovered: [
      'Declares that faulty sectors will be proven again; refused while the miner cannot pay its fee debt, which is paid first.',
      { Recoveries: 'Which sectors are back.', ...SECTORS },
    ],
    OnDeferredCronEvent: CALLED_BY_THE_SYSTEM,
    CheckSectorProven: ['Succeeds where a sector has been proven.', { SectorNumber: 'Number of the sector.' }],
    ApplyRewards: CALLED_BY_THE_SYSTEM,
    AddLockedFund: ['Locks funds that vest over time; no longer there.', { Amount: 'How much to lock.' }],
    ReportConsensusFault: [
      'Reports two blocks of this miner that contradict each other, for a reward.',
      {
        BlockHeader1: 'CBOR of one header.',
        BlockHeader2: 'CBOR of the other.',
        BlockHeaderExtra: 'CBOR of a third, where the kind of fault needs it.',
      },
    ],
    WithdrawBalance: [
      'Pays out what is not locked, to the beneficiary.',
      { AmountRequested: 'How much; less is paid where less is available.' },
    ],
    InternalSectorSetupForPreseal: 'Sets up sectors of a new network; only its genesis does.',
    ConfirmSectorProofsValid: CALLED_BY_THE_SYSTEM,
    ChangeMultiaddrs: ['Sets where the provider can be reached.', { NewMultiaddrs: 'All its multiaddresses from now on.' }],
    CompactPartitions: [
      'Moves live sectors of partitions together and drops the dead ones.',
      { Deadline: 'The deadline.', Partitions: 'Its partitions to compact.' },
    ],
    CompactSectorNumbers: [
      'Marks sector numbers as used, so that their list stays short.',
      { MaskSectorNumbers: 'Numbers never to be used.' },
    ],
    ConfirmChangeWorkerAddress: CONFIRM_WORKER,
    ConfirmUpdateWorkerKey: CONFIRM_WORKER,
    RepayDebt: 'Pays the fee debt from the value of the message and what is available.',
    ChangeOwnerAddress: [
      'Proposes a new owner; takes effect when the new owner sends the same message.',
      { NewOwner: 'Id address of the new owner, from the old and from the new owner alike; the present owner to take a proposal back.' },
    ],
    DisputeWindowedPoSt: [
      'Shows that a proof that was taken on trust is wrong, for a reward.',
      { Deadline: 'The deadline of the proof.', PoStIndex: 'Which of its proofs.' },
    ],
    PreCommitSectorBatch: 'Announces several sealed sectors.',
    ProveCommitAggregate: 'Proves several announced sectors with one proof.',
    ProveReplicaUpdates: 'Puts data into committed capacity sectors.',
    PreCommitSectorBatch2: 'Announces several sealed sectors, with the CID of their data.',
    ProveReplicaUpdates2: 'Puts data into committed capacity sectors, with the CID of the data.',
    ChangeBeneficiary: [
      'Proposes who receives withdrawals, up to a quota and an epoch; the beneficiary and the nominee confirm by the same message.',
      {
        NewBeneficiary: 'Who will receive; the owner to end the present term, with quota and expiration 0.',
        NewQuota: 'How much it may receive in all.',
        NewExpiration: 'The epoch at which it ends.',
      },
    ],
    GetBeneficiary: 'Returns the beneficiary, its term, and what is proposed.',
    ExtendSectorExpiration2:
      'Extends sectors. Which claims of verified data they keep or drop matters up to network version 28; from 29 on claims are ignored.',
    ProveCommitSectors3: 'Proves announced sectors and activates the pieces in them.',
    ProveReplicaUpdates3: 'Puts data into committed capacity sectors and activates its pieces.',
    ProveCommitSectorsNI: 'Commits sectors with a non-interactive proof, without announcing them.',
    UpgradeSectorQuality: [
      'Raises sectors to full quality, 10 times their size in power. All succeed or none: fee debt is paid first, and the higher pledge must be available.',
      {
        Upgrades: 'Which sectors, and until when; active sectors only.',
        ...SECTORS,
        NewExpiration: 'The epoch at which the sectors expire from then on; none to keep it.',
      },
    ],
    GetOwner: 'Returns the owner, and a proposed one.',
    IsControllingAddress: ['Says whether an address is owner, worker or control.', { Address: 'The address to ask about.' }],
    GetSectorSize: 'Returns the sector size.',
    GetAvailableBalance: 'Returns what could be withdrawn.',
    GetVestingFunds: 'Returns what vests, and when.',
    GetPeerID: 'Returns the peer id.',
    GetMultiaddrs: 'Returns where the provider can be reached.',
    MaxTerminationFee: [
      'Returns the most that ending sectors early can cost.',
      { Power: 'Quality-adjusted power of the sectors.', InitialPledge: 'Their pledge.' },
    ],
    InitialPledge: 'Returns the pledge of the miner.',
    GenerateSectorLocation: ['Returns where a sector stands.', { SectorNumber: 'Number of the sector.' }],
    ValidateSectorStatus: [
      'Says whether a sector has a status.',
      { SectorNumber: 'Number of the sector.', Status: 'The status to check.', AuxData: 'What GenerateSectorLocation returned.' },
    ],
    GetNominalSectorExpiration: ['Returns the epoch at which a sector expires.', { SectorNumber: 'Number of the sector.' }],
  },
  storagemarket: {
    Constructor: MADE_ONCE,
    AddBalance: [
      'Puts the value of the message into escrow at the market.',
      { ProviderOrClientAddress: 'Whose escrow it is: a client, or a miner for its collateral.' },
    ],
    WithdrawBalance: [
      'Takes from the escrow what no deal holds: a client to itself, a miner to its owner.',
      { ProviderOrClientAddress: 'Whose escrow it is.', Amount: 'How much; less is paid where less is free.' },
    ],
    PublishStorageDeals: 'Publishes deals that clients have signed.',
    VerifyDealsForActivation: 'Checks deals before their sectors are announced; only miners call it.',
    BatchActivateDeals: 'Activates deals; only miners call it.',
    ActivateDeals: 'Activates deals; only miners call it.',
    OnMinerSectorsTerminate: 'Ends the deals of sectors; only miners call it.',
    ComputeDataCommitment: 'Returns the data CID of deals.',
    CronTick: CALLED_BY_THE_SYSTEM,
    SettleDealPayments: ['Pays the provider what its deals have earned so far.', { DealIDs: 'Numbers of the deals.' }],
    GetBalance: ['Returns what someone has in escrow, and how much of it deals hold.', { Address: 'Whose escrow.' }],
    GetDealDataCommitment: ['Returns the piece CID and size of a deal.', OF_DEAL],
    GetDealClient: ['Returns the client of a deal.', OF_DEAL],
    GetDealProvider: ['Returns the provider of a deal.', OF_DEAL],
    GetDealLabel: ['Returns the label of a deal.', OF_DEAL],
    GetDealTerm: ['Returns when a deal starts and how long it lasts.', OF_DEAL],
    GetDealTotalPrice: ['Returns what a deal costs in all.', OF_DEAL],
    GetDealClientCollateral: ['Returns the collateral of the client.', OF_DEAL],
    GetDealProviderCollateral: ['Returns the collateral of the provider.', OF_DEAL],
    GetDealVerified: ['Says whether a deal is of verified data.', OF_DEAL],
    GetDealActivation: ['Returns when a deal was activated and ended.', OF_DEAL],
    GetDealSector: ['Returns the sector of a deal.', OF_DEAL],
  },
  multisig: {
    Constructor: [
      MADE_ONCE,
      {
        Signers: 'Who can propose and approve. An f1 or f3 address each: accounts of Ethereum keys can do neither.',
        NumApprovalsThreshold: 'How many of the signers have to approve a transaction.',
        UnlockDuration: 'Over how many epochs the funds that it begins with unlock; 0 locks nothing.',
        StartEpoch: 'When the unlocking begins.',
      },
    ],
    Propose: [
      'Proposes a message of the multisig; your approval is counted with it.',
      {
        To: 'Who the multisig sends to.',
        Value: 'How much it sends.',
        Method: 'What it calls there; Send for a plain transfer.',
        Params: 'The parameters of that call.',
      },
    ],
    Approve: ['Approves a pending transaction; the last approval that is needed runs it.', TRANSACTION],
    Cancel: ['Takes a pending transaction back; only its proposer can.', TRANSACTION],
    AddSigner: [
      'Adds a signer; only the multisig itself can, by a proposal to itself.',
      { Signer: 'The new signer.', Increase: 'Whether one more approval is needed from then on.' },
    ],
    RemoveSigner: [
      'Removes a signer; only the multisig itself can, by a proposal to itself.',
      { Signer: 'The signer to remove.', Decrease: 'Whether one approval less is needed from then on.' },
    ],
    SwapSigner: [
      'Puts one signer in place of another; only the multisig itself can, by a proposal to itself.',
      { From: 'The signer to remove.', To: 'The signer to add.' },
    ],
    ChangeNumApprovalsThreshold: [
      'Sets how many approvals are needed; only the multisig itself can, by a proposal to itself.',
      { NewThreshold: 'How many approvals.' },
    ],
    LockBalance: [
      'Locks a part of the balance, which is freed little by little; only the multisig itself can, and only once.',
      { StartEpoch: 'When freeing begins.', UnlockDuration: 'Over how many epochs.', Amount: 'How much is locked.' },
    ],
  },
  paymentchannel: {
    Constructor: MADE_ONCE,
    UpdateChannelState: [
      'Hands in a voucher.',
      { Sv: 'The signed voucher.', Secret: 'What its secret hash is of; empty where it has none.' },
    ],
    Settle: 'Begins to close the channel, which takes 12 hours.',
    Collect: 'Pays out a channel that is settled.',
  },
  verifiedregistry: {
    Constructor: MADE_ONCE,
    AddVerifier: [
      'Makes someone a verifier (notary); only the root key can.',
      { Address: 'The verifier.', Allowance: 'Bytes of DataCap it may give.' },
    ],
    RemoveVerifier: ['Takes a verifier away; only the root key can.', { Verifier: 'The verifier to remove.' }],
    AddVerifiedClient: ['Gives DataCap to a client; only a verifier can.', VERIFIED_CLIENT],
    UseBytes: ['Takes DataCap of a client for a deal; no longer there.', { Address: 'The client.', DealSize: 'Bytes.' }],
    RestoreBytes: ['Gives DataCap back to a client; no longer there.', { Address: 'The client.', DealSize: 'Bytes.' }],
    RemoveVerifiedClientDataCap: [
      'Takes DataCap away from a client; only the root key can, with two verifiers.',
      {
        VerifiedClientToRemove: 'The client.',
        DataCapAmountToRemove: 'Bytes of DataCap.',
        VerifierRequest1: 'One verifier and its signature.',
        VerifierRequest2: 'Another verifier and its signature.',
      },
    ],
    RemoveExpiredAllocations: [
      'Gives the DataCap of allocations that nobody claimed in time back to their client.',
      { Client: 'Actor id of the client.', AllocationIds: 'Numbers of the allocations; empty for all that have run out.' },
    ],
    ClaimAllocations: 'Claims allocations for sectors; only miners call it.',
    GetClaims: ['Returns claims of a provider.', OF_CLAIMS],
    ExtendClaimTerms: [
      'Lets claims last longer; only their client can.',
      {
        Terms: 'Which claims.',
        Provider: 'Actor id of the storage provider.',
        ClaimId: 'Number of the claim.',
        TermMax: 'The longest it may last from its start, in epochs.',
      },
    ],
    RemoveExpiredClaims: ['Removes claims whose longest term is over.', OF_CLAIMS],
    Receive: 'Told of DataCap that was sent to it; only the DataCap token calls it.',
  },
  datacap: {
    Constructor: MADE_ONCE,
    Mint: [
      'Makes DataCap; only the verified registry can.',
      { To: 'Who gets it.', Amount: 'Bytes × 10^18.', Operators: 'Who may spend it at once.' },
    ],
    Destroy: ['Destroys DataCap of a client; only the verified registry can.', { Owner: 'Whose DataCap.', Amount: 'Bytes × 10^18.' }],
    Name: 'Returns the name of the token.',
    Symbol: 'Returns the symbol of the token.',
    TotalSupply: 'Returns how much DataCap there is.',
    BalanceOf: ['Returns the DataCap of someone.', { Owner: 'Whose DataCap.' }],
    Transfer: ['Sends DataCap, to the verified registry to make allocations.', TOKEN_TRANSFER],
    TransferFrom: ['Sends DataCap of someone who allowed it.', { From: 'Whose DataCap.', ...TOKEN_TRANSFER }],
    IncreaseAllowance: ['Lets someone spend more of your DataCap.', { Operator: OPERATOR, Increase: 'How much more, in bytes × 10^18.' }],
    DecreaseAllowance: ['Lets someone spend less of your DataCap.', { Operator: OPERATOR, Decrease: 'How much less, in bytes × 10^18.' }],
    RevokeAllowance: ['Lets someone spend none of your DataCap any more.', { Operator: OPERATOR }],
    Burn: ['Destroys DataCap of your own.', { Amount: 'Bytes × 10^18.' }],
    BurnFrom: ['Destroys DataCap of someone who allowed it.', { Owner: 'Whose DataCap.', Amount: 'Bytes × 10^18.' }],
    Allowance: ['Returns how much someone may spend of the DataCap of another.', { Owner: 'Whose DataCap.', Operator: OPERATOR }],
    Balance: ['Returns the DataCap of someone.', { Owner: 'Whose DataCap.' }],
    Granularity: 'Returns the smallest unit of the token.',
  },
  evm: {
    Constructor: MADE_ONCE,
    Resurrect: 'Makes a contract again at the address of one that destroyed itself; only the Ethereum address manager may.',
    GetBytecode: 'Returns the CID of the bytecode.',
    GetBytecodeHash: 'Returns the Keccak-256 of the bytecode.',
    GetStorageAt: ['Returns a word of storage; only for reading, never in a message.', { StorageKey: 'The place in storage.' }],
    InvokeContractDelegate: 'Runs code of another contract in this one; only the contract itself may.',
    InvokeContract: ['Calls the contract.', { Input: 'Selector and arguments: what Ethereum calls calldata.' }],
  },
  eam: {
    Constructor: MADE_ONCE,
    Create: 'Makes a contract from within a contract; a message of an account uses CreateExternal.',
    Create2: 'Makes a contract at an address that its code gives, from within a contract.',
    CreateExternal: ['Deploys a contract.', { Initcode: 'Its initcode, with the arguments of its constructor at the end.' }],
  },
  ethaccount: { Constructor: MADE_ONCE },
  placeholder: { Constructor: MADE_ONCE },
  system: { Constructor: MADE_ONCE },
};

/** What a method of an actor type does; undefined where the type has no method of that name. */
export function methodDoc(type: ActorType, name: string): MethodDoc | undefined {
  const docs = DOCS[type];
  const row = Object.hasOwn(docs, name) ? docs[name] : undefined;
  if (row === undefined) return undefined;
  return typeof row === 'string' ? { summary: row, params: {} } : { summary: row[0], params: row[1] };
}

/** The names that have words, by actor type: for the test that none of them is stale. */
export function documentedMethods(type: ActorType): readonly string[] {
  return Object.keys(DOCS[type]);
}
