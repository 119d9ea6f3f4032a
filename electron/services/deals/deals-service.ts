/**
 * Deals of the market actor, and claims and allocations of the verified registry, as one list at one pinned tipset. Owns one topic: the
 * progress of reading deals block by block.
 *
 * The list is read once per tipset; its pages, counts and sums take no calls. The whole market is read on small networks only. On others
 * the list has the claims and allocations of own miners or of given addresses, one call each; their deals are read from the state on
 * request.
 */
import { withIds } from '../../../shared/deals/filter-ids.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type {
  Deal,
  DealExportRequest,
  DealLookUp,
  DealLookUpRequest,
  DealMessage,
  DealPage,
  DealQuestion,
  DealRead,
  DealSelection,
  DealSummary,
  Proposal,
} from '../../../shared/ipc/schemas/deals.ts';
import type { MarketDatasets } from '../../dataset/questions/market-dataset.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { DatasetExports } from '../dataset/dataset-exports.ts';
import { readIdAddress, requireAddress } from '../network-address.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import type { BlockCache } from '../state/block-reader.ts';
import { DatasetDeals, lookUpByChecker } from './dataset-deals.ts';
import { readDeal } from './deal-detail.ts';
import { type CachedList, DealLists } from './deal-lists.ts';
import { findDealMessage } from './deal-messages.ts';
import { DealReading } from './deal-reading.ts';
import { type DealQuery, dealQuery } from './deal-table-view.ts';
import { readProposal } from './read-proposal.ts';

/** Tipsets before the head to try if the endpoint lacks a block of the head. */
const DEEPEST_REPIN = 3;
const NAMED_PROVIDERS = 20;
/** Cached ID addresses of filter texts. */
const MAX_IDS = 200;

export interface DealsServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Verified blocks, shared by all readers of the state. */
  readonly blocks: BlockCache;
  /** ID addresses of own miners. */
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
  /** Absent if there are no datasets. */
  readonly datasets?: MarketDatasets;
  /** Absent if the host cannot export files. */
  readonly exports?: Pick<DatasetExports, 'startExport'>;
  /** CID checker URL of a connection, if any. */
  readonly cidCheckerOf?: (connectionId: string) => string | undefined;
}

const NO_DATASETS: MarketDatasets = { current: async () => undefined };

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
  readonly #lists: DealLists;
  readonly #dataset: DatasetDeals;
  #reading: { readonly reading: DealReading; run: Promise<void> } | undefined;
  /** Resolved addresses of dataset queries. */
  #ids: Pick<CachedList, 'connection' | 'ids'> | undefined;

  constructor(options: DealsServiceOptions) {
    this.#options = options;
    this.#lists = new DealLists(options);
    this.#dataset = new DatasetDeals(options.datasets ?? NO_DATASETS);
  }

  /**
   * A page of the matching rows.
   *
   * @throws SextantError `capability-missing` and `method-not-served` if the endpoint cannot return the whole market and there are no own
   * miners; `invalid-input` and `not-found` for addresses; those of the calls
   */
  async listDeals(question: DealQuestion): Promise<DealPage> {
    if (question.source === 'dataset') {
      const { connection, pinned, idOf } = await this.#atDataset(question.at);
      return this.#dataset.page(connection, pinned, question, idOf);
    }
    const { order, offset, limit, ...selection } = question;
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

  /** Sums over the matching rows. Throws as `listDeals`. */
  async summarizeDeals(selection: DealSelection): Promise<DealSummary> {
    if (selection.source === 'dataset') {
      const { connection, pinned, idOf } = await this.#atDataset(selection.at);
      return this.#dataset.summary(connection, pinned, selection, idOf);
    }
    const { list, query } = await this.#ask(selection);
    return list.view.summary(query);
  }

  /** Clients or providers of a list, most frequent first; empty for other fields. Throws as `listDeals`. */
  async listFilterValues({ field, prefix, ...selection }: DealSelection & { readonly field: string; readonly prefix: string }) {
    if (field !== 'client' && field !== 'provider') return [];
    if (selection.source === 'dataset') {
      const { connection, pinned } = await this.#atDataset(selection.at);
      return this.#dataset.values(connection, pinned, field, prefix);
    }
    const { list } = await this.#ask(selection);
    return list.view.values(field, prefix);
  }

  /**
   * Deals of CIDs, deal IDs, clients and providers.
   *
   * @throws SextantError `not-found` without a dataset, `capability-missing` if the connection has no CID checker API
   */
  async lookUp({ texts, source }: DealLookUpRequest): Promise<DealLookUp> {
    const { connection, pinned, idOf } = await this.#atDataset(undefined);
    if (source === 'dataset') return this.#dataset.lookUp(connection, pinned, texts, idOf);
    const url = this.#options.cidCheckerOf?.(connection.id);
    // A URL with a placeholder is that of a web page.
    if (url === undefined || url.includes('{cid}')) {
      throw new SextantError('capability-missing', 'This connection has no CID checker API. Enter its URL in the connection settings.');
    }
    return lookUpByChecker(connection, pinned, url, texts, idOf);
  }

  /**
   * Start the export of all matching deals of the dataset; resolves once it has started.
   *
   * @throws SextantError `not-found` without a dataset, `name-taken` while another export runs
   */
  async startExport({ form, ...selection }: DealExportRequest): Promise<{ exportId: string }> {
    const { exports } = this.#options;
    if (exports === undefined) throw new SextantError('capability-missing', 'This host cannot export files.');
    const { connection, pinned, idOf } = await this.#atDataset(selection.at);
    const { dataset, plan, expected } = await this.#dataset.planExport(connection, pinned, selection, form, idOf);
    return { exportId: await exports.startExport(dataset, plan, 'deals', expected) };
  }

  /**
   * Details from the node, or from the dataset if the node has no such deal or does not serve the method.
   *
   * @throws SextantError `not-found` if it does not exist at the pinned tipset
   */
  async getDeal({ key, at }: { readonly key: string; readonly at?: number | undefined }): Promise<Deal> {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    try {
      return await this.#read(connection, 'deals: one deal', at, (node) =>
        readDeal(node, connection, key, (row) => this.#lists.surroundingsOf(connection, row)),
      );
    } catch (error) {
      const isElsewhere = error instanceof SextantError && ['not-found', 'method-not-served', 'capability-missing'].includes(error.code);
      const stored = isElsewhere ? await this.#dealOfDataset(connection, key, at) : undefined;
      if (stored === undefined) throw error;
      return stored;
    }
  }

  /** The message that published a deal or claimed data. @throws SextantError `not-found`, `method-not-served`, those of the calls */
  async findMessage(request: { readonly key: string; readonly at?: number | undefined }): Promise<DealMessage> {
    const connection = await this.#options.connections.requireActive();
    return findDealMessage(connection, await this.getDeal(request));
  }

  /** A deal by proposal CID, from a node with the legacy markets module. @throws SextantError as `readProposal` */
  async getProposal({ cid }: { readonly cid: string }): Promise<Proposal> {
    return readProposal(await this.#options.connections.requireActive(), cid);
  }

  /**
   * Start or resume reading the deals of providers block by block; resolves once it has started.
   *
   * @throws SextantError `invalid-input` for an invalid address, or while another read is running
   */
  async startRead({ of, callBudget }: { readonly of: readonly string[]; readonly callBudget: number }): Promise<Record<string, never>> {
    const { connections, chain, clock, logger, blocks } = this.#options;
    await chain.whenHead();
    const connection = await connections.requireActive();
    const addresses = of.map((address) => requireAddress(address, 'of'));
    if (this.#reading?.reading.isRunning === true) {
      throw new SextantError('invalid-input', 'A read of deals is running. Cancel it or wait for it to finish.');
    }
    const before = this.#reading?.reading;
    const isResumed = before?.connection === connection && before.isOf(addresses) && this.topic.get().state !== 'done';
    const reading = isResumed
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
    this.#lists.setReading(reading);
    this.#reading = { reading, run: Promise.resolve() };
    this.#reading.run = reading.run(callBudget);
    return {};
  }

  /** Cancel the read. Deals already read stay in the list. */
  async cancelRead(): Promise<Record<string, never>> {
    this.#reading?.reading.cancel();
    await this.#reading?.run;
    return {};
  }

  async stop(): Promise<void> {
    await this.cancelRead();
  }

  async #ask(selection: DealSelection): Promise<CachedList & { readonly query: DealQuery }> {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    this.#cancelReadOfOthers(connection);
    const cached = await this.#lists.get(connection, selection);
    const query = dealQuery(selection.kind, selection.filter ?? '');
    const node = query.filter.node === undefined ? undefined : await withIds(query.filter.node, (text) => this.#idOf(cached, text));
    return { ...cached, query: node === undefined ? query : { ...query, filter: { ...query.filter, node } } };
  }

  async #dealOfDataset(connection: ActiveConnection, key: string, at: number | undefined): Promise<Deal | undefined> {
    if ((await this.#options.datasets?.current(connection.facts.genesisCid)) === undefined) return undefined;
    const { pinned } = await this.#atDataset(at);
    return this.#dataset.deal(connection, pinned, key);
  }

  /** Deal states of a dataset are computed at the head, or at an epoch. */
  async #atDataset(at: number | undefined) {
    const connection = await this.#options.connections.requireActive();
    await this.#options.chain.whenHead();
    if (this.#ids?.connection !== connection) this.#ids = { connection, ids: new Map() };
    const resolved = this.#ids;
    const pinned = await this.#read(connection, 'deals: dataset', at, async (node) => node.ref);
    return { connection, pinned, idOf: (text: string) => this.#idOf(resolved, text) };
  }

  /** Ends reads on connections that are no longer active. */
  #cancelReadOfOthers(connection: ActiveConnection): void {
    const reading = this.#reading?.reading;
    if (reading === undefined || reading.connection === connection) return;
    reading.cancel();
    this.#reading = undefined;
    this.topic.set(IDLE);
  }

  /** Undefined for a text that is not an address, or has no actor. Each text is resolved once per list. */
  async #idOf({ connection, ids }: Pick<CachedList, 'connection' | 'ids'>, text: string): Promise<string | undefined> {
    if (ids.has(text)) return ids.get(text);
    const id = await this.#readId(connection, text);
    if (ids.size >= MAX_IDS) ids.clear();
    ids.set(text, id);
    return id;
  }

  /** Always at the head: an address keeps its ID. */
  async #readId(connection: ActiveConnection, text: string): Promise<string | undefined> {
    try {
      requireAddress(text, 'filter');
    } catch (error) {
      if (error instanceof SextantError) return undefined;
      throw error;
    }
    try {
      return await this.#read(connection, 'deals: filter', undefined, (node) => readIdAddress(node, connection.letter, text, 'filter'));
    } catch (error) {
      if (error instanceof SextantError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  #read<T>(connection: ActiveConnection, cause: string, at: number | undefined, read: (node: PinnedNode) => Promise<T>): Promise<T> {
    return readPinned(connection.client, this.#options.chain.tipsets, cause, read, at);
  }

  #recentKeys(): (readonly Cid[])[] {
    const recent = this.#options.chain.tipsets.slice(-1 - DEEPEST_REPIN).reverse();
    if (recent.length === 0) {
      throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
    }
    return recent.map(({ key }) => key.map(parseCid));
  }
}
