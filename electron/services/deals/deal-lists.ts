/**
 * The lists of deals that were read: which one answers a question, when it is read anew, and what is kept between readings. Owned by the
 * deals service.
 */
import type { Address } from '../../../shared/domain/address.ts';
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
import { SectorHealthBook } from './sector-health-book.ts';

/** A list that follows the head is read anew after so long at the earliest, and never takes more than a fifth of the time. */
const LEAST_AGE_MS = 5000;
const TIMES_AS_OLD = 5;
/** Claims and allocations by single calls: public endpoints count calls. */
const HOLDERS_AGE_MS = 10 * 60_000;
/** Lists that are held; of very long ones only the latest. */
const KEPT_LISTS = 3;
const LONG_LIST_ROWS = 200_000;
const HEALTH_WAIT_MS = 600;

export interface HeldList {
  readonly reading: number;
  readonly list: DealList;
  readonly headKey: string;
  readonly readAtMs: number;
  readonly tookMs: number;
  readonly connection: ActiveConnection;
  /** Id addresses of the texts of filters; undefined for one that is none, or that nobody had. */
  readonly ids: Map<string, string | undefined>;
}

export class DealLists {
  readonly #options: Pick<DealsServiceOptions, 'chain' | 'clock' | 'logger' | 'ownMiners'>;
  readonly #held = new Map<string, HeldList>();
  readonly #underWay = new Map<string, { readonly connection: ActiveConnection; readonly reading: Promise<HeldList> }>();
  #lastReading = 0;
  /** What is known of the market of a connection between its lists. */
  #market: { readonly connection: ActiveConnection; readonly book: SectorHealthBook; isRead: boolean } | undefined;
  /** Of the latest reading of the state: its list is made once. */
  #fromState: { readonly reading: DealReading; held: HeldList | undefined } | undefined;

  constructor(options: DealsServiceOptions) {
    this.#options = options;
  }

  /** A reading of the state that has begun, or goes on. */
  take(reading: DealReading): void {
    this.#fromState = { reading, held: undefined };
  }

  /**
   * The list that answers a selection: the one that is held, or one that is read now.
   *
   * @throws SextantError as `DealsService.listDeals`
   */
  async get(connection: ActiveConnection, { of, at }: DealSelection): Promise<HeldList> {
    const addresses = of?.map((address) => requireAddress(address, 'of'));
    const state = addresses === undefined || at !== undefined ? undefined : this.#listFromState(connection, addresses);
    if (state !== undefined) return state;
    const key = [connection.id, connection.facts.genesisCid, ...[...(addresses ?? [])].sort(), at ?? ''].join(' ');
    const held = this.#held.get(key);
    if (held?.connection === connection && (at === undefined ? this.#isYoung(held) : this.#isOnChain(held, at))) return held;
    const underWay = this.#underWay.get(key);
    if (underWay?.connection === connection) return underWay.reading;
    const reading = this.#readList(connection, key, of, at).finally(() => {
      if (this.#underWay.get(key)?.reading === reading) this.#underWay.delete(key);
    });
    this.#underWay.set(key, { connection, reading });
    return reading;
  }

  /** What the latest lists know of the same data, and of the same two parties. */
  surroundingsOf(connection: ActiveConnection, row: DealRow): DealSurroundings {
    const lists = [this.#fromState?.held, ...[...this.#held.values()].reverse()].filter((held) => held?.connection === connection);
    for (const held of lists) {
      if (held === undefined) continue;
      const { view } = held.list;
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
      // The deal that a claim stands behind is no other one.
      return { same, counterpart: isDeal || same === undefined ? counterpart : undefined };
    }
    return { same: undefined, counterpart: undefined };
  }

  #isYoung({ headKey, readAtMs, tookMs, list }: HeldList): boolean {
    if (headKey === this.#headKey()) return true;
    const ageMs = this.#options.clock.monotonicMs() - readAtMs;
    return ageMs < (list.source === 'market' ? Math.max(LEAST_AGE_MS, TIMES_AS_OLD * tookMs) : HOLDERS_AGE_MS);
  }

  /** Whether the tipset that it was read at is still that of the epoch: a reorg may have put another one there. */
  #isOnChain({ list }: HeldList, at: number): boolean {
    const now = this.#options.chain.tipsets.findLast(({ height }) => height <= at);
    return now === undefined || now.key.join(' ') === list.pinned.key.join(' ');
  }

  async #readList(connection: ActiveConnection, key: string, of: readonly string[] | undefined, at: number | undefined): Promise<HeldList> {
    const startedMs = this.#options.clock.monotonicMs();
    const headKey = this.#headKey();
    const read = (node: PinnedNode): Promise<DealList> =>
      of === undefined ? this.#marketOrOwn(node, connection, at !== undefined) : readHolderList(node, connection, of);
    const list = await readPinned(connection.client, this.#options.chain.tipsets, 'deals: list', read, at);
    this.#lastReading += 1;
    const readAtMs = this.#options.clock.monotonicMs();
    const held = {
      reading: this.#lastReading,
      list,
      headKey,
      readAtMs,
      tookMs: readAtMs - startedMs,
      connection,
      ids: this.#idsOf(key, connection),
    };
    this.#held.delete(key);
    this.#held.set(key, held);
    const most = list.view.table.count > LONG_LIST_ROWS ? 1 : KEPT_LISTS;
    for (const oldest of [...this.#held.keys()].slice(0, -most)) this.#held.delete(oldest);
    return held;
  }

  /** Who has an id keeps it; nobody may have become somebody. */
  #idsOf(key: string, connection: ActiveConnection): HeldList['ids'] {
    const before = this.#held.get(key);
    return new Map(before?.connection === connection ? [...before.ids].filter(([, id]) => id !== undefined) : []);
  }

  /** Where the market is not to be had: what one's own miners have. */
  async #marketOrOwn(node: PinnedNode, connection: ActiveConnection, isPinned: boolean): Promise<DealList> {
    if (this.#market?.connection !== connection) this.#market = { connection, book: new SectorHealthBook(), isRead: false };
    const market = this.#market;
    // What is read at an epoch of before says so of all of it, and nothing of now.
    const book = isPinned ? new SectorHealthBook() : market.book;
    const wait = (learning: Promise<boolean>): Promise<unknown> => (isPinned ? learning : this.#waitForHealth(connection, learning));
    try {
      const list = await readMarketList(node, connection, { isKnownToBeSmall: market.isRead, book, wait });
      market.isRead = true;
      return list;
    } catch (error) {
      if (!isMarketMissing(error)) throw error;
      const own = await this.#options.ownMiners(connection);
      if (own.length === 0) throw error;
      try {
        return await readHolderList(node, connection, own, { what: 'deals', problem: panelErrorOf(error) });
      } catch (ownError) {
        // Where nothing is answered, what was asked first says why.
        throw ownError instanceof SextantError ? error : ownError;
      }
    }
  }

  /** A slow endpoint does not hold the list up: what comes later is in the next one. */
  async #waitForHealth(connection: ActiveConnection, learning: Promise<boolean>): Promise<void> {
    const { clock, logger } = this.#options;
    let isLate = false;
    const learned = learning.then(
      (isLearned) => {
        if (!isLate || !isLearned) return;
        for (const [key, held] of this.#held) if (held.connection === connection && held.list.source === 'market') this.#held.delete(key);
      },
      // The tipset has left the backend meanwhile: it is asked again with the next list. Anything else is a bug.
      (error: unknown) => logger.warn('Faults of providers could not be read', { error }),
    );
    await Promise.race([learned, clock.sleep(HEALTH_WAIT_MS)]);
    isLate = true;
  }

  #listFromState(connection: ActiveConnection, addresses: readonly Address[]): HeldList | undefined {
    const latest = this.#fromState;
    if (latest === undefined || latest.reading.isRunning) return undefined;
    if (latest.reading.connection !== connection || !latest.reading.isOf(addresses)) return undefined;
    if (latest.held !== undefined) return latest.held;
    const { list } = latest.reading;
    if (list === undefined) return undefined;
    this.#lastReading += 1;
    latest.held = { reading: this.#lastReading, list, headKey: '', readAtMs: 0, tookMs: 0, connection, ids: new Map() };
    return latest.held;
  }

  #headKey(): string {
    return this.#options.chain.tipsets.at(-1)?.key.join(' ') ?? '';
  }
}

/** Whether the whole market is not to be had from this endpoint, by asking again or later. */
function isMarketMissing(error: unknown): error is SextantError {
  if (!(error instanceof SextantError)) return false;
  const { code, details } = error;
  return (
    code === 'method-not-served' ||
    code === 'capability-missing' ||
    (details?.method === 'StateMarketDeals' && (code === 'endpoint-bad-reply' || code === 'endpoint-timeout' || code === 'node-error'))
  );
}
