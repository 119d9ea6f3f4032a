/**
 * Tables of a market dataset as numbered migrations, the same on every engine.
 *
 * Only types and functions common to DuckDB, PostgreSQL and YugabyteDB; only `BLOB` has two names.
 */
import type { Dialect } from './engine.ts';

export interface TableColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly isNullable?: boolean;
}

/** `decimal` is DECIMAL(38,0): an exact integer, for attoFIL. */
export type ColumnKind = 'bigint' | 'smallint' | 'boolean' | 'decimal' | 'bytes' | 'text';

const SQL_TYPES: Readonly<Record<Dialect, Readonly<Record<ColumnKind, string>>>> = {
  duckdb: { bigint: 'BIGINT', smallint: 'SMALLINT', boolean: 'BOOLEAN', decimal: 'DECIMAL(38,0)', bytes: 'BLOB', text: 'VARCHAR' },
  postgres: { bigint: 'BIGINT', smallint: 'SMALLINT', boolean: 'BOOLEAN', decimal: 'DECIMAL(38,0)', bytes: 'BYTEA', text: 'VARCHAR' },
};

/** Names and order of columns, used by batches and statements. */
export const TABLES = {
  /** Deals of the market actor (f05). */
  deals: [
    { name: 'deal_id', kind: 'bigint' },
    // ID addresses; a record with any other is rejected.
    { name: 'client_id', kind: 'bigint' },
    { name: 'provider_id', kind: 'bigint' },
    // Bytes of the CID, version 1, fil-commitment-unsealed.
    { name: 'piece_cid', kind: 'bytes' },
    // Padded.
    { name: 'piece_size', kind: 'bigint' },
    { name: 'is_verified', kind: 'boolean' },
    // UTF-8 of a text label, or bytes.
    { name: 'label', kind: 'bytes' },
    { name: 'label_is_text', kind: 'boolean' },
    { name: 'start_epoch', kind: 'bigint' },
    { name: 'end_epoch', kind: 'bigint' },
    { name: 'storage_price_per_epoch', kind: 'decimal' },
    { name: 'provider_collateral', kind: 'decimal' },
    { name: 'client_collateral', kind: 'decimal' },
    // Absent in files of older nodes.
    { name: 'sector_number', kind: 'bigint', isNullable: true },
    // -1: not activated.
    { name: 'sector_start_epoch', kind: 'bigint' },
    // -1: never settled.
    { name: 'last_updated_epoch', kind: 'bigint' },
    // -1: not slashed.
    { name: 'slash_epoch', kind: 'bigint' },
  ],
  /** Look-up by CID, ordered by `prefix`. */
  cids: [
    // First 8 bytes of the digest, big-endian, signed.
    { name: 'prefix', kind: 'bigint' },
    // CID_KINDS.
    { name: 'kind', kind: 'smallint' },
    { name: 'deal_id', kind: 'bigint' },
  ],
  /** Records of the file, and deals on chain, that cannot be rows of `deals`. */
  rejects: [
    // In the file; absent for a deal on chain.
    { name: 'byte_offset', kind: 'bigint', isNullable: true },
    { name: 'deal_id', kind: 'bigint', isNullable: true },
    { name: 'reason', kind: 'text' },
    // First 4 KiB; for a deal on chain, CBOR of the proposal in hex.
    { name: 'record', kind: 'text' },
  ],
  /** Facts about the dataset; keys in ABOUT_KEYS. */
  about: [
    { name: 'key', kind: 'text' },
    { name: 'value', kind: 'text' },
  ],
  /** Inner nodes of the market actor's arrays at the tipset of the dataset, so that an update reads only what changed on chain. */
  nodes: [
    // ARRAYS.
    { name: 'tree', kind: 'smallint' },
    // At least 1: leaves are computed from rows.
    { name: 'height', kind: 'smallint' },
    // Index among the nodes of its height.
    { name: 'position', kind: 'bigint' },
    { name: 'block', kind: 'bytes' },
  ],
  /** Array values that a row does not represent exactly: CBOR, empty if the row does. */
  chain_values: [
    { name: 'deal_id', kind: 'bigint' },
    { name: 'proposal', kind: 'bytes' },
    { name: 'state', kind: 'bytes' },
  ],
  /** Claims and allocations of the verified registry. */
  registry: [
    // 1: a claim, 2: an allocation, as `DEAL_KINDS`.
    { name: 'kind', kind: 'smallint' },
    { name: 'id', kind: 'bigint' },
    { name: 'client_id', kind: 'bigint' },
    { name: 'provider_id', kind: 'bigint' },
    { name: 'piece_cid', kind: 'bytes' },
    // Padded.
    { name: 'piece_size', kind: 'bigint' },
    // Of a claim.
    { name: 'sector_number', kind: 'bigint', isNullable: true },
    // Of a claim: when it was claimed.
    { name: 'start_epoch', kind: 'bigint', isNullable: true },
    // Claim: end of the maximum term. Allocation: last epoch at which it can be claimed.
    { name: 'end_epoch', kind: 'bigint' },
    { name: 'term_min', kind: 'bigint' },
    { name: 'term_max', kind: 'bigint' },
    // Claim: the deal with the same client, provider, sector and piece.
    { name: 'deal_id', kind: 'bigint', isNullable: true },
  ],
  /** Roots of the registry's inner maps: claims of a provider, allocations of a client. */
  registry_roots: [
    { name: 'kind', kind: 'smallint' },
    { name: 'actor_id', kind: 'bigint' },
    { name: 'root', kind: 'text' },
  ],
} as const satisfies Readonly<Record<string, readonly TableColumn[]>>;

export type TableName = keyof typeof TABLES;

/** Kinds in `cids`. For claims and allocations, `deal_id` is their ID. */
export const CID_KINDS = { piece: 0, payload: 1, proposal: 2, claim: 3, allocation: 4 } as const;

/** Arrays of the market actor, as in `nodes.tree`. */
export const ARRAYS = { proposals: 0, states: 1 } as const;

/** Version that this release reads and writes. */
export const SCHEMA_VERSION = 3;

/** Migrations from version n to n + 1; version 0 is an empty database. */
export function migrationsOf(dialect: Dialect): readonly (readonly string[])[] {
  const create = (...tables: readonly TableName[]): string[] => tables.map((table) => createTable(dialect, table));
  return [
    create('deals', 'cids', 'rejects', 'about'),
    [...create('nodes', 'chain_values'), 'ALTER TABLE rejects ALTER COLUMN byte_offset DROP NOT NULL'],
    create('registry', 'registry_roots'),
  ];
}

/** Statement that creates a table, optionally with another name. */
export function createTable(dialect: Dialect, table: TableName, name: string = table): string {
  const columns = TABLES[table].map((column: TableColumn) => {
    const type = SQL_TYPES[dialect][column.kind];
    return `${column.name} ${type}${column.isNullable === true ? '' : ' NOT NULL'}`;
  });
  // A server may not roll back DDL: tables of an interrupted migration remain.
  return `CREATE TABLE ${dialect === 'postgres' ? 'IF NOT EXISTS ' : ''}${name} (${columns.join(', ')})`;
}

/** Index keys on a server, for list orders, look-ups and filters; ASC creates range indexes on YugabyteDB, which hashes by default. */
const INDEXES: Readonly<Record<string, readonly [table: TableName, keys: string]>> = {
  deals_id: ['deals', 'deal_id ASC'],
  deals_client: ['deals', 'client_id ASC, deal_id ASC'],
  deals_provider: ['deals', 'provider_id ASC, deal_id ASC'],
  deals_piece: ['deals', 'piece_cid ASC, deal_id ASC'],
  deals_size: ['deals', 'piece_size ASC, deal_id ASC'],
  // Same expressions as in `deal-order-sql.ts`.
  deals_start: ['deals', '(coalesce(start_epoch, -2147483648)) ASC, deal_id ASC'],
  deals_end: ['deals', 'end_epoch ASC, deal_id ASC'],
  deals_price: ['deals', '(coalesce(storage_price_per_epoch, -1)) ASC, deal_id ASC'],
  deals_sector: [
    'deals',
    '(CASE WHEN sector_start_epoch >= 0 AND sector_number IS NOT NULL THEN sector_number ELSE -1 END) ASC, deal_id ASC',
  ],
  cids_prefix: ['cids', 'prefix ASC, kind ASC, deal_id ASC'],
  // For updates from the chain.
  cids_deal: ['cids', 'deal_id ASC'],
  nodes_place: ['nodes', 'tree ASC, height ASC, position ASC'],
  chain_values_deal: ['chain_values', 'deal_id ASC'],
  registry_id: ['registry', 'id ASC, kind ASC'],
  registry_deal: ['registry', 'deal_id ASC'],
  registry_client: ['registry', 'client_id ASC, id ASC'],
  registry_provider: ['registry', 'provider_id ASC, id ASC'],
  registry_end: ['registry', 'end_epoch ASC, id ASC'],
};

/** Statements that create the indexes on a server. DuckDB needs none. */
export function indexesOf(): readonly string[] {
  return Object.entries(INDEXES).map(([name, [table, keys]]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${keys})`);
}
