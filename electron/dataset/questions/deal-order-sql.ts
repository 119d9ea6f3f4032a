/** The orders of a list of deals as keys in SQL. Rows of the same key stand in the order of their ids. */
import { hexToBytes } from '../../../shared/domain/bytes.ts';
import type { DealOrder } from '../../../shared/ipc/schemas/deals.ts';
import { zDealState } from '../../../shared/ipc/schemas/deals.ts';
import type { Dialect, SqlValue } from '../engine.ts';
import { HAS_SECTOR, hexOf, type Moment, PIECE_BYTES, PIECE_PREFIX_HEX, stateCondition } from './deal-relation.ts';
import { join, raw, type Sql, sql } from './sql.ts';

/** A whole number, or the first hex digits of bytes. */
export type KeyValue = bigint | string;

export interface OrderKey {
  readonly kind: 'number' | 'bytes';
  /** Never NULL. */
  readonly value: Sql;
  /** There are few values, so that each is counted by itself. */
  readonly isCoarse: boolean;
  /** Values may be beyond 64 bits. */
  readonly isWide?: boolean;
  /** A condition for one value that a scan can skip by, where `value` is an expression. */
  readonly equals?: (key: KeyValue) => Sql;
  /** Of bytes: their hex digits, how many there are at most, and how many the first count tells apart. */
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

/** The value behind a number. Digits have none: ranges of them end where the next one begins. */
export function keyAfter(key: KeyValue): KeyValue {
  return typeof key === 'bigint' ? key + 1n : key;
}

/** The smallest value of a key, to compare with. */
export function keyRange(kind: OrderKey['kind'], key: KeyValue): SqlValue {
  if (typeof key === 'bigint' || kind === 'number') return BigInt(key);
  return hexToBytes(key.length % 2 === 1 ? `${key}0` : key);
}
