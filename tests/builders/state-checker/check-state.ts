import { CID } from 'multiformats/cid';
import { checkMarket, type MarketSummary } from './check-market.ts';
import { checkMiner, type MinerSummary } from './check-miner.ts';
import { sum } from './check-partition.ts';
import { checkPower } from './check-power.ts';
import { checkAccount, checkCron, checkInit, checkMultisig, checkReward } from './check-small-actors.ts';
import { checkDataCap, checkRegistry, checkVerifiedTogether } from './check-verified.ts';
import { Findings } from './findings.ts';
import type { PlainBlocks } from './plain-blocks.ts';
import { address, anything, big, integer, link, list, long, nullable, struct, text } from './plain-readers.ts';
import { PlainState } from './plain-state.ts';
import type { StateRules } from './state-rules.ts';

const TOTAL_SUPPLY = 2_000_000_000n * 10n ** 18n;
const SYSTEM = 0;

const actorStruct = struct(
  { code: link, head: link, nonce: long, balance: big, delegated: nullable(address) },
  { lacks: { v0: { delegated: undefined } } },
);
type Actors = ReadonlyMap<string, ReturnType<typeof actorStruct>>;

/** Checks all invariants of a state: go-state-types `builtin/v18/check.go` CheckStateInvariants and its parts. */
export function checkState(blocks: PlainBlocks, root: string, rules: StateRules): Findings {
  const findings = new Findings();
  const state = new PlainState(blocks, rules.layout);
  findings.attempt('state', (inside) => checkActors(state, root, blocks, rules, inside));
  return findings;
}

function checkActors(state: PlainState, root: string, blocks: PlainBlocks, rules: StateRules, findings: Findings): void {
  const { epoch, isGenesis = false } = rules;
  const actors = actorsOf(state, root, blocks, findings);
  findings.count('actors', actors.size);
  findings.equal(sum([...actors.values()].map(({ balance }) => balance)), TOTAL_SUPPLY, 'balances of all actors');
  const kindOf = kindsOf(state, actors);
  const all = [...actors].map(([id, actor]) => ({ id, number: Number(id.slice(2)), kind: kindOf(actor.code), ...actor }));
  for (const { id, balance, kind } of all) {
    findings.require(balance >= 0n, `${id} has a balance of`, balance);
    findings.require(kind !== undefined, `${id} runs an unknown code`);
  }
  const ofKind = (kind: string) => all.filter((actor) => actor.kind === kind);
  const theOne = <T>(kind: string, check: (actor: (typeof all)[number], inside: Findings) => T): T | undefined => {
    const [actor, second] = ofKind(kind);
    findings.require(actor !== undefined && second === undefined, `there is not one ${kind} actor`);
    return actor && findings.attempt(kind, (inside) => check(actor, inside));
  };

  const ids = new Set(all.map(({ number }) => number));
  const known = theOne('init', ({ head }, inside) => checkInit(state, head, ids, inside)) ?? new Map<string, number>();
  for (const { id, head, number } of ofKind('account')) {
    findings.attempt(id, (inside) => {
      const key = checkAccount(state, head, number, inside);
      if (number >= 100) inside.equal(known.get(key), number, `id of ${key}`);
    });
  }
  for (const { id, delegated, number } of all) {
    if (delegated !== undefined) findings.require(/^f4:/.test(delegated) && known.get(delegated) === number, `address of ${id}`, delegated);
  }
  for (const { id, head, kind } of all) {
    if (['placeholder', 'ethaccount', 'eam'].includes(kind ?? '')) findings.equal(state.block(list(anything), head), [], `state of ${id}`);
  }
  theOne('cron', ({ head }, inside) => checkCron(state, head, inside));
  theOne('reward', ({ head, balance }, inside) => checkReward(state, head, balance, { epoch, isGenesis }, inside));
  for (const { id, head } of ofKind('multisig')) findings.attempt(id, (inside) => checkMultisig(state, head, inside));

  const miners = new Map<string, MinerSummary>();
  for (const { id, head, balance } of ofKind('storageminer')) {
    findings.count('miners');
    const summary = findings.attempt(`miner ${id}`, (inside) => checkMiner(state, head, balance, rules, inside));
    if (summary !== undefined) miners.set(id, summary);
  }
  theOne('storagepower', ({ head }, inside) => checkPower(state, head, miners, rules, inside));
  const market = theOne('storagemarket', ({ head, balance }, inside) => checkMarket(state, head, balance, rules, inside));
  const registry = theOne('verifiedregistry', ({ head }, inside) => checkRegistry(state, head, epoch, inside));
  if (market === undefined) return;
  findings.attempt('deals and sectors', (inside) => checkDealsAgainstSectors(market, miners, rules, inside));
  if (state.layout === 'v0') return;
  const dataCap = theOne('datacap', ({ head }, inside) => checkDataCap(state, head, inside));
  if (registry === undefined || dataCap === undefined) return;
  findings.attempt('verified', (inside) => checkVerifiedTogether(registry, dataCap, miners, market, inside));
}

/** In v0 the root is the map of actors; later it also has the tree version and an empty list. */
function actorsOf(state: PlainState, root: string, blocks: PlainBlocks, findings: Findings): Actors {
  if (state.layout === 'v0') return state.mapByAddress(actorStruct, CID.parse(root));
  const tree = struct({ version: integer, actors: link, info: link })(blocks.value(root), 'v16');
  findings.equal(tree.version, 5, 'version of the state tree');
  findings.equal(state.block(list(anything), tree.info), [], 'info of the state tree');
  return state.mapByAddress(actorStruct, tree.actors);
}

/** v0 codes contain the actor's name (`fil/1/account`); later the system actor's state lists the codes. */
function kindsOf(state: PlainState, actors: Actors): (code: CID) => string | undefined {
  if (state.layout === 'v0') return (code) => new TextDecoder().decode(code.multihash.digest).split('/').at(-1);
  const system = actors.get(`f0${SYSTEM}`);
  if (system === undefined) throw new Error('there is no system actor');
  const { manifest } = state.block(struct({ manifest: link }), system.head);
  const names = state.block(list(struct({ name: text, code: link })), manifest);
  const byCode = new Map(names.map(({ name, code }) => [code.toString(), name]));
  return (code) => byCode.get(code.toString());
}

/** CheckDealStatesAgainstSectors: an active deal is in a sector of its provider that covers its term. */
function checkDealsAgainstSectors(
  { deals, states }: MarketSummary,
  miners: ReadonlyMap<string, MinerSummary>,
  { layout, epoch }: StateRules,
  findings: Findings,
): void {
  for (const [id, state] of states) {
    const provider = deals.get(id)?.provider ?? '';
    const miner = miners.get(provider);
    findings.require(miner !== undefined, `provider ${provider} of deal ${id} is no miner`);
    if (layout === 'v0' || state.slash >= 0) continue;
    const sector = miner?.sectors.get(state.sector);
    const isOver = (deals.get(id)?.end ?? 0) <= epoch;
    findings.require(sector !== undefined || isOver, `deal ${id} is in sector ${state.sector}, which there is not`);
    if (sector === undefined) continue;
    findings.require(
      state.start >= sector.activation && state.start <= sector.expiration,
      `deal ${id} began outside its sector`,
      state.start,
    );
    findings.require(state.lastUpdated <= sector.expiration, `deal ${id} was updated after its sector`, state.lastUpdated);
  }
}
