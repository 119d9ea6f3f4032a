import type { Claim } from '../../../shared/domain/actors/verified-registry-state.ts';
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { minerIds, minerOf } from '../miners/miners.ts';
import { DATA_CAP_ID, MARKET_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { MAX_TERM_EPOCHS } from '../verified/allocation-methods.ts';
import { DATA_CAP } from '../verified/data-cap-view.ts';
import { putRegistry, registryOf } from '../verified/registry.ts';
import { INFINITE_ALLOWANCE, minted, UNITS_PER_BYTE, withAllowance } from '../verified/token.ts';
import { allocationTerms } from './deal-allocations.ts';
import { activateIn, publishDeal } from './deal-life.ts';
import { type DealRoom, type DealTerms, drawDealTerms } from './deal-terms.ts';
import { marketOf, putMarket } from './market.ts';

const DEALS_PER_MINER = 9;
/** Minimum epochs between the end of a deal and of its sector. */
const MIN_REST_EPOCHS = 100;
/** 1 PiB: more than a client will ever spend. */
const CLIENT_DATA_CAP_BYTES = 1n << 50n;

interface GenesisSector {
  readonly number: number;
  readonly sectorSize: bigint;
  readonly expiration: number;
}

/** Return the terms of a genesis sector's deal; undefined for a sector without one. */
function genesisDealTerms(random: SeededRandom, minerId: number, { number, sectorSize, expiration }: GenesisSector): DealTerms | undefined {
  if (number >= DEALS_PER_MINER) return undefined;
  const room: DealRoom = { sectorSize, epoch: 0, maxEpochs: expiration - MIN_REST_EPOCHS, mayBeVerified: true };
  const terms = drawDealTerms(random, `genesis-${minerId}-${number}`, room);
  return { ...terms, startEpoch: 0, endEpoch: terms.endEpoch - terms.startEpoch };
}

/** Return the bytes of the deals that `addGenesisDeals` adds to a sector, for its weights. */
export function genesisDealBytes(
  random: SeededRandom,
  minerId: number,
  sector: GenesisSector,
): { readonly plainBytes: bigint; readonly verifiedBytes: bigint } {
  const { pieceSize = 0n, verifiedDeal = false } = genesisDealTerms(random, minerId, sector) ?? {};
  return verifiedDeal ? { plainBytes: 0n, verifiedBytes: pieceSize } : { plainBytes: pieceSize, verifiedBytes: 0n };
}

/** Add clients with DataCap, and active deals in a few sectors of each miner. */
export function addGenesisDeals(draft: StateDraft, clients: readonly number[], random: SeededRandom): void {
  for (const client of clients) addDataCap(draft, client);
  for (const minerId of minerIds(draft.state)) {
    const miner = minerOf(draft.state, minerId);
    if (miner === undefined) continue;
    const { sectorSize } = miner.info.value;
    for (const [number, { expiration }] of miner.sectors.entries({ from: 0, before: DEALS_PER_MINER })) {
      const terms = genesisDealTerms(random, minerId, { number, sectorSize, expiration });
      const client = clients[(minerId + number) % clients.length];
      if (terms === undefined || client === undefined) continue;
      const proposal = { ...terms, client: idAddress(client), provider: idAddress(minerId) };
      const market = marketOf(draft.state);
      putMarket(draft, activateIn(publishDeal(market, proposal), minerId, { number, expiration }, [market.nextId], 0));
      if (!terms.verifiedDeal) continue;
      // Maximum term: the sector may outlast the deal by far.
      const { data, size, termMin } = allocationTerms(proposal, 0);
      addClaim(draft, { provider: minerId, client, data, size, termMin, termMax: MAX_TERM_EPOCHS, termStart: 0, sector: number });
    }
  }
}

/** Grant DataCap to a client, with an allowance for the market. */
function addDataCap(draft: StateDraft, client: number): void {
  const token = minted(draft.read(DATA_CAP, DATA_CAP_ID), client, CLIENT_DATA_CAP_BYTES * UNITS_PER_BYTE);
  draft.write(DATA_CAP, DATA_CAP_ID, withAllowance(token, client, MARKET_ID, INFINITE_ALLOWANCE));
}

/** Add a claim without its former allocation. */
function addClaim(draft: StateDraft, claim: Claim): void {
  const registry = registryOf(draft);
  const own = registry.claims.get(claim.provider).set(registry.nextAllocationId, claim);
  putRegistry(draft, { ...registry, nextAllocationId: registry.nextAllocationId + 1, claims: registry.claims.set(claim.provider, own) });
}
