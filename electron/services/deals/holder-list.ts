/** Claims of providers and allocations of clients, by one call each, which every endpoint serves. Does not include f05 deals. */
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
import { SectorHealthCache } from './sector-health-cache.ts';

/**
 * @param why why the endpoint could not list f05 deals
 * @throws SextantError `invalid-input` and `not-found` for invalid and unknown addresses; the first error if all calls failed
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
      const parsed = [...rows];
      odd += oddOf();
      return parsed;
    } catch (error) {
      failure ??= error;
      gaps.push({ what, problem: problemOf(error) });
      return [];
    }
  };
  const health = new SectorHealthCache();
  await health.fill(node, holders, new Set(holders));
  if (health.gap !== undefined) gaps.push(health.gap);
  const known = new Map(holders.map((holder) => [holder, health.of(holder, node.ref.height)]));
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
  // If all calls failed, the list is not empty but unknown.
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
