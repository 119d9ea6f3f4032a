/**
 * Finds the key range of a row position without sorting: counts by key ranges, refined on demand.
 *
 * A list window is requested by offset. The counts tell between which two keys it lies, so that its statement only reads that range, at
 * any offset. Counts are per filter and order, and computed by scans without sorting.
 */
import type { DatasetEngine, SqlValue } from '../engine.ts';
import { type KeyValue, keyAfter, keyRange, type OrderKey } from './deal-order-sql.ts';
import { allOf, raw, render, type Sql, sql } from './sql.ts';

/** Granularity of the counts. */
export interface Grain {
  /** Maximum ranges per scan. */
  readonly ranges: number;
  /** Ranges with fewer rows are not refined. */
  readonly small: number;
}

export const GRAIN: Grain = { ranges: 4096, small: 5000 };

/** A position between rows: all rows before it have a smaller key, or the same key and a smaller id. */
export interface Place {
  readonly key: KeyValue;
  /** Absent: at the first row of the key. */
  readonly id?: number;
}

export interface Span {
  readonly from: Place;
  /** Absent: to the last row. */
  readonly to: Place | undefined;
  /** Rows of the span before the window. */
  readonly skipped: number;
}

/** Consecutive ranges with their row counts. */
interface Range {
  readonly from: Place;
  readonly to: Place | undefined;
  readonly count: number;
  ranges?: Promise<readonly Range[]>;
}

export class CountTree {
  readonly #engine: DatasetEngine;
  readonly #relation: Sql;
  readonly #condition: Sql;
  readonly #key: OrderKey;
  readonly #grain: Grain;
  #root: Promise<readonly Range[]> | undefined;

  constructor(engine: DatasetEngine, relation: Sql, condition: Sql, key: OrderKey, grain: Grain) {
    this.#engine = engine;
    this.#relation = relation;
    this.#condition = condition;
    this.#key = key;
    this.#grain = grain;
  }

  /** Find the span of `count` rows from `offset` on; the list must have enough rows. */
  async spanOf(offset: number, count: number): Promise<Span> {
    this.#root ??= this.#countAll();
    const root = this.#root;
    root.catch(() => {
      if (this.#root === root) this.#root = undefined;
    });
    const first = await this.#find(await root, offset);
    const last = await this.#find(await root, offset + count - 1);
    return { from: first.range.from, to: last.range.to, skipped: first.skipped };
  }

  async #find(ranges: readonly Range[], position: number): Promise<{ readonly range: Range; readonly skipped: number }> {
    let left = position;
    for (const range of ranges) {
      if (left >= range.count) {
        left -= range.count;
        continue;
      }
      if (range.count <= this.#grain.small) return { range, skipped: left };
      const inner = range.ranges ?? this.#countWithin(range);
      range.ranges = inner;
      inner.catch(() => {
        if (range.ranges === inner) delete range.ranges;
      });
      const found = await inner;
      // Ranges that cannot be refined further, such as rows of one id, are read as they are.
      return found.length === 0 ? { range, skipped: left } : this.#find(found, left);
    }
    throw new Error(`The list has no row ${position}.`);
  }

  async #countAll(): Promise<readonly Range[]> {
    if (this.#key.kind === 'bytes') return this.#countDigits('', undefined, this.#condition);
    if (this.#key.isCoarse) return this.#countValues();
    const [least, most] = await this.#extremes(this.#key.value, this.#condition);
    return least === undefined || most === undefined ? [] : this.#countSteps(least, most, { key: most + 1n }, this.#condition);
  }

  async #countWithin({ from, to }: Range): Promise<readonly Range[]> {
    const condition = allOf([this.#condition, placesCondition(this.#key, from, to)]);
    if (from.id !== undefined) return this.#countIds(from.key, to, condition);
    if (typeof from.key === 'string') {
      const isWhole = from.key.length >= (this.#key.digits?.length ?? 0);
      return isWhole || from.key === '' ? this.#countIds(from.key, to, condition) : this.#countDigits(from.key, to, condition);
    }
    const [least, most] = await this.#extremes(this.#key.value, condition);
    if (least === undefined || most === undefined) return [];
    return least === most ? this.#countIds(least, to, condition) : this.#countSteps(least, most, to, condition);
  }

  async #extremes(value: Sql, condition: Sql): Promise<readonly [least: bigint | undefined, most: bigint | undefined]> {
    const [row] = await this.#query(sql`SELECT min(${value}), max(${value}) FROM ${this.#relation} WHERE ${condition}`);
    const read = (number: SqlValue | undefined): bigint | undefined =>
      number === null || number === undefined ? undefined : BigInt(number as bigint);
    return [read(row?.[0]), read(row?.[1])];
  }

  /** Count every distinct value. */
  async #countValues(): Promise<readonly Range[]> {
    const { value } = this.#key;
    const rows = await this.#query(
      sql`SELECT ${value} AS k, count(*) AS n FROM ${this.#relation} WHERE ${this.#condition} GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(([key, count]) => {
      const at = BigInt(key as bigint);
      return { from: { key: at }, to: { key: at + 1n }, count: Number(count) };
    });
  }

  /** Count the smallest value separately, because many rows may have it, and the others by steps. */
  async #countSteps(least: bigint, most: bigint, to: Place | undefined, condition: Sql): Promise<readonly Range[]> {
    const { value } = this.#key;
    const step = this.#stepOf(most - least);
    const rows = await this.#query(
      sql`SELECT CASE WHEN ${value} = ${least} THEN -1 ELSE ${this.#steps(sql`(${value} - ${least})`, step)} END AS k, count(*) AS n FROM ${this.#relation} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(([index, count], at) => {
      const isLast = at === rows.length - 1;
      const from = index === -1 ? least : index === 0 ? least + 1n : least + BigInt(index as number) * step;
      const next = index === -1 ? least + 1n : least + BigInt(index as number) * step + step;
      return { from: { key: from }, to: isLast ? to : { key: next }, count: Number(count) };
    });
  }

  /** Three more hex digits: 4096 ranges. */
  async #countDigits(before: string, to: Place | undefined, condition: Sql): Promise<readonly Range[]> {
    const { digits } = this.#key;
    if (digits === undefined) return [];
    const length = before === '' ? digits.first : Math.min(before.length + 3, digits.length);
    const rows = await this.#query(
      sql`SELECT substr(${digits.text}, 1, ${raw(String(length))}) AS k, count(*) AS n FROM ${this.#relation} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(([key, count], index) => {
      const next = rows[index + 1]?.[0];
      return { from: { key: String(key) }, to: next === undefined ? to : { key: String(next) }, count: Number(count) };
    });
  }

  /** Count the rows of one key by id. */
  async #countIds(key: KeyValue, to: Place | undefined, condition: Sql): Promise<readonly Range[]> {
    const id = raw('id');
    const [least, most] = await this.#extremes(id, condition);
    if (least === undefined || most === undefined || least === most) return [];
    const step = this.#stepOf(most - least);
    const rows = await this.#query(
      sql`SELECT ${this.#steps(sql`(id - ${least})`, step)} AS k, count(*) AS n FROM ${this.#relation} WHERE ${condition} GROUP BY 1 ORDER BY 1`,
    );
    return rows.map(([index, count], at) => {
      const from = least + BigInt(index as number) * step;
      const isLast = at === rows.length - 1;
      return { from: { key, id: Number(from) }, to: isLast ? to : { key, id: Number(from + step) }, count: Number(count) };
    });
  }

  /** Step size for at most the maximum number of ranges. */
  #stepOf(distance: bigint): bigint {
    return distance / BigInt(this.#grain.ranges) + 1n;
  }

  /** Integer division of a non-negative number. */
  #steps(value: Sql, step: bigint): Sql {
    if (this.#engine.dialect === 'postgres') return sql`CAST(div(CAST(${value} AS NUMERIC), CAST(${step} AS NUMERIC)) AS BIGINT)`;
    // DuckDB divides decimals as floats.
    const type = raw(this.#key.isWide === true ? 'HUGEINT' : 'BIGINT');
    return sql`CAST((CAST(${value} AS ${type}) // CAST(${step} AS ${type})) AS BIGINT)`;
  }

  async #query(statement: Sql) {
    const { text, parameters } = render(statement);
    return this.#engine.query(text, parameters);
  }
}

/** Condition for rows between two positions, in a form that lets scans skip blocks. */
export function placesCondition(key: OrderKey, from: Place, to: Place | undefined): Sql {
  const { value, kind } = key;
  const isSameKey = to !== undefined && to.key === from.key;
  if (isSameKey) {
    return allOf([key.equals?.(from.key) ?? sql`${value} = ${keyRange(kind, from.key)}`, idsBetween(from.id, to.id)]);
  }
  if (to !== undefined && to.id === undefined && from.id === undefined && kind === 'number' && to.key === keyAfter(from.key)) {
    return key.equals?.(from.key) ?? sql`${value} = ${keyRange(kind, from.key)}`;
  }
  const low = keyRange(kind, from.key);
  const parts: Sql[] = [sql`${value} >= ${low}`];
  if (from.id !== undefined) parts.push(sql`(${value} > ${low} OR id >= ${from.id})`);
  if (to !== undefined) {
    const high = keyRange(kind, to.key);
    if (to.id === undefined) parts.push(sql`${value} < ${high}`);
    else parts.push(sql`${value} <= ${high}`, sql`(${value} < ${high} OR id < ${to.id})`);
  }
  return allOf(parts);
}

function idsBetween(from: number | undefined, to: number | undefined): Sql {
  return allOf([from === undefined ? raw('TRUE') : sql`id >= ${from}`, to === undefined ? raw('TRUE') : sql`id < ${to}`]);
}
