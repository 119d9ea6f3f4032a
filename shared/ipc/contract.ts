/**
 * The only list of calls between a document and the privileged side.
 *
 * The handlers, the preload, the browser client, the in-memory client and the test driver are derived from it.
 * Names are `group.leaf`; the zone says which document may use a call. Inputs are parsed on the privileged side before a
 * service sees them; expected failures come back as an error envelope (`envelope.ts`).
 */
import { z } from 'zod';
import { command, listTopic, query, valueTopic } from './define.ts';
import { zActor, zActorQuestion, zFoundMessages, zHoldings, zMessageSearch, zMultisig } from './schemas/actors.ts';
import { zAddressBalances, zAddressEntry } from './schemas/addresses.ts';
import { zAppearance, zAppInfo, zSafety, zSettings, zTrustedLink, zTrustedPurpose } from './schemas/app.ts';
import { zApprovalOutcome, zConfirmed, zFrozenMessage, zTrustedState } from './schemas/approvals.ts';
import { zAttention } from './schemas/attention.ts';
import { zBlockDetail, zBlockInput } from './schemas/block.ts';
import { zLastBlock, zTipsetReward, zTipsetRewardInput } from './schemas/block-reward.ts';
import { zHeadState, zMessage, zOverview, zReceiverTypes, zSearchResult, zTipset } from './schemas/chain.ts';
import { zAddress, zAt, zCid, zNothing, zTimeMs, zTipsetKey } from './schemas/common.ts';
import {
  zApiInfoText,
  zConnectionDraft,
  zConnectionsState,
  zNodeFacts,
  zPassport,
  zPassportFile,
  zUnderstoodApiInfo,
} from './schemas/connections.ts';
import {
  zDatasetExport,
  zDatasetLoad,
  zDatasetPlace,
  zDatasetRejects,
  zDatasetState,
  zDatasetUpdate,
  zExportPiece,
  zExportPlace,
  zMarketSource,
  zServerCheck,
  zServerDraft,
} from './schemas/dataset.ts';
import {
  zDeal,
  zDealExportRequest,
  zDealKey,
  zDealLookUp,
  zDealLookUpRequest,
  zDealMessage,
  zDealPage,
  zDealQuestion,
  zDealRead,
  zDealReadStart,
  zDealSelection,
  zDealSummary,
  zDealValues,
  zProposal,
} from './schemas/deals.ts';
import {
  zBatchDraft,
  zBatchReview,
  zDraftReview,
  zFeeHistory,
  zMessageDraft,
  zNonceView,
  zProposalList,
  zResolvedAddress,
  zSavedDraft,
} from './schemas/drafts.ts';
import { zEndpointRequest, zEndpointWishes } from './schemas/endpoint-requests.ts';
import { zSavedFilter, zSavedFilterName, zSavedFilters } from './schemas/filters.ts';
import { zBaseFeeFill, zChanges, zHistoryFile, zSeries, zSeriesRequest } from './schemas/history.ts';
import {
  inspectorBody,
  sendTarget,
  zCallAt,
  zCallComparison,
  zCallDetail,
  zCallExport,
  zCallOrder,
  zCallPage,
  zCallSelection,
  zCallVolume,
  zCopiedCall,
  zCopyForm,
  zDecodedCall,
  zEndpointReplies,
  zFilterValues,
  zFoundInBody,
  zInspectorState,
  zMethodGroup,
  zRawCall,
} from './schemas/inspector.ts';
import { zJournalEntry, zJournalFileState, zStuckReport } from './schemas/journal.ts';
import { zMempoolState, zPool, zPoolPage, zPoolPageQuestion, zPoolValues } from './schemas/mempool.ts';
import { zMessageInside, zMessageInsideInput } from './schemas/message-inside.ts';
import {
  zDeadlineQuestion,
  zMinerAt,
  zMinerDeadline,
  zMinerSector,
  zSectorChoice,
  zSectorPage,
  zSectorPageQuestion,
  zSectorQuestion,
  zSectorSummary,
  zSectorSummaryQuestion,
  zSectorsProgress,
  zSectorsStart,
} from './schemas/miner-sectors.ts';
import { zVersionState } from './schemas/network-version.ts';
import { zNodePeer, zNodeStatus } from './schemas/node.ts';
import { zOwnMiners, zOwnMinersKnown } from './schemas/own-miners.ts';
import { zMiner, zMinerList } from './schemas/providers.ts';
import { zQualityUpgrade } from './schemas/quality-upgrade.ts';
import { zRewardStreams, zRewardStreamsInput, zStreamClaims, zStreamClaimsInput } from './schemas/reward-streams.ts';
import { zChainBoardRequest, zRetrieval, zRetrievalRequest, zSealingBoard, zSealingMiners, zSectorProgress } from './schemas/sealing.ts';
import { zSectorChange, zSectorChangeQuestion } from './schemas/sector-change.ts';
import { zDataForm, zDataText, zSignedExport, zSignedReading, zVerdict } from './schemas/signatures.ts';
import { zMinerReadStart, zMinerStateRead, zReadAt, zReadContinuation, zStateReadProgress } from './schemas/state-read.ts';
import {
  zStateDiff,
  zStateDiffAt,
  zStateDiffContinuation,
  zStateDiffProgress,
  zStateDiffStart,
  zTipsetComparison,
  zTipsetPair,
} from './schemas/tipset-diff.ts';
import { zUpgradeQuestion, zUpgradeRehearsal } from './schemas/upgrades.ts';
import {
  zAccountOnChain,
  zBip39Passphrase,
  zHolding,
  zKeyExportForm,
  zKeyLabel,
  zKeyReading,
  zKeyType,
  zMnemonicText,
  zPassphrase,
  zPhraseKey,
  zWalletState,
} from './schemas/wallet.ts';

const zId = z.string().min(1).max(100);

export const contract = {
  app: {
    getInfo: query('app', zNothing, zAppInfo),
    /** Opens the trusted document, or returns its URL. */
    openTrusted: command('app', zTrustedPurpose, zTrustedLink),
  },
  settings: {
    changed: valueTopic('app', zSettings),
    /** Appearance settings; safety settings are changed by `approval.updateSafety`. */
    updateSettings: command('app', zAppearance.partial(), zSettings),
  },
  /** Saved filters of all lists. */
  filters: {
    changed: valueTopic('app', zSavedFilters),
    saveFilter: command('app', zSavedFilter, zNothing),
    removeFilter: command('app', zSavedFilterName, zNothing),
  },
  connections: {
    changed: valueTopic('app', zConnectionsState),
    addConnection: command('app', zConnectionDraft, z.object({ id: zId })),
    /** Token fields: absent keeps the stored one, an empty string removes it. */
    updateConnection: command('app', z.object({ id: zId, draft: zConnectionDraft }), zNothing),
    removeConnection: command('app', z.object({ id: zId }), zNothing),
    activateConnection: command('app', z.object({ id: zId }), zNothing),
    /** Renames unreadable files of saved connections and starts a new list. */
    setAsideSaved: command('app', zNothing, zNothing),
    /** Dismisses the notice that the embedded node's chain was replaced. */
    dismissReplacedChain: command('app', zNothing, zNothing),
    /**
     * Saves an offer from the environment with its token, and returns the connection. An offer of only a storage miner is added to the
     * given connection.
     */
    acceptOffer: command('app', z.object({ id: zId, connectionId: zId.optional() }), z.object({ id: zId })),
    /** Tests the node of a draft without saving. With the id of a saved connection, its stored token is used. */
    probeConnection: query('app', z.object({ draft: zConnectionDraft, id: zId.optional() }), zNodeFacts),
    /** Parses FULLNODE_API_INFO or MINER_API_INFO like the Lotus command line, offline. */
    readApiInfo: query('app', z.object({ text: z.string().max(20_000), api: z.enum(['node', 'miner']) }), zUnderstoodApiInfo),
    /** A saved connection in that format. */
    getApiInfo: query('app', z.object({ id: zId }), zApiInfoText),
    /** Requests for custom endpoints of this run, newest first. */
    endpointRequestsChanged: valueTopic('app', z.array(zEndpointRequest)),
    /** Requests a custom endpoint of the practice service. When approved, it is saved as a connection with its token. */
    requestEndpoint: command('app', zEndpointWishes, z.object({ id: zId })),
    /** Cancels a pending request or an endpoint. */
    withdrawEndpoint: command('app', z.object({ id: zId }), zNothing),
    /** Retries saving the connection of an approved request. */
    saveRequestedEndpoint: command('app', z.object({ id: zId }), zNothing),
    passportsChanged: listTopic('app', zPassport, 'connectionId', 200),
    passportFileChanged: valueTopic('app', zPassportFile),
    /** Starts testing an endpoint; resolves when started. The topic has the progress. */
    runPassport: command('app', z.object({ id: zId, skipsBurst: z.boolean().optional() }), zNothing),
    stopPassport: command('app', z.object({ id: zId }), zNothing),
    /** The passport as text for a ticket. */
    getPassportText: query('app', z.object({ id: zId }), z.object({ text: z.string(), fileName: z.string() })),
  },
  node: {
    /** Does not repeat recently refused calls, unless requested. */
    getStatus: query('app', z.object({ isByHand: z.boolean().optional() }).strict(), zNodeStatus),
    /** Agents of peers, at most 50 at a time; unknown ones are omitted. */
    getPeerAgents: query('app', z.object({ peerIds: z.array(z.string().min(1).max(200)).min(1).max(50) }), z.array(zNodePeer)),
    /** Effects of an upgrade of `chain.versionChanged` on the user's plans and holdings. */
    rehearseUpgrade: query('app', zUpgradeQuestion, zUpgradeRehearsal),
  },
  chain: {
    headChanged: valueTopic('app', zHeadState),
    /** Network versions of the chain. */
    versionChanged: valueTopic('app', zVersionState),
    getOverview: query('app', z.object({ at: zAt }).strict(), zOverview),
    /** By key, or by height from the head. For a null round, the tipset before it, with its own height. */
    getTipset: query('app', z.union([z.object({ key: zTipsetKey }), z.object({ height: z.number().int().min(0) })]), zTipset),
    /** Distribution of a tipset's block rewards; heavy if the node executes it. */
    getTipsetReward: query('app', zTipsetRewardInput, zTipsetReward),
    /** Streams of the reward actor, and claimable amounts of an address, simulated by the node. */
    getRewardStreams: query('app', zRewardStreamsInput, zRewardStreams),
    getStreamClaims: query('app', zStreamClaimsInput, zStreamClaims),
    getBlock: query('app', zBlockInput, zBlockDetail),
    /** Actor types of recipients, for method names; reads at most 30 unknown ones. */
    getReceiverTypes: query('app', z.object({ addresses: z.array(zAddress).max(2000) }).strict(), zReceiverTypes),
    getMessage: query('app', z.object({ cid: zCid }), zMessage),
    /** Details of an executed message: calls, events, the approved proposal. */
    getMessageInside: query('app', zMessageInsideInput, zMessageInside),
    search: query('app', z.object({ text: z.string().max(400) }), zSearchResult),
  },
  /** Actors. */
  actors: {
    getActor: query('app', zActorQuestion, zActor),
    /** Signers, locked balance and pending transactions, decoded. */
    getMultisig: query('app', zActorQuestion, zMultisig),
    /** Its balances in market and verified registry. */
    getHoldings: query('app', zActorQuestion, zHoldings),
    /** One step of searching tipsets for messages from or to an address. */
    findMessages: query('app', zMessageSearch, zFoundMessages),
  },
  /** The endpoint's mempool. */
  mempool: {
    /** Updated while there are subscribers. */
    changed: valueTopic('app', zMempoolState),
    getPool: query('app', zNothing, zPool),
    listMessages: query('app', zPoolPageQuestion, zPoolPage),
    listFilterValues: query('app', z.object({ field: z.string().max(40), prefix: z.string().max(200) }), zPoolValues),
  },
  miners: {
    /** With `isOwnOnly`, the network's other miners are neither read nor counted. */
    listMiners: query('app', z.object({ isOwnOnly: z.boolean().optional(), at: zAt }).strict(), zMinerList),
    getMiner: query('app', zMinerAt, zMiner),
    /** Its latest known block, and the distribution of its reward. */
    getLastBlock: query('app', z.object({ address: zAddress }).strict(), zLastBlock),
    /** Reads in progress and cached tables. */
    sectorsProgressed: listTopic('app', zSectorsProgress, 'key', 4),
    /** Starts or continues reading a miner's sectors, some thousand per call; resolves when started. */
    readSectors: command('app', zSectorsStart, zNothing),
    /** Stops after the calls in progress; keeps what was read. */
    stopSectors: command('app', zMinerAt, zNothing),
    listSectors: query('app', zSectorPageQuestion, zSectorPage),
    summariseSectors: query('app', zSectorSummaryQuestion, zSectorSummary),
    planQualityUpgrade: query('app', zSectorChoice, zQualityUpgrade),
    /** Sectors that can be recovered, extended or terminated, and the declarations of the message. */
    planSectorChange: query('app', zSectorChangeQuestion, zSectorChange),
    getSector: query('app', zSectorQuestion, zMinerSector),
    getDeadline: query('app', zDeadlineQuestion, zMinerDeadline),
    watchMiner: command('app', z.object({ address: zAddress, isWatched: z.boolean() }), zNothing),
  },
  ownMiners: {
    /** The last result at the head; updated by `getOwnMiners` and every ten minutes. */
    changed: valueTopic('app', zOwnMinersKnown),
    getOwnMiners: query('app', z.object({ at: zAt }).strict(), zOwnMiners),
  },
  /** What needs attention, by the rules of `shared/attention`. */
  attention: {
    /** Evaluated again with every change of what the rules read, and every ten seconds. */
    changed: valueTopic('app', zAttention),
  },
  /** Local history of the network, saved across restarts. */
  history: {
    fileChanged: valueTopic('app', zHistoryFile),
    getSeries: query('app', zSeriesRequest, z.object({ series: z.array(zSeries) })),
    /** Reads missing base fees from the chain, in at most 60 calls. */
    fillBaseFees: query('app', z.object({ epochs: z.number().int().min(60).max(30_240) }), zBaseFeeFill),
    /** Keeps what was read. */
    stopFill: command('app', zNothing, zNothing),
    /** Changes of own miners since a time, or since Sextant was last open. */
    getChanges: query('app', z.object({ sinceMs: zTimeMs.optional() }), zChanges),
  },
  /** Miners read block by block, each block verified by its CID. */
  state: {
    /** Reads in progress and the latest finished ones. */
    readProgressed: listTopic('app', zStateReadProgress, 'readId', 10),
    /** Starts a read; resolves when started. */
    startMinerRead: command('app', zMinerReadStart, zReadAt),
    /** Cancels the calls in progress. Keeps what was read; the read can be continued. */
    cancelRead: command('app', zReadAt, zNothing),
    continueRead: command('app', zReadContinuation, zNothing),
    getMinerRead: query('app', zReadAt, zMinerStateRead),
  },
  /** Differences between two tipsets. */
  tipsetDiff: {
    /** Comparisons in progress and the latest finished ones. */
    readProgressed: listTopic('app', zStateDiffProgress, 'readId', 5),
    compareTipsets: query('app', zTipsetPair, zTipsetComparison),
    /** Starts comparing all actors, block by block; resolves when started. */
    startStateDiff: command('app', zStateDiffStart, zStateDiffAt),
    cancelStateDiff: command('app', zStateDiffAt, zNothing),
    continueStateDiff: command('app', zStateDiffContinuation, zNothing),
    getStateDiff: query('app', zStateDiffAt, zStateDiff),
  },
  sealing: {
    /** Updated from the storage miner API while there are subscribers. */
    boardChanged: valueTopic('app', zSealingBoard),
    /** Own miners, and the one of the storage miner API. */
    listMiners: query('app', zNothing, zSealingMiners),
    /** Sectors of any miner from chain state, block by block. */
    getChainBoard: query('app', zChainBoardRequest, zSealingBoard),
    /** Stops reading such a board after it was closed. */
    stopChainBoard: command('app', zChainBoardRequest, zNothing),
    /** Durations of a sector's states, from its log. */
    getSectorProgress: query('app', z.object({ number: z.number().int().min(0) }), zSectorProgress),
    /** Whether the data of a deal, a piece or a sector can be retrieved. */
    checkRetrieval: query('app', zRetrievalRequest, zRetrieval),
  },
  /** The dataset of the whole market, loaded from a hosted service's file. */
  dataset: {
    loadChanged: valueTopic('app', zDatasetLoad),
    /** The dataset of the active network, and its age. */
    getDataset: query('app', zNothing, zDatasetState),
    /** Resolves when started; the dataset in use stays until the new one is complete. */
    startLoad: command('app', zMarketSource, zNothing),
    pauseLoad: command('app', zNothing, zNothing),
    resumeLoad: command('app', zNothing, zNothing),
    /** Keeps the partial download for the next load of the same URL. */
    stopLoad: command('app', zNothing, zNothing),
    getPlace: query('app', zNothing, zDatasetPlace),
    /** Connects and reads the server's state without changes. */
    testServer: command('app', zServerDraft, zServerCheck),
    /** Uses this server for reading and loading datasets. */
    selectServer: command('app', zServerDraft, zDatasetPlace),
    /** Uses datasets on this machine; keeps the server's URL and password. */
    selectThisMachine: command('app', zNothing, zDatasetPlace),
    /** Deletes the URL and the password of the server. */
    forgetServer: command('app', zNothing, zDatasetPlace),
    /** Rejected records of the file, in order. */
    listRejects: query(
      'app',
      z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }).strict(),
      zDatasetRejects,
    ),
    exportRejects: command('app', zNothing, z.object({ exportId: z.string() })),
    exportChanged: valueTopic('app', zDatasetExport),
    /** A part of a complete export; its file is removed after the last one. */
    readExport: query('app', zExportPlace, zExportPiece),
    /** Cancels an export, or removes an unread file. */
    stopExport: command('app', zNothing, zNothing),
    updateChanged: valueTopic('app', zDatasetUpdate),
    /** Starts updating the dataset to the head from changed state blocks; resolves when started. */
    startUpdate: command('app', zNothing, zNothing),
    /** Keeps the dataset unchanged. */
    stopUpdate: command('app', zNothing, zNothing),
    /** Whether each head starts an update, until Sextant is closed. */
    setKeepCurrent: command('app', z.object({ isOn: z.boolean() }), zNothing),
  },
  /** Deals of the market actor, claims and allocations of the verified registry, as one list. */
  deals: {
    /** Progress of reading deals block by block. */
    readProgressed: valueTopic('app', zDealRead),
    /** A page of matching rows. If the whole market is not available: claims and allocations of own miners. */
    listDeals: query('app', zDealQuestion, zDealPage),
    summarizeDeals: query('app', zDealSelection, zDealSummary),
    /** Clients or providers, the most frequent first. */
    listFilterValues: query('app', zDealSelection.extend({ field: z.string().max(40), prefix: z.string().max(200) }), zDealValues),
    /** Finds deals by CID, deal ID, client or provider: in the dataset, or with the connection's CID checker. */
    lookUp: query('app', zDealLookUpRequest, zDealLookUp),
    /** Starts exporting all matching deals of the dataset to a file; `dataset.exportChanged` has the progress. */
    startExport: command('app', zDealExportRequest, z.object({ exportId: z.string() })),
    /** From the node, or from the dataset if the node does not have it. */
    getDeal: query('app', z.object({ key: zDealKey, at: zAt }), zDeal),
    /** The message that published a deal or claimed data, found by its event, on request. */
    findMessage: query('app', z.object({ key: zDealKey, at: zAt }), zDealMessage),
    /** A proposal on a node with the legacy market, by proposal CID. */
    getProposal: query('app', z.object({ cid: zCid }), zProposal),
    /** Starts or continues reading these providers' deals block by block; resolves when started. */
    startRead: command('app', zDealReadStart, zNothing),
    /** Cancels the calls in progress; the list keeps what was read. */
    cancelRead: command('app', zNothing, zNothing),
  },
  wallet: {
    changed: valueTopic('app', zWalletState),
    getAccount: query('app', z.object({ address: zAddress }), zAccountOnChain),
    lockWallet: command('app', zNothing, zNothing),
    /** Requests practice funds from the connection's control URL; resolves with the message. */
    requestFunds: command('app', z.object({ address: zAddress }), z.object({ cid: zCid, value: z.string() })),
    /** Requests from the connection's control URL that a key may act for a practice miner; resolves with the message. */
    operatePracticeMiner: command('app', z.object({ miner: zAddress, address: zAddress }), z.object({ cid: zCid })),
  },
  addresses: {
    changed: listTopic('app', zAddressEntry, 'address', 5000),
    /** Adds or changes an address; absent fields stay. */
    saveAddress: command(
      'app',
      z
        .object({ address: z.string().min(3).max(120) })
        .extend(zAddressEntry.pick({ label: true, note: true, isWatched: true }).partial().shape),
      z.object({ address: zAddress }),
    ),
    removeAddress: command('app', z.object({ address: zAddress }), zNothing),
    /** All forms of an address as typed (f0, f1, f2, f3, f4, 0x), and its actor. */
    resolveAddress: query('app', z.object({ text: z.string().min(1).max(120) }), zResolvedAddress),
    listBalances: query('app', z.object({ addresses: z.array(zAddress).min(1).max(1000) }), zAddressBalances),
  },
  messages: {
    journalChanged: listTopic('app', zJournalEntry, 'id', 2000),
    getJournalFile: query('app', zNothing, zJournalFileState),
    /** Resolves, estimates, checks and simulates a draft. Read-only. */
    reviewDraft: query('app', zMessageDraft, zDraftReview),
    /** Builds the message from the draft, freezes its bytes and submits it for approval. */
    prepareMessage: command('app', zMessageDraft, z.object({ approvalId: zId })),
    /** Reviews every line. Read-only. */
    reviewBatch: query('app', zBatchDraft, zBatchReview),
    /** Builds all messages and submits them as one approval; refused while a line fails. */
    prepareBatch: command('app', zBatchDraft, z.object({ approvalId: zId })),
    prepareDataSignature: command('app', z.object({ from: zAddress, data: zDataText, form: zDataForm }), z.object({ approvalId: zId })),
    getApprovalOutcome: query('app', z.object({ approvalId: zId }), zApprovalOutcome),
    draftsChanged: listTopic('app', zSavedDraft, 'id', 500),
    /** Creates one without an id; text fields are saved as typed. */
    saveDraft: command('app', zSavedDraft.pick({ name: true, draft: true }).extend({ id: zId.optional() }), z.object({ id: zId })),
    removeDraft: command('app', z.object({ id: zId }), zNothing),
    /** A sender's nonces: chain, mempool, journal, gaps. */
    getNonces: query('app', z.object({ from: zAddress }), zNonceView),
    getFeeHistory: query('app', zNothing, zFeeHistory),
    /** Pending transactions of a multisig, newest first, decoded. */
    listProposals: query('app', z.object({ address: zAddress }), zProposalList),
    /** A draft that replaces a pending message: the same with a higher premium, or a transfer of 0 FIL to the sender. */
    getReplacementDraft: query('app', z.object({ journalId: zId, as: z.enum(['speed-up', 'cancel']) }), zMessageDraft),
    /** A draft that fills a nonce: a transfer of 0 FIL to the sender. */
    getGapDraft: query('app', z.object({ from: zAddress, nonce: z.string().regex(/^\d{1,20}$/) }), zMessageDraft),
    /** Why a message is stuck, with evidence. */
    explainStuck: query('app', z.object({ journalId: zId }), zStuckReport),
    /** Exports a signed message. */
    exportSigned: query('app', z.object({ journalId: zId }), zSignedExport),
    /** Pushes a held or pending message. */
    pushHeld: command('app', z.object({ journalId: zId }), zNothing),
    /** Parses and verifies a signed message offline: Lotus JSON, CBOR as hex or base64, an Ethereum transaction. */
    readSigned: query('app', z.object({ text: z.string().min(1).max(400_000) }), zSignedReading),
    /** Pushes an imported signed message and follows it. Refused if its signature is invalid. */
    pushSigned: command('app', z.object({ text: z.string().min(1).max(400_000) }), z.object({ journalId: zId })),
    /** Verifies a signature of data offline. */
    verifyData: query(
      'app',
      z.object({ address: z.string().min(3).max(120), data: zDataText, form: zDataForm, signature: z.string().min(1).max(1000) }),
      zVerdict,
    ),
  },
  inspector: {
    changed: valueTopic('app', zInspectorState),
    listCalls: query(
      'app',
      zCallSelection.extend({ order: zCallOrder, offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) }),
      zCallPage,
    ),
    getVolume: query('app', zCallSelection.extend({ bucketCount: z.number().int().min(1).max(400) }), zCallVolume),
    groupByMethod: query('app', zCallSelection, z.array(zMethodGroup)),
    /** Latency of each endpoint in this run. */
    listReplies: query('app', z.object({}), z.array(zEndpointReplies).max(100)),
    /** Values of a filter field in this source, the most frequent first. */
    listFilterValues: query(
      'app',
      z.object({ source: zCallSelection.shape.source, field: z.string().max(40), prefix: z.string().max(200) }),
      zFilterValues,
    ),
    getCall: query('app', zCallAt, zCallDetail),
    openBody: query('app', inspectorBody.openInput, inspectorBody.openOutput),
    findInBody: query('app', inspectorBody.findInput, zFoundInBody),
    readBody: query('app', inspectorBody.readInput, inspectorBody.readOutput),
    getDecoded: query('app', zCallAt, zDecodedCall),
    compareCalls: query('app', z.object({ left: zCallAt, right: zCallAt }), zCallComparison),
    /** Never with tokens; signatures and keys only as recorded, signatures of this machine on request. */
    copyCall: query('app', zCallAt.extend({ as: zCopyForm, includesSignature: z.boolean() }), zCopiedCall),
    setRecording: command('app', z.object({ isOn: z.boolean() }), zNothing),
    clearCalls: command('app', zNothing, zNothing),
    /** Restores the calls cleared in the last 30 seconds. */
    undoClear: command('app', zNothing, zNothing),
    /** Pinned calls and calls with a note are not evicted. An empty note removes it. */
    annotateCall: command(
      'app',
      z.object({ id: z.number().int(), isPinned: z.boolean().optional(), note: z.string().max(4000).optional() }),
      zNothing,
    ),
    /**
     * Sends a call exactly as written to the active node or its storage miner. `method` gets the connection's namespace unless it has a dot
     * or is an Ethereum method. Resolves with the recording's id, whatever the response.
     */
    sendCall: command('app', zRawCall.extend(sendTarget), z.object({ id: z.number().int() })),
    /** The same for a batch. */
    sendBatch: command('app', z.object({ calls: z.array(zRawCall).min(1).max(100), ...sendTarget }), z.object({ id: z.number().int() })),
    /**
     * Sends a recorded request of this run again, unchanged and to the same URL; refused if it has masked values, or without `isConfirmed`
     * if it is not known to be read-only.
     */
    sendAgain: command('app', zCallAt.extend({ isConfirmed: z.boolean().optional() }), z.object({ id: z.number().int() })),
    /** Stops a console call in progress, or the subscription it opened, if any. */
    stopCall: command('app', z.object({ id: z.number().int() }), zNothing),
    exportCalls: command(
      'app',
      /** `hidesNames`: replaces hosts, addresses and peer IDs by stand-ins. */
      zCallSelection.extend({ format: z.enum(['session', 'har']), includesSignatures: z.boolean(), hidesNames: z.boolean() }),
      zCallExport,
    ),
    readExport: query(
      'app',
      z.object({ exportId: zId, offset: z.number().int().nonnegative() }),
      z.object({ base64: z.string(), next: z.number().int().optional() }),
    ),
    /** Imports a session, a HAR file or a text in parts. The first part has no `importId`; the last one opens it. */
    importSession: command(
      'app',
      z.object({
        importId: zId.optional(),
        name: z.string().max(200),
        base64: z.string().max(2_000_000),
        isLast: z.boolean(),
        /** A text to explain, which replaces the previous one. */
        isPasted: z.boolean().optional(),
      }),
      z.object({ importId: zId, sessionId: zId.optional() }),
    ),
    closeSession: command('app', z.object({ id: zId }), zNothing),
  },
  approval: {
    changed: valueTopic('approval', zTrustedState),
    /** Creates the vault, its first phrase and first key. The phrase is returned once. */
    createVault: command(
      'approval',
      z.object({ passphrase: zPassphrase, label: zKeyLabel }),
      z.object({ mnemonic: z.string(), phraseId: zId, address: zAddress, path: z.string() }),
    ),
    /** Creates another phrase in the vault, and its first key. Requires the passphrase while the vault is locked. */
    createPhrase: command(
      'approval',
      z.object({ label: zKeyLabel, passphrase: zPassphrase.optional() }),
      z.object({ mnemonic: z.string(), phraseId: zId, address: zAddress, path: z.string() }),
    ),
    unlockVault: command('approval', z.object({ passphrase: zPassphrase }), zNothing),
    lockVault: command('approval', zNothing, zNothing),
    changePassphrase: command('approval', z.object({ passphrase: zPassphrase, newPassphrase: zPassphrase }), zNothing),
    /** Returns a phrase. Always requires the passphrase. */
    revealPhrase: command(
      'approval',
      z.object({ phraseId: zId, passphrase: zPassphrase }),
      z.object({ mnemonic: z.string(), bip39Passphrase: z.string().optional() }),
    ),
    /** Checks re-entered words by position from 1; at least three. If all are correct, the phrase counts as backed up. */
    confirmBackup: command(
      'approval',
      z.object({
        phraseId: zId,
        words: z
          .array(z.object({ position: z.number().int().min(1).max(24), word: z.string().max(40) }))
          .min(3)
          .max(24),
        /** Required while the vault is locked. */
        passphrase: zPassphrase.optional(),
      }),
      zNothing,
    ),
    /**
     * Creates another key: the next one of a phrase (secp256k1, delegated) or a random one (bls). Requires the passphrase while the vault is
     * locked.
     */
    createKey: command(
      'approval',
      z.object({ keyType: zKeyType, phraseId: zId.optional(), label: zKeyLabel, passphrase: zPassphrase.optional() }),
      z.object({ address: zAddress, path: z.string().optional() }),
    ),
    /** Keys of a phrase at all common derivation paths, with their balances. Nothing is saved. */
    scanPhrase: command(
      'approval',
      z.object({
        mnemonic: zMnemonicText,
        bip39Passphrase: zBip39Passphrase.optional(),
        /** Number of keys per scheme. */
        count: z.number().int().min(1).max(50),
        /** An additional path. */
        path: z.string().max(300).optional(),
      }),
      z.object({ keys: z.array(zPhraseKey).max(300), wordCount: z.number().int() }),
    ),
    /** Imports keys of a phrase, with the phrase. Creates a vault with this passphrase if there is none. */
    importPhrase: command(
      'approval',
      z.object({
        mnemonic: zMnemonicText,
        bip39Passphrase: zBip39Passphrase.optional(),
        keys: z
          .array(z.object({ path: z.string().max(300), keyType: z.enum(['secp256k1', 'delegated']) }))
          .min(1)
          .max(50),
        label: zKeyLabel,
        passphrase: zPassphrase.optional(),
      }),
      z.object({ addresses: z.array(zAddress) }),
    ),
    /** All readings of a text as a private key, with addresses and balances. Nothing is saved. */
    readKey: command('approval', z.object({ text: z.string().min(1).max(4000) }), z.object({ readings: z.array(zKeyReading).max(12) })),
    importKey: command(
      'approval',
      z.object({
        text: z.string().min(1).max(4000),
        /** The selected reading, by its address. */
        address: zAddress,
        label: zKeyLabel,
        passphrase: zPassphrase.optional(),
      }),
      z.object({ address: zAddress }),
    ),
    /** Always requires the passphrase. */
    exportKey: command(
      'approval',
      z.object({ address: zAddress, form: zKeyExportForm, passphrase: zPassphrase }),
      z.object({ text: z.string() }),
    ),
    /** Current balance of a key, from the active node; absent fields could not be read. */
    readHolding: query('approval', z.object({ address: zAddress }), zHolding),
    /** Deletes a key. `typedAddress` must equal the full address. */
    deleteKey: command('approval', z.object({ address: zAddress, typedAddress: z.string().max(200), passphrase: zPassphrase }), zNothing),
    renameKey: command('approval', z.object({ address: zAddress, label: zKeyLabel, passphrase: zPassphrase.optional() }), zNothing),
    /** Signs exactly once, and pushes unless held. Requires the passphrase while the vault is locked. */
    confirmApproval: command(
      'approval',
      z.object({ id: zId, passphrase: zPassphrase.optional(), isNewNetworkAccepted: z.boolean() }),
      zConfirmed,
    ),
    rejectApproval: command('approval', z.object({ id: zId }), zNothing),
    updateSafety: command('approval', zSafety, zNothing),
    /** Messages of a pending batch, as they will be signed. */
    listBatch: query(
      'approval',
      z.object({ id: zId, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
      z.object({ messages: z.array(zFrozenMessage), count: z.number().int() }),
    ),
  },
} as const;

export type SextantContract = typeof contract;
