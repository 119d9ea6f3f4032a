/**
 * One miner in detail: figures, deadlines and sectors. Results are cached as long as its state is unchanged.
 *
 * Reads at one pinned tipset; one topic has the progress of reading sectors. Called by the composition root.
 */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import {
  type MinerAt,
  type MinerDeadline,
  type MinerSector,
  type SectorChoice,
  type SectorPage,
  type SectorPageQuestion,
  type SectorSummary,
  type SectorSummaryQuestion,
  sectorsKey,
} from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { QualityUpgrade } from '../../../shared/ipc/schemas/quality-upgrade.ts';
import type { SectorChange, SectorChangeQuestion } from '../../../shared/ipc/schemas/sector-change.ts';
import type { Logger } from '../../platform/ports.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { readIdAddress } from '../network-address.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import { readDeadlineDetail } from './deadline-detail.ts';
import type { HeldTable } from './held-table.ts';
import { MinerMemory, type MinerReading, readMiner } from './miner-view.ts';
import { planQualityUpgrade } from './quality-upgrade.ts';
import { requireMiner } from './require-miner.ts';
import { planSectorChange } from './sector-change.ts';
import { readSectorDetail } from './sector-detail.ts';
import { summariseSectors } from './sector-summary.ts';
import type { SectorTable } from './sector-table.ts';
import type { SectorClock } from './sector-table-filter.ts';
import { SectorTables } from './sector-tables.ts';
import type { SectorsOfRead } from './sectors-of-read.ts';

/** Maximum number of cached miners. */
const MAX_MEMORIES = 12;

export interface MinerReadsOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
  /** The sectors of a read of the state. */
  readonly sectorsOfRead: (readId: string) => SectorsOfRead;
  readonly logger: Logger;
}

export class MinerReads {
  readonly #connections: ActiveConnectionSource;
  readonly #chain: MinerReadsOptions['chain'];
  readonly #ownMiners: MinerReadsOptions['ownMiners'];
  readonly #sectorsOfRead: MinerReadsOptions['sectorsOfRead'];
  readonly #tables: SectorTables;
  readonly #memories = new LruMap<string, { readonly connection: ActiveConnection; readonly memory: MinerMemory }>({
    maxEntries: MAX_MEMORIES,
  });

  readonly #unsubscribe: () => void;

  constructor({ connections, chain, ownMiners, sectorsOfRead, logger }: MinerReadsOptions) {
    this.#connections = connections;
    this.#chain = chain;
    this.#ownMiners = ownMiners;
    this.#sectorsOfRead = sectorsOfRead;
    this.#tables = new SectorTables(logger.child('sectors'));
    this.#unsubscribe = connections.onActiveChanged(() => this.#forget());
  }

  /** Stop reads of sectors in progress. */
  stop(): void {
    this.#unsubscribe();
    this.#forget();
  }

  /** Progress of reading the sectors of miners. */
  get sectorsProgressed(): SectorTables['progressed'] {
    return this.#tables.progressed;
  }

  /** @throws SextantError `invalid-input` for an invalid address, `not-found` if it is not a miner */
  async getMiner(question: MinerAt): Promise<Miner> {
    return this.#read(question, 'miner', async (_, { miner }) => miner);
  }

  /** Start or resume reading the sectors of a miner; resolves when the partitions are known. @throws as `getMiner`, and their failure */
  async readSectors({ isAll = false, ...question }: MinerAt & { readonly isAll?: boolean | undefined }): Promise<Record<string, never>> {
    const connection = await this.#connections.requireActive();
    return this.#read(question, 'miner', async (node, { miner, deadlines, sectorsRoot }) => {
      if (deadlines instanceof SextantError) throw deadlines;
      const key = sectorsKey({ ...question, address: miner.address });
      this.#tables.start(connection, miner.address, key, { ref: node.ref, deadlines, sectorsRoot }, isAll);
      return {};
    });
  }

  async stopSectors(question: MinerAt): Promise<Record<string, never>> {
    this.#tables.stop(sectorsKey(question));
    return {};
  }

  /** @throws SextantError `not-found` before `readSectors` */
  async listSectors({ filter, order, offset, limit, find, ...question }: SectorPageQuestion): Promise<SectorPage> {
    const { table, calls, clock } = await this.#sectors(question);
    const ordered = table.ordered(filter, order, clock);
    const rows = [...ordered.subarray(offset, offset + limit)].map((row) => table.rowAt(row, clock));
    const callIds = new Set(rows.map(({ callId }) => callId));
    return {
      total: table.total,
      matching: ordered.length,
      offset,
      rows,
      ...(find === undefined ? {} : table.placeIn(ordered, find)),
      calls: [...callIds].flatMap((id) => calls.get(id) ?? []),
    };
  }

  /** @throws SextantError `not-found` before `readSectors` */
  async summariseSectors({ filter, step, ...question }: SectorSummaryQuestion): Promise<SectorSummary> {
    const { table, pinned, clock } = await this.#sectors(question);
    return { pinned, ...summariseSectors(table, filter, step, clock) };
  }

  /** @throws as `getMiner` and `planQualityUpgrade`; SextantError `not-found` before `readSectors` */
  async planQualityUpgrade({ filter, numbers, ...question }: SectorChoice): Promise<QualityUpgrade> {
    const { client, letter, versions } = await this.#connections.requireActive();
    return this.#read(question, 'miner: quality upgrade', async (node, { miner }) => {
      const { table, clock } = await this.#sectors({ ...question, address: miner.address });
      const version = await versions.read(node);
      const networkVersion = version?.version;
      return planQualityUpgrade(node, { miner, table, clock, client, versions, letter, wanted: { filter, numbers }, networkVersion });
    });
  }

  /** @throws as `getMiner`; SextantError if the deadlines cannot be read, and `not-found` before `readSectors` if records are needed */
  async planSectorChange({ filter, change, numbers, expiration, ...question }: SectorChangeQuestion): Promise<SectorChange> {
    const connection = await this.#connections.requireActive();
    const wanted = { change, filter, numbers, expiration };
    // Faults are in the partitions: no records are needed to recover all of them.
    const isWithoutRecords = change === 'recover' && (filter === '' || filter === 'state:faulty') && numbers === undefined;
    if (question.readId !== undefined) {
      const { table, pinned, deadlines, networkVersion } = this.#ofRead(connection, question.readId);
      // Windows advance from the tipset of the read to the head at which the message is sent.
      const clock = clockAt(connection, Math.max(pinned.height, this.#chain.tipsets.at(-1)?.height ?? 0));
      const context = { deadlines, table: isWithoutRecords ? undefined : table, clock, networkVersion };
      return { pinned, ...planSectorChange(wanted, context) };
    }
    return this.#read(question, 'miner: sector change', async (node, { miner, deadlines }) => {
      if (deadlines instanceof SextantError) throw deadlines;
      const clock = clockAt(connection, node.ref.height);
      const table = isWithoutRecords ? undefined : (await this.#sectors({ ...question, address: miner.address })).table;
      const networkVersion = (await connection.versions.read(node))?.version;
      return { pinned: node.ref, ...planSectorChange(wanted, { deadlines, table, clock, networkVersion }) };
    });
  }

  /** Return the sectors of a miner at the head if all of them were read; reads nothing itself. */
  async findSectors(address: string): Promise<{ readonly table: SectorTable; readonly clock: SectorClock } | undefined> {
    const connection = await this.#connections.requireActive();
    const held = this.#tables.get(connection, sectorsKey({ address }));
    return held?.state === 'done' && held.leftOut === 0 ? { table: held.table, clock: clockOf(connection, held) } : undefined;
  }

  /** @throws as `getMiner` */
  async getSector({ number, ...question }: MinerAt & { readonly number: number }): Promise<MinerSector> {
    const { client, versions, facts, letter } = await this.#connections.requireActive();
    return this.#read(question, 'miner: sector', (node, { miner, deadlines }) =>
      readSectorDetail(node, number, { miner, deadlines, client, versions, letter, timeMsOf: (epoch) => epochToTimeMs(epoch, facts) }),
    );
  }

  /** @throws as `getMiner`; SextantError if the deadlines cannot be read */
  async getDeadline({ index, ...question }: MinerAt & { readonly index: number }): Promise<MinerDeadline> {
    const connection = await this.#connections.requireActive();
    const { client, versions, facts, letter } = connection;
    return this.#read(question, 'miner: deadline', async (node, { miner, deadlines, sectorsRoot }, { powers }) => {
      if (deadlines instanceof SextantError) throw deadlines;
      const held = this.#tables.get(connection, sectorsKey({ ...question, address: miner.address }));
      const isWhole = held?.state === 'done' && held.leftOut === 0;
      return readDeadlineDetail(node, index, {
        miner,
        deadlines,
        client,
        versions,
        letter,
        timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
        table: isWhole ? held.table : undefined,
        powers,
        sectorsRoot,
      });
    });
  }

  /** Read a miner, only what changed, and then `use` it at the same tipset. */
  async #read<T>(
    question: MinerAt,
    cause: string,
    use: (node: PinnedNode, reading: MinerReading, memory: MinerMemory) => Promise<T>,
  ): Promise<T> {
    const { address, at } = question;
    const connection = await this.#connections.requireActive();
    await this.#chain.whenHead();
    const own = await this.#ownMiners(connection);
    return readPinned(
      connection.client,
      this.#chain.tipsets,
      cause,
      async (node) => {
        const id = await readIdAddress(node.as('which actor'), connection.letter, address, 'address');
        const memory = this.#memoryOf(connection, `${id} ${at ?? ''}`);
        const actor = await memory.actor.get(node.ref.key.join(), () => requireMiner(node.as('which actor'), connection.versions, id));
        const reading = await readMiner(node, id, {
          isOwn: own.includes(id),
          timeMsOf: (epoch) => epochToTimeMs(epoch, connection.facts),
          versions: connection.versions,
          memory,
          actor,
        });
        const { deadlines, sectorsRoot } = reading;
        if (!(deadlines instanceof SextantError))
          this.#tables.update(connection, sectorsKey({ address: id, at }), { ref: node.ref, deadlines, sectorsRoot });
        return use(node, reading, memory);
      },
      at,
    );
  }

  #forget(): void {
    this.#memories.clear();
    this.#tables.clear();
  }

  #memoryOf(connection: ActiveConnection, key: string): MinerMemory {
    const known = this.#memories.get(key);
    const memory = known?.connection.client === connection.client ? known.memory : new MinerMemory();
    this.#memories.set(key, { connection, memory });
    return memory;
  }

  /** Return the table of a question: of a read of the state if it names one. */
  async #sectors({ readId, ...question }: MinerAt & { readonly readId?: string | undefined }) {
    const connection = await this.#connections.requireActive();
    if (readId !== undefined) {
      const read = this.#ofRead(connection, readId);
      return { ...read, clock: clockAt(connection, read.pinned.height) };
    }
    const held = this.#tables.get(connection, sectorsKey(question));
    if (held === undefined) throw new SextantError('not-found', 'The sectors of this miner have not been read yet.', { retryable: true });
    const { table, calls, view } = held;
    return { table, calls, pinned: view.ref, clock: clockOf(connection, held) };
  }

  #ofRead({ facts }: ActiveConnection, readId: string): SectorsOfRead {
    const read = this.#sectorsOfRead(readId);
    if (read.genesisCid !== facts.genesisCid) throw new SextantError('wrong-network', 'This read belongs to another network.');
    return read;
  }
}

function clockOf(connection: ActiveConnection, { view }: HeldTable): SectorClock {
  return clockAt(connection, view.ref.height);
}

function clockAt({ facts }: ActiveConnection, head: number): SectorClock {
  return {
    head,
    timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
    epochAt: (timeMs) => (timeMs - facts.genesisTimeMs) / (facts.blockDelaySeconds * 1000),
  };
}
