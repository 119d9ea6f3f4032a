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
import { zConnectionDraft, zConnectionsState, zNodeFacts } from './schemas/connections.ts';
import { zCallDetail, zCallSummary } from './schemas/inspector.ts';
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
    /** Saves what the environment offered, with its token, and returns the new connection. */
    acceptOffer: command('app', z.object({ id: zId }), z.object({ id: zId })),
    /** Calls the node that a draft describes; nothing is saved. For a saved connection pass its id to use its stored token. */
    probeConnection: query('app', z.object({ draft: zConnectionDraft, id: zId.optional() }), zNodeFacts),
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
    callRecorded: listTopic('app', zCallSummary, 'id', 2000),
    getCall: query('app', z.object({ id: z.number().int() }), zCallDetail),
    /** Sends a call exactly as written. `method` is used as it is when it has a dot or is one of Ethereum's, otherwise the connection's namespace is put before it. */
    sendCall: command(
      'app',
      z.object({ method: z.string().trim().min(1).max(200), params: z.string().max(1_000_000) }),
      z.object({ id: z.number().int() }),
    ),
    clearCalls: command('app', zNothing, zNothing),
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
