/** Queries for deal lists: pages, counts and sums of deals that match a filter. Caches the latest counts. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { dealMonths, ENDING_SOON_EPOCHS, largestProviders } from '../../../shared/deals/deal-sums.ts';
import type { FilterNode } from '../../../shared/filter/filter.ts';
import type { DealKind, DealOrder, DealPage, DealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { zDealState } from '../../../shared/ipc/schemas/deals.ts';
import type { DatasetEngine, SqlRow } from '../engine.ts';
import { CountTree, GRAIN, type Grain, placesCondition } from './count-tree.ts';
import { filterCondition } from './deal-filter-sql.ts';
import { orderKey } from './deal-order-sql.ts';
import { addressText, DEAL_KINDS, dealRelation, JOINED_CLAIMS, type Moment, stateCondition } from './deal-relation.ts';
import { type MarketRow, number, ROW_COLUMNS, readMarketRow } from './deal-row.ts';
import { withClaims } from './joined-claims.ts';
import { allOf, anyOf, join, raw, render, type Sql, sql, TRUE } from './sql.ts';

const KEPT = 12;
const VALUES = 50;

export interface MarketSelection {
  readonly kind?: DealKind | undefined;
  readonly node?: FilterNode | undefined;
  /** IDs of providers or clients. */
  readonly of?: readonly number[] | undefined;
}

type Counts = DealPage['counts'];

export interface RegistryCounts {
  /** Deals with a claim. */
  readonly joined: number;
  /** Claims and allocations on chain that cannot be rows. */
  readonly odd: number;
}

export class MarketQuestions {
  readonly #engine: DatasetEngine;
  readonly #letter: 'f' | 't';
  readonly #grain: Grain;
  readonly #trees = new Kept<CountTree>();
  readonly #counts = new Kept<Promise<Counts & { readonly matching: number }>>();
  #total: Promise<number> | undefined;
  #registry: Promise<RegistryCounts | undefined> | undefined;

  constructor(engine: DatasetEngine, letter: 'f' | 't', grain = GRAIN) {
    this.#engine = engine;
    this.#letter = letter;
    this.#grain = grain;
  }

  /** Number of all rows. */
  async total(): Promise<number> {
    this.#total ??= this.#one(sql`SELECT count(*) FROM ${dealRelation()}`).then(([count]) => number(count));
    return this.#total;
  }

  /** Counts of claims and allocations; undefined if they were never read. */
  async registry(): Promise<RegistryCounts | undefined> {
    this.#registry ??= this.#one(
      sql`SELECT (SELECT count(*) FROM registry_roots), (SELECT count(*) FROM ${JOINED_CLAIMS}), (SELECT max(value) FROM about WHERE key = 'registry_odd')`,
    ).then(([roots, joined, odd]) => (odd === null && number(roots) === 0 ? undefined : { joined: number(joined), odd: Number(odd ?? 0) }));
    return this.#registry;
  }

  /** Return a page of the ordered rows; the cost does not depend on the offset. */
  async page(selection: MarketSelection, moment: Moment, order: DealOrder, offset: number, limit: number): Promise<readonly MarketRow[]> {
    const { matching } = await this.counts(selection, moment);
    const count = Math.min(limit, matching - offset);
    if (count <= 0) return [];
    // Descending order is read from the other end.
    const from = order.direction === 'ascending' ? offset : matching - offset - count;
    const condition = this.condition(selection, moment);
    const key = orderKey(order.by, this.#engine.dialect, moment);
    const span = matching <= this.#grain.small ? undefined : await this.#treeOf(condition, key).spanOf(from, count);
    const within = span === undefined ? condition : allOf([condition, placesCondition(key, span.from, span.to)]);
    const { text, parameters } = render(
      sql`SELECT ${raw(ROW_COLUMNS)} FROM ${dealRelation()} WHERE ${within} ORDER BY ${key.value}, id, kind LIMIT ${raw(String(count))} OFFSET ${raw(String(span?.skipped ?? from))}`,
    );
    const read = (await this.#engine.query(text, parameters)).map((row) => readMarketRow(row, moment));
    const rows = (await this.registry()) === undefined ? read : await withClaims(this.#engine, read);
    return order.direction === 'ascending' ? rows : rows.toReversed();
  }

  /** Counts of all matching rows; cached. */
  counts(selection: MarketSelection, moment: Moment): Promise<Counts & { readonly matching: number }> {
    const condition = this.condition(selection, moment);
    const proving = stateCondition('proving', moment);
    const { head } = moment;
    const statement = sql`SELECT count(*), count(*) FILTER (WHERE ${proving}), count(*) FILTER (WHERE ${proving} AND end_epoch >= ${head} AND end_epoch <= ${head + ENDING_SOON_EPOCHS}), count(*) FILTER (WHERE ${stateCondition('expired', moment)}) FROM ${dealRelation()} WHERE ${condition}`;
    return this.#counts.get(statement, async () => {
      const [matching, active, endingSoon, expired] = await this.#one(statement);
      return { matching: number(matching), proving: number(active), faulty: 0, endingSoon: number(endingSoon), expired: number(expired) };
    });
  }

  async summary(selection: MarketSelection, moment: Moment & { readonly timeMsOf: (epoch: number) => number }): Promise<DealSummary> {
    const condition = this.condition(selection, moment);
    const from = sql`FROM ${dealRelation()} WHERE ${condition}`;
    const { matching } = await this.counts(selection, moment);
    const states = join(
      zDealState.options.map((state) => sql`count(*) FILTER (WHERE ${stateCondition(state, moment)})`),
      ', ',
    );
    const sums = await this.#one(
      sql`SELECT count(*) FILTER (WHERE is_verified), CAST(coalesce(sum(piece_size) FILTER (WHERE is_verified), 0) AS DECIMAL(38,0)), CAST(coalesce(sum(piece_size), 0) AS DECIMAL(38,0)), count(*) FILTER (WHERE price <= 0), CAST(coalesce(sum(piece_size) FILTER (WHERE price <= 0), 0) AS DECIMAL(38,0)), ${states} ${from}`,
    );
    const providers = await this.#query(sql`SELECT provider_id, count(*), CAST(sum(piece_size) AS DECIMAL(38,0)) ${from} GROUP BY 1`);
    const months = dealMonths(moment.timeMsOf(moment.head), (timeMs) => moment.epochOf(timeMs) ?? 0);
    const steps = months.slice(1).map(({ fromEpoch }, index) => sql`WHEN end_epoch < ${fromEpoch} THEN ${raw(String(index))}`);
    const ends = await this.#query(
      sql`SELECT CASE ${join(steps, ' ')} ELSE ${raw(String(months.length - 1))} END, count(*), CAST(sum(piece_size) AS DECIMAL(38,0)) ${from} GROUP BY 1`,
    );
    const byMonth = new Map(ends.map(([month, count, bytes]) => [number(month), { count: number(count), bytes: String(bytes) }]));
    // Most deals have price zero.
    const prices = await this.#query(
      sql`SELECT ${this.#priceDecade()}, count(*), CAST(sum(piece_size) AS DECIMAL(38,0)) FROM ${dealRelation()} WHERE ${allOf([condition, raw('price > 0')])} GROUP BY 1 ORDER BY 1`,
    );
    const [verified, verifiedBytes, bytes, free, freeBytes, ...inStates] = sums;
    return {
      matching,
      bytes: String(bytes),
      verified: { count: number(verified), bytes: String(verifiedBytes) },
      providers: largestProviders(
        providers.map(([id, count, sum]) => ({ address: `${this.#letter}0${id}`, count: number(count), bytes: BigInt(sum as bigint) })),
      ).map((entry) => ({ ...entry })),
      states: zDealState.options.map((state, index) => ({ state, count: number(inStates[index]) })).filter(({ count }) => count > 0),
      months: months.map(({ startMs, fromEpoch }, index) => ({
        startMs,
        ...(index === 0 ? {} : { fromEpoch }),
        ...(index === months.length - 1 ? {} : { beforeEpoch: months[index + 1]?.fromEpoch ?? 0 }),
        ...(byMonth.get(index) ?? { count: 0, bytes: '0' }),
      })),
      prices: [...(number(free) === 0 ? [] : [[0, free, freeBytes] as const]), ...prices].map(([decade, count, sum]) => ({
        decade: number(decade),
        count: number(count),
        bytes: String(sum),
      })),
    };
  }

  /** Clients or providers of all rows, most frequent first. */
  async values(field: 'client' | 'provider', prefix: string): Promise<{ value: string; count: number }[]> {
    const column = `${field}_id` as const;
    const counted = sql`(SELECT ${raw(column)}, count(*) AS n FROM ${dealRelation()} GROUP BY 1) AS counted`;
    const condition = filterCondition(
      prefix === '' ? undefined : { kind: 'pattern', field, pattern: `*${prefix.toLowerCase().replaceAll('*', '')}*`, isWhole: true },
      { dialect: this.#engine.dialect, letter: this.#letter, moment: { head: 0, asOf: 0, epochOf: () => undefined } },
    );
    const rows = await this.#query(
      sql`SELECT ${addressText(column, this.#letter)}, n FROM ${counted} WHERE ${condition} ORDER BY n DESC, ${raw(column)} LIMIT ${raw(String(VALUES))}`,
    );
    return rows.map(([value, count]) => ({ value: String(value), count: number(count) }));
  }

  /** Condition of a selection. */
  condition({ kind, node, of }: MarketSelection, moment: Moment): Sql {
    const ids =
      of === undefined
        ? undefined
        : sql`(${join(
            of.map((id) => sql`${id}`),
            ', ',
          )})`;
    return allOf([
      kind === undefined ? TRUE : sql`(kind = ${DEAL_KINDS[kind]})`,
      ids === undefined ? TRUE : anyOf([sql`(provider_id IN ${ids})`, sql`(client_id IN ${ids})`]),
      filterCondition(node, { dialect: this.#engine.dialect, letter: this.#letter, moment }),
    ]);
  }

  /** As `priceDecadeOf`; piece sizes are powers of two. */
  #priceDecade(): Sql {
    const price = this.#engine.dialect === 'duckdb' ? raw('CAST(price AS HUGEINT)') : raw('price');
    const perGib =
      this.#engine.dialect === 'duckdb'
        ? sql`(CASE WHEN piece_size >= 1073741824 THEN ${price} // (piece_size // 1073741824) ELSE ${price} * (1073741824 // piece_size) END)`
        : sql`(CASE WHEN piece_size >= 1073741824 THEN div(${price}, piece_size / 1073741824) ELSE ${price} * (1073741824 / piece_size) END)`;
    return sql`length(CAST(${perGib} AS VARCHAR))`;
  }

  #treeOf(condition: Sql, key: ReturnType<typeof orderKey>): CountTree {
    return this.#trees.get(sql`${condition} ${key.value}`, () => new CountTree(this.#engine, dealRelation(), condition, key, this.#grain));
  }

  async #one(statement: Sql): Promise<SqlRow> {
    return (await this.#query(statement))[0] ?? [];
  }

  #query(statement: Sql): Promise<readonly SqlRow[]> {
    const { text, parameters } = render(statement);
    return this.#engine.query(text, parameters);
  }
}

/** Cache of the latest results by statement. Failures are not cached. */
class Kept<T> {
  readonly #values = new LruMap<string, T>({ maxEntries: KEPT });

  get(statement: Sql, make: () => T): T {
    const { text, parameters } = render(statement);
    const key = JSON.stringify([text, parameters], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
    const known = this.#values.get(key);
    const value = known ?? make();
    this.#values.set(key, value);
    if (value instanceof Promise) value.catch(() => this.#values.delete(key));
    return value;
  }
}
