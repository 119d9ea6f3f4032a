/**
 * Claims of providers and allocations of clients, by one call each: what every endpoint serves. Deals are not found this way; they are
 * read block by block where somebody asks for that.
 */
import type { z } from 'zod';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealGap } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeAllocation, zNodeClaim, zNodeRowsById } from '../../../shared/validation/node/verified-registry.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { readIdAddress } from '../network-address.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { allocationEntry, claimEntry } from './deal-entries.ts';
import type { DealList } from './deal-list.ts';
import type { DealEntry } from './deal-table.ts';
import { DealTableView } from './deal-table-view.ts';
import { joinDeals } from './join-deals.ts';
import { listContext } from './list-context.ts';
import { problemOf } from './market-list.ts';
import { nodeRows } from './node-rows.ts';
import { SectorHealthBook } from './sector-health-book.ts';

/**
 * @param why why deals are not in the list, where that is a problem of the endpoint
 * @throws SextantError `invalid-input` and `not-found` for addresses that are none or that nobody has; the first failure where nothing at
 * all was answered
 */
export async function readHolderList(
  node: PinnedNode,
  connection: ActiveConnection,
  addresses: readonly string[],
  why?: DealGap,
): Promise<DealList> {
  const calls: CallRef[] = [];
  const gaps: DealGap[] = why === undefined ? [] : [why];
  const facts = listContext(node, connection);
  const holders: string[] = [];
  for (const address of addresses) holders.push(await readIdAddress(node, connection.letter, address, 'of'));
  let odd = 0;
  let failure: unknown;
  const read = async <S extends z.ZodType>(
    method: string,
    what: 'claims' | 'allocations',
    schema: S,
    holder: string,
  ): Promise<(readonly [number, z.output<S>])[]> => {
    try {
      const { value, call } = await node.read(method, (key) => [holder, key], zNodeRowsById);
      calls.push({ ...call, subject: holder });
      const { rows, odd: oddOf } = nodeRows(value, schema);
      const taken = [...rows];
      odd += oddOf();
      return taken;
    } catch (error) {
      failure ??= error;
      gaps.push({ what, problem: problemOf(error) });
      return [];
    }
  };
  const book = new SectorHealthBook();
  await book.fill(node, holders, new Set(holders));
  if (book.gap !== undefined) gaps.push(book.gap);
  const known = new Map(holders.map((holder) => [holder, book.of(holder, node.ref.height)]));
  for (const entry of known.values()) calls.push(...(entry?.calls ?? []));
  const context = { ...facts, health: (provider: string) => known.get(provider)?.health };
  const claims: DealEntry[] = [];
  const allocations: DealEntry[] = [];
  for (const holder of holders) {
    for (const [id, claim] of await read('StateGetClaims', 'claims', zNodeClaim, holder)) claims.push(claimEntry(id, claim, context));
    for (const [id, allocation] of await read('StateGetAllocations', 'allocations', zNodeAllocation, holder)) {
      allocations.push(allocationEntry(id, allocation, context));
    }
  }
  // Nothing at all was answered: that is no empty list.
  if (failure !== undefined && calls.length === 0) throw failure;
  const { table, odd: oddEpochs } = joinDeals([], claims, allocations, claims.length + allocations.length, facts.timeMsOf);
  return {
    source: 'calls',
    of: holders,
    pinned: node.ref,
    view: new DealTableView(table, { head: node.ref.height, epochOf: facts.epochOf }),
    joined: 0,
    odd: odd + oddEpochs,
    faultsUnknownOf: holders.filter((holder) => known.get(holder) === undefined),
    gaps,
    calls,
  };
}
