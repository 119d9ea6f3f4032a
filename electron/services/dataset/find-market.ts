/**
 * The market actor's arrays in the state of a tipset, for an update of a dataset: found from a block of the tipset on by verified blocks.
 */
import { type MarketState, marketState } from '../../../shared/domain/actors/market-state.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { type LaterBlockSource, readBlocks } from '../../../shared/domain/ipld/walk.ts';
import { readSingleton, SINGLETONS } from '../../../shared/domain/state/state-tree.ts';
import type { MarketTarget } from '../../dataset/mirror/update-market.ts';
import type { Clock } from '../../platform/ports.ts';
import { AnswerCache } from '../../rpc/answer-cache.ts';
import type { BlockEndpoint } from '../state/block-endpoint.ts';
import { BlockReader } from '../state/block-reader.ts';
import { openPinnedState } from '../state/pinned-state.ts';

/** Blocks of an update are read once: what is kept serves a second look at the same tipset. */
const CACHE = { maxEntries: 1000, maxBytes: 8 * 1024 * 1024 } as const;
/** An update ends by its own limit before. */
const CALL_BUDGET = 250_000;

export interface FoundMarket {
  readonly target: MarketTarget;
  readonly read: LaterBlockSource;
}

/**
 * @param keys tipsets, the first that the endpoint knows is taken
 * @throws SextantError as `openPinnedState`
 */
export async function findMarket(
  endpoint: BlockEndpoint,
  genesisCid: string,
  keys: readonly (readonly Cid[])[],
  clock: Clock,
  signal: AbortSignal,
): Promise<FoundMarket> {
  const reader = new BlockReader(endpoint, { cache: new AnswerCache(CACHE), clock, cause: 'dataset: update', onProgress: () => undefined });
  reader.allow(CALL_BUDGET);
  const { pinned, tree } = await openPinnedState(reader, keys, signal);
  const part = 'the state of the storage market';
  const { value } = await reader.walk(part, readSingleton<MarketState>(tree, SINGLETONS.market, marketState[tree.layout], part), signal);
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
      blocks,
      bytes,
    },
    read: async (cids) => (await reader.walk('the deals of the market', readBlocks(cids), signal)).value,
  };
}
