/**
 * Reads the sectors of miners in the background, as tables in memory. A call returns several thousand sectors; they are only read again if the
 * state may have changed.
 *
 * Trusts nothing: unrequested rows are ignored, and tables have a limit. Owns one topic with the progress of each table. Called by the miners
 * service.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { bitfieldOf, encodeRunLengths } from '../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { PanelError } from '../../../shared/ipc/schemas/common.ts';
import type { SectorsProgress } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { zNodeSectorInfos } from '../../../shared/validation/node/miner-detail.ts';
import type { Logger } from '../../platform/ports.ts';
import { ListTopic } from '../../platform/topics.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { PinnedNode, panelErrorOf, UnknownTipset } from '../pinned/pinned-node.ts';
import { adoptChunk, adoptView, type HeldTable, MAX_SECTORS, type SectorsView } from './held-table.ts';
import { SECTORS_A_CALL, sectorBatches, type WantedSectors } from './sector-batches.ts';
import { SectorChunk } from './sector-chunk.ts';
import { SectorTable } from './sector-table.ts';

const CONCURRENCY = 2;
const CALL_TIMEOUT_MS = 120_000;
/** More are only read on request. */
const SECTORS_UNASKED = 100_000;
const MAX_TABLES = 4;

export class SectorTables {
  readonly progressed = new ListTopic<SectorsProgress>(({ key }) => key, MAX_TABLES);
  readonly #held = new Map<string, HeldTable>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Return the table of a view; undefined if it was not requested or belongs to another connection. */
  get(connection: ActiveConnection, key: string): HeldTable | undefined {
    const held = this.#held.get(key);
    if (held === undefined || held.connection.id !== connection.id || held.connection.client !== connection.client) return undefined;
    // The most recently used table is evicted last.
    this.#held.delete(key);
    this.#held.set(key, held);
    return held;
  }

  /** Start or resume reading. Resolves at once; progress is in `progressed`. */
  start(connection: ActiveConnection, address: string, key: string, view: SectorsView, isAll: boolean): void {
    const before = this.get(connection, key);
    if (before !== undefined) {
      if (before.state !== 'reading') this.#begin(before, view, isAll || before.state !== 'waiting' ? 'all' : 'few');
      return;
    }
    this.#drop(key);
    const held: HeldTable = {
      key,
      connection,
      address,
      table: new SectorTable(),
      chunks: new Map(),
      view,
      nextView: undefined,
      calls: new Map(),
      state: 'waiting',
      isStopping: false,
      total: 0,
      leftOut: 0,
      readNow: 0,
      revision: 0,
      problem: undefined,
    };
    this.#held.set(key, held);
    this.#begin(held, view, isAll ? 'all' : 'few');
  }

  /** Stop a read after the running calls; what was read is kept. */
  stop(key: string): void {
    const held = this.#held.get(key);
    if (held?.state === 'reading') held.isStopping = true;
  }

  /** For a new tipset: update partition data, and read again what may have changed. */
  update(connection: ActiveConnection, key: string, view: SectorsView): void {
    const held = this.#held.get(key);
    if (held === undefined || held.connection.client !== connection.client || held.view.ref.key.join() === view.ref.key.join()) return;
    if (held.state === 'reading') held.nextView = view;
    else this.#begin(held, view, held.state === 'done' ? 'all' : 'none');
  }

  /** Drop everything, for another network or on stop. */
  clear(): void {
    for (const held of this.#held.values()) held.isStopping = true;
    this.#held.clear();
    this.progressed.clear();
  }

  /** @param reads what may be read now; `few`: only if it is little */
  #begin(held: HeldTable, view: SectorsView, reads: 'all' | 'few' | 'none'): void {
    held.view = view;
    const { wanted, hasChanged } = adoptView(held);
    if (hasChanged) this.#show(held);
    const count = wanted.reduce((sum, { members }) => sum + Number(members.count), 0);
    if (count === 0) {
      held.state = 'done';
      held.problem = undefined;
    } else if (reads === 'all' || (reads === 'few' && held.total <= SECTORS_UNASKED)) {
      held.state = 'reading';
      held.isStopping = false;
      held.problem = undefined;
      held.readNow = 0;
      void this.#read(held, wanted);
    }
    this.#makeRoom(held);
    this.#publish(held);
  }

  async #read(held: HeldTable, wanted: readonly WantedSectors[]): Promise<void> {
    const { view, connection, address } = held;
    const node = new PinnedNode(connection.client, view.ref, 'miner: sectors');
    const chunks = new Map(wanted.map(({ index, members }) => [index, new SectorChunk(index, Number(members.count))]));
    const missing = new Map(wanted.map(({ index, members }) => [index, Number(members.count)]));
    let hasFailed = false;
    try {
      await mapBounded(sectorBatches(wanted), CONCURRENCY, async (batch) => {
        if (held.isStopping) return;
        const asked = bitfieldOf(batch.flatMap(({ numbers }) => numbers));
        const answer = await node.read('StateMinerSectors', (key) => [address, encodeRunLengths(asked), key], zNodeSectorInfos, {
          timeoutMs: CALL_TIMEOUT_MS,
        });
        // It arrived after the read had ended: the table may be of another tipset by now.
        if (hasFailed) return;
        const records = new Map(answer.value.map((sector) => [Number(sector.SectorNumber), sector]));
        for (const { index, numbers } of batch) {
          for (const number of numbers) {
            const sector = records.get(number);
            if (sector !== undefined) chunks.get(index)?.add(sector, answer.call.id);
          }
          const left = (missing.get(index) ?? 0) - numbers.length;
          missing.set(index, left);
          held.readNow += numbers.length;
          const [chunk, one] = [chunks.get(index), wanted.find((entry) => entry.index === index)];
          if (left === 0 && chunk !== undefined && one !== undefined) adoptChunk(held, chunk, one);
        }
        held.calls.set(answer.call.id, answer.call);
        this.#show(held);
        this.#publish(held);
      });
      held.state = held.isStopping ? 'stopped' : 'done';
    } catch (error) {
      hasFailed = true;
      held.state = 'failed';
      held.problem = this.#problemOf(error);
    }
    if (this.#held.get(held.key) !== held) return;
    forgetCalls(held);
    const next = held.nextView;
    held.nextView = undefined;
    if (next !== undefined && held.state === 'done') this.#begin(held, next, 'all');
    else this.#publish(held);
  }

  /** Called when the rows have changed. */
  #show(held: HeldTable): void {
    held.table.set([...held.chunks.values()].map(({ chunk }) => chunk).sort((left, right) => left.deadline - right.deadline));
    held.revision += 1;
  }

  #publish(held: HeldTable): void {
    if (this.#held.get(held.key) !== held) return;
    this.progressed.put([
      {
        key: held.key,
        pinned: held.view.ref,
        state: held.state,
        total: held.total,
        read: Math.min(held.total, held.state === 'reading' ? Math.max(held.table.total, held.readNow) : held.table.total),
        sectorsACall: SECTORS_A_CALL,
        leftOut: held.leftOut,
        revision: held.revision,
        ...defined({ problem: held.problem }),
      },
    ]);
  }

  #problemOf(error: unknown): PanelError {
    if (error instanceof SextantError) return panelErrorOf(error);
    if (error instanceof DomainError) return { code: 'endpoint-bad-reply', message: error.message, retryable: true };
    if (error instanceof UnknownTipset && error.cause instanceof SextantError) return panelErrorOf(error.cause);
    this.#logger.error('Could not read sectors', { error });
    return { code: 'internal', message: 'Something went wrong inside Sextant.', retryable: true };
  }

  #makeRoom(kept: HeldTable): void {
    let sectors = kept.state === 'reading' ? kept.total : kept.table.total;
    let tables = 1;
    for (const held of [...this.#held.values()].reverse()) {
      if (held === kept) continue;
      sectors += held.table.total;
      tables += 1;
      if (tables > MAX_TABLES || sectors > MAX_SECTORS) this.#drop(held.key);
    }
  }

  #drop(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined) return;
    held.isStopping = true;
    this.#held.delete(key);
    this.progressed.remove([key]);
  }
}

/** Remove calls whose rows were all read again since. */
function forgetCalls({ calls, chunks }: HeldTable): void {
  const used = new Set<number>();
  for (const { chunk } of chunks.values()) for (let index = 0; index < chunk.count; index += 1) used.add(chunk.callIds[index] ?? 0);
  for (const id of calls.keys()) if (!used.has(id)) calls.delete(id);
}
