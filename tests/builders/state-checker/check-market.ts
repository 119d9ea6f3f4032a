import { blake2b } from '@noble/hashes/blake2.js';
import { CID } from 'multiformats/cid';
import { encodeWithCborg } from '../cborg-links.ts';
import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { address, anything, big, flag, integer, link, list, struct, unsignedVarint } from './plain-readers.ts';
import { nothing, type PlainState } from './plain-state.ts';
import type { StateRules } from './state-rules.ts';

const marketState = struct(
  {
    proposals: link,
    states: link,
    pendingProposals: link,
    escrow: link,
    locked: link,
    nextId: integer,
    opsByEpoch: link,
    lastCron: integer,
    clientCollateral: big,
    providerCollateral: big,
    clientFee: big,
    pendingAllocations: link,
    providerSectors: link,
  },
  // Not read in v0.
  {
    lacks: { v0: { pendingAllocations: undefined, providerSectors: undefined } as never, v19: { pendingAllocations: undefined } as never },
  },
);
const proposalStruct = struct({
  piece: link,
  size: integer,
  isVerified: flag,
  client: address,
  provider: address,
  label: anything,
  start: integer,
  end: integer,
  price: big,
  providerCollateral: big,
  clientCollateral: big,
});
const dealStateStruct = struct(
  { sector: integer, start: integer, lastUpdated: integer, slash: integer },
  { lacks: { v0: { sector: -1 } } },
);
const NEVER = -1;

interface Deal extends ReturnType<typeof proposalStruct> {
  readonly cid: string;
}
type DealState = ReturnType<typeof dealStateStruct>;
type MarketState = ReturnType<typeof marketState>;

export interface MarketSummary {
  readonly deals: ReadonlyMap<number, Deal>;
  readonly states: ReadonlyMap<number, DealState>;
  /** Allocation IDs by the IDs of pending deals. */
  readonly pendingAllocations: ReadonlyMap<number, number>;
}

/** go-state-types `builtin/v18/market/invariants.go` CheckStateInvariants. */
export function checkMarket(
  state: PlainState,
  head: CID,
  balance: bigint,
  { epoch, isGenesis = false }: Pick<StateRules, 'epoch' | 'isGenesis'>,
  findings: Findings,
): MarketSummary {
  const market = state.block(marketState, head);
  if (!isGenesis) findings.equal(market.lastCron, epoch, 'last cron');
  const deals = new Map<number, Deal>();
  for (const [id, value] of state.array(anything, market.proposals, 5)) {
    const deal = { ...proposalStruct(value, state.layout), cid: cidOf(value) };
    deals.set(id, deal);
    findings.require(deal.client.startsWith('f0') && deal.provider.startsWith('f0'), `the parties of deal ${id} are no ids`);
    findings.require(deal.end > deal.start, `deal ${id} ends before it begins`, deal.start, deal.end);
    findings.require(id < market.nextId, `deal ${id} is above the next id`, market.nextId);
  }
  findings.count('deals', deals.size);
  const states = state.array(dealStateStruct, market.states, 6);
  findings.count('deal states', states.size);
  for (const [id, present] of states) checkDealState(present, deals.get(id), epoch, findings.within(`deal ${id}`));
  checkPending(state, market, deals, states, epoch, findings.within('pending proposals'));
  checkOps(state, market, deals, epoch, findings.within('deal ops'));
  checkBalances(state, market, deals, states, balance, epoch, findings.within('balances'));
  const pendingAllocations = state.layout === 'v16' ? state.mapByUnsigned(integer, market.pendingAllocations) : new Map();
  for (const id of pendingAllocations.keys()) {
    findings.require(deals.has(id) && !states.has(id), `deal ${id} has an allocation that waits, and is gone or active`);
  }
  if (state.layout !== 'v0') checkProviderSectors(state, market, deals, states, epoch, findings.within('provider sectors'));
  return { deals, states, pendingAllocations };
}

function cidOf(proposal: unknown): string {
  const digest = blake2b(encodeWithCborg(proposal), { dkLen: 32 });
  return CID.decode(Uint8Array.of(0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20, ...digest)).toString();
}

function checkDealState({ start, lastUpdated, slash }: DealState, deal: Deal | undefined, epoch: number, findings: Findings): void {
  findings.require(deal !== undefined, 'has a state and no proposal');
  findings.require(start >= 0, 'never began', start);
  findings.require(lastUpdated === NEVER || (lastUpdated >= start && lastUpdated <= epoch), 'was updated at', lastUpdated);
  findings.require(slash === NEVER || (slash >= start && slash <= epoch), 'was slashed at', slash);
}

function checkPending(
  state: PlainState,
  { pendingProposals }: MarketState,
  deals: ReadonlyMap<number, Deal>,
  states: ReadonlyMap<number, DealState>,
  epoch: number,
  findings: Findings,
): void {
  const pending = new Set(state.map(anything, pendingProposals).map(({ key }) => CID.decode(key).toString()));
  findings.count('pending proposals', pending.size);
  const known = new Set([...deals.values()].map(({ cid }) => cid));
  findings.equal(known.size, deals.size, 'proposals that differ');
  for (const cid of pending) findings.require(known.has(cid), `there is no proposal ${cid}`);
  for (const [id, deal] of deals) {
    findings.require(states.has(id) || deal.start <= epoch || pending.has(deal.cid), `deal ${id} waits and is not there`);
  }
}

/** Since actors version 14 the epochs are signed keys: builtin-actors `actors/market/src/state.rs` DealOpsByEpoch. */
function checkOps(state: PlainState, market: MarketState, deals: ReadonlyMap<number, Deal>, epoch: number, findings: Findings): void {
  const ops = state.layout === 'v0' ? state.mapByUnsigned(link, market.opsByEpoch) : state.mapBySigned(link, market.opsByEpoch);
  const planned = new Set<number>();
  for (const [at, root] of ops) {
    findings.require(at > market.lastCron, `what was due at ${at} is still there`, market.lastCron);
    const ids = [...state.mapByUnsigned(nothing, root).keys()];
    findings.count('deal ops', ids.length);
    findings.require(ids.length > 0, `nothing is due at ${at}`);
    for (const id of ids) {
      findings.require(deals.has(id), `there is no deal ${id}, which is due at ${at}`);
      planned.add(id);
    }
  }
  for (const [id, { start }] of deals) findings.require(start < epoch || planned.has(id), `deal ${id} is due at no epoch`);
}

function checkBalances(
  state: PlainState,
  market: MarketState,
  deals: ReadonlyMap<number, Deal>,
  states: ReadonlyMap<number, DealState>,
  balance: bigint,
  epoch: number,
  findings: Findings,
): void {
  const width = state.layout === 'v0' ? undefined : 6;
  const escrow = state.mapByAddress(big, market.escrow, width);
  const locked = state.mapByAddress(big, market.locked, width);
  findings.count('escrows', escrow.size);
  const { clientCollateral, providerCollateral, clientFee } = market;
  for (const amount of [clientCollateral, providerCollateral, clientFee]) findings.require(amount >= 0n, 'a total is negative', amount);
  for (const [party, amount] of [...locked, ...escrow]) findings.require(amount >= 0n, `${party} has less than nothing`, amount);
  for (const [party, amount] of locked)
    findings.require(amount <= (escrow.get(party) ?? 0n), `${party} has more locked than it has`, amount);
  findings.equal(clientCollateral + providerCollateral + clientFee, sum(locked.values()), 'locked funds together');
  findings.require(sum(escrow.values()) <= balance, 'the actor has less than it owes', sum(escrow.values()), balance);
  const collateral = [...deals.values()].map((deal) => deal.clientCollateral + deal.providerCollateral);
  findings.require(sum(escrow.values()) >= sum(collateral), 'the escrows do not cover the collateral of the deals');

  // Lower and upper bound of locked funds: ended, slashed or late deals may or may not be settled.
  const sure = [...deals].filter(([id, { start, end }]) => {
    const present = states.get(id);
    return present === undefined ? start > epoch : present.slash === NEVER && end > epoch;
  });
  const feeLeft = ([id, { start, end, price }]: readonly [number, Deal]) =>
    price * BigInt(end - Math.max(start, states.get(id)?.lastUpdated ?? NEVER));
  const between = (name: string, locks: bigint, least: bigint, most: bigint): void =>
    findings.require(locks >= least && locks <= most, `locked ${name}`, locks, least, most);
  const every = [...deals];
  const wholeFee = ([, { start, end, price }]: readonly [number, Deal]) => price * BigInt(end - start);
  const ofClient = ([, deal]: readonly [number, Deal]) => deal.clientCollateral;
  const ofProvider = ([, deal]: readonly [number, Deal]) => deal.providerCollateral;
  between('of clients', clientCollateral, sum(sure.map(ofClient)), sum(every.map(ofClient)));
  between('of providers', providerCollateral, sum(sure.map(ofProvider)), sum(every.map(ofProvider)));
  between('as fees', clientFee, sum(sure.map(feeLeft)), sum(every.map(wholeFee)));
  for (const party of new Set([...locked.keys(), ...sure.flatMap(([, { client, provider }]) => [client, provider])])) {
    const together = (some: readonly (readonly [number, Deal])[], fee: typeof feeLeft) =>
      sum(some.map((entry) => (entry[1].client === party ? ofClient(entry) + fee(entry) : 0n))) +
      sum(some.map((entry) => (entry[1].provider === party ? ofProvider(entry) : 0n)));
    between(`of ${party}`, locked.get(party) ?? 0n, together(sure, feeLeft), together(every, wholeFee));
  }
}

function checkProviderSectors(
  state: PlainState,
  market: MarketState,
  deals: ReadonlyMap<number, Deal>,
  states: ReadonlyMap<number, DealState>,
  epoch: number,
  findings: Findings,
): void {
  const isLive = (id: number): boolean => states.get(id)?.slash === NEVER && (deals.get(id)?.end ?? 0) > epoch;
  const expected = new Set([...states.keys()].filter(isLive));
  const seen = new Set<number>();
  for (const { key, value: root } of state.map(link, market.providerSectors)) {
    const provider = `f0${unsignedVarint(key)}`;
    const bySector = state.mapByUnsigned(list(integer), root);
    findings.require(bySector.size > 0, `${provider} has no sectors`);
    for (const [sector, ids] of bySector) {
      findings.count('sectors with deals');
      findings.require(ids.length > 0, `sector ${sector} of ${provider} has no deals`);
      for (const id of ids) {
        findings.require(!seen.has(id), `deal ${id} is in two sectors`);
        seen.add(id);
        const [deal, present] = [deals.get(id), states.get(id)];
        if (deal === undefined || deal.end < epoch || (present !== undefined && present.slash !== NEVER)) continue;
        findings.require(deal.provider === provider && present?.sector === sector, `deal ${id} is not in sector ${sector} of ${provider}`);
        findings.require(expected.delete(id) || deal.end === epoch, `deal ${id} should be in no sector`);
      }
    }
  }
  findings.equal(expected, new Set(), 'active deals without a sector');
}
