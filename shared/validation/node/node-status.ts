/**
 * Status of a node: version, peers, sync, bandwidth, reachability, F3.
 *
 * Untrusted: texts and lists are truncated, numbers may be bigint. Types of Lotus api/api_full.go, api/types.go, api/api_net.go and go-f3 (certs.FinalityCertificate, gpbft.InstanceProgress).
 */
import { z } from 'zod';
import { zBigDecimal, zSafeInteger, zSlice, zUint64 } from './primitives.ts';

/** More than any node keeps; limits memory. */
const MAX_PEERS = 20_000;
const MAX_ADDRESSES = 64;
const MAX_WORKERS = 200;
/** The zero `time.Time`: the worker has not started or not ended. */
const ZERO_TIME = '0001-01-01T00:00:00Z';

const zWords = z.string().max(2000);
const zCount = z.union([z.number(), z.bigint()]).transform(Number);
const zLinks = z.array(z.object({ '/': z.string().min(8).max(200) }));

/** RFC 3339 as Go writes it, up to nanoseconds; undefined for Go's zero time. */
export const zGoTime = z
  .string()
  .max(60)
  .transform((text, context): bigint | undefined => {
    const match = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/.exec(text);
    const wholeMs = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`);
    if (Number.isNaN(wholeMs)) {
      context.addIssue({ code: 'custom', message: 'Not a Go time.' });
      return z.NEVER;
    }
    return text === ZERO_TIME ? undefined : BigInt(wholeMs) * 1_000_000n + BigInt((match?.[2] ?? '').padEnd(9, '0'));
  });

export const zNodeVersionAnswer = z.object({
  Version: zWords,
  APIVersion: z.number().int().nonnegative().optional(),
  BlockDelay: z.number().positive().optional(),
  Agent: zWords.optional(),
});

export const zNodePeerId = zWords.min(1);

export const zNodeAddrInfo = z.object({ ID: zWords, Addrs: zSlice(zWords) }).transform(({ ID, Addrs }) => ({
  peerId: ID,
  addresses: Addrs.slice(0, MAX_ADDRESSES),
}));

export const zNodePeersAnswer = z
  .array(zNodeAddrInfo)
  .max(MAX_PEERS)
  .nullable()
  .transform((peers) => peers ?? []);

export const zNodeNatInfo = z.object({
  Reachability: z.number().int().min(0).max(2),
  PublicAddr: zWords.optional(),
  PublicAddrs: zSlice(zWords),
});

export const zNodeBandwidth = z.object({ TotalIn: zCount, TotalOut: zCount, RateIn: zCount, RateOut: zCount });

/** More than upgrades will ever have; limits memory. */
const MAX_UPGRADES = 500;
const zForkUpgradeParams = z
  .record(z.string().max(80), zSafeInteger)
  .refine((params) => Object.keys(params).length <= MAX_UPGRADES)
  .nullish();
/** The upgrade heights of StateGetNetworkParams. */
export const zNodeUpgradeParams = z.object({ ForkUpgradeParams: zForkUpgradeParams });

export const zNodeNetworkParams = z.object({
  NetworkName: zWords,
  BlockDelaySecs: z.number().positive().optional(),
  ConsensusMinerMinPower: zBigDecimal.optional(),
  PreCommitChallengeDelay: zSafeInteger.optional(),
  ForkUpgradeParams: zForkUpgradeParams,
  Eip155ChainID: zUint64.optional(),
  GenesisTimestamp: zUint64.optional(),
});

/** Only the shown fields of a tipset: a worker's target may be of another, unreadable chain. */
const zNodeTipsetPlace = z.object({ Cids: zLinks.min(1).max(64), Height: zSafeInteger });

const zNodeSync = z.object({
  WorkerID: zUint64.optional(),
  Base: zNodeTipsetPlace.nullish(),
  Target: zNodeTipsetPlace.nullish(),
  Stage: z.number().int(),
  Height: zSafeInteger,
  Start: zGoTime.optional(),
  End: zGoTime.optional(),
  Message: zWords.optional(),
});

export const zNodeSyncState = z.object({ ActiveSyncs: z.array(zNodeSync).max(MAX_WORKERS).nullish(), VMApplied: zUint64.optional() });

export const zNodeStatusAnswer = z.object({
  SyncStatus: z.object({ Epoch: zSafeInteger, Behind: zCount }),
  PeerStatus: z.object({ PeersToPublishMsgs: zCount, PeersToPublishBlocks: zCount }),
  ChainStatus: z.object({ BlocksPerTipsetLast100: z.number(), BlocksPerTipsetLastFinality: z.number() }).optional(),
});

export const zNodeF3Progress = z.object({ ID: zUint64, Round: zUint64, Phase: z.number().int() });

/** The finalized tipset of a certificate: the last one of its chain. */
export const zNodeF3Certificate = z.object({
  GPBFTInstance: zUint64,
  ECChain: z.array(z.object({ Key: zLinks.max(64).nullish(), Epoch: zSafeInteger })).max(1000),
});
