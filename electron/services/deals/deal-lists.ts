/** Cache of deal lists: which list answers a request, and when it is read again. Owned by the deals service. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DealRow, DealSelection } from '../../../shared/ipc/schemas/deals.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { requireAddress } from '../network-address.ts';
import { type PinnedNode, panelErrorOf, readPinned } from '../pinned/pinned-node.ts';
import type { DealSurroundings } from './deal-detail.ts';
import type { DealList } from './deal-list.ts';
import type { DealReading } from './deal-reading.ts';
import { KINDS } from './deal-table.ts';
import type { DealsServiceOptions } from './deals-service.ts';
import { readHolderList } from './holder-list.ts';
import { readMarketList } from './market-list.ts';
import { SectorHealthCache } from './sector-health-cache.ts';

/** Minimum age of a market list before it is read again, in ms and as a multiple of the time that the read took. */
const MIN_AGE_MS = 5000;
const MIN_AGE_FACTOR = 5;
/** Age of lists read by single calls, which public endpoints limit. */
const HOLDERS_AGE_MS = 10 * 60_000;
/** Cached lists; one if the list is very long. */
const MAX_LISTS = 3;
const LONG_LIST_ROWS = 200_000;
const HEALTH_WAIT_MS = 600;

export interface CachedList {
  readonly reading: number;
  readonly list: DealList;
  readonly headKey: string;
  readonly readAtMs: number;
  readonly tookMs: number;
  readonly connection: ActiveConnection;
  /** ID addresses of filter texts; undefined for a text that is not an address or has no actor. */
  readonly ids: Map<string, string | undefined>;
}

export class DealLists {
  readonly #options: Pick<DealsServiceOptions, 'chain' | 'clock' | 'logger' | 'ownMiners'>;
  readonly #lists = new Map<string, CachedList>();
  readonly #inFlight = new Map<string, { readonly connection: ActiveConnection; readonly reading: Promise<CachedList> }>();
  #lastReading = 0;
  /** Sector health of a connection, shared by its market lists. */
  #market: { readonly connection: ActiveConnection; readonly health: SectorHealthCache; isRead: boolean } | undefined;
  /** The latest read of the state, with its list once built. */
  #fromState: { readonly reading: DealReading; cached: CachedList | undefined } | undefined;

  constructor(options: DealsServiceOptions) {
    this.#options = options;
  }

  /** Set the read of the state that has started or resumed. */
  setReading(reading: DealReading): void {
    this.#fromState = { reading, cached: undefined };
  }

  /**
   * The list for a selection, from the cache or read now.
   *
   * @throws SextantError as `DealsService.listDeals`
   */
  async get(connection: ActiveConnection, { of, at }: DealSelection): Promise<CachedList> {
    const addresses = of?.map((address) => requireAddress(address, 'of'));
    const state = addresses === undefined || at !== undefined ? undefined : this.#listFromState(connection, addresses);
    if (state !== undefined) return state;
    const key = [connection.id, connection.facts.genesisCid, ...[...(addresses ?? [])].sort(), at ?? ''].join(' ');
    const cached = this.#lists.get(key);
    if (cached?.connection === connection && (at === undefined ? this.#isFresh(cached) : this.#isOnChain(cached, at))) return cached;
    const inFlight = this.#inFlight.get(key);
    if (inFlight?.connection === connection) return inFlight.reading;
    const reading = this.#readList(connection, key, of, at).finally(() => {
      if (this.#inFlight.get(key)?.reading === reading) this.#inFlight.delete(key);
    });
    this.#inFlight.set(key, { connection, reading });
    return reading;
  }

  /** Rows of the latest lists for the same data, and for the same client and provider. */
  surroundingsOf(connection: ActiveConnection, row: DealRow): DealSurroundings {
    const lists = [this.#fromState?.cached, ...[...this.#lists.values()].reverse()].filter((cached) => cached?.connection === connection);
    for (const cached of lists) {
      if (cached === undefined) continue;
      const { view } = cached.list;
      const { columns, addresses } = view.table;
      const [client, provider] = [addresses.indexOf(row.client), addresses.indexOf(row.provider)];
      if (client === -1 || provider === -1) continue;
      const isDeal = row.kind === 'f05';
      const wanted = KINDS.indexOf(isDeal ? 'ddo' : 'f05');
      const [numbers, market] = [isDeal ? columns.id : columns.claimId, KINDS.indexOf('f05')];
      const same = view.find((at) => columns.kind[at] === market && numbers[at] === row.id && columns.provider[at] === provider);
      const counterpart = view.find(
        (at) => columns.kind[at] === wanted && columns.client[at] === client && columns.provider[at] === provider,
      );
      // The deal of a claim is not its counterpart.
      return { same, counterpart: isDeal || same === undefined ? counterpart : undefined };
    }
    return { same: undefined, counterpart: undefined };
  }

  #isFresh({ headKey, readAtMs, tookMs, list }: CachedList): boolean {
    if (headKey === this.#headKey()) return true;
    const ageMs = this.#options.clock.monotonicMs() - readAtMs;
    return ageMs < (list.source === 'market' ? Math.max(MIN_AGE_MS, MIN_AGE_FACTOR * tookMs) : HOLDERS_AGE_MS);
  }

  /** Whether its tipset is still on the chain after a reorg. */
  #isOnChain({ list }: CachedList, at: number): boolean {
    const now = this.#options.chain.tipsets.findLast(({ height }) => height <= at);
    return now === undefined || now.key.join(' ') === list.pinned.key.join(' ');
  }

  async #readList(
    connection: ActiveConnection,
    key: string,
    of: readonly string[] | undefined,
    at: number | undefined,
  ): Promise<CachedList> {
    const startedMs = this.#options.clock.monotonicMs();
    const headKey = this.#headKey();
    const read = (node: PinnedNode): Promise<DealList> =>
      of === undefined ? this.#marketOrOwn(node, connection, at !== undefined) : readHolderList(node, connection, of);
    const list = await readPinned(connection.client, this.#options.chain.tipsets, 'deals: list', read, at);
    this.#lastReading += 1;
    const readAtMs = this.#options.clock.monotonicMs();
    const cached = {
      reading: this.#lastReading,
      list,
      headKey,
      readAtMs,
      tookMs: readAtMs - startedMs,
      connection,
      ids: this.#idsOf(key, connection),
    };
    this.#lists.delete(key);
    this.#lists.set(key, cached);
    const maxLists = list.view.table.count > LONG_LIST_ROWS ? 1 : MAX_LISTS;
    for (const oldest of [...this.#lists.keys()].slice(0, -maxLists)) this.#lists.delete(oldest);
    return cached;
  }

  /** An actor keeps its ID, so only unresolved texts are resolved again. */
  #idsOf(key: string, connection: ActiveConnection): CachedList['ids'] {
    const before = this.#lists.get(key);
    return new Map(before?.connection === connection ? [...before.ids].filter(([, id]) => id !== undefined) : []);
  }

  /** The whole market, or the list of own miners if the endpoint cannot return it. */
  async #marketOrOwn(node: PinnedNode, connection: ActiveConnection, isPinned: boolean): Promise<DealList> {
    if (this.#market?.connection !== connection) this.#market = { connection, health: new SectorHealthCache(), isRead: false };
    const market = this.#market;
    // A list at a past epoch does not share the health of the head.
    const health = isPinned ? new SectorHealthCache() : market.health;
    const wait = (update: Promise<boolean>): Promise<unknown> => (isPinned ? update : this.#waitForHealth(connection, update));
    try {
      const list = await readMarketList(node, connection, { isKnownToBeSmall: market.isRead, health, wait });
      market.isRead = true;
      return list;
    } catch (error) {
      if (!isMarketMissing(error)) throw error;
      const own = await this.#options.ownMiners(connection);
      if (own.length === 0) throw error;
      try {
        return await readHolderList(node, connection, own, { what: 'deals', problem: panelErrorOf(error) });
      } catch (ownError) {
        // If both fail, the first error is the cause.
        throw ownError instanceof SextantError ? error : ownError;
      }
    }
  }

  /** Does not delay the list for a slow endpoint; late health is in the next list. */
  async #waitForHealth(connection: ActiveConnection, update: Promise<boolean>): Promise<void> {
    const { clock, logger } = this.#options;
    let isLate = false;
    const updated = update.then(
      (isChanged) => {
        if (!isLate || !isChanged) return;
        for (const [key, cached] of this.#lists)
          if (cached.connection === connection && cached.list.source === 'market') this.#lists.delete(key);
      },
      // The backend no longer has the tipset; the next list reads it again. Anything else is a bug.
      (error: unknown) => logger.warn('Faults of providers could not be read', { error }),
    );
    await Promise.race([updated, clock.sleep(HEALTH_WAIT_MS)]);
    isLate = true;
  }

  #listFromState(connection: ActiveConnection, addresses: readonly Address[]): CachedList | undefined {
    const latest = this.#fromState;
    if (latest === undefined || latest.reading.isRunning) return undefined;
    if (latest.reading.connection !== connection || !latest.reading.isOf(addresses)) return undefined;
    if (latest.cached !== undefined) return latest.cached;
    const { list } = latest.reading;
    if (list === undefined) return undefined;
    this.#lastReading += 1;
    latest.cached = { reading: this.#lastReading, list, headKey: '', readAtMs: 0, tookMs: 0, connection, ids: new Map() };
    return latest.cached;
  }

  #headKey(): string {
    return this.#options.chain.tipsets.at(-1)?.key.join(' ') ?? '';
  }
}

/** Whether the endpoint cannot return the whole market, now or on retry. */
function isMarketMissing(error: unknown): error is SextantError {
  if (!(error instanceof SextantError)) return false;
  const { code, details } = error;
  return (
    code === 'method-not-served' ||
    code === 'capability-missing' ||
    (details?.method === 'StateMarketDeals' && (code === 'endpoint-bad-reply' || code === 'endpoint-timeout' || code === 'node-error'))
  );
}
