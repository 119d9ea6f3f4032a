/**
 * One miner in detail: its figures, its deadlines and its sectors. What was read of it is kept as long as its state stays the same.
 *
 * Reads at one pinned tipset; its one topic tells how far reading sectors is. Called by the composition root.
 */
import { epochToTimeMs } from '../../../shared/domain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import {
  type MinerAt,
  type MinerDeadline,
  type MinerSector,
  type SectorPage,
  type SectorPageQuestion,
  type SectorSummary,
  type SectorSummaryQuestion,
  sectorsKey,
} from '../../../shared/ipc/schemas/miner-sectors.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { Logger } from '../../platform/ports.ts';
import type { ChainService } from '../chain/chain-service.ts';
import { type PinnedNode, readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { readIdAddress } from '../network-address.ts';
import { readDeadlineDetail } from './deadline-detail.ts';
import type { HeldTable } from './held-table.ts';
import { MinerMemory, type MinerReading, readMiner } from './miner-view.ts';
import { requireMiner } from './require-miner.ts';
import { readSectorDetail } from './sector-detail.ts';
import { summariseSectors } from './sector-summary.ts';
import type { SectorClock } from './sector-table-filter.ts';
import { SectorTables } from './sector-tables.ts';

/** Views of miners of which it is remembered what was read. */
const MOST_MEMORIES = 12;

export interface MinerReadsOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
  readonly logger: Logger;
}

export class MinerReads {
  readonly #connections: ActiveConnectionSource;
  readonly #chain: MinerReadsOptions['chain'];
  readonly #ownMiners: MinerReadsOptions['ownMiners'];
  readonly #tables: SectorTables;
  readonly #memories = new Map<string, { readonly connection: ActiveConnection; readonly memory: MinerMemory }>();

  readonly #unsubscribe: () => void;

  constructor({ connections, chain, ownMiners, logger }: MinerReadsOptions) {
    this.#connections = connections;
    this.#chain = chain;
    this.#ownMiners = ownMiners;
    this.#tables = new SectorTables(logger.child('sectors'));
    this.#unsubscribe = connections.onActiveChanged(() => this.#forget());
  }

  /** Ends reads of sectors that are under way. */
  stop(): void {
    this.#unsubscribe();
    this.#forget();
  }

  /** How far reading the sectors of miners is. */
  get sectorsProgressed(): SectorTables['progressed'] {
    return this.#tables.progressed;
  }

  /** @throws SextantError `invalid-input` for a text that is no address, `not-found` where no actor has it or another than a miner */
  async getMiner(question: MinerAt): Promise<Miner> {
    return this.#read(question, 'miner', async (_, { miner }) => miner);
  }

  /** Begins to read the sectors of a miner, or goes on; resolves when the partitions are known. @throws as `getMiner`, and their failure */
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
  async listSectors({ filter, order, offset, limit, ...question }: SectorPageQuestion): Promise<SectorPage> {
    const { held, clock } = await this.#table(question);
    const ordered = held.table.ordered(filter, order, clock);
    const rows = [...ordered.subarray(offset, offset + limit)].map((row) => held.table.rowAt(row, clock));
    const callIds = new Set(rows.map(({ callId }) => callId));
    return {
      total: held.table.total,
      matching: ordered.length,
      offset,
      rows,
      calls: [...callIds].flatMap((id) => held.calls.get(id) ?? []),
    };
  }

  /** @throws SextantError `not-found` before `readSectors` */
  async summariseSectors({ filter, step, ...question }: SectorSummaryQuestion): Promise<SectorSummary> {
    const { held, clock } = await this.#table(question);
    return { pinned: held.view.ref, ...summariseSectors(held.table, filter, step, clock) };
  }

  /** @throws as `getMiner` */
  async getSector({ number, ...question }: MinerAt & { readonly number: number }): Promise<MinerSector> {
    const { facts, letter } = await this.#connections.requireActive();
    return this.#read(question, 'miner: sector', (node, { miner, deadlines }) =>
      readSectorDetail(node, number, { miner, deadlines, letter, timeMsOf: (epoch) => epochToTimeMs(epoch, facts) }),
    );
  }

  /** @throws as `getMiner`; SextantError where the deadlines cannot be read */
  async getDeadline({ index, ...question }: MinerAt & { readonly index: number }): Promise<MinerDeadline> {
    const connection = await this.#connections.requireActive();
    const { facts, letter } = connection;
    return this.#read(question, 'miner: deadline', async (node, { miner, deadlines }) => {
      if (deadlines instanceof SextantError) throw deadlines;
      const held = this.#tables.get(connection, sectorsKey({ ...question, address: miner.address }));
      const isWhole = held?.state === 'done' && held.leftOut === 0;
      return readDeadlineDetail(node, index, {
        miner,
        deadlines,
        letter,
        timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
        table: isWhole ? held.table : undefined,
      });
    });
  }

  /** Reads a miner, of which only what changed is asked for, and something of it besides, at the same tipset. */
  async #read<T>(question: MinerAt, cause: string, use: (node: PinnedNode, reading: MinerReading) => Promise<T>): Promise<T> {
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
        const actor = await memory.actor.get(node.ref.key.join(), () => requireMiner(node.as('which actor'), id));
        const reading = await readMiner(node, id, {
          isOwn: own.includes(id),
          timeMsOf: (epoch) => epochToTimeMs(epoch, connection.facts),
          memory,
          actor,
        });
        const { deadlines, sectorsRoot } = reading;
        if (!(deadlines instanceof SextantError))
          this.#tables.update(connection, sectorsKey({ address: id, at }), { ref: node.ref, deadlines, sectorsRoot });
        return use(node, reading);
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
    this.#memories.delete(key);
    this.#memories.set(key, { connection, memory });
    for (const old of this.#memories.keys()) {
      if (this.#memories.size <= MOST_MEMORIES) break;
      this.#memories.delete(old);
    }
    return memory;
  }

  async #table(question: MinerAt): Promise<{ held: HeldTable; clock: SectorClock }> {
    const connection = await this.#connections.requireActive();
    const held = this.#tables.get(connection, sectorsKey(question));
    if (held === undefined) throw new SextantError('not-found', 'The sectors of this miner have not been read yet.', { retryable: true });
    const { facts } = connection;
    return {
      held,
      clock: {
        head: held.view.ref.height,
        timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
        epochAt: (timeMs) => (timeMs - facts.genesisTimeMs) / (facts.blockDelaySeconds * 1000),
      },
    };
  }
}
