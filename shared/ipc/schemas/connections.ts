/** Connections: which node the app talks to, and what it can do. */
import { z } from 'zod';
import { zAddress, zCid, zTimeMs } from './common.ts';

export const zConnectionKind = z.enum(['embedded', 'custom']);

/** What a user types. A token is write-only: it is stored by the privileged side and never sent back. */
export const zConnectionDraft = z.object({
  name: z.string().trim().min(1).max(60),
  /** Complete HTTP address, for example http://127.0.0.1:1234/rpc/v1 */
  httpUrl: z.string().trim().min(1).max(2000),
  /** Complete WebSocket address; empty or absent means polling over HTTP. */
  wsUrl: z.string().trim().max(2000).optional(),
  apiVersion: z.enum(['v0', 'v1']),
  /** Namespace before the dot of a method name: Filecoin, or Node as some documents write it. */
  namespace: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,30}$/),
  token: z.string().max(8000).optional(),
  minerUrl: z.string().trim().max(2000).optional(),
  minerToken: z.string().max(8000).optional(),
  /** Control URL of a development node: faucet and chain control. */
  controlUrl: z.string().trim().max(2000).optional(),
});
export type ConnectionDraft = z.infer<typeof zConnectionDraft>;

export const zConnection = z.object({
  id: z.string(),
  kind: zConnectionKind,
  name: z.string(),
  httpUrl: z.string(),
  wsUrl: z.string().optional(),
  apiVersion: z.enum(['v0', 'v1']),
  namespace: z.string(),
  hasToken: z.boolean(),
  minerUrl: z.string().optional(),
  hasMinerToken: z.boolean(),
  controlUrl: z.string().optional(),
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
});
export type NodeFacts = z.infer<typeof zNodeFacts>;

/** FULLNODE_API_INFO or MINER_API_INFO found in the environment, understood and offered; the token stays on the privileged side. */
export const zConnectionOffer = z.object({
  id: z.string(),
  variable: z.string(),
  name: z.string(),
  httpUrl: z.string(),
  wsUrl: z.string().optional(),
  minerUrl: z.string().optional(),
  hasToken: z.boolean(),
});
export type ConnectionOffer = z.infer<typeof zConnectionOffer>;

export const zConnectionsState = z.object({
  activeId: z.string(),
  connections: z.array(zConnection),
  offers: z.array(zConnectionOffer),
  /** What the active connection can do beyond the node's own API. */
  capabilities: z.object({
    hasMinerApi: z.boolean(),
    hasControl: z.boolean(),
    isChainAccelerated: z.boolean(),
    chainPaceMs: z.number().optional(),
  }),
});
export type ConnectionsState = z.infer<typeof zConnectionsState>;
