/** Connections: which node the app talks to, and what it can do. */
import { z } from 'zod';
import { zAddress, zCallRef, zCid, zTimeMs } from './common.ts';
import { zPracticeService } from './endpoint-requests.ts';

const zConnectionKind = z.enum(['embedded', 'custom']);

/** What a user types. A token is write-only: it is stored by the privileged side and never sent back. */
export const zConnectionDraft = z.object({
  name: z.string().trim().min(1).max(60),
  /** Complete HTTP address, for example http://127.0.0.1:1234/rpc/v1 */
  httpUrl: z.string().trim().min(1).max(2000),
  /** Complete WebSocket address; empty or absent means polling over HTTP. */
  wsUrl: z.string().trim().max(2000).optional(),
  /** Complete HTTP address of the v2 API, on the same host; empty or absent: tried beside `httpUrl`. */
  v2Url: z.string().trim().max(2000).optional(),
  apiVersion: z.enum(['v0', 'v1']),
  /** Namespace before the dot of a method name: Filecoin, or Node as some documents write it. */
  namespace: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/),
  token: z.string().max(8000).optional(),
  minerUrl: z.string().trim().max(2000).optional(),
  minerToken: z.string().max(8000).optional(),
  /** HTTP headers to add to every call, one `Name: value` a line. Write-only, as the token is. */
  headers: z.string().max(16_000).optional(),
  /** Control URL of a development node: faucet and chain control. */
  controlUrl: z.string().trim().max(2000).optional(),
  /** Name of the network that this node should be on, as `StateNetworkName` gives it; empty or absent: any. */
  network: z.string().trim().max(100).optional(),
  /** Where the market's deals can be had as a file, in place of StateMarketDeals. */
  dealsDataUrl: z.string().trim().max(2000).optional(),
  /** A service that finds the deals of a CID. */
  cidCheckerUrl: z.string().trim().max(2000).optional(),
  /** Which of `shared/rpc/endpoint-presets.ts` it began as. */
  preset: z.string().max(40).optional(),
});
export type ConnectionDraft = z.infer<typeof zConnectionDraft>;

const zConnection = z.object({
  id: z.string(),
  kind: zConnectionKind,
  name: z.string(),
  httpUrl: z.string(),
  wsUrl: z.string().optional(),
  v2Url: z.string().optional(),
  apiVersion: z.enum(['v0', 'v1']),
  namespace: z.string(),
  hasToken: z.boolean(),
  minerUrl: z.string().optional(),
  hasMinerToken: z.boolean(),
  hasHeaders: z.boolean(),
  controlUrl: z.string().optional(),
  network: z.string().optional(),
  dealsDataUrl: z.string().optional(),
  cidCheckerUrl: z.string().optional(),
  preset: z.string().optional(),
  /** A stored token, or stored headers, are sealed by the wallet, which is locked: the connection waits until it is unlocked. */
  isTokenLocked: z.boolean(),
  /** A token or typed headers would go to another machine without encryption. */
  isTokenExposed: z.boolean(),
  /** Why a stored token was not sent when the connection was last opened, and what to do; absent where nothing is known of it. */
  tokenProblem: z.string().optional(),
});
export type Connection = z.infer<typeof zConnection>;

/** What a probe, or the active connection, learned from the node. */
export const zNodeFacts = z.object({
  software: z.string().optional(),
  apiVersionText: z.string().optional(),
  networkName: z.string(),
  genesisCid: zCid,
  genesisTimeMs: zTimeMs,
  blockDelaySeconds: z.number(),
  addressLetter: z.enum(['f', 't']),
  latencyMs: z.number(),
  headHeight: z.number().int(),
  headTimeMs: zTimeMs,
  minerAddress: zAddress.optional(),
  /** The v2 API, where it answered for the same chain. */
  v2Url: z.string().optional(),
  /** Whether the WebSocket URL sends heads, or why not; absent where there is none, or it was not tried. */
  stream: z.union([z.object({ isOpen: z.literal(true) }), z.object({ isOpen: z.literal(false), problem: z.string() })]).optional(),
});
export type NodeFacts = z.infer<typeof zNodeFacts>;

/**
 * A node that FULLNODE_API_INFO, MINER_API_INFO or a Lotus repo on this machine describes, understood and offered; the token
 * stays on the privileged side.
 */
const zConnectionOffer = z.object({
  id: z.string(),
  /** Name of the variable, or the path of the repo. */
  origin: z.string(),
  name: z.string(),
  /** Absent for an offer that describes only a storage miner: it goes with a connection that is chosen. */
  httpUrl: z.string().optional(),
  wsUrl: z.string().optional(),
  minerUrl: z.string().optional(),
  hasToken: z.boolean(),
});
export type ConnectionOffer = z.infer<typeof zConnectionOffer>;

export const zConnectionsState = z.object({
  activeId: z.string(),
  /**
   * Rises whenever the active connection is opened anew: chosen, edited, unlocked, found to lead to another node, reached after it
   * could not be. Answers and failures of an earlier revision say nothing of this one.
   */
  revision: z.number().int(),
  connections: z.array(zConnection),
  offers: z.array(zConnectionOffer),
  /** Saved connections could not be read, or only an earlier state of them: what is so and what to do. */
  problem: z
    .object({
      message: z.string(),
      /** They could not be read at all: nothing is saved until they are repaired or set aside. */
      isBlocking: z.boolean(),
    })
    .optional(),
  /** Sextant's own node, where this run has one. */
  embedded: z
    .object({
      /** It answers when it is `open`; `making`: there was no chain, or none that can be gone on with, and a new one takes seconds. */
      stage: z.enum(['opening', 'making', 'open']),
      /** Of its chain, once that is open. What was sent on an earlier one is nowhere any more. */
      genesisCid: zCid.optional(),
      /** An earlier chain was set aside, and this was not dismissed yet. */
      replaced: z.object({ reason: z.enum(['other-version', 'damaged', 'other-seed']), folder: z.string(), atMs: zTimeMs }).optional(),
      /** So many epochs at the end of its chain were damaged on disk: it goes on from before them. */
      lostEpochs: z.number().int().optional(),
    })
    .optional(),
  /** The hosted service that the embedded node plays, where this run was started with it. */
  practiceService: zPracticeService.optional(),
  /** What the active connection can do beyond the node's own API. */
  capabilities: z.object({
    hasMinerApi: z.boolean(),
    /** The v2 API answers beside the node's own. */
    hasV2: z.boolean(),
    hasControl: z.boolean(),
    isChainAccelerated: z.boolean(),
    chainPaceMs: z.number().optional(),
    /** Methods, without namespace, that the passport or an earlier call found not served. */
    missingMethods: z.array(z.string()),
  }),
});
export type ConnectionsState = z.infer<typeof zConnectionsState>;

/** One text such as FULLNODE_API_INFO holds, as the Lotus command line would read it. Each entry of its list is one result. */
export const zUnderstoodApiInfo = z.array(
  z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      httpUrl: z.string(),
      wsUrl: z.string().optional(),
      /** The text named the v2 API; the other addresses are derived from it. */
      v2Url: z.string().optional(),
      apiVersion: z.enum(['v0', 'v1']),
      /** From the text that was pasted; nothing stored is ever sent back. */
      token: z.string().optional(),
      /** One sentence: which part was taken for what. */
      understoodAs: z.string(),
      /** What the command line would do otherwise, or what looks like a mistake. */
      warnings: z.array(z.string()),
    }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
);
export type UnderstoodApiInfo = z.infer<typeof zUnderstoodApiInfo>;

/** `text` has `TOKEN` in place of a stored token, since that never leaves the privileged side. */
export const zApiInfoText = z.object({ node: z.string(), miner: z.string().optional() });

const zPassportStatus = z.enum(['good', 'limited', 'bad', 'unknown', 'running']);
export type PassportStatus = z.infer<typeof zPassportStatus>;

/** One thing that was found out about an endpoint, with the calls that showed it. */
const zPassportRow = z.object({
  id: z.string(),
  group: z.enum(['reach', 'identity', 'chain', 'access', 'rate']),
  label: z.string(),
  status: zPassportStatus,
  /** The finding, short: a figure with its unit, a name. */
  value: z.string(),
  /** What it means for the user, in one sentence. */
  meaning: z.string().optional(),
  calls: z.array(zCallRef),
});
export type PassportRow = z.infer<typeof zPassportRow>;

const zPassportMethod = z.object({
  /** Without namespace. */
  name: z.string(),
  api: z.enum(['full', 'miner', 'eth']),
  status: z.enum(['served', 'missing', 'denied', 'failed', 'untried']),
  /** How it is known: named by Discover, or called. */
  via: z.enum(['discover', 'call', 'none']),
  /** What to use instead where it is missing. */
  alternative: z.string().optional(),
  call: zCallRef.optional(),
});
export type PassportMethod = z.infer<typeof zPassportMethod>;

/** What an endpoint is and can do, found out by asking it. */
export const zPassport = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  httpUrl: z.string(),
  startedAtMs: zTimeMs,
  /** Absent while it runs. */
  finishedAtMs: zTimeMs.optional(),
  /** Share of the questions that have been answered, 0 to 1. */
  progress: z.number(),
  verdict: zPassportStatus,
  /** One sentence: what this endpoint is good for. */
  summary: z.string(),
  rows: z.array(zPassportRow),
  methods: z.array(zPassportMethod),
});
export type Passport = z.infer<typeof zPassport>;

/** Whether passports outlive this run, and what is to be said of the file that they are kept in. */
export const zPassportFile = z.object({ isSaved: z.boolean(), problem: z.string().optional() });
export type PassportFile = z.infer<typeof zPassportFile>;
