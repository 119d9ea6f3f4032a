/** The whole market in a few calls, for small networks. Public endpoints refuse them; large networks are not queried. */
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
import type { SectorHealthCache } from './sector-health-cache.ts';

/** Maximum number of deals ever published for a StateMarketDeals call. */
const MAX_MARKET_DEALS = 200_000n;
const MARKET_TIMEOUT_MS = 60_000;

export interface MarketListOptions {
  /** It was read before, so its size is not checked. */
  readonly isKnownToBeSmall: boolean;
  readonly health: SectorHealthCache;
  /** Waits until the health is read, or as long as the list can wait. */
  readonly wait: (reading: Promise<boolean>) => Promise<unknown>;
}

/** @throws SextantError `capability-missing` for a market too large, and those of StateMarketDeals */
export async function readMarketList(node: PinnedNode, connection: ActiveConnection, options: MarketListOptions): Promise<DealList> {
  if (!options.isKnownToBeSmall) await requireSmallMarket(node, connection);
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
  // Parsed once, iterated twice.
  const dealRows = [...deals.rows];
  const claimRows = [...claims.rows];
  const facts = listContext(node, connection);
  const providers = new Set<string>();
  for (const [, { Proposal, State }] of dealRows) if (State.SectorStartEpoch >= 0) providers.add(facts.address(Proposal.Provider));
  for (const [, { Provider }] of claimRows) providers.add(facts.actor(Provider));
  const { health } = options;
  const lone = providersOfLoneClaims(dealRows, claimRows, facts);
  await options.wait(health.fill(node, [...providers], lone));
  const known = new Map([...providers].map((provider) => [provider, health.of(provider, node.ref.height)]));
  for (const entry of known.values()) calls.push(...(entry?.calls ?? []));
  if (health.gap !== undefined) gaps.push(health.gap);
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

/** Providers of claims without a deal. A claim outlives its sector, so the sector has to be checked. */
function providersOfLoneClaims(
  deals: readonly (readonly [number, NodeMarketDeal])[],
  claims: readonly (readonly [number, NodeClaim])[],
  facts: ListContext,
): Set<string> {
  const dataKey = (provider: string, sector: number | bigint, piece: string): string => `${provider} ${sector} ${piece}`;
  const ofDeals = new Set(
    deals.map(([, { Proposal, State }]) => dataKey(facts.address(Proposal.Provider), State.SectorNumber ?? -1, Proposal.PieceCID ?? '')),
  );
  const alone = claims.filter(([, { Provider, Sector, Data }]) => !ofDeals.has(dataKey(facts.actor(Provider), Sector, Data)));
  return new Set(alone.map(([, { Provider }]) => facts.actor(Provider)));
}

/** The error of a failed part. A missing tipset fails the whole list. */
export function problemOf(error: unknown): DealGap['problem'] {
  if (!(error instanceof SextantError) || isUnknownTipset(error)) throw error;
  return panelErrorOf(error);
}

function* entriesOf<T, E>(rows: Iterable<readonly [number, T]>, entryOf: (id: number, row: T) => E): Generator<E> {
  for (const [id, row] of rows) yield entryOf(id, row);
}

/** Checks the size of the market with one small call; if that fails, the large call decides. */
async function requireSmallMarket(node: PinnedNode, connection: ActiveConnection): Promise<void> {
  let dealCount: bigint;
  try {
    const state = await node.read('StateReadState', (key) => [`${connection.letter}05`, key], zNodeMarketState);
    dealCount = state.value.State.NextID;
  } catch (error) {
    if (error instanceof SextantError) return;
    throw error;
  }
  if (dealCount <= MAX_MARKET_DEALS) return;
  throw new SextantError(
    'capability-missing',
    `This network has published ${dealCount} deals, too many for one StateMarketDeals response. Read the deals of a provider, or open a deal by ID.`,
    { details: { method: 'StateMarketDeals' } },
  );
}
