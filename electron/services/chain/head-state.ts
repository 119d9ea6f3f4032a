/** The contract's form of a connection's head, and the rules for a stale head. */
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import { formatDateTime } from '../../../shared/text/format.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { stripOf, tipsetRef } from '../pinned/chain-tipset.ts';
import type { ChainFollower, Problem } from './chain-follower.ts';
import type { FinalityReader } from './finality.ts';
import type { Pace } from './pace.ts';

const STRIP_SHOWN = 60;
/** A head older than this is stale: the node is behind the network or has stopped. */
const OLD_HEAD_MS = 15 * 60_000;

/** State of one followed connection. */
export interface Following {
  readonly connection: ActiveConnection;
  readonly follower: Pick<ChainFollower, 'chain' | 'reorgs'>;
  readonly finality: Pick<FinalityReader, 'current'>;
  readonly pace: Pick<Pace, 'staleAfterMs'>;
  readonly mode: 'connecting' | 'live' | 'polling' | 'failed';
  readonly problem: Problem | undefined;
  readonly headReceivedAtMs: number | undefined;
  readonly calls: HeadState['calls'];
}

export function headStateOf(following: Following, nowMs: number): HeadState {
  const { connection, follower, finality, mode, problem, headReceivedAtMs, calls } = following;
  const { chain, reorgs } = follower;
  const { facts } = connection;
  const head = chain.head;
  const stale = mode === 'failed' || mode === 'connecting' ? undefined : staleWords(following, nowMs);
  const shownProblem = problem ?? (stale === undefined ? undefined : { code: 'stale', message: stale });
  const finalized = finality.current?.finalized;
  return {
    connectionId: connection.id,
    connectionName: connection.name,
    status: stale === undefined ? mode : 'stale',
    ...(shownProblem === undefined ? {} : { problem: shownProblem }),
    networkName: facts.networkName,
    genesisCid: facts.genesisCid,
    genesisTimeMs: facts.genesisTimeMs,
    blockDelaySeconds: facts.blockDelaySeconds,
    latencyMs: calls.finalized?.tookMs ?? facts.latencyMs,
    ...(facts.software === undefined ? {} : { software: facts.software }),
    ...(head === undefined
      ? {}
      : { head: { ...tipsetRef(head), parents: [...head.parents], blockCount: head.blocks.length, baseFee: head.baseFee } }),
    ...(headReceivedAtMs === undefined ? {} : { headReceivedAtMs }),
    ...(finalized === undefined ? {} : { finalized }),
    strip: stripOf(chain.tipsets, STRIP_SHOWN),
    reorgs: [...reorgs],
    calls,
  };
}

/** Return why the head is stale; undefined while it is fresh. */
export function staleWords({ connection, follower, pace, headReceivedAtMs }: Following, nowMs: number): string | undefined {
  const head = follower.chain.head;
  if (head === undefined || headReceivedAtMs === undefined) {
    return undefined;
  }
  const silentMs = nowMs - headReceivedAtMs;
  if (silentMs > pace.staleAfterMs) {
    return `No new head has arrived for ${Math.round(silentMs / 1000)} seconds.`;
  }
  // A practice chain has its own time.
  const isPractice = connection.capabilities.chainPaceMs !== undefined;
  const { timeMs } = tipsetRef(head);
  return isPractice || nowMs - timeMs <= OLD_HEAD_MS
    ? undefined
    : `The newest tipset of this node is from ${formatDateTime(timeMs)}: the node is behind the network or no longer follows it.`;
}
