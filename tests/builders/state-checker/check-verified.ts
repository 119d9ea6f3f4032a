/** Invariants of the verified registry and of DataCap: go-state-types `builtin/v18/{verifreg,datacap}/invariants.go` and `check.go`. */
import type { CID } from 'multiformats/cid';
import type { MarketSummary } from './check-market.ts';
import type { MinerSummary } from './check-miner.ts';
import { sum } from './check-partition.ts';
import type { Findings } from './findings.ts';
import { hasFullPower, type PlainSector } from './miner-structs.ts';
import { address, big, integer, link, long, type PlainLayout, struct } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';

const DAY = 2_880;
const MIN_SIZE = 1n << 20n;
const MIN_TERM = 180 * DAY;
const LONGEST_TERM = 5 * 365 * DAY;
const LONGEST_WAIT = 60 * DAY;
const REGISTRY = 6;
/** DataCap token units per byte. */
const PER_BYTE = 10n ** 18n;

const allocationStruct = struct({
  client: integer,
  provider: integer,
  data: link,
  size: long,
  termMin: integer,
  termMax: integer,
  expiration: integer,
});
const claimStruct = struct({
  provider: integer,
  client: integer,
  data: link,
  size: long,
  termMin: integer,
  termMax: integer,
  termStart: integer,
  sector: integer,
});

type PlainClaim = ReturnType<typeof claimStruct>;

export interface RegistrySummary {
  readonly verifiers: ReadonlyMap<string, bigint>;
  readonly allocations: ReadonlyMap<number, ReturnType<typeof allocationStruct>>;
  readonly claims: ReadonlyMap<number, PlainClaim>;
}

export function checkRegistry(state: PlainState, head: CID, epoch: number, findings: Findings): RegistrySummary {
  if (state.layout === 'v0') return checkRegistryOfV0(state, head, findings);
  const registry = state.block(
    struct({ rootKey: address, verifiers: link, removals: link, allocations: link, nextId: integer, claims: link }),
    head,
  );
  findings.require(registry.rootKey.startsWith('f0'), 'the root key is no id', registry.rootKey);
  const verifiers = state.mapByAddress(big, registry.verifiers);
  checkVerifiers(verifiers, findings);
  const nested = <T>(
    reader: (value: unknown, layout: PlainLayout) => T,
    root: CID,
    check: (owner: number, id: number, value: T) => void,
  ) => {
    const all = new Map<number, T>();
    for (const [owner, inner] of state.mapByUnsigned(link, root)) {
      for (const [id, value] of state.mapByUnsigned(reader, inner)) {
        findings.require(id < registry.nextId && id > 0, `${id} is above the next id`, registry.nextId);
        findings.require(!all.has(id), `${id} is there twice`);
        check(owner, id, value);
        all.set(id, value);
      }
    }
    return all;
  };
  const allocations = nested(allocationStruct, registry.allocations, (owner, id, { client, size, termMin, termMax, expiration }) => {
    findings.equal(client, owner, `client of allocation ${id}`);
    findings.require(size >= MIN_SIZE && termMin >= MIN_TERM && termMin <= termMax && termMax <= LONGEST_TERM, `terms of allocation ${id}`);
    findings.require(expiration <= epoch + LONGEST_WAIT, `allocation ${id} expires too late`, expiration);
  });
  const claims = nested(claimStruct, registry.claims, (owner, id, { provider, size, termMin, termMax, termStart }) => {
    findings.equal(provider, owner, `provider of claim ${id}`);
    findings.require(size >= MIN_SIZE && termMin >= MIN_TERM && termMin <= termMax, `terms of claim ${id}`);
    findings.require(termStart <= epoch, `claim ${id} begins later`, termStart);
  });
  findings.count('allocations', allocations.size);
  findings.count('verified claims', claims.size);
  return { verifiers, allocations, claims };
}

function checkRegistryOfV0(state: PlainState, head: CID, findings: Findings): RegistrySummary {
  const registry = state.block(struct({ rootKey: address, verifiers: link, clients: link }), head);
  findings.require(registry.rootKey.startsWith('f0'), 'the root key is no id', registry.rootKey);
  const verifiers = state.mapByAddress(big, registry.verifiers);
  const clients = state.mapByAddress(big, registry.clients);
  checkVerifiers(verifiers, findings);
  for (const client of clients.keys()) findings.require(!verifiers.has(client), `verifier ${client} is a client too`);
  return { verifiers, allocations: new Map(), claims: new Map() };
}

function checkVerifiers(verifiers: ReadonlyMap<string, bigint>, findings: Findings): void {
  findings.count('verifiers', verifiers.size);
  for (const [verifier, allowance] of verifiers) {
    findings.require(verifier.startsWith('f0'), `verifier ${verifier} is no id`);
    findings.require(allowance >= 0n, `verifier ${verifier} has less than nothing`, allowance);
  }
}

export function checkDataCap(state: PlainState, head: CID, findings: Findings): ReadonlyMap<number, bigint> {
  const token = struct({ supply: big, balances: link, allowances: link, width: integer });
  const dataCap = state.block(struct({ governor: address, token }), head);
  const { supply, balances: balancesRoot, allowances, width } = dataCap.token;
  findings.require(dataCap.governor.startsWith('f0'), 'the governor is no id', dataCap.governor);
  const balances = state.mapByUnsigned(big, balancesRoot, width);
  findings.count('DataCap balances', balances.size);
  for (const [id, balance] of balances) findings.require(balance > 0n, `the balance of ${id} is not positive`, balance);
  findings.equal(supply, sum(balances.values()), 'supply');
  for (const [owner, root] of state.mapByUnsigned(link, allowances, width)) {
    for (const [operator, amount] of state.mapByUnsigned(big, root, width)) {
      findings.require(owner !== operator && amount > 0n, `allowance of ${owner} for ${operator}`, amount);
    }
  }
  return balances;
}

/** CheckVerifregAgainstDatacap, CheckVerifregAgainstMiners, CheckMarketAgainstVerifreg. */
export function checkVerifiedTogether(
  { verifiers, allocations, claims }: RegistrySummary,
  dataCap: ReadonlyMap<number, bigint>,
  miners: ReadonlyMap<string, Pick<MinerSummary, 'sectors'>>,
  { deals, pendingAllocations }: MarketSummary,
  findings: Findings,
): void {
  for (const verifier of verifiers.keys())
    findings.require(!dataCap.has(Number(verifier.slice(2))), `verifier ${verifier} is a client too`);
  const allocated = sum([...allocations.values()].map(({ size }) => size)) * PER_BYTE;
  findings.equal(dataCap.get(REGISTRY) ?? 0n, allocated, 'DataCap of the registry');
  for (const [id, { provider }] of claims) findings.require(miners.has(`f0${provider}`), `claim ${id} is of no miner`, provider);
  for (const [id, miner] of miners) {
    const own = [...claims.values()].filter(({ provider }) => `f0${provider}` === id);
    for (const number of new Set(own.map(({ sector }) => sector))) checkClaimedSector(miner.sectors.get(number), own, findings.within(id));
  }
  for (const [dealId, allocationId] of pendingAllocations) {
    const [deal, allocation] = [deals.get(dealId), allocations.get(allocationId)];
    findings.equal(`f0${allocation?.provider}`, deal?.provider, `provider of the allocation of deal ${dealId}`);
    findings.equal(allocation?.data, deal?.piece, `piece of the allocation of deal ${dealId}`);
  }
}

/** A sector's claims match the verified data in its weights. */
function checkClaimedSector(sector: PlainSector | undefined, claims: readonly PlainClaim[], findings: Findings): void {
  // Sectors with full quality have other weights.
  if (sector === undefined || hasFullPower(sector)) return;
  const claimed = claims.filter((claim) => claim.sector === sector.number);
  const weight = sum(claimed.map(({ size }) => size)) * BigInt(sector.expiration - sector.powerBaseEpoch);
  findings.equal(sector.verifiedDealWeight, weight, `verified weight of sector ${sector.number}`);
  for (const { termStart, termMax } of claimed) {
    findings.require(termStart >= sector.activation, `a claim began before sector ${sector.number}`, termStart, sector.activation);
    findings.require(sector.expiration <= termStart + termMax, `a claim on sector ${sector.number} is over before it`, termStart, termMax);
  }
}
