/** Finds the market actor's arrays in the state of a tipset by verified blocks, for an update of a dataset. */
import { type MarketState, marketState } from '../../../shared/domain/actors/market-state.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { type LaterBlockSource, readBlocks } from '../../../shared/domain/ipld/walk.ts';
import { readSingleton, SINGLETONS } from '../../../shared/domain/state/state-tree.ts';
import { readVerifiedRegistry } from '../../../shared/domain/state/verified-data.ts';
import type { MarketTarget } from '../../dataset/mirror/update-market.ts';
import type { Clock } from '../../platform/ports.ts';
import { AnswerCache } from '../../rpc/answer-cache.ts';
import type { BlockEndpoint } from '../state/block-endpoint.ts';
import { BlockReader } from '../state/block-reader.ts';
import { openPinnedState } from '../state/pinned-state.ts';

/** An update reads each block once; the cache serves a retry at the same tipset. */
const CACHE = { maxEntries: 1000, maxBytes: 8 * 1024 * 1024 } as const;
/** Above the limit of an update itself. */
const CALL_BUDGET = 250_000;

export interface FoundMarket {
  readonly target: MarketTarget;
  readonly read: LaterBlockSource;
}

/**
 * @param keys tipsets; the first that the endpoint has is used
 * @throws SextantError as `openPinnedState`
 */
export async function findMarket(
  endpoint: BlockEndpoint,
  genesisCid: string,
  keys: readonly (readonly Cid[])[],
  clock: Clock,
  signal: AbortSignal,
  callBudget = CALL_BUDGET,
): Promise<FoundMarket> {
  const reader = new BlockReader(endpoint, { cache: new AnswerCache(CACHE), clock, cause: 'dataset: update', onProgress: () => undefined });
  reader.allow(callBudget);
  const { pinned, tree } = await openPinnedState(reader, keys, signal);
  const part = 'the state of the storage market';
  const { value } = await reader.walk(part, readSingleton<MarketState>(tree, SINGLETONS.market, marketState[tree.layout], part), signal);
  const { value: verified } = await reader.walk('the state of the verified registry', readVerifiedRegistry(tree), signal);
  const { claims, allocations } = verified;
  const { blocks, bytes } = reader.counts;
  return {
    target: {
      genesisCid,
      epoch: pinned.height,
      tipsetKey: pinned.key,
      timeMs: pinned.timeMs,
      layout: tree.layout,
      proposals: value.proposals,
      states: value.states,
      registry:
        claims === undefined || allocations === undefined ? 'This network version has no claims and allocations.' : { claims, allocations },
      blocks,
      bytes,
    },
    read: async (cids) => (await reader.walk('the market', readBlocks(cids), signal)).value,
  };
}
