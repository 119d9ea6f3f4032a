/**
 * The only list of calls between a document and the privileged side.
 *
 * Main's handlers, the preload, the browser client, the in-memory client and the test driver are derived from this value.
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
    /** Opens the trusted document, or returns the address that opens it. */
    openTrusted: command('app', zTrustedPurpose, zTrustedLink),
  },
  settings: {
    changed: valueTopic('app', zSettings),
    /** How the app looks; what protects the keys is changed by `approval.updateSafety`. */
    updateSettings: command('app', zAppearance.partial(), zSettings),
  },
  /** Filters under a name, of every list that can be filtered. */
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
    /** Keeps files of saved connections that cannot be read under other names and begins a new list. */
    setAsideSaved: command('app', zNothing, zNothing),
    /** That the embedded node's chain was replaced is known, and not said again. */
    dismissReplacedChain: command('app', zNothing, zNothing),
    /**
     * Saves what the environment offered, with its token, and returns the connection. An offer of a storage miner alone goes to the
     * connection that is named.
     */
    acceptOffer: command('app', z.object({ id: zId, connectionId: zId.optional() }), z.object({ id: zId })),
    /** Calls the node that a draft describes; nothing is saved. For a saved connection pass its id to use its stored token. */
    probeConnection: query('app', z.object({ draft: zConnectionDraft, id: zId.optional() }), zNodeFacts),
    /** Reads what FULLNODE_API_INFO or MINER_API_INFO would hold, as the Lotus command line does. Contacts nobody. */
    readApiInfo: query('app', z.object({ text: z.string().max(20_000), api: z.enum(['node', 'miner']) }), zUnderstoodApiInfo),
    /** A saved connection in that form, for use elsewhere. */
    getApiInfo: query('app', z.object({ id: zId }), zApiInfoText),
    /** Requests for custom endpoints of this run, newest first. */
    endpointRequestsChanged: valueTopic('app', z.array(zEndpointRequest)),
    /** Requests a custom endpoint of the practice service. Approved, it is saved as a connection with its token. */
    requestEndpoint: command('app', zEndpointWishes, z.object({ id: zId })),
    /** Withdraws a pending request, or gives up an endpoint. */
    withdrawEndpoint: command('app', z.object({ id: zId }), zNothing),
    /** Saves the connection of an approved request that could not be saved before. */
    saveRequestedEndpoint: command('app', z.object({ id: zId }), zNothing),
    passportsChanged: listTopic('app', zPassport, 'connectionId', 200),
    passportFileChanged: valueTopic('app', zPassportFile),
    /** Begins to ask an endpoint what it can do; resolves when it has begun. Progress is told by the topic. */
    runPassport: command('app', z.object({ id: zId, skipsBurst: z.boolean().optional() }), zNothing),
    stopPassport: command('app', z.object({ id: zId }), zNothing),
    /** The passport as text for a ticket. */
    getPassportText: query('app', z.object({ id: zId }), z.object({ text: z.string(), fileName: z.string() })),
  },
  node: {
    /** What the endpoint refused a short while ago is not asked for again, except by hand. */
    getStatus: query('app', z.object({ isByHand: z.boolean().optional() }).strict(), zNodeStatus),
    /** Agents of peers, at most 50 at a time; peers that do not tell are left without. */
    getPeerAgents: query('app', z.object({ peerIds: z.array(z.string().min(1).max(200)).min(1).max(50) }), z.array(zNodePeer)),
    /** What an upgrade of `chain.versionChanged` changes for the plans and holdings of the user. */
    rehearseUpgrade: query('app', zUpgradeQuestion, zUpgradeRehearsal),
  },
  chain: {
    headChanged: valueTopic('app', zHeadState),
    /** What is known of the chain's network versions. */
    versionChanged: valueTopic('app', zVersionState),
    getOverview: query('app', z.object({ at: zAt }).strict(), zOverview),
    /** By key, or by height as seen from the head. A null round answers with the tipset before it and its own height. */
    getTipset: query('app', z.union([z.object({ key: zTipsetKey }), z.object({ height: z.number().int().min(0) })]), zTipset),
    /** How the block rewards of a tipset were split; heavy where the node has to execute it. */
    getTipsetReward: query('app', zTipsetRewardInput, zTipsetReward),
    /** Streams of the reward actor; what an address could claim of them, simulated by the node. */
    getRewardStreams: query('app', zRewardStreamsInput, zRewardStreams),
    getStreamClaims: query('app', zStreamClaimsInput, zStreamClaims),
    getBlock: query('app', zBlockInput, zBlockDetail),
    /** What kinds of actors receive messages, for the names of their methods; asks for at most 30 that are not known. */
    getReceiverTypes: query('app', z.object({ addresses: z.array(zAddress).max(2000) }).strict(), zReceiverTypes),
    getMessage: query('app', z.object({ cid: zCid }), zMessage),
    /** What an executed message did inside: calls, events, the proposal that it approves. */
    getMessageInside: query('app', zMessageInsideInput, zMessageInside),
    search: query('app', z.object({ text: z.string().max(400) }), zSearchResult),
  },
  /** Any actor of the chain. */
  actors: {
    getActor: query('app', zActorQuestion, zActor),
    /** Its signers, what is locked, and what waits, decoded. */
    getMultisig: query('app', zActorQuestion, zMultisig),
    /** What the market and the verified registry keep for it. */
    getHoldings: query('app', zActorQuestion, zHoldings),
    /** One step of looking through tipsets for messages from or to an address. */
    findMessages: query('app', zMessageSearch, zFoundMessages),
  },
  /** Messages that wait in the pool of the endpoint. */
  mempool: {
    /** Kept fresh while somebody subscribes. */
    changed: valueTopic('app', zMempoolState),
    getPool: query('app', zNothing, zPool),
    listMessages: query('app', zPoolPageQuestion, zPoolPage),
    listFilterValues: query('app', z.object({ field: z.string().max(40), prefix: z.string().max(200) }), zPoolValues),
  },
  miners: {
    /** With `isOwnOnly` the network's other miners are neither asked for nor counted. */
    listMiners: query('app', z.object({ isOwnOnly: z.boolean().optional(), at: zAt }).strict(), zMinerList),
    getMiner: query('app', zMinerAt, zMiner),
    /** The newest block that it won, as far as known, and how its reward was split. */
    getLastBlock: query('app', z.object({ address: zAddress }).strict(), zLastBlock),
    /** Reads that are under way and tables that are held. */
    sectorsProgressed: listTopic('app', zSectorsProgress, 'key', 4),
    /** Begins to read the sectors of a miner, some thousand a call, or goes on; resolves when it has begun. */
    readSectors: command('app', zSectorsStart, zNothing),
    /** Ends it after the calls under way; what was read stays. */
    stopSectors: command('app', zMinerAt, zNothing),
    listSectors: query('app', zSectorPageQuestion, zSectorPage),
    summariseSectors: query('app', zSectorSummaryQuestion, zSectorSummary),
    planQualityUpgrade: query('app', zSectorChoice, zQualityUpgrade),
    /** Which sectors can be recovered, extended or terminated, and the declarations of the message that does it. */
    planSectorChange: query('app', zSectorChangeQuestion, zSectorChange),
    getSector: query('app', zSectorQuestion, zMinerSector),
    getDeadline: query('app', zDeadlineQuestion, zMinerDeadline),
    watchMiner: command('app', z.object({ address: zAddress, isWatched: z.boolean() }), zNothing),
  },
  ownMiners: {
    /** The last answer at the head; asked for again by `getOwnMiners`, and every ten minutes. */
    changed: valueTopic('app', zOwnMinersKnown),
    getOwnMiners: query('app', z.object({ at: zAt }).strict(), zOwnMiners),
  },
  /** What needs attention, by the rules of `shared/attention`. */
  attention: {
    /** Evaluated again with every change of what the rules read, and every ten seconds. */
    changed: valueTopic('app', zAttention),
  },
  /** What this machine has seen of the network, kept over restarts. */
  history: {
    fileChanged: valueTopic('app', zHistoryFile),
    getSeries: query('app', zSeriesRequest, z.object({ series: z.array(zSeries) })),
    /** Reads base fees from the chain where none were seen, in at most 60 calls. */
    fillBaseFees: query('app', z.object({ epochs: z.number().int().min(60).max(30_240) }), zBaseFeeFill),
    /** What was read of them stays. */
    stopFill: command('app', zNothing, zNothing),
    /** What is different of own miners since a time, or since Sextant was last open. */
    getChanges: query('app', z.object({ sinceMs: zTimeMs.optional() }), zChanges),
  },
  /** Miners read block by block, each block verified by its CID from the pinned tipset down. */
  state: {
    /** Reads that are under way and the latest that ended. */
    readProgressed: listTopic('app', zStateReadProgress, 'readId', 10),
    /** Begins to read; resolves when it has begun. */
    startMinerRead: command('app', zMinerReadStart, zReadAt),
    /** Ends the calls under way. What was read stays, and the read can be continued. */
    cancelRead: command('app', zReadAt, zNothing),
    continueRead: command('app', zReadContinuation, zNothing),
    getMinerRead: query('app', zReadAt, zMinerStateRead),
  },
  /** What changed between two tipsets. */
  tipsetDiff: {
    /** Comparisons of states that are under way, and the latest that ended. */
    readProgressed: listTopic('app', zStateDiffProgress, 'readId', 5),
    compareTipsets: query('app', zTipsetPair, zTipsetComparison),
    /** Begins to compare every actor, block by block; resolves when it has begun. */
    startStateDiff: command('app', zStateDiffStart, zStateDiffAt),
    cancelStateDiff: command('app', zStateDiffAt, zNothing),
    continueStateDiff: command('app', zStateDiffContinuation, zNothing),
    getStateDiff: query('app', zStateDiffAt, zStateDiff),
  },
  sealing: {
    /** Refreshed from the storage-miner API while somebody subscribes. */
    boardChanged: valueTopic('app', zSealingBoard),
    /** One's own miners, and which of them the storage-miner API is of. */
    listMiners: query('app', zNothing, zSealingMiners),
    /** The sectors of any miner as the chain has them, block by block. */
    getChainBoard: query('app', zChainBoardRequest, zSealingBoard),
    /** Ends the read of such a board, which nobody looks at any more. */
    stopChainBoard: command('app', zChainBoardRequest, zNothing),
    /** Where the time of a sector went, from what its miner said last. */
    getSectorProgress: query('app', z.object({ number: z.number().int().min(0) }), zSectorProgress),
    /** Whether the data of a deal, a piece or a sector can be retrieved. */
    checkRetrieval: query('app', zRetrievalRequest, zRetrieval),
  },
  /** The whole market as a local dataset, loaded from the file that a hosted service publishes. */
  dataset: {
    loadChanged: valueTopic('app', zDatasetLoad),
    /** What was loaded for the active network, and how old it is. */
    getDataset: query('app', zNothing, zDatasetState),
    /** Resolves when it has begun; the dataset in use stays until the new one is complete. */
    startLoad: command('app', zMarketSource, zNothing),
    pauseLoad: command('app', zNothing, zNothing),
    resumeLoad: command('app', zNothing, zNothing),
    /** What was downloaded is kept and used by the next load of the same URL. */
    stopLoad: command('app', zNothing, zNothing),
    getPlace: query('app', zNothing, zDatasetPlace),
    /** Connects and reads what is there; changes nothing. */
    testServer: command('app', zServerDraft, zServerCheck),
    /** From then on datasets are read from this server and loaded into it. */
    selectServer: command('app', zServerDraft, zDatasetPlace),
    /** From then on datasets of this machine are used; the server's URL and password stay. */
    selectThisMachine: command('app', zNothing, zDatasetPlace),
    /** Deletes the URL and the password of the server. */
    forgetServer: command('app', zNothing, zDatasetPlace),
    /** Records of the file that are not deals, in its order. */
    listRejects: query(
      'app',
      z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }).strict(),
      zDatasetRejects,
    ),
    exportRejects: command('app', zNothing, z.object({ exportId: z.string() })),
    exportChanged: valueTopic('app', zDatasetExport),
    /** A piece of an export that is complete; with the last one its file is removed. */
    readExport: query('app', zExportPlace, zExportPiece),
    /** Stops what is written, or removes a file that was not read. */
    stopExport: command('app', zNothing, zNothing),
    updateChanged: valueTopic('app', zDatasetUpdate),
    /** Brings the dataset to the head by the blocks of the state that changed; resolves when it has begun. */
    startUpdate: command('app', zNothing, zNothing),
    /** The dataset stays as it was. */
    stopUpdate: command('app', zNothing, zNothing),
    /** Whether an update begins with every head, until Sextant ends. */
    setKeepCurrent: command('app', z.object({ isOn: z.boolean() }), zNothing),
  },
  /** Deals of the market actor, claims and allocations of the verified registry, as one list. */
  deals: {
    /** How far reading deals block by block is. */
    readProgressed: valueTopic('app', zDealRead),
    /** A page of those that pass a filter. Where the whole market is not to be had: claims and allocations of one's own miners. */
    listDeals: query('app', zDealQuestion, zDealPage),
    summarizeDeals: query('app', zDealSelection, zDealSummary),
    /** What clients or providers there are, the most frequent first. */
    listFilterValues: query('app', zDealSelection.extend({ field: z.string().max(40), prefix: z.string().max(200) }), zDealValues),
    /** Which deals hold CIDs, and what deals, clients and providers have: in the dataset, or by the connection's CID checker. */
    lookUp: query('app', zDealLookUpRequest, zDealLookUp),
    /** Begins to write all deals of the dataset that pass a filter to a file; `dataset.exportChanged` tells how far it is. */
    startExport: command('app', zDealExportRequest, z.object({ exportId: z.string() })),
    /** From the node, or from the dataset where the node does not have it. */
    getDeal: query('app', z.object({ key: zDealKey, at: zAt }), zDeal),
    /** The message that published a deal or claimed data, by the event that it left. Asked for by hand. */
    findMessage: query('app', z.object({ key: zDealKey, at: zAt }), zDealMessage),
    /** What a node that has the old market knows by a proposal CID. */
    getProposal: query('app', z.object({ cid: zCid }), zProposal),
    /** Begins to read the deals of these providers block by block, or goes on with it; resolves when it has begun. */
    startRead: command('app', zDealReadStart, zNothing),
    /** Ends the calls under way; what was read stays in the list. */
    cancelRead: command('app', zNothing, zNothing),
  },
  wallet: {
    changed: valueTopic('app', zWalletState),
    getAccount: query('app', z.object({ address: zAddress }), zAccountOnChain),
    lockWallet: command('app', zNothing, zNothing),
    /** Asks the connection's control URL for practice funds; resolves with the message that carries them. */
    requestFunds: command('app', z.object({ address: zAddress }), z.object({ cid: zCid, value: z.string() })),
    /** Asks the connection's control URL to let a key act for a practice miner; resolves with the message that does it. */
    operatePracticeMiner: command('app', z.object({ miner: zAddress, address: zAddress }), z.object({ cid: zCid })),
  },
  addresses: {
    changed: listTopic('app', zAddressEntry, 'address', 5000),
    /** Adds an address or changes what is kept of it; fields that are absent stay. */
    saveAddress: command(
      'app',
      z
        .object({ address: z.string().min(3).max(120) })
        .extend(zAddressEntry.pick({ label: true, note: true, isWatched: true }).partial().shape),
      z.object({ address: zAddress }),
    ),
    removeAddress: command('app', z.object({ address: zAddress }), zNothing),
    /** Every form of an address as typed (f0, f1, f2, f3, f4, 0x), and what is there. */
    resolveAddress: query('app', z.object({ text: z.string().min(1).max(120) }), zResolvedAddress),
    listBalances: query('app', z.object({ addresses: z.array(zAddress).min(1).max(1000) }), zAddressBalances),
  },
  messages: {
    journalChanged: listTopic('app', zJournalEntry, 'id', 2000),
    getJournalFile: query('app', zNothing, zJournalFileState),
    /** Resolves, estimates, checks and simulates a draft. Reads only. */
    reviewDraft: query('app', zMessageDraft, zDraftReview),
    /** Builds the message again from the draft, freezes its bytes and puts them before the trusted document. */
    prepareMessage: command('app', zMessageDraft, z.object({ approvalId: zId })),
    /** A dry run of every line. Reads only. */
    reviewBatch: query('app', zBatchDraft, zBatchReview),
    /** Builds every message again and puts them before the trusted document as one approval; refused while a line fails. */
    prepareBatch: command('app', zBatchDraft, z.object({ approvalId: zId })),
    prepareDataSignature: command('app', z.object({ from: zAddress, data: zDataText, form: zDataForm }), z.object({ approvalId: zId })),
    getApprovalOutcome: query('app', z.object({ approvalId: zId }), zApprovalOutcome),
    draftsChanged: listTopic('app', zSavedDraft, 'id', 500),
    /** Without an id a new one; its text fields are kept as typed. */
    saveDraft: command('app', zSavedDraft.pick({ name: true, draft: true }).extend({ id: zId.optional() }), z.object({ id: zId })),
    removeDraft: command('app', z.object({ id: zId }), zNothing),
    /** What is known of a sender's nonces: chain, pool, own ledger, gaps. */
    getNonces: query('app', z.object({ from: zAddress }), zNonceView),
    getFeeHistory: query('app', zNothing, zFeeHistory),
    /** What waits in a multisig, the newest first, decoded. */
    listProposals: query('app', z.object({ address: zAddress }), zProposalList),
    /** A draft that takes the place of a message that waits: the same with a higher premium, or a transfer of nothing to oneself. */
    getReplacementDraft: query('app', z.object({ journalId: zId, as: z.enum(['speed-up', 'cancel']) }), zMessageDraft),
    /** A draft that fills a nonce: a transfer of nothing to oneself. */
    getGapDraft: query('app', z.object({ from: zAddress, nonce: z.string().regex(/^\d{1,20}$/) }), zMessageDraft),
    /** Why a message does not move on, with the evidence. */
    explainStuck: query('app', z.object({ journalId: zId }), zStuckReport),
    /** The signed bytes, for another machine. */
    exportSigned: query('app', z.object({ journalId: zId }), zSignedExport),
    /** Pushes what was signed here and kept, or waits. */
    pushHeld: command('app', z.object({ journalId: zId }), zNothing),
    /** Reads and verifies a signed message: Lotus JSON, CBOR as hex or base64, an Ethereum transaction. Contacts nobody to verify. */
    readSigned: query('app', z.object({ text: z.string().min(1).max(400_000) }), zSignedReading),
    /** Pushes a signed message that was brought from elsewhere, and follows it. Refused where its signature is not valid. */
    pushSigned: command('app', z.object({ text: z.string().min(1).max(400_000) }), z.object({ journalId: zId })),
    /** Verifies a signature of data. Contacts nobody. */
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
    /** How fast each endpoint answered in this run. */
    listReplies: query('app', z.object({}), z.array(zEndpointReplies).max(100)),
    /** What a field of the filter language can be in this source, the most frequent first. */
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
    /** Tokens never; signatures and keys only as far as they were recorded, a signature of this machine's own on request. */
    copyCall: query('app', zCallAt.extend({ as: zCopyForm, includesSignature: z.boolean() }), zCopiedCall),
    setRecording: command('app', z.object({ isOn: z.boolean() }), zNothing),
    clearCalls: command('app', zNothing, zNothing),
    /** Brings back what was cleared last, for half a minute. */
    undoClear: command('app', zNothing, zNothing),
    /** Pinned calls and calls with a note stay when the ring turns over. An empty note removes it. */
    annotateCall: command(
      'app',
      z.object({ id: z.number().int(), isPinned: z.boolean().optional(), note: z.string().max(4000).optional() }),
      zNothing,
    ),
    /**
     * Sends a call exactly as written to the active node, or to its storage miner. `method` is used as it is when it has a dot or is
     * one of Ethereum's, otherwise the connection's namespace is put before it. Resolves with the recording's id whatever the node
     * answers.
     */
    sendCall: command('app', zRawCall.extend(sendTarget), z.object({ id: z.number().int() })),
    /** The same for several calls in one body. */
    sendBatch: command('app', z.object({ calls: z.array(zRawCall).min(1).max(100), ...sendTarget }), z.object({ id: z.number().int() })),
    /**
     * Sends a recorded request of this run once more as it was, to the address it went to; refused where something in it was masked,
     * and without `isConfirmed` where it is not known to read only.
     */
    sendAgain: command('app', zCallAt.extend({ isConfirmed: z.boolean().optional() }), z.object({ id: z.number().int() })),
    /** Ends a call of this run that was sent by hand and is still under way, or a stream that it opened; nothing where there is none. */
    stopCall: command('app', z.object({ id: z.number().int() }), zNothing),
    exportCalls: command(
      'app',
      /** `hidesNames`: stand-ins take the place of hosts, addresses and peer IDs. */
      zCallSelection.extend({ format: z.enum(['session', 'har']), includesSignatures: z.boolean(), hidesNames: z.boolean() }),
      zCallExport,
    ),
    readExport: query(
      'app',
      z.object({ exportId: zId, offset: z.number().int().nonnegative() }),
      z.object({ base64: z.string(), next: z.number().int().optional() }),
    ),
    /** A session, a HAR file or a text piece by piece. The first piece has no `importId`; the last one opens it. */
    importSession: command(
      'app',
      z.object({
        importId: zId.optional(),
        name: z.string().max(200),
        base64: z.string().max(2_000_000),
        isLast: z.boolean(),
        /** A text to be explained: it takes the place of the one before. */
        isPasted: z.boolean().optional(),
      }),
      z.object({ importId: zId, sessionId: zId.optional() }),
    ),
    closeSession: command('app', z.object({ id: zId }), zNothing),
  },
  approval: {
    changed: valueTopic('approval', zTrustedState),
    /** Makes the vault, its first phrase and its first key. The phrase is returned once, to be written down. */
    createVault: command(
      'approval',
      z.object({ passphrase: zPassphrase, label: zKeyLabel }),
      z.object({ mnemonic: z.string(), phraseId: zId, address: zAddress, path: z.string() }),
    ),
    /** Makes another phrase in a vault that is there, and its first key. The passphrase is needed while the vault is locked. */
    createPhrase: command(
      'approval',
      z.object({ label: zKeyLabel, passphrase: zPassphrase.optional() }),
      z.object({ mnemonic: z.string(), phraseId: zId, address: zAddress, path: z.string() }),
    ),
    unlockVault: command('approval', z.object({ passphrase: zPassphrase }), zNothing),
    lockVault: command('approval', zNothing, zNothing),
    changePassphrase: command('approval', z.object({ passphrase: zPassphrase, newPassphrase: zPassphrase }), zNothing),
    /** Shows a phrase again. Always asks for the passphrase. */
    revealPhrase: command(
      'approval',
      z.object({ phraseId: zId, passphrase: zPassphrase }),
      z.object({ mnemonic: z.string(), bip39Passphrase: z.string().optional() }),
    ),
    /** Words asked back, by their place counted from 1; at least three. All right: the phrase counts as backed up. */
    confirmBackup: command(
      'approval',
      z.object({
        phraseId: zId,
        words: z
          .array(z.object({ position: z.number().int().min(1).max(24), word: z.string().max(40) }))
          .min(3)
          .max(24),
        /** Needed while the vault is locked. */
        passphrase: zPassphrase.optional(),
      }),
      zNothing,
    ),
    /**
     * Makes another key: the next one of a phrase (secp256k1, delegated) or one at random (bls). The passphrase is needed while the
     * vault is locked.
     */
    createKey: command(
      'approval',
      z.object({ keyType: zKeyType, phraseId: zId.optional(), label: zKeyLabel, passphrase: zPassphrase.optional() }),
      z.object({ address: zAddress, path: z.string().optional() }),
    ),
    /** Keys that a phrase gives by every known rule, with what they hold now. Nothing is kept. */
    scanPhrase: command(
      'approval',
      z.object({
        mnemonic: zMnemonicText,
        bip39Passphrase: zBip39Passphrase.optional(),
        /** How many keys of each rule. */
        count: z.number().int().min(1).max(50),
        /** One more path, typed by hand. */
        path: z.string().max(300).optional(),
      }),
      z.object({ keys: z.array(zPhraseKey).max(300), wordCount: z.number().int() }),
    ),
    /** Takes keys of a phrase into the vault, with the phrase. Where there is no vault, one is made with this passphrase. */
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
    /** Every way to read a text that holds a private key, with the addresses and what they hold now. Nothing is kept. */
    readKey: command('approval', z.object({ text: z.string().min(1).max(4000) }), z.object({ readings: z.array(zKeyReading).max(12) })),
    importKey: command(
      'approval',
      z.object({
        text: z.string().min(1).max(4000),
        /** The reading that was chosen, by the address it gives. */
        address: zAddress,
        label: zKeyLabel,
        passphrase: zPassphrase.optional(),
      }),
      z.object({ address: zAddress }),
    ),
    /** Always asks for the passphrase. */
    exportKey: command(
      'approval',
      z.object({ address: zAddress, form: zKeyExportForm, passphrase: zPassphrase }),
      z.object({ text: z.string() }),
    ),
    /** What a key holds now, by the active node; fields that could not be asked are absent. */
    readHolding: query('approval', z.object({ address: zAddress }), zHolding),
    /** Removes a key. `typedAddress` is what the user typed and has to be the address, to the letter. */
    deleteKey: command('approval', z.object({ address: zAddress, typedAddress: z.string().max(200), passphrase: zPassphrase }), zNothing),
    renameKey: command('approval', z.object({ address: zAddress, label: zKeyLabel, passphrase: zPassphrase.optional() }), zNothing),
    /** Signs exactly once, and pushes what is to be pushed. The passphrase is needed while the vault is locked. */
    confirmApproval: command(
      'approval',
      z.object({ id: zId, passphrase: zPassphrase.optional(), isNewNetworkAccepted: z.boolean() }),
      zConfirmed,
    ),
    rejectApproval: command('approval', z.object({ id: zId }), zNothing),
    updateSafety: command('approval', zSafety, zNothing),
    /** Messages of a batch that waits, as they will be signed. */
    listBatch: query(
      'approval',
      z.object({ id: zId, offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
      z.object({ messages: z.array(zFrozenMessage), count: z.number().int() }),
    ),
  },
} as const;

export type SextantContract = typeof contract;
