/**
 * Alternatives for methods that an endpoint does not serve: a sentence and the methods to call. Sources: Lotus v1.36.2 gateway/
 * (what it omits and why), api/api_full.go; the documentation of hosted endpoints for the file of deals.
 */
import { isRemovedMethod, methodFacts } from './methods.ts';

export interface MethodAlternative {
  /** What to do instead, as a complete sentence. */
  readonly sentence: string;
  /** Names without the namespace, the best first; empty if no method is similar. */
  readonly methods: readonly string[];
  /** Whether the result is the same, possibly in parts; otherwise it is only similar. */
  readonly isSame: boolean;
}

type Row = readonly [sentence: string, methods: readonly string[], isSame?: 'same'];

const ONE_SECTOR: Row = [
  'The miner screen in Sextant reads them from state (ChainReadObj). StateSectorGetInfo returns one sector by its number.',
  ['StateSectorGetInfo', 'StateMinerSectorCount', 'ChainReadObj'],
];
const FAULTS: Row = [
  'The miner screen in Sextant reads them from state (ChainReadObj). StateMinerSectorCount returns their number.',
  ['StateMinerSectorCount', 'ChainReadObj'],
];
const LOCAL_KEYS: Row = ['Gateways and hosted endpoints have no keys. Sign in the Sextant wallet and send with MpoolPush.', ['MpoolPush']];
const SIGN_LOCALLY: Row = [
  'Set nonce and gas (MpoolGetNonce, GasEstimateMessageGas), sign in the Sextant wallet, and send with MpoolPush.',
  ['MpoolGetNonce', 'GasEstimateMessageGas', 'MpoolPush'],
];
const PUSH_ONE: Row = ['Gateways accept signed messages one at a time, with MpoolPush.', ['MpoolPush'], 'same'];
const MULTISIG: Row = [
  'Create the multisig message in Sextant and sign it in the wallet. MsigGetPending returns pending transactions.',
  ['MsigGetPending', 'MpoolPush'],
];
const MARKET_FUNDS: Row = [
  'Send the message to the market actor f05 from the Sextant wallet. StateMarketBalance returns escrow and locked funds.',
  ['StateMarketBalance', 'MpoolPush'],
];
const PAYMENT_CHANNEL: Row = [
  'Call the node that stores the vouchers. StateReadState returns the on-chain state of the channel.',
  ['StateReadState'],
];
const OWN_NODE: Row = ['The method changes the node: call it on your own node, with a token that has the permission.', []];
const NETWORK: Row = ['The method is about the connections of one node, which gateways do not report. Call it on your own node.', []];
const PEER: Row = [
  'Gateways do not query peers. StateMinerInfo returns the peer ID and addresses that a miner declares.',
  ['StateMinerInfo'],
];
const EMPTY_RESULTS: Row = ['Poll GetActorEventsRaw or EthGetLogs with a range of epochs.', ['GetActorEventsRaw', 'EthGetLogs']];
const ALLOCATIONS: Row = [
  'Call StateGetAllocations or StateGetClaims for one client or provider at a time.',
  ['StateGetAllocations', 'StateGetClaims'],
  'same',
];
const TRY_VERSION: Row = ['Version is the closest. Gateways report neither start time nor session.', ['Version']];
const RANDOMNESS: Row = [
  'StateGetRandomnessDigestFromBeacon returns the digest that the randomness is drawn from.',
  ['StateGetRandomnessDigestFromBeacon'],
];
const SUPPLY: Row = ['The supply is computed from the whole state, which gateways do not serve. Use a full node.', []];
const DEFAULT_LIMIT = 'Same result; gateways always search 20 epochs.';

const ROWS: Readonly<Record<string, Row>> = {
  ChainNotify: [
    'Over HTTP, poll ChainHead about every 10 seconds, and call ChainGetPath from the last head to the new one.',
    ['ChainHead', 'ChainGetPath'],
    'same',
  ],
  SyncIncomingBlocks: ['ChainNotify returns the tipsets formed by the blocks. Over HTTP, poll ChainHead.', ['ChainNotify', 'ChainHead']],
  MpoolSub: ['Poll MpoolPending and compare. Changes between two polls are missed.', ['MpoolPending']],
  SubscribeActorEventsRaw: ['Call GetActorEventsRaw for each new range of epochs.', ['GetActorEventsRaw'], 'same'],
  EthSubscribe: [
    'Over HTTP, call EthGetBlockByNumber and EthGetLogs for each new block.',
    ['EthBlockNumber', 'EthGetBlockByNumber', 'EthGetLogs'],
    'same',
  ],
  NetVersion: ['EthChainId returns the same number, in hex.', ['EthChainId'], 'same'],
  EthUnsubscribe: ['Close the WebSocket: its subscriptions end with it.', []],
  EthNewFilter: ['Call EthGetLogs with the same filter for each new range.', ['EthGetLogs'], 'same'],
  EthNewBlockFilter: ['Poll EthBlockNumber.', ['EthBlockNumber'], 'same'],
  EthNewPendingTransactionFilter: ['Poll MpoolPending.', ['MpoolPending']],
  EthGetFilterChanges: EMPTY_RESULTS,
  EthGetFilterLogs: ['Call EthGetLogs with the same filter.', ['EthGetLogs'], 'same'],
  Closing: ['A closed connection means the same.', []],
  ChainExport: ['Download a snapshot from a snapshot service. ChainReadObj returns single objects.', ['ChainReadObj']],
  ChainGetNode: [
    'ChainReadObj returns the bytes of an object, StateReadState the decoded state of an actor.',
    ['ChainReadObj', 'StateReadState'],
  ],
  ChainStatObj: ['ChainReadObj returns one object. Read the objects it links to one by one and add their sizes.', ['ChainReadObj']],
  ChainTipSetWeight: ['Block headers have ParentWeight, the weight of the parent tipset.', ['ChainGetTipSet', 'ChainHead']],
  ChainGetFinalizedTipSet: ['The tipset 900 epochs below the head is always final.', ['ChainGetTipSetByHeight']],
  ChainGetTipSetAfterHeight: [
    'ChainGetTipSetByHeight returns the tipset at or before an epoch. Try the following epochs in turn.',
    ['ChainGetTipSetByHeight'],
  ],
  ChainGetEvents: ['GetActorEventsRaw returns the events of a range of epochs or of a tipset.', ['GetActorEventsRaw']],
  StateMarketDeals: [
    'Read one deal by its ID with StateMarketStorageDeal, or download the file of all deals that hosted endpoints refresh every 10 minutes.',
    ['StateMarketStorageDeal'],
  ],
  StateMarketParticipants: ['Call StateMarketBalance for one participant at a time.', ['StateMarketBalance'], 'same'],
  StateMarketProposalPending: ['StateMarketStorageDeal returns the deal once its message is on chain.', ['StateMarketStorageDeal']],
  StateMinerSectors: ONE_SECTOR,
  StateMinerActiveSectors: ONE_SECTOR,
  StateMinerAllocated: [
    'Call StateSectorGetInfo for one number at a time: null means that no sector on chain has it.',
    ['StateSectorGetInfo'],
  ],
  StateMinerSectorAllocated: [
    'StateSectorGetInfo returns the sector if it is on chain. null means that no sector has the number now.',
    ['StateSectorGetInfo'],
  ],
  StateMinerPartitions: [
    'The miner screen in Sextant reads them from state (ChainReadObj). StateMinerDeadlines returns only the deadlines.',
    ['StateMinerDeadlines', 'StateMinerSectorCount', 'ChainReadObj'],
  ],
  StateMinerFaults: FAULTS,
  StateMinerRecoveries: FAULTS,
  StateAllMinerFaults: ['Not implemented in Lotus. Call StateMinerFaults for each miner.', ['StateMinerFaults']],
  StateMinerAvailableBalance: [
    'StateReadState of the miner has its Balance and the locked funds: pre-commit deposits, initial pledge and vesting funds.',
    ['StateReadState'],
  ],
  StateSectorPreCommitInfo: ['StateSectorGetInfo returns the sector once it is proven.', ['StateSectorGetInfo']],
  StateSectorExpiration: ['StateSectorGetInfo has Expiration. Faults can cause an earlier expiration.', ['StateSectorGetInfo']],
  StateSectorPartition: [
    'The miner screen in Sextant reads it from state (ChainReadObj). On a full node, StateMinerPartitions returns the sectors of a deadline.',
    ['StateMinerPartitions', 'ChainReadObj'],
  ],
  StateMinerPreCommitDepositForPower: ['StateSectorGetInfo returns the pledge of recently proven sectors.', ['StateSectorGetInfo']],
  StateMinerCreationDeposit: ['It is computed from supply and power of the whole network. Use a full node.', []],
  StateComputeDataCID: ['Compute it from the piece CIDs of the deals, returned by StateMarketStorageDeal.', ['StateMarketStorageDeal']],
  ChainBlockstoreInfo: ['The method is about the blockstore of one node. Call it on your own node.', []],
  MpoolGetConfig: ['The method is about the mempool of one node. Call it on your own node.', []],
  StateMinerInitialPledgeForSector: ['StateSectorGetInfo returns the pledge of recently proven sectors.', ['StateSectorGetInfo']],
  StateMinerInitialPledgeCollateral: [
    'Use StateMinerInitialPledgeForSector with the full sector size as verifiedSize: from network version 29, this method is not supported.',
    ['StateMinerInitialPledgeForSector', 'StateSectorGetInfo'],
  ],
  StateGetID: ['In /rpc/v1, StateLookupID returns the same for a tipset key.', ['StateLookupID'], 'same'],
  ChainGetTipSetFinalityStatus: [
    'In /rpc/v1, ChainGetFinalizedTipSet returns the finalized tipset, and F3GetLatestCertificate the tipset finalized by F3.',
    ['ChainGetFinalizedTipSet', 'F3GetLatestCertificate'],
  ],
  StateRewardDistribution: [
    'In /rpc/v1, compare the state of the reward actor f02 before and after the tipset (StateReadState).',
    ['StateReadState'],
  ],
  StateListActors: [
    'There are hundreds of thousands of actors. Read one with StateGetActor; StateListMiners returns all miners.',
    ['StateGetActor', 'StateListMiners'],
  ],
  StateListMessages: [
    'Walk back the chain with ChainGetTipSet and read the messages with ChainGetMessagesInTipset.',
    ['ChainGetTipSet', 'ChainGetMessagesInTipset'],
    'same',
  ],
  StateLookupRobustAddress: [
    'StateAccountKey returns the key address of an account, StateGetActor the delegated address of an f4 account.',
    ['StateAccountKey', 'StateGetActor'],
  ],
  StateChangedActors: ['To check one actor, call StateGetActor at both tipsets and compare.', ['StateGetActor']],
  StateCompute: [
    'StateReplay replays one message. EthTraceBlock returns the traces of a block, if the Ethereum API is enabled.',
    ['StateReplay', 'EthTraceBlock'],
  ],
  StateReplay: [
    'StateSearchMsg returns the receipt. EthTraceTransaction returns the trace, if the Ethereum API is enabled.',
    ['StateSearchMsg', 'EthTraceTransaction'],
  ],
  StateSearchMsg: [
    'Walk back from the head and call ChainGetParentMessages and ChainGetParentReceipts for each tipset.',
    ['ChainGetParentMessages', 'ChainGetParentReceipts'],
    'same',
  ],
  StateWaitMsg: [
    'Call StateSearchMsg at each new head; it returns at once. On gateways, the maximum confidence is 20.',
    ['StateSearchMsg'],
    'same',
  ],
  StateSearchMsgLimited: ['In /rpc/v1, the limit is a parameter of StateSearchMsg.', ['StateSearchMsg'], 'same'],
  StateWaitMsgLimited: ['In /rpc/v1, the limit is a parameter of StateWaitMsg.', ['StateWaitMsg'], 'same'],
  StateGetReceipt: ['In /rpc/v1, StateSearchMsg returns the receipt.', ['StateSearchMsg'], 'same'],
  BeaconGetEntry: ['In /rpc/v1, it is StateGetBeaconEntry.', ['StateGetBeaconEntry'], 'same'],
  ChainGetRandomnessFromBeacon: [
    'In /rpc/v1, it is StateGetRandomnessFromBeacon, with the tipset key last.',
    ['StateGetRandomnessFromBeacon'],
    'same',
  ],
  ChainGetRandomnessFromTickets: [
    'In /rpc/v1, it is StateGetRandomnessFromTickets, with the tipset key last.',
    ['StateGetRandomnessFromTickets'],
    'same',
  ],
  StateGetRandomnessFromBeacon: RANDOMNESS,
  StateGetRandomnessFromTickets: RANDOMNESS,
  StateGetRandomnessDigestFromTickets: ['Block headers have the ticket that it is drawn from.', ['ChainGetTipSetByHeight']],
  StateGetBeaconEntry: ['Block headers have the beacon entries of their epoch.', ['ChainGetTipSetByHeight'], 'same'],
  StateCirculatingSupply: SUPPLY,
  StateVMCirculatingSupplyInternal: SUPPLY,
  StateActorCodeCIDs: [
    'StateGetActor returns the code of one actor. The code CIDs of each network version are published with the built-in actors releases.',
    ['StateGetActor'],
  ],
  StateActorManifestCID: ['The manifest CIDs are published with the built-in actors releases.', []],
  StateEncodeParams: ['Sextant encodes parameters of built-in actor methods without a node.', []],
  StateVerifiedRegistryRootKey: ['StateReadState of f06 returns it as RootKey.', ['StateReadState'], 'same'],
  StateGetAllocationIdForPendingDeal: ['StateGetAllocationForPendingDeal returns the allocation.', ['StateGetAllocationForPendingDeal']],
  StateGetAllAllocations: ALLOCATIONS,
  StateGetAllClaims: ALLOCATIONS,
  MpoolPending: [
    'No other method returns pending messages. MpoolGetNonce includes the pending messages of one sender in its count.',
    ['MpoolGetNonce'],
  ],
  MpoolSelect: ['MpoolPending returns all messages that MpoolSelect chooses from.', ['MpoolPending']],
  MpoolPushUntrusted: PUSH_ONE,
  MpoolBatchPush: PUSH_ONE,
  MpoolBatchPushUntrusted: PUSH_ONE,
  MpoolPushMessage: SIGN_LOCALLY,
  MpoolBatchPushMessage: SIGN_LOCALLY,
  MpoolCheckMessages: ['GasEstimateMessageGas simulates the message at the head and returns why it fails.', ['GasEstimateMessageGas']],
  MpoolCheckReplaceMessages: ['A replacement needs a premium at least 25% above the pending message’s.', ['MpoolPending']],
  MpoolCheckPendingMessages: ['MpoolPending and StateGetActor return the nonces and the balance.', ['MpoolPending', 'StateGetActor']],
  GasEstimateGasLimit: ['GasEstimateMessageGas estimates the gas limit with a 25% margin.', ['GasEstimateMessageGas']],
  GasEstimateFeeCap: [
    'GasEstimateMessageGas sets the fee cap. The base fee is in the block headers of the head.',
    ['GasEstimateMessageGas', 'ChainHead'],
  ],
  WalletBalance: ['StateGetActor returns the balance, at any tipset.', ['StateGetActor'], 'same'],
  WalletVerify: ['Sextant verifies signatures without a node.', []],
  WalletValidateAddress: ['Sextant validates addresses without a node.', []],
  MsigPropose: MULTISIG,
  NodeStatus: [
    'ChainHead shows the age of the head, and Version the software. Gateways do not report peers or sync state.',
    ['ChainHead', 'Version'],
  ],
  SyncState: ['The age of the head (ChainHead) shows whether the endpoint is synced.', ['ChainHead']],
  SyncCheckBad: ['Each node has its own list of bad blocks. Call it on your own node.', []],
  SyncValidateTipset: ['A tipset on the path from the head (ChainGetPath) has been validated.', ['ChainGetPath']],
  ID: ['A gateway is not a peer of the network. Call it on your own node.', []],
  StartTime: TRY_VERSION,
  Session: TRY_VERSION,
  AuthVerify: ['The token itself contains the permissions; Sextant decodes them.', []],
  AuthNew: OWN_NODE,
  EthSendRawTransactionUntrusted: ['Gateways serve it as EthSendRawTransaction.', ['EthSendRawTransaction'], 'same'],
  EthGetBlockReceiptsLimited: [DEFAULT_LIMIT, ['EthGetBlockReceipts'], 'same'],
  EthGetTransactionByHashLimited: [DEFAULT_LIMIT, ['EthGetTransactionByHash'], 'same'],
  EthGetTransactionReceiptLimited: [DEFAULT_LIMIT, ['EthGetTransactionReceipt'], 'same'],
  F3GetECPowerTable: [
    'StateMinerPower returns the power of one miner, F3GetPowerTableByInstance the power table of an F3 instance.',
    ['F3GetPowerTableByInstance', 'StateMinerPower'],
  ],
  F3GetF3PowerTable: ['F3GetPowerTableByInstance returns the power table of an instance.', ['F3GetPowerTableByInstance']],
  F3IsRunning: ['While F3 is running, the instance of F3GetLatestCertificate increases.', ['F3GetLatestCertificate']],
  F3GetProgress: ['F3GetLatestCertificate returns the last completed instance.', ['F3GetLatestCertificate']],
  F3GetManifest: ['F3GetLatestCertificate shows the progress of F3. Only a full node returns the manifest.', ['F3GetLatestCertificate']],
  F3ListParticipants: ['F3GetPowerTableByInstance returns the miners that may participate.', ['F3GetPowerTableByInstance']],
  NetPeerInfo: PEER,
  NetAgentVersion: PEER,
  NetPing: PEER,
  NetConnectedness: PEER,
  NetFindPeer: PEER,
  ActorAddress: ['Get the miner address from its operator. On a full node, StateMinerInfo returns the rest.', ['StateMinerInfo']],
  ActorSectorSize: ['On a full node, StateMinerInfo returns SectorSize.', ['StateMinerInfo'], 'same'],
  ActorAddressConfig: ['On a full node, StateMinerInfo returns the control addresses without their purpose.', ['StateMinerInfo']],
  SectorsList: [
    'On a full node, StateMinerSectors (with a bitfield) and StateMinerSectorCount cover the sectors on chain.',
    ['StateMinerSectorCount', 'StateMinerSectors'],
  ],
  SectorsStatus: [
    'On a full node, StateSectorGetInfo and StateSectorPreCommitInfo return the on-chain info.',
    ['StateSectorGetInfo', 'StateSectorPreCommitInfo'],
  ],
  MarketListDeals: ['On a full node, StateMarketStorageDeal returns a deal by its ID.', ['StateMarketStorageDeal']],
  MiningBase: ['On its full node, ChainHead returns the tipset the miner mines on.', ['ChainHead']],
  ClientGetDealInfo: [
    'Read the deal on chain by its ID (StateMarketStorageDeal). Earlier states are in Boost or Curio.',
    ['StateMarketStorageDeal'],
  ],
  ClientListDeals: [
    'Read deals on chain by their IDs (StateMarketStorageDeal), or list them in the Boost or Curio client.',
    ['StateMarketStorageDeal'],
  ],
  ClientQueryAsk: ['Get the provider’s ask from its market node, Boost or Curio. StateMinerInfo returns its peer ID.', ['StateMinerInfo']],
};

/** What to call instead of a method, with or without its namespace; undefined if only another endpoint helps. */
export function methodAlternative(method: string): MethodAlternative | undefined {
  const bare = method.slice(method.lastIndexOf('.') + 1);
  const facts = methodFacts(bare);
  const name = facts?.name ?? bare;
  const row = Object.hasOwn(ROWS, name) ? ROWS[name] : byKind(name);
  if (row === undefined) return undefined;
  const [sentence, methods, same] = row;
  return { sentence, methods, isSame: same !== undefined };
}

function byKind(name: string): Row | undefined {
  if (isRemovedMethod(name))
    return ['Use the Boost or Curio client, or read deals on chain with StateMarketStorageDeal.', ['StateMarketStorageDeal']];
  const facts = methodFacts(name);
  if (facts === undefined) return undefined;
  if (facts.api === 'miner')
    return ['Only lotus-miner serves it: add its URL (default port 2345, path /rpc/v0) and its token to the connection.', []];
  if (name.startsWith('Wallet')) return LOCAL_KEYS;
  if (name.startsWith('Msig') && facts.permission === 'sign') return MULTISIG;
  if (/^Market[A-Z]/.test(name)) return MARKET_FUNDS;
  if (name.startsWith('Paych')) return PAYMENT_CHANNEL;
  if (name.startsWith('Net') && facts.permission === 'read') return NETWORK;
  return facts.permission === 'read' ? undefined : OWN_NODE;
}
