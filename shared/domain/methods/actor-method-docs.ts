/**
 * Documentation of the built-in actors' methods and parameters, shown while composing a call.
 *
 * Sources: builtin-actors v19 (lib.rs and types.rs of each actor) and the FIPs that introduced a method: FIP-0019 (replica updates),
 * FIP-0029 (beneficiary), FIP-0041 (PreCommitSectorBatch2 and ProveReplicaUpdates2), FIP-0045 (DataCap and the verified registry),
 * FIP-0050 (exported methods), FIP-0074 (manual settlement), FIP-0076 (direct data onboarding), FIP-0077 (deposit of new miners),
 * FIP-0092 (non-interactive proofs), FIP-0118 (reward streams, full quality, end of DataCap).
 */
import type { ActorType } from './actor-type.ts';

/** What a method does, and its parameters by their JSON names. */
export interface MethodDoc {
  readonly summary: string;
  readonly params: Readonly<Record<string, string>>;
}

type DocRow = string | readonly [summary: string, params: Readonly<Record<string, string>>];

const CALLED_BY_THE_SYSTEM = 'Called only by the network.';
const MADE_ONCE = 'Called once, when the actor is created.';
const CONFIRM_WORKER = 'Confirms the proposed worker after 900 epochs, without waiting for the next proving deadline. Owner only.';
const SECTORS = {
  Deadline: 'Deadline that the sectors are assigned to.',
  Partition: 'Partition within the deadline.',
  Sectors: 'Sector numbers.',
};
const NEW_EXPIRATION = 'New expiration epoch of the sectors.';
const TRANSACTION = {
  ID: 'ID of the pending transaction.',
  ProposalHash: 'Hash of the proposal you reviewed; the call fails if it does not match. Empty to skip this check.',
};
const OF_DEAL = { DealID: 'Deal ID.' };
const VERIFIED_CLIENT = { Address: 'Client to receive DataCap.', Allowance: 'DataCap in bytes.' };
const OF_CLAIMS = { Provider: 'Actor ID of the storage provider.', ClaimIds: 'Claim IDs; empty for all expired claims.' };
const TOKEN_TRANSFER = {
  To: 'Receiver; for an allocation, the verified registry f06.',
  Amount: 'DataCap in bytes × 10^18.',
  OperatorData: 'Data for the receiver; for the verified registry, the allocation requests.',
};
const OPERATOR = 'Address allowed to spend it.';
const STREAM = { ID: 'ID of the reward stream.' };
const SHARE_LIST = {
  Shares: 'All recipients and their shares, which add up to 100%.',
  Recipient: 'Address of the recipient.',
  Share: 'Share in units of 10^-18: 500000000000000000 is 50%.',
};
const WEIGHT = {
  Weight: 'Share of the block reward for the stream: linear in the epoch, between two limits.',
  VStart: 'Weight at the start epoch, in units of 10^-18.',
  Slope: 'Change per epoch, in units of 10^-18; negative if the weight falls.',
  TStart: 'Start epoch.',
  Floor: 'Lower limit of the weight, in units of 10^-18.',
  Cap: 'Upper limit of the weight, in units of 10^-18.',
};
const WEIGHT_UPDATES = { Updates: 'Streams and their new weights.', ...STREAM, ...WEIGHT };

/** By actor type and method name; all versions of a method share one entry. */
const DOCS: Readonly<Record<ActorType, Readonly<Record<string, DocRow>>>> = {
  account: {
    Constructor: MADE_ONCE,
    PubkeyAddress: 'Returns the key address of the account.',
    AuthenticateMessage: [
      'Verifies a signature of this account over a message.',
      { Signature: 'Signature to verify.', Message: 'Signed bytes.' },
    ],
  },
  init: {
    Constructor: MADE_ONCE,
    Exec: [
      'Creates an actor: a multisig or a payment channel.',
      {
        CodeCID: 'Code CID of the new actor. Templates use that of the connected network.',
        ConstructorParams: 'Constructor parameters, as CBOR.',
      },
    ],
    Exec4: 'Creates an actor at an f4 address. Ethereum address manager only.',
  },
  cron: { Constructor: MADE_ONCE, EpochTick: CALLED_BY_THE_SYSTEM },
  reward: {
    Constructor: MADE_ONCE,
    AwardBlockReward: CALLED_BY_THE_SYSTEM,
    ThisEpochReward: 'Returns the smoothed block reward and the baseline power of this epoch.',
    UpdateNetworkKPI: 'Updates the network power that the reward actor uses. Power actor only.',
    SetWeightRecords: [
      'Queues new weights of reward streams, which take effect after a delay. Stream weights actor (SWA) only.',
      WEIGHT_UPDATES,
    ],
    StepWeightRecords: [
      'Queues new weights after a quarterly gate check; they cannot be cancelled. Stream weights actor (SWA) only.',
      WEIGHT_UPDATES,
    ],
    RegisterStream: [
      'Queues a new reward stream. Stream weights actor (SWA) only.',
      {
        ...STREAM,
        ...WEIGHT,
        Distribution: 'Writer and initial recipients; null for a stream that pays the miner.',
        Writer: 'Address that sets recipients and shares.',
        ...SHARE_LIST,
        ActivationEpoch: 'Epoch at which the stream starts; not before the delay ends.',
      },
    ],
    RemoveStream: ['Queues the removal of a reward stream; accrued rewards can still be claimed. Stream weights actor (SWA) only.', STREAM],
    SetDistribution: [
      'Queues a new writer of a reward stream. Stream weights actor (SWA) only.',
      { ...STREAM, Writer: 'Address that will set recipients and shares.' },
    ],
    CancelPending: [
      'Cancels a queued change of reward streams. Stream weights actor (SWA) only.',
      {
        ID: 'ID of the reward stream; null for a change of weights.',
        Op: 'Kind of change: 0 new weights, 2 new stream, 3 removal, 4 new writer. Kind 1 (weights of a gate check) cannot be cancelled.',
      },
    ],
    SetShares: ['Closes the period of a reward stream and sets its next recipients. Stream writer only.', { ...STREAM, ...SHARE_LIST }],
    ReplaceAddress: [
      'Moves a recipient’s share to another address. Stream writer only.',
      { ...STREAM, OldAddress: 'Current recipient.', NewAddress: 'New recipient; f099 to burn the share.' },
    ],
    Claim: [
      'Pays accrued rewards to recipients of a reward stream. Anyone can send it; each wallet receives its own share.',
      { ...STREAM, Wallets: 'Addresses of the recipients to pay.' },
    ],
  },
  storagepower: {
    Constructor: MADE_ONCE,
    CreateMiner: [
      'Creates a miner. Since network version 27 the message value pays a deposit, which vests over 180 days (FIP-0077); StateMinerCreationDeposit returns the amount.',
      {
        Owner: 'Owner of the miner and its funds.',
        Worker: 'BLS address that signs blocks and proofs.',
        WindowPoStProofType: 'Proof type; determines the sector size: 13 for 32 GiB, 14 for 64 GiB.',
        Peer: 'Peer ID of the libp2p node.',
        Multiaddrs: 'Multiaddresses of the peer.',
      },
    ],
    UpdateClaimedPower: 'Updates a miner’s claimed power. Miners only.',
    EnrollCronEvent: 'Schedules a cron call to a miner at an epoch. Miners only.',
    CronTick: CALLED_BY_THE_SYSTEM,
    UpdatePledgeTotal: 'Updates the network’s total pledge. Miners only.',
    OnConsensusFault: 'Removes the power of a miner with a consensus fault. Miners only.',
    SubmitPoRepForBulkVerify: 'Submits a proof of replication for batch verification. Miners only.',
    CurrentTotalPower: 'Returns the network’s total power and pledge.',
    NetworkRawPower: 'Returns the network’s raw byte power.',
    MinerRawPower: ['Returns a miner’s raw byte power.', { Miner: 'Actor ID of the miner.' }],
    MinerCount: 'Returns the number of miners.',
    MinerConsensusCount: 'Returns the number of miners above the consensus minimum power.',
    MinerPower: ['Returns a miner’s raw byte and quality-adjusted power.', { Miner: 'Actor ID of the miner.' }],
  },
  storageminer: {
    Constructor: MADE_ONCE,
    ControlAddresses: 'Returns the owner, worker and control addresses.',
    ChangeWorkerAddress: [
      'Changes the control addresses immediately. A new worker takes effect at the first proving deadline after 900 epochs.',
      {
        NewWorker: 'New worker, a BLS account; the current one to change only the control addresses.',
        NewControlAddrs: 'Complete list of control addresses, at most 10. Addresses left out are removed.',
      },
    ],
    ChangePeerID: ['Sets the provider’s peer ID.', { NewID: 'Peer ID of the libp2p node.' }],
    SubmitWindowedPoSt: 'Submits the Window PoSt of a deadline.',
    PreCommitSector: 'Pre-commits a sealed sector.',
    ProveCommitSector: 'Proves a pre-committed sector.',
    ExtendSectorExpiration: [
      'Extends the expiration of sectors.',
      { Extensions: 'Sectors and their new expiration.', ...SECTORS, NewExpiration: NEW_EXPIRATION },
    ],
    TerminateSectors: ['Terminates sectors before their expiration, for a fee.', { Terminations: 'Sectors to terminate.', ...SECTORS }],
    DeclareFaults: ['Declares sectors faulty before their deadline.', { Faults: 'Faulty sectors.', ...SECTORS }],
    DeclareFaultsRecovered: [
      'Declares faulty sectors recovered, to be proven at their next deadline. Repays the fee debt first; fails if the miner cannot pay it.',
      { Recoveries: 'Recovered sectors.', ...SECTORS },
    ],
    OnDeferredCronEvent: CALLED_BY_THE_SYSTEM,
    CheckSectorProven: ['Succeeds if the sector has been proven.', { SectorNumber: 'Sector number.' }],
    ApplyRewards: CALLED_BY_THE_SYSTEM,
    AddLockedFund: ['Locks funds that vest over time. Removed by an upgrade.', { Amount: 'Amount to lock.' }],
    ReportConsensusFault: [
      'Reports a consensus fault of this miner with two conflicting block headers, for a reward.',
      {
        BlockHeader1: 'CBOR of the first header.',
        BlockHeader2: 'CBOR of the second header.',
        BlockHeaderExtra: 'CBOR of a third header, if this kind of fault needs one.',
      },
    ],
    WithdrawBalance: ['Withdraws available balance to the beneficiary.', { AmountRequested: 'Amount; less is paid if less is available.' }],
    InternalSectorSetupForPreseal: 'Sets up pre-sealed sectors. Genesis only.',
    ConfirmSectorProofsValid: CALLED_BY_THE_SYSTEM,
    ChangeMultiaddrs: ['Sets the provider’s multiaddresses.', { NewMultiaddrs: 'Complete list of multiaddresses.' }],
    CompactPartitions: [
      'Compacts partitions: removes terminated sectors and moves live ones together.',
      { Deadline: 'Deadline index.', Partitions: 'Partitions to compact.' },
    ],
    CompactSectorNumbers: [
      'Marks sector numbers as allocated, to keep their bitfield small.',
      { MaskSectorNumbers: 'Sector numbers to mark; they can never be used.' },
    ],
    ConfirmChangeWorkerAddress: CONFIRM_WORKER,
    ConfirmUpdateWorkerKey: CONFIRM_WORKER,
    RepayDebt: 'Repays the fee debt from the message value and the available balance.',
    ChangeOwnerAddress: [
      'Proposes a new owner; takes effect once the new owner sends the same message.',
      { NewOwner: 'ID address of the new owner, in both messages. The current owner’s address withdraws a proposal.' },
    ],
    DisputeWindowedPoSt: [
      'Disputes an optimistically accepted Window PoSt that is invalid, for a reward.',
      { Deadline: 'Deadline of the proof.', PoStIndex: 'Index of the proof within the deadline.' },
    ],
    PreCommitSectorBatch: 'Pre-commits several sealed sectors.',
    ProveCommitAggregate: 'Proves several pre-committed sectors with one aggregate proof.',
    ProveReplicaUpdates: 'Updates committed capacity sectors with data.',
    PreCommitSectorBatch2: 'Pre-commits several sealed sectors, with their data CIDs.',
    ProveReplicaUpdates2: 'Updates committed capacity sectors with data, with the data CIDs.',
    ChangeBeneficiary: [
      'Proposes a beneficiary for withdrawals, up to a quota and an expiration. The current beneficiary and the nominee confirm with the same message.',
      {
        NewBeneficiary: 'New beneficiary; the owner, with quota and expiration 0, to end the current term.',
        NewQuota: 'Total amount that it may receive.',
        NewExpiration: 'Epoch at which the term ends.',
      },
    ],
    GetBeneficiary: 'Returns the beneficiary, its term and the proposed change.',
    ExtendSectorExpiration2:
      'Extends the expiration of sectors. Claims to keep or drop are used up to network version 28 and ignored from 29 on.',
    ProveCommitSectors3: 'Proves pre-committed sectors and activates their pieces.',
    ProveReplicaUpdates3: 'Updates committed capacity sectors with data and activates the pieces.',
    ProveCommitSectorsNI: 'Commits sectors with a non-interactive proof, without a pre-commit.',
    UpgradeSectorQuality: [
      'Upgrades sectors to full quality: quality-adjusted power of 10 × their size. All succeed or none. Repays the fee debt first; the higher pledge must be available.',
      {
        Upgrades: 'Active sectors and their new expiration.',
        ...SECTORS,
        NewExpiration: 'New expiration epoch of the sectors; null to keep it.',
      },
    ],
    GetOwner: 'Returns the owner and the proposed owner.',
    IsControllingAddress: ['Returns whether an address is the owner, worker or a control address.', { Address: 'Address to check.' }],
    GetSectorSize: 'Returns the sector size.',
    GetAvailableBalance: 'Returns the available balance.',
    GetVestingFunds: 'Returns the vesting schedule.',
    GetPeerID: 'Returns the peer ID.',
    GetMultiaddrs: 'Returns the multiaddresses.',
    MaxTerminationFee: [
      'Returns the maximum termination fee.',
      { Power: 'Quality-adjusted power of the sectors.', InitialPledge: 'Initial pledge of the sectors.' },
    ],
    InitialPledge: 'Returns the miner’s initial pledge.',
    GenerateSectorLocation: ['Returns a sector’s deadline and partition.', { SectorNumber: 'Sector number.' }],
    ValidateSectorStatus: [
      'Returns whether a sector has a status.',
      { SectorNumber: 'Sector number.', Status: 'Status to check.', AuxData: 'Value returned by GenerateSectorLocation.' },
    ],
    GetNominalSectorExpiration: ['Returns a sector’s expiration epoch.', { SectorNumber: 'Sector number.' }],
  },
  storagemarket: {
    Constructor: MADE_ONCE,
    AddBalance: [
      'Adds the message value to an escrow balance in the market.',
      { ProviderOrClientAddress: 'Owner of the escrow balance: a client, or a miner for its collateral.' },
    ],
    WithdrawBalance: [
      'Withdraws unlocked escrow: a client’s to itself, a miner’s to its owner.',
      { ProviderOrClientAddress: 'Owner of the escrow balance.', Amount: 'Amount; less is paid if less is available.' },
    ],
    PublishStorageDeals: 'Publishes deal proposals signed by their clients.',
    VerifyDealsForActivation: 'Verifies deals before their sectors are pre-committed. Miners only.',
    BatchActivateDeals: 'Activates deals. Miners only.',
    ActivateDeals: 'Activates deals. Miners only.',
    OnMinerSectorsTerminate: 'Terminates the deals of sectors. Miners only.',
    ComputeDataCommitment: 'Returns the data commitment of deals.',
    CronTick: CALLED_BY_THE_SYSTEM,
    SettleDealPayments: ['Settles payments of deals to their provider up to the current epoch.', { DealIDs: 'Deal IDs.' }],
    GetBalance: ['Returns an escrow balance and its locked amount.', { Address: 'Owner of the escrow balance.' }],
    GetDealDataCommitment: ['Returns the piece CID and piece size of a deal.', OF_DEAL],
    GetDealClient: ['Returns the client of a deal.', OF_DEAL],
    GetDealProvider: ['Returns the provider of a deal.', OF_DEAL],
    GetDealLabel: ['Returns the label of a deal.', OF_DEAL],
    GetDealTerm: ['Returns the start epoch and duration of a deal.', OF_DEAL],
    GetDealTotalPrice: ['Returns the total price of a deal.', OF_DEAL],
    GetDealClientCollateral: ['Returns the client collateral of a deal.', OF_DEAL],
    GetDealProviderCollateral: ['Returns the provider collateral of a deal.', OF_DEAL],
    GetDealVerified: ['Returns whether a deal is verified.', OF_DEAL],
    GetDealActivation: ['Returns the activation and termination epochs of a deal.', OF_DEAL],
    GetDealSector: ['Returns the sector of a deal.', OF_DEAL],
  },
  multisig: {
    Constructor: [
      MADE_ONCE,
      {
        Signers: 'Addresses that can propose and approve: f1 or f3. Ethereum accounts cannot be signers.',
        NumApprovalsThreshold: 'Number of approvals that a transaction needs.',
        UnlockDuration: 'Epochs over which the initial balance unlocks; 0 locks nothing.',
        StartEpoch: 'Epoch at which unlocking starts.',
      },
    ],
    Propose: [
      'Proposes a transaction of the multisig. The proposal counts as the first approval.',
      {
        To: 'Receiver.',
        Value: 'Amount to send.',
        Method: 'Method to call; Send for a plain transfer.',
        Params: 'Parameters of the method.',
      },
    ],
    Approve: ['Approves a pending transaction. It executes with the last required approval.', TRANSACTION],
    Cancel: ['Cancels a pending transaction. Proposer only.', TRANSACTION],
    AddSigner: [
      'Adds a signer. Must be proposed to the multisig itself.',
      { Signer: 'New signer.', Increase: 'Whether to increase the approval threshold by one.' },
    ],
    RemoveSigner: [
      'Removes a signer. Must be proposed to the multisig itself.',
      { Signer: 'Signer to remove.', Decrease: 'Whether to decrease the approval threshold by one.' },
    ],
    SwapSigner: ['Replaces a signer. Must be proposed to the multisig itself.', { From: 'Signer to remove.', To: 'Signer to add.' }],
    ChangeNumApprovalsThreshold: [
      'Sets the approval threshold. Must be proposed to the multisig itself.',
      { NewThreshold: 'Number of approvals that a transaction needs.' },
    ],
    LockBalance: [
      'Locks part of the balance, which then unlocks linearly. Must be proposed to the multisig itself, and only once.',
      {
        StartEpoch: 'Epoch at which unlocking starts.',
        UnlockDuration: 'Epochs over which the amount unlocks.',
        Amount: 'Amount to lock.',
      },
    ],
  },
  paymentchannel: {
    Constructor: MADE_ONCE,
    UpdateChannelState: [
      'Redeems a voucher.',
      { Sv: 'Signed voucher.', Secret: 'Preimage of the voucher’s secret hash; empty if it has none.' },
    ],
    Settle: 'Starts settling the channel, which takes 12 hours.',
    Collect: 'Pays out a settled channel.',
  },
  verifiedregistry: {
    Constructor: MADE_ONCE,
    AddVerifier: [
      'Adds a verifier (notary). Root key only.',
      { Address: 'New verifier.', Allowance: 'DataCap in bytes that it may grant.' },
    ],
    RemoveVerifier: ['Removes a verifier. Root key only.', { Verifier: 'Verifier to remove.' }],
    AddVerifiedClient: ['Grants DataCap to a client. Verifiers only.', VERIFIED_CLIENT],
    UseBytes: ['Uses a client’s DataCap for a deal. Removed by an upgrade.', { Address: 'Client.', DealSize: 'Size in bytes.' }],
    RestoreBytes: ['Returns DataCap to a client. Removed by an upgrade.', { Address: 'Client.', DealSize: 'Size in bytes.' }],
    RemoveVerifiedClientDataCap: [
      'Removes DataCap from a client. Root key only, with two verifiers.',
      {
        VerifiedClientToRemove: 'Client.',
        DataCapAmountToRemove: 'DataCap in bytes.',
        VerifierRequest1: 'First verifier and its signature.',
        VerifierRequest2: 'Second verifier and its signature.',
      },
    ],
    RemoveExpiredAllocations: [
      'Removes expired allocations and returns their DataCap to the client.',
      { Client: 'Actor ID of the client.', AllocationIds: 'Allocation IDs; empty for all expired allocations.' },
    ],
    ClaimAllocations: 'Claims allocations for sectors. Miners only.',
    GetClaims: ['Returns claims of a provider.', { ...OF_CLAIMS, ClaimIds: 'Claim IDs.' }],
    ExtendClaimTerms: [
      'Extends the maximum term of claims. Client only.',
      {
        Terms: 'Claims and their new terms.',
        Provider: 'Actor ID of the storage provider.',
        ClaimId: 'Claim ID.',
        TermMax: 'Maximum term from its start, in epochs.',
      },
    ],
    RemoveExpiredClaims: ['Removes claims whose maximum term has ended.', OF_CLAIMS],
    Receive: 'Receives DataCap. DataCap token only.',
  },
  datacap: {
    Constructor: MADE_ONCE,
    Mint: [
      'Mints DataCap. Verified registry only.',
      { To: 'Receiver.', Amount: 'DataCap in bytes × 10^18.', Operators: 'Addresses allowed to spend it.' },
    ],
    Destroy: ['Burns a client’s DataCap. Verified registry only.', { Owner: 'Owner of the DataCap.', Amount: 'DataCap in bytes × 10^18.' }],
    Name: 'Returns the name of the token.',
    Symbol: 'Returns the symbol of the token.',
    TotalSupply: 'Returns the total supply of DataCap.',
    BalanceOf: ['Returns an address’s DataCap balance.', { Owner: 'Owner of the DataCap.' }],
    Transfer: ['Transfers DataCap; to the verified registry to create allocations.', TOKEN_TRANSFER],
    TransferFrom: ['Transfers an owner’s DataCap under an allowance.', { From: 'Owner of the DataCap.', ...TOKEN_TRANSFER }],
    IncreaseAllowance: ['Increases an operator’s allowance of your DataCap.', { Operator: OPERATOR, Increase: 'Bytes × 10^18 to add.' }],
    DecreaseAllowance: [
      'Decreases an operator’s allowance of your DataCap.',
      { Operator: OPERATOR, Decrease: 'Bytes × 10^18 to subtract.' },
    ],
    RevokeAllowance: ['Revokes an operator’s allowance of your DataCap.', { Operator: OPERATOR }],
    Burn: ['Burns your own DataCap.', { Amount: 'DataCap in bytes × 10^18.' }],
    BurnFrom: ['Burns an owner’s DataCap under an allowance.', { Owner: 'Owner of the DataCap.', Amount: 'DataCap in bytes × 10^18.' }],
    Allowance: ['Returns an operator’s allowance of an owner’s DataCap.', { Owner: 'Owner of the DataCap.', Operator: OPERATOR }],
    Balance: ['Returns an address’s DataCap balance.', { Owner: 'Owner of the DataCap.' }],
    Granularity: 'Returns the smallest unit of the token.',
  },
  evm: {
    Constructor: MADE_ONCE,
    Resurrect: 'Recreates a self-destructed contract at its address. Ethereum address manager only.',
    GetBytecode: 'Returns the CID of the bytecode.',
    GetBytecodeHash: 'Returns the Keccak-256 hash of the bytecode.',
    GetStorageAt: ['Returns a storage slot. For reads only, not for messages.', { StorageKey: 'Storage key.' }],
    InvokeContractDelegate: 'Runs another contract’s code in this contract (delegatecall). The contract itself only.',
    InvokeContract: ['Calls the contract.', { Input: 'Calldata: selector and arguments.' }],
  },
  eam: {
    Constructor: MADE_ONCE,
    Create: 'Deploys a contract from a contract. Accounts use CreateExternal.',
    Create2: 'Deploys a contract from a contract, at an address derived from its code and a salt.',
    CreateExternal: ['Deploys a contract.', { Initcode: 'Initcode, followed by the constructor arguments.' }],
  },
  ethaccount: { Constructor: MADE_ONCE },
  placeholder: { Constructor: MADE_ONCE },
  system: { Constructor: MADE_ONCE },
};

/** Returns the documentation of a method; undefined if the actor type has no method with that name. */
export function methodDoc(type: ActorType, name: string): MethodDoc | undefined {
  const docs = DOCS[type];
  const row = Object.hasOwn(docs, name) ? docs[name] : undefined;
  if (row === undefined) return undefined;
  return typeof row === 'string' ? { summary: row, params: {} } : { summary: row[0], params: row[1] };
}

/** Returns the documented method names of an actor type; a test checks that none is stale. */
export function documentedMethods(type: ActorType): readonly string[] {
  return Object.keys(DOCS[type]);
}
