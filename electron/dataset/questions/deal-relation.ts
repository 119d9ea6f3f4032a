/** The rows of a dataset as an SQL relation, and expressions for list columns, equivalent on every engine. */

import type { DealKind } from '../../../shared/ipc/schemas/deals.ts';
import type { Dialect } from '../engine.ts';
import { FALSE, join, raw, type Sql, sql } from './sql.ts';

/** Number of a kind in statements: its index in the contract. */
export const DEAL_KINDS: Readonly<Record<DealKind, number>> = { f05: 0, ddo: 1, allocation: 2 };

/** Point in time for deriving states. */
export interface Moment {
  /** Epoch for deriving states. */
  readonly head: number;
  /** Epoch of the dataset: later activations are unknown. */
  readonly asOf: number;
  /** May be fractional; undefined if the chain's clock is unknown. */
  readonly epochOf: (timeMs: number) => number | undefined;
}

/**
 * Deals, and claims and allocations without a deal, with all columns for filters, orders and exports. Both parts have exactly the same
 * types, so that engines push conditions into them instead of materializing the union.
 */
const ROWS = raw(
  `(SELECT ${DEAL_KINDS.f05} AS kind, deal_id AS id, client_id, provider_id, piece_cid, piece_size, is_verified, label, label_is_text, start_epoch, end_epoch, CAST(NULL AS BIGINT) AS may_end_epoch, storage_price_per_epoch AS price, provider_collateral, client_collateral, sector_number, sector_start_epoch, last_updated_epoch, slash_epoch FROM deals UNION ALL SELECT CAST(kind AS INTEGER), id, client_id, provider_id, piece_cid, piece_size, TRUE, NULL, FALSE, start_epoch, end_epoch, start_epoch + term_min, CAST(NULL AS DECIMAL(38,0)), CAST(NULL AS DECIMAL(38,0)), CAST(NULL AS DECIMAL(38,0)), sector_number, coalesce(start_epoch, -1), CAST(-1 AS BIGINT), CAST(-1 AS BIGINT) FROM registry WHERE deal_id IS NULL) AS listed`,
);

/** Relation for FROM. */
export function dealRelation(): Sql {
  return ROWS;
}

/** Claims by their deals. */
export const JOINED_CLAIMS = raw('(SELECT deal_id, id AS claim_id FROM registry WHERE kind = 1 AND deal_id IS NOT NULL) AS joined');

/** Common prefix of version 1 piece CIDs: bytes, and the text that does not depend on the digest. */
export const PIECE_PREFIX_HEX = '0181e203922020';
export const PIECE_TEXT_START = 'baga6ea4seaq';
export const PIECE_BYTES = 39;
/** Shown for the few historic deals without a piece CID. */
export const NO_PIECE = '<undefined>';

export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

export function hexOf(bytes: Sql, dialect: Dialect): Sql {
  return dialect === 'duckdb' ? sql`lower(hex(${bytes}))` : sql`encode(${bytes}, 'hex')`;
}

function numberOfHex(hex: Sql, digits: number, dialect: Dialect): Sql {
  return dialect === 'duckdb'
    ? sql`CAST('0x' || ${hex} AS BIGINT)`
    : sql`CAST(CAST('x' || ${hex} AS bit(${raw(String(digits * 4))})) AS BIGINT)`;
}

/** Text of a piece CID: the first 5 bytes are constant, then 8 characters per 5 bytes, and 7 for the last 4. */
export function pieceText(dialect: Dialect): Sql {
  const hex = hexOf(raw('piece_cid'), dialect);
  const letters = [0, 1, 2, 3, 4, 5, 6].flatMap((group) => {
    const bytes = group === 6 ? 4 : 5;
    const number = numberOfHex(sql`substr(${hex}, ${raw(String(11 + group * 10))}, ${raw(String(bytes * 2))})`, bytes * 2, dialect);
    // The last character is padded with zeros.
    const shifted = group === 6 ? sql`(${number} * 8)` : number;
    const count = group === 6 ? 7 : 8;
    return Array.from(
      { length: count },
      (_, place) => sql`substr('${raw(BASE32)}', CAST(1 + ((${shifted} >> ${raw(String((count - 1 - place) * 5))}) & 31) AS INTEGER), 1)`,
    );
  });
  return sql`CASE WHEN octet_length(piece_cid) = ${raw(String(PIECE_BYTES))} THEN '${raw(PIECE_TEXT_START.slice(0, 9))}' || ${join(letters, ' || ')} ELSE '${raw(NO_PIECE)}' END`;
}

/** A text label as it is, a bytes label in hex; empty if there is none. */
export function labelText(dialect: Dialect): Sql {
  // PostgreSQL gives the result the collation of the name of the encoding, "C", in which lower() changes only ASCII.
  const text = dialect === 'duckdb' ? raw('decode(label)') : raw(`convert_from(label, 'UTF8') COLLATE "default"`);
  // PostgreSQL text cannot contain NUL.
  const isText = dialect === 'duckdb' ? raw('label_is_text') : raw(`label_is_text AND position('\\x00'::bytea IN label) = 0`);
  return sql`CASE WHEN label IS NULL THEN '' WHEN ${isText} THEN ${text} ELSE '0x' || ${hexOf(raw('label'), dialect)} END`;
}

export function addressText(column: 'client_id' | 'provider_id', letter: 'f' | 't'): Sql {
  return sql`('${raw(letter)}0' || CAST(${raw(column)} AS VARCHAR))`;
}

/** Sector number 0 may also mean none: only an activated deal has a sector. Two-valued. */
export const HAS_SECTOR = raw('(sector_start_epoch >= 0 AND sector_number IS NOT NULL)');

const ACTIVATED = raw('kind <> 2 AND slash_epoch < 0 AND sector_start_epoch >= 0');
const WAITING = raw('kind <> 2 AND slash_epoch < 0 AND sector_start_epoch < 0');

/**
 * Condition for a state, equivalent to `dealStatusAt`. A deal that is not activated in the dataset may have been activated since: it has
 * only missed its start if that was before the dataset's epoch. A dataset has no sector states, so no deal is faulty.
 */
export function stateCondition(state: string, { head, asOf }: Moment): Sql {
  const known = Math.min(head, asOf);
  switch (state) {
    case 'slashed':
      return raw('(slash_epoch >= 0)');
    case 'published':
      return sql`(${WAITING} AND start_epoch > ${known})`;
    case 'missed-start':
      return sql`(${WAITING} AND start_epoch <= ${known})`;
    case 'proving':
      return sql`(${ACTIVATED} AND end_epoch > ${head})`;
    case 'expired':
      return sql`(${ACTIVATED} AND end_epoch <= ${head})`;
    case 'allocated':
      return sql`(kind = 2 AND end_epoch >= ${head})`;
    case 'unclaimed':
      return sql`(kind = 2 AND end_epoch < ${head})`;
    default:
      return FALSE;
  }
}
