/**
 * The columns of an exported file, compatible with the Filecoin Data Portal's table `filecoin_state_market_deals`. Described in
 * `docs/dataset.md`.
 */
import type { Dialect } from '../engine.ts';
import {
  addressText,
  DEAL_KINDS,
  dealRelation,
  JOINED_CLAIMS,
  labelText,
  type Moment,
  pieceText,
  stateCondition,
} from './deal-relation.ts';
import { join, raw, type Sql, sql } from './sql.ts';

export interface ExportContext {
  readonly dialect: Dialect;
  readonly letter: 'f' | 't';
  readonly moment: Moment;
  /** The chain's clock; without it there are no times. */
  readonly clock?: { readonly genesisTimeMs: number; readonly blockDelaySeconds: number } | undefined;
}

export interface ExportColumn {
  readonly name: string;
  /** Whether the column is a time, in seconds since 1970. */
  readonly value: Sql;
  readonly isTime?: boolean;
}

export function exportColumns(context: ExportContext): readonly ExportColumn[] {
  const { dialect, letter, moment } = context;
  const column = (name: string, value: string = name): ExportColumn => ({ name, value: raw(value) });
  /** −1 in the market's state means that it has not happened. */
  const happened = (name: string): Sql => sql`CASE WHEN ${raw(name)} >= 0 THEN ${raw(name)} END`;
  return [
    { name: 'deal_id', value: sql`CASE WHEN kind = ${raw(String(DEAL_KINDS.f05))} THEN id END` },
    { name: 'piece_cid', value: pieceText(dialect) },
    column('padded_piece_size_bytes', 'piece_size'),
    { name: 'padded_piece_size_tibs', value: sql`CAST(piece_size AS DOUBLE PRECISION) / 1099511627776` },
    column('unpadded_piece_size_bytes', `piece_size - piece_size ${dialect === 'duckdb' ? '//' : '/'} 128`),
    {
      name: 'unpadded_piece_size_tibs',
      value: sql`CAST(piece_size - piece_size ${raw(dialect === 'duckdb' ? '//' : '/')} 128 AS DOUBLE PRECISION) / 1099511627776`,
    },
    column('is_verified'),
    { name: 'client_id', value: addressText('client_id', letter) },
    { name: 'provider_id', value: addressText('provider_id', letter) },
    { name: 'label', value: labelText(dialect) },
    column('start_epoch'),
    { name: 'start_at', isTime: true, value: secondsOf(raw('start_epoch'), context) },
    column('end_epoch'),
    { name: 'end_at', isTime: true, value: secondsOf(raw('end_epoch'), context) },
    column('sector_number', 'CASE WHEN sector_start_epoch >= 0 THEN sector_number END'),
    { name: 'sector_start_epoch', value: happened('sector_start_epoch') },
    { name: 'sector_start_at', isTime: true, value: secondsOf(happened('sector_start_epoch'), context) },
    { name: 'last_updated_epoch', value: happened('last_updated_epoch') },
    { name: 'last_updated_at', isTime: true, value: secondsOf(happened('last_updated_epoch'), context) },
    { name: 'slash_epoch', value: happened('slash_epoch') },
    { name: 'slash_at', isTime: true, value: secondsOf(happened('slash_epoch'), context) },
    column('storage_price_per_epoch', 'price'),
    column('provider_collateral'),
    column('client_collateral'),
    { name: 'is_active', value: stateCondition('proving', moment) },
    { name: 'kind', value: kindText() },
    {
      name: 'claim_id',
      value: sql`CASE kind WHEN ${raw(String(DEAL_KINDS.f05))} THEN joined.claim_id WHEN ${raw(String(DEAL_KINDS.ddo))} THEN id END`,
    },
    { name: 'allocation_id', value: sql`CASE WHEN kind = ${raw(String(DEAL_KINDS.allocation))} THEN id END` },
    column('earliest_end_epoch', 'may_end_epoch'),
  ];
}

/** Rows that match a condition; unordered in DuckDB, to avoid sorting. */
export function exportStatement(condition: Sql, columns: readonly ExportColumn[], dialect: Dialect, form: 'csv' | 'parquet'): Sql {
  const list = columns.map(
    ({ name, value, isTime }) => sql`${isTime === true && form === 'parquet' ? timestampOf(value, dialect) : value} AS ${raw(name)}`,
  );
  const order = raw(dialect === 'duckdb' ? '' : ' ORDER BY kind, id');
  return sql`SELECT ${join(list, ', ')} FROM (SELECT * FROM ${dealRelation()} WHERE ${condition}) AS passing LEFT JOIN ${JOINED_CLAIMS} ON joined.deal_id = passing.id AND passing.kind = ${raw(String(DEAL_KINDS.f05))}${order}`;
}

function kindText(): Sql {
  const cases = Object.entries(DEAL_KINDS).map(([name, kind]) => `WHEN ${kind} THEN '${name}'`);
  return raw(`CASE kind ${cases.join(' ')} END`);
}

function secondsOf(epoch: Sql, { clock }: ExportContext): Sql {
  if (clock === undefined) return raw('CAST(NULL AS BIGINT)');
  return sql`((${epoch}) * ${raw(String(Math.round(clock.blockDelaySeconds)))} + ${raw(String(Math.floor(clock.genesisTimeMs / 1000)))})`;
}

/** UTC. */
function timestampOf(seconds: Sql, dialect: Dialect): Sql {
  return dialect === 'duckdb' ? sql`make_timestamp(${seconds} * 1000000)` : sql`(to_timestamp(${seconds}) AT TIME ZONE 'UTC')`;
}
