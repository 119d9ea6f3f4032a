/**
 * Reads miners from the blocks of the state, for endpoints that serve blocks but not the methods that return the same in one call.
 *
 * Owns one topic with the progress of each read. Reads run in the background, a few at once, and share verified blocks. Results are kept until
 * newer reads replace them.
 */
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { KEPT_READS, type MinerStateRead, type StateReadProgress } from '../../../shared/ipc/schemas/state-read.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import { AnswerCache } from '../../rpc/answer-cache.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { MAX_SECTORS } from '../miners/held-table.ts';
import type { SectorsOfRead } from '../miners/sectors-of-read.ts';
import { requireAddress } from '../network-address.ts';
import type { BlockCache } from './block-reader.ts';
import { MinerRead, type ReadEndpoint } from './miner-read.ts';

const CACHE = { maxEntries: 200_000, maxBytes: 64 * 1024 * 1024 } as const;
const RUNNING_READS = 4;
/** Number of tipsets before the head that are tried if the endpoint does not have its block. */
const DEEPEST_REPIN = 3;

export interface StateServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export class StateService {
  readonly topic = new ListTopic<StateReadProgress>(({ readId }) => readId, KEPT_READS);
  readonly #options: StateServiceOptions;
  readonly #logger: Logger;
  /** Shared by all readers of state blocks. */
  readonly cache: BlockCache = new AnswerCache(CACHE);
  readonly #reads = new Map<string, { readonly read: MinerRead; run: Promise<void> }>();
  #lastId = 0;

  constructor(options: StateServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('state');
  }

  /**
   * Start reading a miner at a tipset, or at the current head.
   *
   * @throws SextantError `invalid-input` for an invalid address or key, or too many reads in progress; `not-connected`
   */
  async startMinerRead(request: {
    readonly address: string;
    readonly tipsetKey?: readonly string[] | undefined;
    readonly callBudget: number;
  }): Promise<{ readId: string }> {
    const { connections, chain, clock } = this.#options;
    if (request.tipsetKey === undefined) await chain.whenHead();
    // After the wait the connection may have changed: its tipsets belong to its own chain.
    const connection = await connections.requireActive();
    const address = requireAddress(request.address, 'address');
    const keys = request.tipsetKey === undefined ? this.#recentKeys() : [requireKey(request.tipsetKey)];
    this.#makeRoom();
    this.#lastId += 1;
    const { facts, letter } = connection;
    const read = new MinerRead({
      id: String(this.#lastId),
      address,
      letter,
      keys,
      genesisCid: facts.genesisCid,
      timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
      endpoint: endpointOf(connection),
      cache: this.cache,
      clock,
      logger: this.#logger,
      // A query for an evicted read may still arrive.
      onProgress: (progress) => {
        if (!this.#reads.has(progress.readId)) return;
        this.#boundTables();
        this.topic.put([progress]);
      },
    });
    const entry = { read, run: Promise.resolve() };
    this.#reads.set(read.id, entry);
    entry.run = read.run(endpointOf(connection), request.callBudget);
    return { readId: read.id };
  }

  /** @throws SextantError `not-found` for a read that is no longer stored */
  async cancelRead({ readId }: { readonly readId: string }): Promise<Record<string, never>> {
    const { read, run } = this.#require(readId);
    read.cancel();
    await run;
    return {};
  }

  /**
   * Resume a read that ended early, over the current connection.
   *
   * @throws SextantError `not-found`; `wrong-network` if the connection is on another network; `invalid-input` while it runs
   */
  async continueRead({ readId, callBudget }: { readonly readId: string; readonly callBudget: number }): Promise<Record<string, never>> {
    const entry = this.#require(readId);
    const connection = await this.#options.connections.requireActive();
    if (connection.facts.genesisCid !== entry.read.genesisCid) {
      throw new SextantError('wrong-network', 'This read belongs to another network than the connected one.');
    }
    if (entry.read.isRunning) throw new SextantError('invalid-input', 'This read is in progress.');
    this.#requireFewRunning();
    entry.run = entry.read.run(endpointOf(connection), callBudget);
    return {};
  }

  /** @throws SextantError `not-found` for a read that is no longer stored */
  async getMinerRead({ readId }: { readonly readId: string }): Promise<MinerStateRead> {
    return this.#require(readId).read.view;
  }

  /** @throws SextantError `not-found` for a read that is no longer stored or has no sectors in memory */
  sectorsOf(readId: string): SectorsOfRead {
    return this.#require(readId).read.sectors;
  }

  async stop(): Promise<void> {
    const entries = [...this.#reads.values()];
    for (const { read } of entries) read.cancel();
    await Promise.all(entries.map(({ run }) => run));
  }

  #require(readId: string): { readonly read: MinerRead; run: Promise<void> } {
    const entry = this.#reads.get(readId);
    if (entry === undefined) throw new SextantError('not-found', 'This read is no longer available. Start it again.');
    return entry;
  }

  #recentKeys(): (readonly Cid[])[] {
    const recent = this.#options.chain.tipsets.slice(-1 - DEEPEST_REPIN).reverse();
    if (recent.length === 0) {
      throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
    }
    return recent.map(({ key }) => key);
  }

  #requireFewRunning(): void {
    const running = [...this.#reads.values()].filter(({ read }) => read.isRunning).length;
    if (running >= RUNNING_READS) {
      throw new SextantError('invalid-input', `${RUNNING_READS} reads are in progress, the maximum. Cancel one or wait for it to end.`);
    }
  }

  /** Only the latest reads keep their sectors in memory. */
  #boundTables(): void {
    let sectors = 0;
    for (const { read } of [...this.#reads.values()].reverse()) {
      const isFirst = sectors === 0;
      sectors += read.sectorCapacity;
      if (!isFirst && sectors > MAX_SECTORS && !read.isRunning) read.dropSectors();
    }
  }

  /** Remove the oldest ended read. */
  #makeRoom(): void {
    this.#requireFewRunning();
    for (const [id, { read }] of this.#reads) {
      if (this.#reads.size < KEPT_READS) return;
      if (read.isRunning) continue;
      this.#reads.delete(id);
      this.topic.remove([id]);
    }
  }
}

function endpointOf({ client, name, kind, versions }: ActiveConnection): ReadEndpoint {
  return { client, name, versions, isEmbedded: kind === 'embedded' };
}

function requireKey(key: readonly string[]): readonly Cid[] {
  try {
    return key.map(parseCid);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('invalid-input', error.message, { details: { fields: { tipsetKey: error.message } } });
  }
}
