/**
 * What gives the same, or nearly, where an endpoint does not serve a method: a sentence and the names to call. Facts: Lotus v1.36.2
 * gateway/ (what it leaves out and why), api/api_full.go; the documentation of hosted endpoints for the file of deals.
 */
import { isRemovedMethod, methodFacts } from './methods.ts';

export interface MethodAlternative {
  /** What to do instead, as one sentence that stands alone. */
  readonly sentence: string;
  /** Names without the namespace, the best first; empty where nothing that a node serves comes near. */
  readonly methods: readonly string[];
  /** Whether the answer is the same, if in parts; otherwise it only comes near. */
  readonly isSame: boolean;
}

type Row = readonly [sentence: string, methods: readonly string[], isSame?: 'same'];

const ONE_SECTOR: Row = [
  'Sextant’s screen of the miner reads them from the state (ChainReadObj); a single one StateSectorGetInfo tells by its number.',
  ['StateSectorGetInfo', 'StateMinerSectorCount', 'ChainReadObj'],
];
const FAULTS: Row = [
  'Sextant’s screen of the miner reads them from the state (ChainReadObj); how many there are StateMinerSectorCount tells.',
  ['StateMinerSectorCount', 'ChainReadObj'],
];
const LOCAL_KEYS: Row = [
  'Endpoints for everyone keep no keys: the wallet here holds them, and MpoolPush sends what it has signed.',
  ['MpoolPush'],
];
const SIGN_LOCALLY: Row = [
  'Fill in nonce and gas (MpoolGetNonce, GasEstimateMessageGas), sign in the wallet here, and send it with MpoolPush.',
  ['MpoolGetNonce', 'GasEstimateMessageGas', 'MpoolPush'],
];
const PUSH_ONE: Row = ['Gateways take signed messages one at a time, by MpoolPush.', ['MpoolPush'], 'same'];
const MULTISIG: Row = [
  'Make the message for the multisig here and sign it in the wallet; MsigGetPending shows what waits for approval.',
  ['MsigGetPending', 'MpoolPush'],
];
const MARKET_FUNDS: Row = [
  'Send the message to the market actor f05 from the wallet here; StateMarketBalance tells what is locked and free.',
  ['StateMarketBalance', 'MpoolPush'],
];
const PAYMENT_CHANNEL: Row = [
  'The node that keeps the vouchers has to be asked; StateReadState tells what of the channel is on chain.',
  ['StateReadState'],
];
const OWN_NODE: Row = ['It changes the node itself: only a node of your own does it, with a token that has the permission.', []];
const NETWORK: Row = ['About the connections of one node. Gateways do not report them; use your own node.', []];
const PEER: Row = [
  'It is asked by a node of its peers, which gateways do not do; the miner’s info has the peer id and addresses it declares.',
  ['StateMinerInfo'],
];
const EMPTY_RESULTS: Row = [
  'Ask for a range of epochs with GetActorEventsRaw or EthGetLogs, again and again.',
  ['GetActorEventsRaw', 'EthGetLogs'],
];
const ALLOCATIONS: Row = [
  'Ask for one client or provider at a time: StateGetAllocations and StateGetClaims.',
  ['StateGetAllocations', 'StateGetClaims'],
  'same',
];
const TRY_VERSION: Row = ['Version and NodeStatus are the nearest; a gateway tells neither start nor session.', ['Version']];
const RANDOMNESS: Row = [
  'StateGetRandomnessDigestFromBeacon gives the digest from which the randomness is drawn.',
  ['StateGetRandomnessDigestFromBeacon'],
];
const SUPPLY: Row = ['The supply is computed from the whole state, which gateways leave out: ask a full node.', []];
const DEFAULT_LIMIT = 'The same without a limit of one’s own: gateways look back 20 epochs.';

const ROWS: Readonly<Record<string, Row>> = {
  ChainNotify: [
    'Over HTTP, ask ChainHead about every ten seconds, and ChainGetPath from the last head to the new one.',
    ['ChainHead', 'ChainGetPath'],
    'same',
  ],
  SyncIncomingBlocks: [
    'ChainNotify tells the tipsets that blocks become; over HTTP, ask ChainHead again and again.',
    ['ChainNotify', 'ChainHead'],
  ],
  MpoolSub: ['Ask MpoolPending again and again and compare; what came and went in between is not seen.', ['MpoolPending']],
  SubscribeActorEventsRaw: ['Ask GetActorEventsRaw for each new range of epochs.', ['GetActorEventsRaw'], 'same'],
  EthSubscribe: [
    'Over HTTP, ask EthGetBlockByNumber and EthGetLogs for each new block.',
    ['EthBlockNumber', 'EthGetBlockByNumber', 'EthGetLogs'],
    'same',
  ],
  NetVersion: ['EthChainId gives the same number, in hex.', ['EthChainId'], 'same'],
  EthUnsubscribe: ['Subscriptions end with their WebSocket.', []],
  EthNewFilter: ['Ask EthGetLogs with the same filter for each new range.', ['EthGetLogs'], 'same'],
  EthNewBlockFilter: ['Ask EthBlockNumber again and again.', ['EthBlockNumber'], 'same'],
  EthNewPendingTransactionFilter: ['Ask MpoolPending again and again.', ['MpoolPending']],
  EthGetFilterChanges: EMPTY_RESULTS,
  EthGetFilterLogs: ['Ask EthGetLogs with the filter itself.', ['EthGetLogs'], 'same'],
  Closing: ['The end of the connection says the same.', []],
  ChainExport: ['A snapshot of the chain is downloaded from those who offer it; ChainReadObj gives single objects.', ['ChainReadObj']],
  ChainGetNode: [
    'ChainReadObj gives the object’s bytes, and StateReadState an actor’s state by its fields.',
    ['ChainReadObj', 'StateReadState'],
  ],
  ChainStatObj: ['ChainReadObj gives one object, whose size can be told; what it links to is read one by one.', ['ChainReadObj']],
  ChainTipSetWeight: [
    'Each block header of the tipset has ParentWeight, the weight of the tipset before it.',
    ['ChainGetTipSet', 'ChainHead'],
  ],
  ChainGetFinalizedTipSet: ['The tipset 900 epochs below the head is final in any case.', ['ChainGetTipSetByHeight']],
  ChainGetTipSetAfterHeight: [
    'ChainGetTipSetByHeight gives the tipset at or before the epoch; try the epochs after it in turn.',
    ['ChainGetTipSetByHeight'],
  ],
  ChainGetEvents: ['GetActorEventsRaw gives the events of a message or of a range of epochs.', ['GetActorEventsRaw']],
  StateMarketDeals: [
    'Ask for one deal by its number with StateMarketStorageDeal, or download the file of all deals that hosted endpoints renew every ten minutes.',
    ['StateMarketStorageDeal'],
  ],
  StateMarketParticipants: ['Ask for one participant at a time with StateMarketBalance.', ['StateMarketBalance'], 'same'],
  StateMarketProposalPending: ['StateMarketStorageDeal tells a deal once its message is on chain.', ['StateMarketStorageDeal']],
  StateMinerSectors: ONE_SECTOR,
  StateMinerActiveSectors: ONE_SECTOR,
  StateMinerAllocated: [
    'Ask for one number at a time with StateSectorGetInfo: null says that no sector on chain has it.',
    ['StateSectorGetInfo'],
  ],
  StateMinerSectorAllocated: [
    'StateSectorGetInfo tells a sector that is on chain; null means that none has the number now.',
    ['StateSectorGetInfo'],
  ],
  StateMinerPartitions: [
    'Sextant’s screen of the miner reads them from the state (ChainReadObj); StateMinerDeadlines gives the deadlines alone.',
    ['StateMinerDeadlines', 'StateMinerSectorCount', 'ChainReadObj'],
  ],
  StateMinerFaults: FAULTS,
  StateMinerRecoveries: FAULTS,
  StateAllMinerFaults: ['Lotus does not answer it: ask StateMinerFaults of each miner.', ['StateMinerFaults']],
  StateMinerAvailableBalance: [
    'StateReadState of the miner has Balance and what is locked: pre-commit deposits, pledge and vesting funds.',
    ['StateReadState'],
  ],
  StateSectorPreCommitInfo: ['StateSectorGetInfo tells the sector once it is proven.', ['StateSectorGetInfo']],
  StateSectorExpiration: ['StateSectorGetInfo has Expiration, which faults may bring forward.', ['StateSectorGetInfo']],
  StateSectorPartition: [
    'Sextant’s screen of the miner reads it from the state (ChainReadObj); a full node lists the sectors of each deadline.',
    ['StateMinerPartitions', 'ChainReadObj'],
  ],
  StateMinerPreCommitDepositForPower: [
    'StateSectorGetInfo tells what sectors have pledged that were proven lately.',
    ['StateSectorGetInfo'],
  ],
  StateMinerCreationDeposit: ['It is computed from the supply and the power of the whole network: ask a full node.', []],
  StateComputeDataCID: [
    'It can be computed from the piece CIDs of the deals, which StateMarketStorageDeal has.',
    ['StateMarketStorageDeal'],
  ],
  ChainBlockstoreInfo: ['It is about one node’s own store: ask a node of your own.', []],
  MpoolGetConfig: ['It is about one node’s own pool: ask a node of your own.', []],
  StateMinerInitialPledgeForSector: ['StateSectorGetInfo tells what sectors have pledged that were proven lately.', ['StateSectorGetInfo']],
  StateMinerInitialPledgeCollateral: [
    'Use StateMinerInitialPledgeForSector with the whole sector size as verifiedSize: from network version 29 on this method fails.',
    ['StateMinerInitialPledgeForSector', 'StateSectorGetInfo'],
  ],
  StateGetID: ['Without /rpc/v2, StateLookupID of v1 returns the same for a tipset key.', ['StateLookupID'], 'same'],
  ChainGetTipSetFinalityStatus: [
    'Without /rpc/v2, ChainGetFinalizedTipSet of v1 returns the finalized tipset, and F3GetLatestCertificate what F3 finalized.',
    ['ChainGetFinalizedTipSet', 'F3GetLatestCertificate'],
  ],
  StateRewardDistribution: [
    'Without /rpc/v2, compare the state of the reward actor f02 before and after the tipset (StateReadState).',
    ['StateReadState'],
  ],
  StateListActors: [
    'The actors are hundreds of thousands: ask for those you know with StateGetActor, and for miners with StateListMiners.',
    ['StateGetActor', 'StateListMiners'],
  ],
  StateListMessages: [
    'Walk the tipsets back with ChainGetTipSet and read their messages with ChainGetMessagesInTipset.',
    ['ChainGetTipSet', 'ChainGetMessagesInTipset'],
    'same',
  ],
  StateLookupRobustAddress: [
    'StateAccountKey gives the key of an account, and StateGetActor the delegated address of an f4 account.',
    ['StateAccountKey', 'StateGetActor'],
  ],
  StateChangedActors: ['StateGetActor at two tipsets tells whether one actor changed.', ['StateGetActor']],
  StateCompute: [
    'StateReplay runs one message; EthTraceBlock gives the calls of a block where Ethereum’s interface is on.',
    ['StateReplay', 'EthTraceBlock'],
  ],
  StateReplay: [
    'StateSearchMsg gives the receipt; EthTraceTransaction the calls where Ethereum’s interface is on.',
    ['StateSearchMsg', 'EthTraceTransaction'],
  ],
  StateSearchMsg: [
    'ChainGetParentReceipts and ChainGetParentMessages of each tipset tell the same, walked back from the head.',
    ['ChainGetParentMessages', 'ChainGetParentReceipts'],
    'same',
  ],
  StateWaitMsg: [
    'Ask StateSearchMsg for each new head, which answers at once; gateways wait for at most 20 confirmations.',
    ['StateSearchMsg'],
    'same',
  ],
  StateSearchMsgLimited: ['In /rpc/v1 the limit is a parameter of StateSearchMsg.', ['StateSearchMsg'], 'same'],
  StateWaitMsgLimited: ['In /rpc/v1 the limit is a parameter of StateWaitMsg.', ['StateWaitMsg'], 'same'],
  StateGetReceipt: ['StateSearchMsg of /rpc/v1 has the receipt in its answer.', ['StateSearchMsg'], 'same'],
  BeaconGetEntry: ['In /rpc/v1 it is StateGetBeaconEntry.', ['StateGetBeaconEntry'], 'same'],
  ChainGetRandomnessFromBeacon: [
    'In /rpc/v1 it is StateGetRandomnessFromBeacon, with the tipset key last.',
    ['StateGetRandomnessFromBeacon'],
    'same',
  ],
  ChainGetRandomnessFromTickets: [
    'In /rpc/v1 it is StateGetRandomnessFromTickets, with the tipset key last.',
    ['StateGetRandomnessFromTickets'],
    'same',
  ],
  StateGetRandomnessFromBeacon: RANDOMNESS,
  StateGetRandomnessFromTickets: RANDOMNESS,
  StateGetRandomnessDigestFromTickets: ['Each block header has the ticket from which it is drawn.', ['ChainGetTipSetByHeight']],
  StateGetBeaconEntry: ['Each block header has the beacon entries of its epoch.', ['ChainGetTipSetByHeight'], 'same'],
  StateCirculatingSupply: SUPPLY,
  StateVMCirculatingSupplyInternal: SUPPLY,
  StateActorCodeCIDs: [
    'StateGetActor tells the code of one actor; the CIDs of each network version are published with the actors’ releases.',
    ['StateGetActor'],
  ],
  StateActorManifestCID: ['The CIDs of each network version are published with the actors’ releases.', []],
  StateEncodeParams: ['The parameters of the built-in actors’ methods can be encoded here, without a node.', []],
  StateVerifiedRegistryRootKey: ['StateReadState of f06 has it as RootKey.', ['StateReadState'], 'same'],
  StateGetAllocationIdForPendingDeal: [
    'StateGetAllocationForPendingDeal gives the allocation itself.',
    ['StateGetAllocationForPendingDeal'],
  ],
  StateGetAllAllocations: ALLOCATIONS,
  StateGetAllClaims: ALLOCATIONS,
  MpoolPending: ['There is no other way to see what waits; MpoolGetNonce counts the waiting messages of one sender.', ['MpoolGetNonce']],
  MpoolSelect: ['MpoolPending gives all that waits; the choice of a block is made from it.', ['MpoolPending']],
  MpoolPushUntrusted: PUSH_ONE,
  MpoolBatchPush: PUSH_ONE,
  MpoolBatchPushUntrusted: PUSH_ONE,
  MpoolPushMessage: SIGN_LOCALLY,
  MpoolBatchPushMessage: SIGN_LOCALLY,
  MpoolCheckMessages: ['GasEstimateMessageGas runs a message as it would run now, and says why it fails.', ['GasEstimateMessageGas']],
  MpoolCheckReplaceMessages: ['A replacement needs a premium at least a quarter over that of the waiting message.', ['MpoolPending']],
  MpoolCheckPendingMessages: ['MpoolPending with StateGetActor tells balance and nonces.', ['MpoolPending', 'StateGetActor']],
  GasEstimateGasLimit: ['GasEstimateMessageGas estimates the limit with a margin of a quarter.', ['GasEstimateMessageGas']],
  GasEstimateFeeCap: [
    'GasEstimateMessageGas fills in the cap; the base fee is in the head’s block headers.',
    ['GasEstimateMessageGas', 'ChainHead'],
  ],
  WalletBalance: ['StateGetActor has the balance, and at any tipset.', ['StateGetActor'], 'same'],
  WalletVerify: ['Signatures are verified here, without a node.', []],
  WalletValidateAddress: ['Addresses are checked here, without a node.', []],
  MsigPropose: MULTISIG,
  NodeStatus: [
    'ChainHead shows the age of the head, and Version the software. Gateways do not report peers or sync state.',
    ['ChainHead', 'Version'],
  ],
  SyncState: ['The age of ChainHead’s block tells whether the endpoint keeps up.', ['ChainHead']],
  SyncCheckBad: ['Each node keeps its own list of bad blocks: ask a node of your own.', []],
  SyncValidateTipset: ['A tipset that ChainGetPath leads to from the head has been validated.', ['ChainGetPath']],
  ID: ['A gateway is no peer of the network; ask a node of your own.', []],
  StartTime: TRY_VERSION,
  Session: TRY_VERSION,
  AuthVerify: ['The permissions are written in the token itself, and can be read here.', []],
  AuthNew: OWN_NODE,
  EthSendRawTransactionUntrusted: ['Gateways take it as EthSendRawTransaction.', ['EthSendRawTransaction'], 'same'],
  EthGetBlockReceiptsLimited: [DEFAULT_LIMIT, ['EthGetBlockReceipts'], 'same'],
  EthGetTransactionByHashLimited: [DEFAULT_LIMIT, ['EthGetTransactionByHash'], 'same'],
  EthGetTransactionReceiptLimited: [DEFAULT_LIMIT, ['EthGetTransactionReceipt'], 'same'],
  F3GetECPowerTable: [
    'StateMinerPower tells the power of one miner; F3GetPowerTableByInstance the table that F3 used.',
    ['F3GetPowerTableByInstance', 'StateMinerPower'],
  ],
  F3GetF3PowerTable: ['F3GetPowerTableByInstance gives the table of an instance.', ['F3GetPowerTableByInstance']],
  F3IsRunning: ['F3GetLatestCertificate moves on while F3 runs.', ['F3GetLatestCertificate']],
  F3GetProgress: ['F3GetLatestCertificate tells the last instance that came to an end.', ['F3GetLatestCertificate']],
  F3GetManifest: ['F3GetLatestCertificate tells the state of F3; its settings are told by a full node alone.', ['F3GetLatestCertificate']],
  F3ListParticipants: ['F3GetPowerTableByInstance lists who may take part.', ['F3GetPowerTableByInstance']],
  NetPeerInfo: PEER,
  NetAgentVersion: PEER,
  NetPing: PEER,
  NetConnectedness: PEER,
  NetFindPeer: PEER,
  ActorAddress: ['The miner’s address is in its owner’s hands; StateMinerInfo of a full node tells the rest.', ['StateMinerInfo']],
  ActorSectorSize: ['StateMinerInfo of a full node has SectorSize.', ['StateMinerInfo'], 'same'],
  ActorAddressConfig: ['StateMinerInfo of a full node has the control addresses, not what each is used for.', ['StateMinerInfo']],
  SectorsList: [
    'A full node knows the sectors that are on chain: StateMinerSectors with a bitfield, StateMinerSectorCount.',
    ['StateMinerSectorCount', 'StateMinerSectors'],
  ],
  SectorsStatus: [
    'A full node knows what of the sector is on chain: StateSectorGetInfo, StateSectorPreCommitInfo.',
    ['StateSectorGetInfo', 'StateSectorPreCommitInfo'],
  ],
  MarketListDeals: ['A full node tells one deal by its number: StateMarketStorageDeal.', ['StateMarketStorageDeal']],
  MiningBase: ['ChainHead of the full node behind it is the tipset that it mines on.', ['ChainHead']],
  ClientGetDealInfo: [
    'Ask for the deal on chain by its number (StateMarketStorageDeal); what came before is known to Boost or Curio.',
    ['StateMarketStorageDeal'],
  ],
  ClientListDeals: [
    'Ask for the deals on chain by their numbers (StateMarketStorageDeal), or the deal client of Boost or Curio.',
    ['StateMarketStorageDeal'],
  ],
  ClientQueryAsk: [
    'The provider’s asking price is told by its own market program, Boost or Curio; StateMinerInfo has its peer id.',
    ['StateMinerInfo'],
  ],
};

/** What to call instead of a method, with or without its namespace; undefined where nothing better can be said than to ask another endpoint. */
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
    return ['Use the deal client of Boost or Curio, or ask for the deal on chain (StateMarketStorageDeal).', ['StateMarketStorageDeal']];
  const facts = methodFacts(name);
  if (facts === undefined) return undefined;
  if (facts.api === 'miner')
    return [
      'Only the storage miner’s own program tells it: add its address (by default port 2345, path /rpc/v0) and its token to the connection.',
      [],
    ];
  if (name.startsWith('Wallet')) return LOCAL_KEYS;
  if (name.startsWith('Msig') && facts.permission === 'sign') return MULTISIG;
  if (/^Market[A-Z]/.test(name)) return MARKET_FUNDS;
  if (name.startsWith('Paych')) return PAYMENT_CHANNEL;
  if (name.startsWith('Net') && facts.permission === 'read') return NETWORK;
  return facts.permission === 'read' ? undefined : OWN_NODE;
}
