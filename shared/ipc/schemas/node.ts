/** The node of the active connection: identity, peers, sync. Each part is from a separate call. */
import { z } from 'zod';
import { zCid, zEpoch, zPanel, zTimeMs, zTipsetKey } from './common.ts';

const zText = z.string().max(2000);

const zNodeVersion = z.object({
  software: zText,
  agent: zText.optional(),
  /** Such as 2.3.0. */
  apiVersion: z.string().optional(),
  blockDelaySeconds: z.number().optional(),
  /** Whether the Lotus client accepts this version. */
  compatibility: z.object({ isCompatible: z.boolean(), words: z.string() }).optional(),
});

const zNetworkParams = z.object({
  networkName: zText,
  blockDelaySeconds: z.number().optional(),
  /** Bytes, decimal. */
  consensusMinerMinPower: z.string().optional(),
  preCommitChallengeDelay: zEpoch.optional(),
  eip155ChainId: z.string().optional(),
  genesisTimeMs: zTimeMs.optional(),
  /** Upgrades by name, in order of height. */
  upgrades: z.array(z.object({ name: z.string(), height: zEpoch })),
});

const zPeerAddresses = z.object({ peerId: zText, addresses: z.array(zText) });

export const zNodePeer = zPeerAddresses.extend({
  /** Absent until read, or if unknown. */
  agent: zText.optional(),
});
export type NodePeer = z.infer<typeof zNodePeer>;

/** Each worker, as in `lotus sync status`. */
const zSyncWorker = z.object({
  workerId: z.string(),
  base: z.object({ height: zEpoch, key: zTipsetKey }).optional(),
  target: z.object({ height: zEpoch, key: zTipsetKey }).optional(),
  /** Height of the target above the base. */
  heightDiff: z.number().int(),
  stage: z.enum(['idle', 'header sync', 'persisting headers', 'message sync', 'complete', 'error', 'fetching messages', 'unknown']),
  height: zEpoch,
  elapsedMs: z.number().optional(),
  /** For the stage `error`. */
  message: zText.optional(),
});
export type SyncWorker = z.infer<typeof zSyncWorker>;

/** Tipsets returned by ChainHead of the backends behind an endpoint, newest first. */
const zBackends = z.object({
  answers: z.number().int(),
  /** Results behind a head received earlier. */
  behind: z.number().int(),
  maxBehind: z.number().int(),
  /** Depth of views below the head, so that every backend has their tipset. */
  pinnedBelow: z.number().int(),
  heads: z
    .array(
      z.object({
        height: zEpoch,
        key: zTipsetKey,
        answers: z.number().int(),
        /** Of the result furthest behind. */
        maxBehind: z.number().int(),
        lastAtMs: zTimeMs,
      }),
    )
    .max(120),
});
export type Backends = z.infer<typeof zBackends>;

export const zNodeStatus = z.object({
  connectionId: z.string(),
  version: zPanel(zNodeVersion),
  peerId: zPanel(z.object({ peerId: zText })),
  network: zPanel(zNetworkParams),
  listening: zPanel(zPeerAddresses),
  natStatus: zPanel(z.object({ reachability: z.enum(['unknown', 'public', 'private']), publicAddresses: z.array(zText) })),
  peers: zPanel(z.object({ peers: z.array(zNodePeer).max(2000), total: z.number().int() })),
  sync: zPanel(z.object({ workers: z.array(zSyncWorker), vmApplied: z.string().optional() })),
  chain: zPanel(
    z.object({
      height: zEpoch,
      key: zTipsetKey,
      timeMs: zTimeMs,
      epochsBehind: z.number().optional(),
    }),
  ),
  nodeStatus: zPanel(
    z.object({
      epoch: zEpoch,
      epochsBehind: z.number(),
      peersToPublishMessages: z.number(),
      peersToPublishBlocks: z.number(),
      blocksPerTipsetLast100: z.number().optional(),
      blocksPerTipsetLastFinality: z.number().optional(),
    }),
  ),
  /** Bytes and bytes per second. */
  bandwidth: zPanel(z.object({ totalIn: z.number(), totalOut: z.number(), rateIn: z.number(), rateOut: z.number() })),
  f3: zPanel(
    z.object({
      isRunning: z.boolean(),
      instance: z.string().optional(),
      round: z.string().optional(),
      phase: z.string().optional(),
      finalizedHeight: zEpoch.optional(),
      finalizedKey: z.array(zCid).optional(),
    }),
  ),
  startTime: zPanel(z.object({ timeMs: zTimeMs })),
  /** Absent if all backends have the same chain. */
  backends: zPanel(zBackends).optional(),
});
export type NodeStatus = z.infer<typeof zNodeStatus>;
