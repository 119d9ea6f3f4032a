/** Sort keys of deal lists in SQL. Rows with the same key are ordered by id. */
import { hexToBytes } from '../../../shared/domain/encoding/bytes.ts';
import type { DealOrder } from '../../../shared/ipc/schemas/deals.ts';
import { zDealState } from '../../../shared/ipc/schemas/deals.ts';
import type { Dialect, SqlValue } from '../engine.ts';
import { HAS_SECTOR, hexOf, type Moment, PIECE_BYTES, PIECE_PREFIX_HEX, stateCondition } from './deal-relation.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** An integer, or the first hex digits of bytes. */
export type KeyValue = bigint | string;

export interface OrderKey {
  readonly kind: 'number' | 'bytes';
  /** Never NULL. */
  readonly value: Sql;
  /** Whether there are few values, counted individually. */
  readonly isCoarse: boolean;
  /** Whether values may exceed 64 bits. */
  readonly isWide?: boolean;
  /** Condition for one value that lets scans skip blocks, if `value` is an expression. */
  readonly equals?: (key: KeyValue) => Sql;
  /** For bytes: their hex digits, maximum length, and digits of the first count. */
  readonly digits?: { readonly text: Sql; readonly length: number; readonly first: number };
}

export function orderKey(by: DealOrder['by'], dialect: Dialect, moment: Moment): OrderKey {
  const exact = (value: Sql): OrderKey => ({ kind: 'number', value, isCoarse: true });
  const ranged = (value: Sql): OrderKey => ({ kind: 'number', value, isCoarse: false });
  switch (by) {
    case 'id':
      return ranged(raw('id'));
    case 'kind':
      return exact(raw('kind'));
    case 'size':
      return exact(raw('piece_size'));
    case 'client':
      return exact(raw('client_id'));
    case 'provider':
      return exact(raw('provider_id'));
    case 'verified':
      return {
        ...exact(raw('(CASE WHEN is_verified THEN 1 ELSE 0 END)')),
        equals: (key) => (key === 1n ? raw('is_verified') : raw('(NOT is_verified)')),
      };
    case 'state': {
      const cases = zDealState.options.map((state, index) => sql`WHEN ${stateCondition(state, moment)} THEN ${raw(String(index))}`);
      return {
        ...exact(sql`(CASE ${join(cases, ' ')} ELSE ${raw(String(cases.length))} END)`),
        equals: (key) => stateCondition(zDealState.options[Number(key)] ?? '', moment),
      };
    }
    case 'start':
      return ranged(raw(`coalesce(start_epoch, ${-(2 ** 31)})`));
    case 'end':
      return ranged(raw('end_epoch'));
    case 'sector':
      return ranged(sql`(CASE WHEN ${HAS_SECTOR} THEN sector_number ELSE -1 END)`);
    case 'price':
      return { ...ranged(raw('coalesce(price, -1)')), isWide: true };
    case 'piece':
      return {
        kind: 'bytes',
        value: raw('piece_cid'),
        isCoarse: false,
        digits: { text: hexOf(raw('piece_cid'), dialect), length: PIECE_BYTES * 2, first: PIECE_PREFIX_HEX.length + 3 },
      };
    default:
      return by satisfies never;
  }
}

/** The next value of a number; digits have none. */
export function keyAfter(key: KeyValue): KeyValue {
  return typeof key === 'bigint' ? key + 1n : key;
}

/** The smallest value of a key, for comparisons. */
export function keyRange(kind: OrderKey['kind'], key: KeyValue): SqlValue {
  if (typeof key === 'bigint' || kind === 'number') return BigInt(key);
  return hexToBytes(key.length % 2 === 1 ? `${key}0` : key);
}
