/** Connections to nodes, and their capabilities. */
import { z } from 'zod';
import { zAddress, zCallRef, zCid, zTimeMs } from './common.ts';
import { zPracticeService } from './endpoint-requests.ts';

const zConnectionKind = z.enum(['embedded', 'custom']);

/** A connection as entered. The token is write-only: stored by the privileged side and never sent back. */
export const zConnectionDraft = z.object({
  name: z.string().trim().min(1).max(60),
  /** Complete HTTP URL, for example http://127.0.0.1:1234/rpc/v1 */
  httpUrl: z.string().trim().min(1).max(2000),
  /** Complete WebSocket URL; empty or absent: polling over HTTP. */
  wsUrl: z.string().trim().max(2000).optional(),
  /** Complete HTTP URL of the v2 API on the same host; empty or absent: derived from `httpUrl`. */
  v2Url: z.string().trim().max(2000).optional(),
  apiVersion: z.enum(['v0', 'v1']),
  /** Namespace of method names: Filecoin, or Node in some documentation. */
  namespace: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/),
  token: z.string().max(8000).optional(),
  minerUrl: z.string().trim().max(2000).optional(),
  minerToken: z.string().max(8000).optional(),
  /** Custom HTTP headers, one `Name: value` per line. Write-only like the token. */
  headers: z.string().max(16_000).optional(),
  /** Control URL of a development node: faucet and chain control. */
  controlUrl: z.string().trim().max(2000).optional(),
  /** Required network, as returned by `StateNetworkName`; empty or absent: any. */
  network: z.string().trim().max(100).optional(),
  /** URL of the file with all deals, instead of StateMarketDeals. */
  dealsDataUrl: z.string().trim().max(2000).optional(),
  /** URL of a service that finds the deals of a CID. */
  cidCheckerUrl: z.string().trim().max(2000).optional(),
  /** Preset of `shared/rpc/endpoint-presets.ts` it was created from. */
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
  /** A stored token or headers are encrypted by the locked vault: the connection waits until it is unlocked. */
  isTokenLocked: z.boolean(),
  /** A token or custom headers would be sent unencrypted to another machine. */
  isTokenExposed: z.boolean(),
  /** Why a stored token was not sent when the connection was last opened, and what to do. */
  tokenProblem: z.string().optional(),
});
export type Connection = z.infer<typeof zConnection>;

/** Facts about the node, from a probe or the active connection. */
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
  /** The v2 API, if it responded for the same chain. */
  v2Url: z.string().optional(),
  /** Whether the WebSocket URL sends heads, or why not; absent if there is none or it was not tested. */
  stream: z.union([z.object({ isOpen: z.literal(true) }), z.object({ isOpen: z.literal(false), problem: z.string() })]).optional(),
});
export type NodeFacts = z.infer<typeof zNodeFacts>;

/**
 * A node found through FULLNODE_API_INFO, MINER_API_INFO or a Lotus repo on this machine. The token stays on the privileged side.
 */
const zConnectionOffer = z.object({
  id: z.string(),
  /** Name of the variable, or the path of the repo. */
  origin: z.string(),
  name: z.string(),
  /** Absent for a storage miner only, which is added to an existing connection. */
  httpUrl: z.string().optional(),
  wsUrl: z.string().optional(),
  minerUrl: z.string().optional(),
  hasToken: z.boolean(),
});
export type ConnectionOffer = z.infer<typeof zConnectionOffer>;

export const zConnectionsState = z.object({
  activeId: z.string(),
  /**
   * Increases whenever the active connection is reopened: selected, edited, unlocked, leads to another node, or reachable again.
   * Answers and failures of an earlier revision do not apply to this one.
   */
  revision: z.number().int(),
  connections: z.array(zConnection),
  offers: z.array(zConnectionOffer),
  /** Saved connections could not be read, or only an earlier version of them: what happened and what to do. */
  problem: z
    .object({
      message: z.string(),
      /** Unreadable: nothing is saved until the file is repaired or set aside. */
      isBlocking: z.boolean(),
    })
    .optional(),
  /** The embedded node, if this run has one. */
  embedded: z
    .object({
      /** Responds when `open`; `making`: a new chain is being created, which takes seconds. */
      stage: z.enum(['opening', 'making', 'open']),
      /** Genesis of its chain, once open. Messages sent on an earlier chain are gone. */
      genesisCid: zCid.optional(),
      /** An earlier chain was set aside; not dismissed yet. */
      replaced: z.object({ reason: z.enum(['other-version', 'damaged', 'other-seed']), folder: z.string(), atMs: zTimeMs }).optional(),
      /** Epochs at the end of its chain that were damaged on disk and dropped. */
      lostEpochs: z.number().int().optional(),
    })
    .optional(),
  /** The practice service of the embedded node, if this run was started with it. */
  practiceService: zPracticeService.optional(),
  /** Capabilities of the active connection beyond the node's API. */
  capabilities: z.object({
    hasMinerApi: z.boolean(),
    /** The v2 API is available. */
    hasV2: z.boolean(),
    hasControl: z.boolean(),
    isChainAccelerated: z.boolean(),
    chainPaceMs: z.number().optional(),
    /** Methods, without namespace, known as not served from the passport or an earlier call. */
    missingMethods: z.array(z.string()),
  }),
});
export type ConnectionsState = z.infer<typeof zConnectionsState>;

/** API info such as FULLNODE_API_INFO, parsed like the Lotus command line; one result per entry. */
export const zUnderstoodApiInfo = z.array(
  z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      httpUrl: z.string(),
      wsUrl: z.string().optional(),
      /** The text named the v2 API; the other URLs are derived. */
      v2Url: z.string().optional(),
      apiVersion: z.enum(['v0', 'v1']),
      /** From the pasted text; stored tokens are never sent back. */
      token: z.string().optional(),
      /** How the parts were read, in one sentence. */
      understoodAs: z.string(),
      /** Differences to the command line, and likely mistakes. */
      warnings: z.array(z.string()),
    }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
);
export type UnderstoodApiInfo = z.infer<typeof zUnderstoodApiInfo>;

/** `text` has the placeholder `TOKEN` for a stored token, which never leaves the privileged side. */
export const zApiInfoText = z.object({ node: z.string(), miner: z.string().optional() });

const zPassportStatus = z.enum(['good', 'limited', 'bad', 'unknown', 'running']);
export type PassportStatus = z.infer<typeof zPassportStatus>;

/** A finding about an endpoint, with its calls. */
const zPassportRow = z.object({
  id: z.string(),
  group: z.enum(['reach', 'identity', 'chain', 'access', 'rate']),
  label: z.string(),
  status: zPassportStatus,
  /** The finding: a figure with its unit, or a name. */
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
  /** Source: listed by Discover, or called. */
  via: z.enum(['discover', 'call', 'none']),
  /** Alternative if it is missing. */
  alternative: z.string().optional(),
  call: zCallRef.optional(),
});
export type PassportMethod = z.infer<typeof zPassportMethod>;

/** Passport: tested properties of an endpoint. */
export const zPassport = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  httpUrl: z.string(),
  startedAtMs: zTimeMs,
  /** Absent while running. */
  finishedAtMs: zTimeMs.optional(),
  /** Progress from 0 to 1. */
  progress: z.number(),
  verdict: zPassportStatus,
  /** Summary in one sentence. */
  summary: z.string(),
  rows: z.array(zPassportRow),
  methods: z.array(zPassportMethod),
});
export type Passport = z.infer<typeof zPassport>;

/** Whether passports are saved, and problems of their file. */
export const zPassportFile = z.object({ isSaved: z.boolean(), problem: z.string().optional() });
export type PassportFile = z.infer<typeof zPassportFile>;
