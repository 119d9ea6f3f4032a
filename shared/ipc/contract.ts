/**
 * The only list of calls between a document and the privileged side.
 *
 * Main's handlers, the preload, the browser client, the in-memory client and the test driver are derived from this value.
 * Names are `group.leaf`; the zone says which document may use a call. Inputs are parsed on the privileged side before a
 * service sees them; expected failures come back as an error envelope (`envelope.ts`).
 */
import { z } from 'zod';
import { command, listTopic, query, valueTopic } from './define.ts';
import { zAppInfo, zSettings, zTrustedLink, zTrustedPurpose } from './schemas/app.ts';
import { zHeadState, zMessage, zOverview, zSearchResult, zTipset } from './schemas/chain.ts';
import { zAddress, zCid, zNothing, zTipsetKey } from './schemas/common.ts';
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
  inspectorBody,
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
  zFilterValues,
  zInspectorState,
  zMethodGroup,
  zRawCall,
  zSavedFilter,
} from './schemas/inspector.ts';
import { zNodePeer, zNodeStatus } from './schemas/node.ts';
import { zDeal, zDealList, zMiner, zMinerList, zSealingBoard } from './schemas/providers.ts';
import { zAccountOnChain, zDraftReview, zJournalEntry, zMessageDraft, zPassphrase, zTrustedState, zWalletState } from './schemas/wallet.ts';

const zId = z.string().min(1).max(100);

export const contract = {
  app: {
    getInfo: query('app', zNothing, zAppInfo),
    /** Opens the trusted document, or returns the address that opens it. */
    openTrusted: command('app', zTrustedPurpose, zTrustedLink),
  },
  settings: {
    changed: valueTopic('app', zSettings),
    updateSettings: command('app', zSettings.partial(), zSettings),
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
  },
  chain: {
    headChanged: valueTopic('app', zHeadState),
    getOverview: query('app', zNothing, zOverview),
    /** By key, or by height as seen from the head. A null round answers with the tipset before it and its own height. */
    getTipset: query('app', z.union([z.object({ key: zTipsetKey }), z.object({ height: z.number().int().min(0) })]), zTipset),
    getMessage: query('app', z.object({ cid: zCid }), zMessage),
    search: query('app', z.object({ text: z.string().max(400) }), zSearchResult),
  },
  miners: {
    /** With `isOwnOnly` the network's other miners are neither asked for nor counted. */
    listMiners: query('app', z.object({ isOwnOnly: z.boolean().optional() }).strict(), zMinerList),
    getMiner: query('app', z.object({ address: zAddress }), zMiner),
    watchMiner: command('app', z.object({ address: zAddress, isWatched: z.boolean() }), zNothing),
  },
  sealing: {
    /** Refreshed from the storage-miner API while somebody subscribes. */
    boardChanged: valueTopic('app', zSealingBoard),
  },
  deals: {
    listDeals: query('app', z.object({ provider: zAddress.optional(), text: z.string().max(200).optional() }), zDealList),
    getDeal: query('app', z.object({ dealId: z.number().int().min(0) }), zDeal),
  },
  wallet: {
    changed: valueTopic('app', zWalletState),
    getAccount: query('app', z.object({ address: zAddress }), zAccountOnChain),
    lockWallet: command('app', zNothing, zNothing),
    /** Asks the connection's control URL for practice funds; resolves with the message that carries them. */
    requestFunds: command('app', z.object({ address: zAddress }), z.object({ cid: zCid, value: z.string() })),
  },
  messages: {
    journalChanged: listTopic('app', zJournalEntry, 'id', 2000),
    /** Resolves, estimates, checks and simulates a draft. Reads only. */
    reviewDraft: query('app', zMessageDraft, zDraftReview),
    /** Builds the message again from the draft, freezes its bytes and puts them before the trusted document. */
    prepareMessage: command('app', zMessageDraft, z.object({ approvalId: zId })),
    /** What became of an approval, for the screen that waits for it. */
    getApprovalOutcome: query(
      'app',
      z.object({ approvalId: zId }),
      z.object({ status: z.enum(['waiting', 'confirmed', 'rejected', 'expired']), journalId: z.string().optional() }),
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
    /** What a field of the filter language can be in this source, the most frequent first. */
    listFilterValues: query(
      'app',
      z.object({ source: zCallSelection.shape.source, field: z.string().max(40), prefix: z.string().max(200) }),
      zFilterValues,
    ),
    getCall: query('app', zCallAt, zCallDetail),
    openBody: query('app', inspectorBody.openInput, inspectorBody.openOutput),
    readBody: query('app', inspectorBody.readInput, inspectorBody.readOutput),
    getDecoded: query('app', zCallAt, zDecodedCall),
    compareCalls: query('app', z.object({ left: zCallAt, right: zCallAt }), zCallComparison),
    /** Tokens never; signatures and keys only as far as they were recorded, a signature of this machine's own on request. */
    copyCall: query('app', zCallAt.extend({ as: zCopyForm, includesSignature: z.boolean() }), zCopiedCall),
    setRecording: command('app', z.object({ isOn: z.boolean() }), zNothing),
    clearCalls: command('app', zNothing, zNothing),
    /** Pinned calls and calls with a note stay when the ring turns over. An empty note removes it. */
    annotateCall: command(
      'app',
      z.object({ id: z.number().int(), isPinned: z.boolean().optional(), note: z.string().max(4000).optional() }),
      zNothing,
    ),
    saveFilter: command('app', zSavedFilter, zNothing),
    removeFilter: command('app', zSavedFilter.pick({ name: true }), zNothing),
    /**
     * Sends a call exactly as written to the active node, or to its storage miner. `method` is used as it is when it has a dot or is
     * one of Ethereum's, otherwise the connection's namespace is put before it. Resolves with the recording's id whatever the node
     * answers.
     */
    sendCall: command('app', zRawCall.extend({ to: z.enum(['node', 'miner']).optional() }), z.object({ id: z.number().int() })),
    /** The same for several calls in one body. */
    sendBatch: command(
      'app',
      z.object({ calls: z.array(zRawCall).min(1).max(100), to: z.enum(['node', 'miner']).optional() }),
      z.object({ id: z.number().int() }),
    ),
    /**
     * Sends a recorded request of this run once more as it was, to the address it went to; refused where something in it was masked,
     * and without `isConfirmed` where it is not known to read only.
     */
    sendAgain: command('app', zCallAt.extend({ isConfirmed: z.boolean().optional() }), z.object({ id: z.number().int() })),
    /** Ends a call of this run that was sent by hand and is still under way, or a stream that it opened; nothing where there is none. */
    stopCall: command('app', z.object({ id: z.number().int() }), zNothing),
    exportCalls: command(
      'app',
      zCallSelection.extend({ format: z.enum(['session', 'har']), includesSignatures: z.boolean() }),
      zCallExport,
    ),
    readExport: query(
      'app',
      z.object({ exportId: zId, offset: z.number().int().nonnegative() }),
      z.object({ base64: z.string(), next: z.number().int().optional() }),
    ),
    /** A session file piece by piece. The first piece has no `importId`; the last one opens the session. */
    importSession: command(
      'app',
      z.object({ importId: zId.optional(), name: z.string().max(200), base64: z.string().max(2_000_000), isLast: z.boolean() }),
      z.object({ importId: zId, sessionId: zId.optional() }),
    ),
    closeSession: command('app', z.object({ id: zId }), zNothing),
  },
  approval: {
    changed: valueTopic('approval', zTrustedState),
    /** Makes the vault and its first key. The phrase is returned once, to be written down. */
    createVault: command(
      'approval',
      z.object({ passphrase: zPassphrase, label: z.string().trim().min(1).max(60) }),
      z.object({ mnemonic: z.string(), address: zAddress, path: z.string() }),
    ),
    unlockVault: command('approval', z.object({ passphrase: zPassphrase }), zNothing),
    lockVault: command('approval', zNothing, zNothing),
    /** Signs and pushes exactly once. The passphrase is needed while the vault is locked. */
    confirmApproval: command(
      'approval',
      z.object({ id: zId, passphrase: zPassphrase.optional(), isNewNetworkAccepted: z.boolean() }),
      z.object({ journalId: zId, cid: zCid }),
    ),
    rejectApproval: command('approval', z.object({ id: zId }), zNothing),
  },
} as const;

export type SextantContract = typeof contract;
