import type { Market } from '../../electron/devnet/deals/market-view.ts';
import { idAddress } from '../../shared/domain/addresses/address.ts';
import { pendingProposalCid } from '../../shared/domain/deals/deal-proposal.ts';

/** Describes invariant violations in a market's state (go-state-types builtin/v18/market/invariants.go). */
export function marketFaults(market: Market): string[] {
  const faults: string[] = [];
  const require = (isRight: boolean, what: string): void => void (isRight || faults.push(what));
  const proposals = new Map(market.proposals.entries());
  const states = new Map(market.states.entries());
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

  const open = [...proposals].filter(([id]) => (states.get(id)?.slashEpoch ?? -1) < 0).map(([, proposal]) => proposal);
  const fees = sum(open.map((deal) => deal.storagePricePerEpoch * BigInt(deal.endEpoch - deal.startEpoch)));
  require(market.totalClientStorageFee === fees, `fees ${market.totalClientStorageFee}, deals ${fees}`);
  require(market.totalClientLockedCollateral === sum(open.map((deal) => deal.clientCollateral)), 'collateral of clients');
  require(market.totalProviderLockedCollateral === sum(open.map((deal) => deal.providerCollateral)), 'collateral of providers');
  const locked = market.lockedTable.entries();
  const totals = market.totalClientStorageFee + market.totalClientLockedCollateral + market.totalProviderLockedCollateral;
  require(sum(locked.map(([, amount]) => amount)) === totals, 'what is locked is not the sum of the totals');
  for (const [address, amount] of locked) require(amount <= (market.escrowTable.get(address) ?? 0n), `${address} locks more than it has`);
  for (const [address, amount] of [...locked, ...market.escrowTable.entries()]) require(amount > 0n, `${address} has a row of ${amount}`);

  for (const [id] of states) require(proposals.has(id), `state without proposal of deal ${id}`);
  for (const [id] of proposals) require(id < market.nextId, `deal ${id} beyond the next id`);
  const waiting = [...proposals].filter(([id, { startEpoch }]) => startEpoch > market.lastCron && (states.get(id)?.slashEpoch ?? -1) < 0);
  const cids = waiting.map(([, proposal]) => pendingProposalCid(proposal)).sort();
  const pending = market.pendingProposals.entries().map(([cid]) => cid);
  require(JSON.stringify(pending.sort()) === JSON.stringify(cids), `${pending.length} pending, ${cids.length} expected`);
  for (const [id] of market.pendingDealAllocationIds?.entries() ?? []) {
    require(proposals.get(id)?.verifiedDeal === true && !states.has(id), `an allocation waits for deal ${id}`);
  }

  const looks = market.dealOpsByEpoch.keys().flatMap((epoch) => {
    require(epoch > market.lastCron, `deals of epoch ${epoch} were not looked at`);
    return market.dealOpsByEpoch
      .get(epoch)
      .entries()
      .map(([id]) => id);
  });
  require(JSON.stringify(looks.sort((a, b) => a - b)) === JSON.stringify([...proposals.keys()]), 'each deal is looked at once');

  const inSectors = market.providerSectors.keys().flatMap((provider) =>
    market.providerSectors
      .get(provider)
      .entries()
      .flatMap(([sector, ids]) => {
        require(ids.length > 0, `sector ${sector} of ${provider} without deals`);
        for (const id of ids) {
          require(proposals.get(id)?.provider === idAddress(provider), `deal ${id} in a sector of ${provider}`);
          require(states.get(id)?.sectorNumber === sector, `deal ${id} in sector ${sector}`);
        }
        return ids;
      }),
  );
  const active = [...states].filter(([, { slashEpoch }]) => slashEpoch < 0).map(([id]) => id);
  const missing = active.filter((id) => !inSectors.includes(id) && (proposals.get(id)?.endEpoch ?? 0) > market.lastCron);
  require(missing.length === 0, `in no sector: ${missing}`);
  return faults;
}
