/**
 * Updates the claims and allocations of a dataset to the verified registry of a tipset, within the caller's transaction.
 *
 * Claims are a map of maps by provider, allocations by client. The dataset stores the roots of the inner maps; maps with another root
 * are compared with the old one, which reads only the differences. If the endpoint no longer has a block of the old map, the new one is
 * read completely. Blocks are verified against their CIDs by the source. Finally claims are matched to deals, as `join-deals.ts` does
 * in memory.
 */
import {
  type Allocation,
  allocations,
  allocationsOrClaimsByActor,
  type Claim,
  claims,
} from '../../../shared/domain/actors/verified-registry-state.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { Hamt } from '../../../shared/domain/ipld/hamt.ts';
import { HamtDifference } from '../../../shared/domain/ipld/hamt-diff.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import { type LaterBlockSource, walkLater } from '../../../shared/domain/ipld/walk.ts';
import { bigintColumn, smallintColumn, textColumn } from '../columns.ts';
import type { DatasetWriter } from '../engine.ts';
import { createTable } from '../schema.ts';
import { joinDealsAndClaims } from './join-registry.ts';
import {
  ALLOCATION,
  allocationRow,
  CID_KIND_OFFSET,
  CLAIM,
  claimRow,
  type RegistryRow,
  registryBatch,
  registryCids,
} from './registry-rows.ts';

/** The maps of the verified registry at a tipset. */
export interface RegistryRoots {
  readonly claims: Cid;
  readonly allocations: Cid;
}

interface RegistryProgress {
  /** Providers with claims and clients with allocations whose maps changed. */
  readonly actorsDone: number;
  readonly actorsTotal: number;
  /** Claims and allocations that were read. */
  readonly rows: number;
}

export interface RegistryReport {
  readonly added: number;
  readonly removed: number;
  /** Claims and allocations that cannot be rows. */
  readonly odd: number;
  /** Maps read completely, because a block of the old one was not available. */
  readonly readWhole: number;
}

export interface RegistryUpdateOptions {
  readonly writer: DatasetWriter;
  /** Rejects if a block is not available, with `code` `not-found` if the endpoint does not have it. */
  readonly read: LaterBlockSource;
  readonly roots: RegistryRoots;
  /** A relation with the column `deal_id`: deals changed since the last update. Absent: any deal may have changed. */
  readonly changedDeals?: string;
  /** Maximum blocks to read. */
  readonly maxBlocks?: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RegistryProgress) => void;
}

/** The registry exceeds the maximum number of blocks; the dataset is unchanged. */
export class RegistryTooLarge extends Error {
  override readonly name = 'RegistryTooLarge';
}

const ACTORS_AT_ONCE = 16;
/** Per actor. */
const SUBTREES_AT_ONCE = 64;
const BATCH_ROWS = 4096;
const ROOTS_AT_ONCE = 500;

export async function updateRegistry(options: RegistryUpdateOptions): Promise<RegistryReport> {
  return new RegistryUpdate(options).run();
}

interface ChangedMap {
  readonly kind: RegistryRow['kind'];
  readonly actorId: number;
  readonly before: Cid | undefined;
  readonly after: Cid | undefined;
}

class RegistryUpdate {
  readonly #options: RegistryUpdateOptions;
  readonly #writer: DatasetWriter;
  #added: RegistryRow[] = [];
  #gone: RegistryRow[] = [];
  /** Serializes writes. */
  #writing: Promise<void> = Promise.resolve();
  #rows = 0;
  #odd = 0;
  #readWhole = 0;
  #blocks = 0;

  constructor(options: RegistryUpdateOptions) {
    this.#options = options;
    this.#writer = options.writer;
  }

  async run(): Promise<RegistryReport> {
    const { roots, changedDeals } = this.#options;
    const { dialect } = this.#writer;
    await this.#writer.query(createTable(dialect, 'registry', 'registry_new'));
    await this.#writer.query(createTable(dialect, 'registry', 'registry_gone'));
    await this.#writer.query(createTable(dialect, 'cids', 'registry_cids'));
    const [known] = await this.#writer.query('SELECT count(*) FROM registry_roots');
    let changed: ChangedMap[];
    try {
      changed = [...(await this.#changedMaps(CLAIM, roots.claims)), ...(await this.#changedMaps(ALLOCATION, roots.allocations))];
      await this.#readAll(changed);
    } catch (error) {
      if (error instanceof RegistryTooLarge) await this.#dropStaged();
      throw error;
    }
    await this.#flush();
    const counts = await this.#apply();
    await this.#noteRoots(changed);
    await joinDealsAndClaims(this.#writer, Number(known?.[0]) === 0 ? undefined : changedDeals);
    const [odd] = await this.#writer.query("SELECT value FROM about WHERE key = 'registry_odd'");
    await this.#writer.query("DELETE FROM about WHERE key = 'registry_odd'");
    await this.#writer.query("INSERT INTO about VALUES ('registry_odd', $1)", [String(Math.max(0, Number(odd?.[0] ?? 0) + this.#odd))]);
    await this.#dropStaged();
    return { ...counts, odd: this.#odd, readWhole: this.#readWhole };
  }

  async #dropStaged(): Promise<void> {
    for (const table of ['registry_new', 'registry_gone', 'registry_cids']) await this.#writer.query(`DROP TABLE ${table}`);
  }

  readonly #read: LaterBlockSource = async (cids) => {
    const { read, maxBlocks = Number.POSITIVE_INFINITY, signal } = this.#options;
    signal.throwIfAborted();
    this.#blocks += cids.length;
    if (this.#blocks > maxBlocks) throw new RegistryTooLarge(`Claims and allocations have more than ${maxBlocks} blocks.`);
    return read(cids);
  };

  async #changedMaps(kind: RegistryRow['kind'], root: Cid): Promise<ChangedMap[]> {
    const known = new Map<number, Cid>();
    for (const [actorId, cid] of await this.#writer.query('SELECT actor_id, root FROM registry_roots WHERE kind = $1', [kind])) {
      known.set(Number(actorId), parseCid(String(cid)));
    }
    const entries = await walkLater(
      (function* () {
        return yield* (yield* Hamt.open(allocationsOrClaimsByActor, root)).entries();
      })(),
      this.#read,
    );
    const changed: ChangedMap[] = [];
    for (const [actorId, after] of entries) {
      const before = known.get(actorId);
      known.delete(actorId);
      if (before !== after) changed.push({ kind, actorId, before, after });
    }
    return [...changed, ...[...known].map(([actorId, before]) => ({ kind, actorId, before, after: undefined }))];
  }

  async #readAll(changed: readonly ChangedMap[]): Promise<void> {
    const { onProgress } = this.#options;
    const waiting = [...changed];
    let done = 0;
    let failure: { readonly error: unknown } | undefined;
    const work = async (): Promise<void> => {
      for (let map = waiting.shift(); map !== undefined && failure === undefined; map = waiting.shift()) {
        try {
          await this.#readMap(map);
        } catch (error) {
          failure ??= { error };
        }
        done += 1;
        onProgress?.({ actorsDone: done, actorsTotal: changed.length, rows: this.#rows });
      }
    };
    await Promise.all(Array.from({ length: ACTORS_AT_ONCE }, work));
    if (failure !== undefined) throw failure.error;
  }

  async #readMap(map: ChangedMap): Promise<void> {
    if (map.after === undefined) {
      await this.#removeAll(map);
      return;
    }
    if (map.before !== undefined) {
      try {
        await this.#compare(map, map.before, map.after);
        return;
      } catch (error) {
        if (!isMissingBlock(error)) throw error;
        await this.#forget(map);
        await this.#removeAll(map);
        this.#readWhole += 1;
      }
    }
    await this.#compare(map, undefined, map.after);
  }

  async #compare(map: ChangedMap, before: Cid | undefined, after: Cid): Promise<void> {
    if (map.kind === CLAIM) await this.#compareMaps<Claim>(map, claims, claimRow, before, after);
    else await this.#compareMaps<Allocation>(map, allocations, allocationRow, before, after);
  }

  async #compareMaps<V extends Claim | Allocation>(
    { kind, actorId }: ChangedMap,
    layout: HamtLayout<number, V>,
    rowOf: (id: number, value: V) => RegistryRow | undefined,
    before: Cid | undefined,
    after: Cid,
  ): Promise<void> {
    const difference = await walkLater(
      (function* () {
        const old = before === undefined ? Hamt.empty(layout) : yield* Hamt.open(layout, before);
        return new HamtDifference(old, yield* Hamt.open(layout, after));
      })(),
      this.#read,
    );
    const rowIn = (id: number, value: V | undefined): RegistryRow | undefined => {
      if (value === undefined) return undefined;
      const holder = kind === CLAIM ? value.provider : value.client;
      return holder === actorId ? rowOf(id, value) : undefined;
    };
    while (!difference.isDone) {
      for (const change of await walkLater(difference.next(SUBTREES_AT_ONCE), this.#read)) {
        const [gone, added] = [rowIn(change.key, change.before), rowIn(change.key, change.after)];
        if (gone !== undefined) this.#gone.push(gone);
        else if (change.before !== undefined) this.#odd -= 1;
        if (added !== undefined) this.#added.push(added);
        else if (change.after !== undefined) this.#odd += 1;
        this.#rows += 1;
      }
      if (this.#added.length + this.#gone.length >= BATCH_ROWS) await this.#flush();
    }
  }

  /** Discard what was read of a map. */
  async #forget({ kind, actorId }: ChangedMap): Promise<void> {
    await this.#flush();
    await this.#alone(async () => {
      for (const table of ['registry_new', 'registry_gone']) {
        await this.#writer.query(`DELETE FROM ${table} WHERE kind = $1 AND ${holderColumn(kind)} = $2`, [kind, actorId]);
      }
    });
  }

  async #removeAll({ kind, actorId }: ChangedMap): Promise<void> {
    await this.#alone(async () => {
      await this.#writer.query(`INSERT INTO registry_gone SELECT * FROM registry WHERE kind = $1 AND ${holderColumn(kind)} = $2`, [
        kind,
        actorId,
      ]);
    });
  }

  async #flush(): Promise<void> {
    const [added, gone] = [this.#added, this.#gone];
    this.#added = [];
    this.#gone = [];
    await this.#alone(async () => {
      if (added.length > 0) {
        await this.#writer.append('registry', registryBatch(added), 'registry_new');
        await this.#writer.append('cids', registryCids(added), 'registry_cids');
      }
      if (gone.length > 0) await this.#writer.append('registry', registryBatch(gone), 'registry_gone');
    });
  }

  async #alone(write: () => Promise<void>): Promise<void> {
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => undefined);
    await written;
  }

  async #apply(): Promise<Pick<RegistryReport, 'added' | 'removed'>> {
    const [counts] = await this.#writer.query('SELECT (SELECT count(*) FROM registry_new), (SELECT count(*) FROM registry_gone)');
    const [added, removed] = [Number(counts?.[0]), Number(counts?.[1])];
    const statements = [
      ...(removed === 0
        ? []
        : [
            'DELETE FROM registry WHERE EXISTS (SELECT 1 FROM registry_gone AS gone WHERE gone.kind = registry.kind AND gone.id = registry.id)',
            `DELETE FROM cids WHERE EXISTS (SELECT 1 FROM registry_gone AS gone WHERE gone.kind + ${CID_KIND_OFFSET} = cids.kind AND gone.id = cids.deal_id)`,
          ]),
      'INSERT INTO registry SELECT * FROM registry_new ORDER BY kind, id',
      // A map that was read twice has duplicate CIDs.
      `INSERT INTO cids SELECT DISTINCT found.prefix, found.kind, found.deal_id FROM registry_cids AS found JOIN registry_new AS new ON new.kind + ${CID_KIND_OFFSET} = found.kind AND new.id = found.deal_id ORDER BY 1`,
    ];
    for (const statement of statements) await this.#writer.query(statement, [], this.#options.signal);
    return { added, removed };
  }

  async #noteRoots(changed: readonly ChangedMap[]): Promise<void> {
    for (const kind of [CLAIM, ALLOCATION] as const) {
      const maps = changed.filter((map) => map.kind === kind);
      for (let from = 0; from < maps.length; from += ROOTS_AT_ONCE) {
        const some = maps.slice(from, from + ROOTS_AT_ONCE);
        const marks = some.map((_, at) => `$${at + 2}`).join(', ');
        const ids = some.map(({ actorId }) => actorId);
        await this.#writer.query(`DELETE FROM registry_roots WHERE kind = $1 AND actor_id IN (${marks})`, [kind, ...ids]);
        const now = some.flatMap(({ actorId, after }) => (after === undefined ? [] : [{ actorId, after }]));
        await this.#writer.append('registry_roots', {
          rowCount: now.length,
          columns: [
            smallintColumn(now.map(() => kind)),
            bigintColumn(now.map(({ actorId }) => actorId)),
            textColumn(now.map(({ after }) => after)),
          ],
        });
      }
    }
  }
}

function holderColumn(kind: RegistryRow['kind']): string {
  return kind === CLAIM ? 'provider_id' : 'client_id';
}

function isMissingBlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not-found';
}
