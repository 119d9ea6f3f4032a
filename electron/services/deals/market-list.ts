/**
 * The whole market in a few calls: fine on a small network, refused by every public endpoint, and not asked of a network with more deals
 * than one answer can hold.
 */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealGap } from '../../../shared/ipc/schemas/deals.ts';
import {
  type NodeMarketDeal,
  zNodeMarketDeal,
  zNodeMarketDeals,
  zNodeMarketState,
} from '../../../shared/validation/node/provider-state.ts';
import { type NodeClaim, zNodeAllocation, zNodeClaim, zNodeRowsById } from '../../../shared/validation/node/verified-registry.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { isUnknownTipset, type PinnedNode, panelErrorOf } from '../pinned/pinned-node.ts';
import { allocationEntry, claimEntry, dealEntry } from './deal-entries.ts';
import type { DealList } from './deal-list.ts';
import { DealTableView } from './deal-table-view.ts';
import { joinDeals } from './join-deals.ts';
import { type ListContext, listContext } from './list-context.ts';
import { nodeRows } from './node-rows.ts';
import type { SectorHealthBook } from './sector-health-book.ts';

/** Beyond so many deals ever published the whole-market answer is not asked for. */
const MARKET_LIMIT = 200_000n;
const MARKET_TIMEOUT_MS = 60_000;
export interface MarketListOptions {
  /** It was read before: how large it is need not be asked. */
  readonly isKnownToBeSmall: boolean;
  readonly book: SectorHealthBook;
  /** Waits for what the book is to learn, or for as long as the list can wait. */
  readonly wait: (learning: Promise<boolean>) => Promise<unknown>;
}

/** @throws SextantError `capability-missing` for a market too large, and those of StateMarketDeals */
export async function readMarketList(node: PinnedNode, connection: ActiveConnection, options: MarketListOptions): Promise<DealList> {
  if (!options.isKnownToBeSmall) await refuseHugeMarket(node, connection);
  const calls: CallRef[] = [];
  const gaps: DealGap[] = [];
  const market = await node.read('StateMarketDeals', (key) => [key], zNodeMarketDeals, { timeoutMs: MARKET_TIMEOUT_MS });
  calls.push(market.call);
  const deals = nodeRows(market.value, zNodeMarketDeal);
  const registry = async (method: string, what: 'claims' | 'allocations') => {
    try {
      const { value, call } = await node.read(method, (key) => [key], zNodeRowsById, { timeoutMs: MARKET_TIMEOUT_MS });
      calls.push(call);
      return value;
    } catch (error) {
      gaps.push({ what, problem: problemOf(error) });
      return null;
    }
  };
  const claims = nodeRows(await registry('StateGetAllClaims', 'claims'), zNodeClaim);
  const allocations = nodeRows(await registry('StateGetAllAllocations', 'allocations'), zNodeAllocation);
  // Checked once, although they are looked through twice.
  const dealRows = [...deals.rows];
  const claimRows = [...claims.rows];
  const facts = listContext(node, connection);
  const providers = new Set<string>();
  for (const [, { Proposal, State }] of dealRows) if (State.SectorStartEpoch >= 0) providers.add(facts.address(Proposal.Provider));
  for (const [, { Provider }] of claimRows) providers.add(facts.actor(Provider));
  const { book } = options;
  const lone = providersOfLoneClaims(dealRows, claimRows, facts);
  await options.wait(book.fill(node, [...providers], lone));
  const known = new Map([...providers].map((provider) => [provider, book.of(provider, node.ref.height)]));
  for (const entry of known.values()) calls.push(...(entry?.calls ?? []));
  if (book.gap !== undefined) gaps.push(book.gap);
  const context = { ...facts, health: (provider: string) => known.get(provider)?.health };
  const { table, joined, odd } = joinDeals(
    entriesOf(dealRows, (id, deal) => dealEntry(id, deal, context)),
    [...entriesOf(claimRows, (id, claim) => claimEntry(id, claim, context))],
    [...entriesOf(allocations.rows, (id, allocation) => allocationEntry(id, allocation, context))],
    deals.expected + claims.expected + allocations.expected,
    facts.timeMsOf,
  );
  return {
    source: 'market',
    pinned: node.ref,
    view: new DealTableView(table, { head: node.ref.height, epochOf: facts.epochOf }),
    joined,
    odd: odd + deals.odd() + claims.odd() + allocations.odd(),
    faultsUnknownOf: [...providers].filter((provider) => known.get(provider) === undefined),
    gaps,
    calls,
  };
}

/** Providers with claims that no deal stands behind: a claim outlives its sector, and says nothing of that. */
function providersOfLoneClaims(
  deals: readonly (readonly [number, NodeMarketDeal])[],
  claims: readonly (readonly [number, NodeClaim])[],
  facts: ListContext,
): Set<string> {
  const placeOf = (provider: string, sector: number | bigint, piece: string): string => `${provider} ${sector} ${piece}`;
  const behind = new Set(
    deals.map(([, { Proposal, State }]) => placeOf(facts.address(Proposal.Provider), State.SectorNumber ?? -1, Proposal.PieceCID ?? '')),
  );
  const alone = claims.filter(([, { Provider, Sector, Data }]) => !behind.has(placeOf(facts.actor(Provider), Sector, Data)));
  return new Set(alone.map(([, { Provider }]) => facts.actor(Provider)));
}

/** What a part that could not be read is told by; a tipset that the backend lacks concerns the whole list. */
export function problemOf(error: unknown): DealGap['problem'] {
  if (!(error instanceof SextantError) || isUnknownTipset(error)) throw error;
  return panelErrorOf(error);
}

export function* entriesOf<T, E>(rows: Iterable<readonly [number, T]>, entryOf: (id: number, row: T) => E): Generator<E> {
  for (const [id, row] of rows) yield entryOf(id, row);
}

/** The market's size costs one small call to learn; where even that is refused, the large call decides for itself. */
async function refuseHugeMarket(node: PinnedNode, connection: ActiveConnection): Promise<void> {
  let dealCount: bigint;
  try {
    const state = await node.read('StateReadState', (key) => [`${connection.letter}05`, key], zNodeMarketState);
    dealCount = state.value.State.NextID;
  } catch (error) {
    if (error instanceof SextantError) return;
    throw error;
  }
  if (dealCount <= MARKET_LIMIT) return;
  throw new SextantError(
    'capability-missing',
    `This network has published ${dealCount} deals: too many for one StateMarketDeals answer. Read the deals of a provider, or look one up by its number.`,
    { details: { method: 'StateMarketDeals' } },
  );
}
