/**
 * Deals of providers, read block by block from the state for endpoints that cannot return the whole market. Uses the market actor's index
 * of deals by provider and sector, which does not have deals without a sector.
 */
import type { z } from 'zod';
import { type Allocation, allocation, type Claim, claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { type DealLabel, dealLabelText, dealProposal } from '../../../shared/domain/deals/deal-proposal.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { cidFromBytes } from '../../../shared/domain/encoding/cid.ts';
import type { Codec } from '../../../shared/domain/ipld/codec.ts';
import { together } from '../../../shared/domain/ipld/walk.ts';
import { readActorType } from '../../../shared/domain/state/actor-types.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import { openMarket, readDeal, readProviderSectors, type StateDeal, type StateMarket } from '../../../shared/domain/state/market.ts';
import { openMiner } from '../../../shared/domain/state/miner.ts';
import { readDeadlines, readPartitions } from '../../../shared/domain/state/miner-partitions.ts';
import { readActor, resolveAddress } from '../../../shared/domain/state/state-tree.ts';
import { readAllocations, readClaims } from '../../../shared/domain/state/verified-data.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { type NodeMarketDeal, zNodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';
import { zNodeAllocation, zNodeClaim } from '../../../shared/validation/node/verified-registry.ts';
import type { BlockReader } from '../state/block-reader.ts';
import type { PinnedState } from '../state/pinned-state.ts';
import { allocationEntry, claimEntry, dealEntry, type SectorHealth } from './deal-entries.ts';
import type { DealList } from './deal-list.ts';
import type { DealEntry } from './deal-table.ts';
import { DealTableView } from './deal-table-view.ts';
import { joinDeals } from './join-deals.ts';
import type { ListContext } from './list-context.ts';

/** Deals read in one batch. */
const DEALS_AT_ONCE = 256;
const NOT_YET = -1;

export type StateListStep = (phase: string, step?: { readonly done: number; readonly total: number }) => void;

/** The parts read so far; a resumed read starts with the first missing part. */
export interface StateListParts {
  readonly deals: Map<number, NodeMarketDeal>;
  /** Deals with invalid values. */
  readonly odd: Set<number>;
  readonly claims: Map<string, ReadonlyMap<number, Claim>>;
  readonly allocations: Map<string, ReadonlyMap<number, Allocation>>;
  readonly health: Map<string, SectorHealth>;
  readonly calls: CallRef[];
}

export function emptyParts(): StateListParts {
  return { deals: new Map(), odd: new Set(), claims: new Map(), allocations: new Map(), health: new Map(), calls: [] };
}

/**
 * Fills `parts` for these addresses.
 *
 * @throws SextantError as `BlockReader.walk`; `not-found` for an address without an actor
 */
export async function readStateParts(
  reader: BlockReader,
  { tree }: PinnedState,
  addresses: readonly Address[],
  parts: StateListParts,
  letter: NetworkLetter,
  onStep: StateListStep,
  signal: AbortSignal,
): Promise<void> {
  const providers = new Map<string, Address>();
  for (const address of addresses) {
    const typed = formatAddress(address, letter);
    onStep(`address ${typed}`);
    const { value: id } = await reader.walk(`the address ${typed}`, resolveAddress(tree, address), signal);
    const found = id === undefined ? undefined : (await reader.walk(`the actor ${typed}`, readActor(tree, id), signal)).value;
    if (id === undefined || found === undefined) throw new SextantError('not-found', `Actor ${typed} does not exist in this state.`);
    const name = formatAddress(id, letter);
    if (!parts.allocations.has(name)) {
      onStep(`allocations of ${name}`);
      const { value, calls } = await reader.walk(`the allocations of ${name}`, readAllocations(tree, id), signal);
      parts.allocations.set(name, value);
      noteCalls(parts, calls);
    }
    const { value: type } = await reader.walk("the network's actors", readActorType(tree, found.actor.code), signal);
    if (type !== 'storageminer') continue;
    if (!parts.claims.has(name)) {
      onStep(`claims of ${name}`);
      const { value, calls } = await reader.walk(`the claims of ${name}`, readClaims(tree, id), signal);
      parts.claims.set(name, value);
      noteCalls(parts, calls);
    }
    if (!parts.health.has(name)) {
      onStep(`sectors of ${name}`);
      const { value: miner } = await reader.walk(`the state of ${name}`, openMiner(tree.layout, found.actor), signal);
      const { value: deadlines } = await reader.walk(`the deadlines of ${name}`, readDeadlines(miner), signal);
      const { value: partitions, calls } = await reader.walk(`the partitions of ${name}`, readPartitions(miner, deadlines), signal);
      parts.health.set(name, { faulty: union(partitions.map(({ faulty }) => faulty)), live: union(partitions.map(({ live }) => live)) });
      noteCalls(parts, calls);
    }
    providers.set(name, id);
  }
  // Last, so that claims, allocations and sectors remain if the market cannot be read.
  onStep('the storage market');
  const market = await reader.walk('the storage market', openMarket(tree), signal);
  noteCalls(parts, market.calls);
  for (const [name, id] of providers) {
    onStep(`deals of ${name}`);
    await readDeals(reader, market.value, id, name, parts, letter, onStep, signal);
  }
}

async function readDeals(
  reader: BlockReader,
  market: StateMarket,
  provider: Address,
  name: string,
  parts: StateListParts,
  letter: NetworkLetter,
  onStep: StateListStep,
  signal: AbortSignal,
): Promise<void> {
  const { value: bySector } = await reader.walk(`the sectors with deals of ${name}`, readProviderSectors(market, provider), signal);
  if (bySector === undefined) {
    throw new SextantError('capability-missing', 'The market state of this network version has no index of deals by provider.');
  }
  const ids = [...new Set([...bySector.values()].flat())].sort((left, right) => left - right);
  const left = ids.filter((id) => !parts.deals.has(id) && !parts.odd.has(id));
  for (let from = 0; from < left.length; from += DEALS_AT_ONCE) {
    onStep(`deals of ${name}`, { done: ids.length - left.length + from, total: ids.length });
    const chunk = left.slice(from, from + DEALS_AT_ONCE);
    const walk = together(chunk.map((id) => readDeal(market, id)));
    const { value, calls } = await reader.walk(`the deals of ${name}`, walk, signal);
    for (const deal of value) {
      if (deal === undefined) continue;
      const read = nodeDealOf(deal, letter);
      if (read === undefined) parts.odd.add(deal.dealId);
      else parts.deals.set(deal.dealId, read);
    }
    if (from === 0) noteCalls(parts, calls);
  }
}

/** The list of the parts read so far. */
export function stateListOf(
  pinned: PinnedState['pinned'],
  of: readonly string[],
  parts: StateListParts,
  facts: ListContext,
  gaps: DealList['gaps'],
): DealList {
  const context = { ...facts, health: (provider: string) => parts.health.get(provider) };
  const deals = function* (): Generator<DealEntry> {
    for (const [id, deal] of parts.deals) yield dealEntry(id, deal, context);
  };
  let unread = parts.odd.size;
  const onOdd = (): void => {
    unread += 1;
  };
  const claims = [...rowsOf(parts.claims.values(), claim, zNodeClaim, onOdd)].map(([id, row]) => claimEntry(id, row, context));
  const allocations = [...rowsOf(parts.allocations.values(), allocation, zNodeAllocation, onOdd)].map(([id, row]) =>
    allocationEntry(id, row, context),
  );
  const { table, joined, odd } = joinDeals(
    deals(),
    claims,
    allocations,
    parts.deals.size + claims.length + allocations.length,
    facts.timeMsOf,
  );
  return {
    source: 'state',
    of,
    pinned,
    view: new DealTableView(table, { head: pinned.height, epochOf: facts.epochOf }),
    joined,
    odd: odd + unread,
    faultsUnknownOf: [...parts.claims.keys()].filter((provider) => !parts.health.has(provider)),
    gaps,
    calls: parts.calls,
  };
}

/** As StateMarketStorageDeal returns it, but with the exact label. Undefined for invalid values. */
function nodeDealOf({ proposal, state }: StateDeal, letter: NetworkLetter): NodeMarketDeal | undefined {
  const { sectorNumber, sectorStartEpoch = NOT_YET, lastUpdatedEpoch = NOT_YET, slashEpoch = NOT_YET } = state ?? {};
  const parsed = zNodeMarketDeal.safeParse({
    Proposal: { ...(dealProposal.toJson(proposal, letter) as object), Label: labelOf(proposal.label) },
    State: {
      SectorNumber: sectorNumber ?? null,
      SectorStartEpoch: sectorStartEpoch,
      LastUpdatedEpoch: lastUpdatedEpoch,
      SlashEpoch: slashEpoch,
    },
  });
  return parsed.success ? parsed.data : undefined;
}

/** Text as is; bytes as a CID if they are one, else as hex. */
function labelOf(label: DealLabel): string {
  const text = dealLabelText(label);
  if (text !== undefined) return text;
  try {
    return cidFromBytes(label.bytes);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `0x${bytesToHex(label.bytes)}`;
  }
}

/** Rows of the registry in the form of its methods. */
function* rowsOf<T, S extends z.ZodType>(
  maps: Iterable<ReadonlyMap<number, T>>,
  codec: Codec<T>,
  schema: S,
  onOdd: () => void,
): Generator<readonly [number, z.output<S>]> {
  for (const byId of maps) {
    for (const [id, row] of byId) {
      const parsed = schema.safeParse(codec.toJson(row, 'f'));
      if (parsed.success) yield [id, parsed.data] as const;
      else onOdd();
    }
  }
}

/** Keeps up to 20 calls of a list. */
function noteCalls(parts: StateListParts, calls: readonly CallRef[]): void {
  for (const call of calls) if (parts.calls.length < 20 && !parts.calls.some(({ id }) => id === call.id)) parts.calls.push(call);
}
