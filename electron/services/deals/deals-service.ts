/**
 * Deals of the market actor, claims and allocations of the verified registry, as one list at one pinned tipset. Owns one topic: how far
 * reading deals block by block is.
 *
 * The list is read once for a tipset and held in columns; what is asked of it (pages, counts, sums) contacts nobody. The whole market is
 * asked of small networks alone. Elsewhere the list has the claims and allocations of own miners, or of the addresses that are named,
 * by one call each; their deals are read from the state where somebody asks for that.
 */
import { type Address, formatAddress, idOfAddress, tryParseAddress } from '../../../shared/domain/address.ts';
import { type Cid, parseCid } from '../../../shared/domain/cid.ts';
import type { FilterNode } from '../../../shared/filter/filter.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type {
  Deal,
  DealMessage,
  DealPage,
  DealQuestion,
  DealRead,
  DealSelection,
  DealSummary,
  Proposal,
} from '../../../shared/ipc/schemas/deals.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { type PinnedNode, panelErrorOf, readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { readIdAddress, requireAddress } from '../network-address.ts';
import type { BlockCache } from '../state/block-reader.ts';
import { type DealSurroundings, readDeal } from './deal-detail.ts';
import type { DealList } from './deal-list.ts';
import { findDealMessage } from './deal-messages.ts';
import { DealReading } from './deal-reading.ts';
import { KINDS } from './deal-table.ts';
import { type DealQuery, dealQuery } from './deal-table-view.ts';
import { readHolderList } from './holder-list.ts';
import { readMarketList } from './market-list.ts';
import { readProposal } from './read-proposal.ts';
import { SectorHealthBook } from './sector-health-book.ts';

/** A list that follows the head is read anew after so long at the earliest, and never takes more than a fifth of the time. */
const LEAST_AGE_MS = 5000;
const TIMES_AS_OLD = 5;
/** Claims and allocations by single calls: public endpoints count calls. */
const HOLDERS_AGE_MS = 10 * 60_000;
/** Lists that are held; of very long ones only the latest. */
const KEPT_LISTS = 3;
const LONG_LIST_ROWS = 200_000;
/** How many tipsets before the head are tried where the endpoint does not have its block. */
const DEEPEST_REPIN = 3;
const NAMED_PROVIDERS = 20;
const HEALTH_WAIT_MS = 600;

export interface DealsServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Blocks that were verified, of all who read the state. */
  readonly blocks: BlockCache;
  /** ID addresses of the miners that are one's own. */
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
}

interface HeldList {
  readonly reading: number;
  readonly list: DealList;
  readonly headKey: string;
  readonly readAtMs: number;
  readonly tookMs: number;
  readonly connection: ActiveConnection;
}

const IDLE: DealRead = {
  state: 'idle',
  of: [],
  phase: '',
  startedAtMs: 0,
  blocks: 0,
  cachedBlocks: 0,
  bytes: 0,
  calls: 0,
  callBudget: 0,
};

export class DealsService {
  readonly topic = new ValueTopic<DealRead>(IDLE);
  readonly #options: DealsServiceOptions;
  readonly #held = new Map<string, HeldList>();
  readonly #underWay = new Map<string, Promise<HeldList>>();
  #reading: { readonly reading: DealReading; run: Promise<void> } | undefined;
  #lastReading = 0;
  /** What is known of the market of a connection between its lists. */
  #market: { readonly connection: ActiveConnection; readonly book: SectorHealthBook; isRead: boolean } | undefined;
  /** Of the state's reading: its list is made once. */
  #stateList: { readonly of: DealReading; readonly held: HeldList } | undefined;

  constructor(options: DealsServiceOptions) {
    this.#options = options;
  }

  /**
   * A page of those that pass a filter.
   *
   * @throws SextantError `capability-missing` and `method-not-served` where the whole market is not to be had and no miner is marked as
   * one's own; `invalid-input` and `not-found` for addresses; those of the calls
   */
  async listDeals({ order, offset, limit, ...selection }: DealQuestion): Promise<DealPage> {
    const { list, reading, query } = await this.#ask(selection);
    const { view, faultsUnknownOf } = list;
    const page = view.page(query, order, offset, limit);
    return {
      pinned: list.pinned,
      calls: [...list.calls],
      source: list.source,
      ...(list.of === undefined ? {} : { of: [...list.of] }),
      reading,
      total: view.table.count,
      matching: page.matching,
      offset,
      rows: page.rows,
      counts: view.counts(query),
      joined: list.joined,
      faultsUnknown: { count: faultsUnknownOf.length, some: faultsUnknownOf.slice(0, NAMED_PROVIDERS) },
      odd: list.odd,
      leftOut: view.table.leftOut,
      gaps: [...list.gaps],
    };
  }

  /** Sums over those that pass a filter. Throws as `listDeals`. */
  async summarizeDeals(selection: DealSelection): Promise<DealSummary> {
    const { list, query } = await this.#ask(selection);
    return list.view.summary(query);
  }

  /** What clients or providers there are in a list, the most frequent first; nothing for other fields. Throws as `listDeals`. */
  async listFilterValues({ field, prefix, ...selection }: DealSelection & { readonly field: string; readonly prefix: string }) {
    if (field !== 'client' && field !== 'provider') return [];
    const { list } = await this.#ask(selection);
    return list.view.values(field, prefix);
  }

  /** @throws SextantError `not-found` where there is none of this number at the pinned tipset */
  async getDeal({ key, at }: { readonly key: string; readonly at?: number | undefined }): Promise<Deal> {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    return this.#read(connection, 'deals: one deal', at, (node) =>
      readDeal(node, connection, key, (row) => this.#surroundingsOf(connection, row)),
    );
  }

  /** The message that published a deal or claimed data. @throws SextantError `not-found`, `method-not-served`, those of the calls */
  async findMessage({ key }: { readonly key: string }): Promise<DealMessage> {
    const connection = await this.#options.connections.requireActive();
    return findDealMessage(connection, await this.getDeal({ key }));
  }

  /** What a node with the old market knows by a proposal CID. @throws SextantError as `readProposal` */
  async getProposal({ cid }: { readonly cid: string }): Promise<Proposal> {
    return readProposal(await this.#options.connections.requireActive(), cid);
  }

  /**
   * Begins to read the deals of providers block by block, or goes on where the same was read before; resolves when it has begun.
   *
   * @throws SextantError `invalid-input` for what is no address, or while another reading is under way
   */
  async startRead({ of, callBudget }: { readonly of: readonly string[]; readonly callBudget: number }): Promise<Record<string, never>> {
    const { connections, chain, clock, logger, blocks } = this.#options;
    await chain.whenHead();
    const connection = await connections.requireActive();
    const addresses = of.map((address) => requireAddress(address, 'of'));
    if (this.#reading?.reading.isRunning === true) {
      throw new SextantError('invalid-input', 'Deals are being read: cancel that first, or wait for it to end.');
    }
    const before = this.#reading?.reading;
    const goesOn = before?.connection === connection && before.isOf(addresses) && this.topic.get().state !== 'done';
    const reading = goesOn
      ? before
      : new DealReading({
          addresses,
          connection,
          keys: this.#recentKeys(),
          cache: blocks,
          clock,
          logger,
          onProgress: (progress) => {
            if (this.#reading?.reading === reading) this.topic.set(progress);
          },
        });
    this.#stateList = undefined;
    this.#reading = { reading, run: Promise.resolve() };
    this.#reading.run = reading.run(callBudget);
    return {};
  }

  /** Ends the calls under way. What was read stays in the list. */
  async cancelRead(): Promise<Record<string, never>> {
    this.#reading?.reading.cancel();
    await this.#reading?.run;
    return {};
  }

  async stop(): Promise<void> {
    await this.cancelRead();
  }

  async #ask(selection: DealSelection): Promise<HeldList & { readonly query: DealQuery }> {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    const held = await this.#listFor(connection, selection);
    const query = dealQuery(selection.kind, selection.filter ?? '');
    const node = query.filter.node === undefined ? undefined : await this.#withIds(connection, held.list, query.filter.node);
    return { ...held, query: node === undefined ? query : { ...query, filter: { ...query.filter, node } } };
  }

  async #listFor(connection: ActiveConnection, { of, at }: DealSelection): Promise<HeldList> {
    const addresses = of?.map((address) => requireAddress(address, 'of'));
    const state = addresses === undefined || at !== undefined ? undefined : this.#listFromState(connection, addresses);
    if (state !== undefined) return state;
    const key = [connection.id, connection.facts.genesisCid, ...[...(addresses ?? [])].sort(), at ?? ''].join(' ');
    const held = this.#held.get(key);
    if (held !== undefined && held.connection === connection && (at !== undefined || this.#isYoung(held))) return held;
    const underWay = this.#underWay.get(key) ?? this.#readList(connection, key, of, at);
    this.#underWay.set(key, underWay);
    try {
      return await underWay;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #isYoung({ headKey, readAtMs, tookMs, list }: HeldList): boolean {
    if (headKey === this.#headKey()) return true;
    const ageMs = this.#options.clock.monotonicMs() - readAtMs;
    return ageMs < (list.source === 'market' ? Math.max(LEAST_AGE_MS, TIMES_AS_OLD * tookMs) : HOLDERS_AGE_MS);
  }

  async #readList(connection: ActiveConnection, key: string, of: readonly string[] | undefined, at: number | undefined): Promise<HeldList> {
    const startedMs = this.#options.clock.monotonicMs();
    const headKey = this.#headKey();
    const list = await this.#read(connection, 'deals: list', at, (node) =>
      of === undefined ? this.#marketOrOwn(node, connection, at !== undefined) : readHolderList(node, connection, of),
    );
    this.#lastReading += 1;
    const readAtMs = this.#options.clock.monotonicMs();
    const held = { reading: this.#lastReading, list, headKey, readAtMs, tookMs: readAtMs - startedMs, connection };
    this.#held.delete(key);
    this.#held.set(key, held);
    const most = list.view.table.count > LONG_LIST_ROWS ? 1 : KEPT_LISTS;
    for (const oldest of [...this.#held.keys()].slice(0, -most)) this.#held.delete(oldest);
    return held;
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
    const reading = this.#reading?.reading;
    if (reading === undefined || reading.isRunning || reading.connection !== connection || !reading.isOf(addresses)) return undefined;
    if (this.#stateList?.of === reading) return this.#stateList.held;
    const { list } = reading;
    if (list === undefined) return undefined;
    this.#lastReading += 1;
    const held = { reading: this.#lastReading, list, headKey: '', readAtMs: 0, tookMs: 0, connection };
    this.#stateList = { of: reading, held };
    return held;
  }

  /** Keys are kept by id: f1, f2, f3 and f4 addresses in terms about clients and providers become what the list has. */
  async #withIds(connection: ActiveConnection, list: DealList, node: FilterNode): Promise<FilterNode> {
    switch (node.kind) {
      case 'all':
      case 'any':
        return { kind: node.kind, nodes: await Promise.all(node.nodes.map((part) => this.#withIds(connection, list, part))) };
      case 'not':
        return { kind: 'not', node: await this.#withIds(connection, list, node.node) };
      case 'pattern': {
        if (node.field !== 'client' && node.field !== 'provider') return node;
        const id = await this.#idOf(connection, list, node.pattern);
        return id === undefined ? node : { ...node, pattern: id, isWhole: true };
      }
      case 'text': {
        const id = await this.#idOf(connection, list, node.text);
        return id === undefined ? node : { kind: 'any', nodes: [node, ...idTerms(id)] };
      }
      case 'choice':
      case 'number':
      case 'nothing':
        return node;
      default:
        return node satisfies never;
    }
  }

  /** Undefined for a text that is no address, and for an address that nobody has. */
  async #idOf(connection: ActiveConnection, { pinned }: DealList, text: string): Promise<string | undefined> {
    const address = tryParseAddress(text);
    if (address === undefined) return undefined;
    if (idOfAddress(address) !== undefined) return formatAddress(address, connection.letter);
    try {
      return await this.#read(connection, 'deals: filter', pinned.height, (node) => readIdAddress(node, connection.letter, text, 'filter'));
    } catch (error) {
      if (error instanceof SextantError) return undefined;
      throw error;
    }
  }

  /** What the latest lists know of the same data, and of the same two parties. */
  #surroundingsOf(connection: ActiveConnection, row: Deal['row']): DealSurroundings {
    const lists = [this.#stateList?.held, ...[...this.#held.values()].reverse()].filter((held) => held?.connection === connection);
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

  #read<T>(connection: ActiveConnection, cause: string, at: number | undefined, read: (node: PinnedNode) => Promise<T>): Promise<T> {
    return readPinned(connection.client, this.#options.chain.tipsets, cause, read, at);
  }

  #headKey(): string {
    return this.#options.chain.tipsets.at(-1)?.key.join(' ') ?? '';
  }

  #recentKeys(): (readonly Cid[])[] {
    const recent = this.#options.chain.tipsets.slice(-1 - DEEPEST_REPIN).reverse();
    if (recent.length === 0) {
      throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
    }
    return recent.map(({ key }) => key.map(parseCid));
  }
}

function idTerms(id: string): FilterNode[] {
  return ['client', 'provider'].map((field): FilterNode => ({ kind: 'pattern', field, pattern: id, isWhole: true }));
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
