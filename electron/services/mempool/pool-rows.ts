/** A page of the mempool: filtered by the language of `shared/filter/pool-filter.ts` and sorted. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { INVOKE_CONTRACT } from '../../../shared/domain/evm/eth-transaction.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { singletonActorType } from '../../../shared/domain/methods/actor-type.ts';
import { compileFilter } from '../../../shared/filter/compile-filter.ts';
import { parseFilter } from '../../../shared/filter/filter.ts';
import { POOL_FILTER_LANGUAGE } from '../../../shared/filter/pool-filter.ts';
import type { PoolHold, PoolOrder, PoolRow } from '../../../shared/ipc/schemas/mempool.ts';
import type { KnownAddress } from '../addresses/known-addresses.ts';
import { messageFigures } from '../chain/message-figures.ts';
import type { PoolEntry } from './pool-entry.ts';

const NANO = 1e9;
const FIL = 1e18;

export interface RowContext {
  readonly holds: ReadonlyMap<string, PoolHold>;
  readonly types: ReadonlyMap<Address, ActorType>;
  readonly networkVersion: number | undefined;
  readonly known: ReadonlyMap<Address, KnownAddress>;
  readonly nowMs: number;
}

/** Return the entries that match a filter, sorted; ties by sender and nonce. */
export function orderedEntries(
  entries: Iterable<PoolEntry>,
  filter: string,
  { by, direction }: PoolOrder,
  context: RowContext,
): PoolEntry[] {
  const test = compileFilter<PoolEntry>(parseFilter(filter, POOL_FILTER_LANGUAGE), {
    texts: (entry) => [entry.fromText, entry.toText, entry.cid, ...methodTexts(entry, context), ...labelsOf(entry, context)],
    fields: {
      from: { pattern: ({ from, fromText }) => [fromText, from, ...labelOf(from, context)] },
      to: { pattern: ({ message, toText }) => [toText, message.to, ...labelOf(message.to, context)] },
      method: { pattern: (entry) => methodTexts(entry, context) },
      nonce: { number: ({ message }) => message.nonce },
      cap: { number: ({ message }) => Number(message.gasFeeCap) / NANO },
      premium: { number: ({ message }) => Number(message.gasPremium) / NANO },
      value: { number: ({ message }) => Number(message.value) / FIL },
      gas: { number: ({ message }) => message.gasLimit },
      age: { number: ({ seenAtMs }) => context.nowMs - seenAtMs },
      cid: { pattern: ({ cid }) => cid },
      is: { choice: (entry) => marksOf(entry, context) },
    },
  });
  const key = sortKey(by, context);
  const sign = direction === 'ascending' ? 1 : -1;
  return [...entries]
    .filter(test)
    .map((entry) => ({ entry, key: key(entry) }))
    .sort((left, right) => sign * compare(left.key, right.key) || tie(left.entry, right.entry))
    .map(({ entry }) => entry);
}

export function rowOf(entry: PoolEntry, context: RowContext): PoolRow {
  const { cid, message, fromText, toText, seenAtMs } = entry;
  const name = nameOf(entry, context);
  const hold = context.holds.get(cid);
  return {
    cid,
    from: fromText,
    to: toText,
    ...messageFigures(message),
    ...(name === undefined ? {} : { methodName: name }),
    seenAtMs,
    isOwn: isOwn(entry, context.known),
    ...(hold === undefined ? {} : { hold }),
  };
}

/** Return the values of a filter field in this mempool, most frequent first. */
export function fieldValues(
  entries: Iterable<PoolEntry>,
  field: string,
  prefix: string,
  context: RowContext,
): { value: string; count: number }[] {
  const read = VALUES[field];
  if (read === undefined) return [];
  const wanted = prefix.toLowerCase();
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const value = read(entry, context);
    if (value.toLowerCase().includes(wanted)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((left, right) => right.count - left.count || compare(left.value, right.value))
    .slice(0, MAX_VALUES);
}

const MAX_VALUES = 50;
const VALUES: Readonly<Record<string, (entry: PoolEntry, context: RowContext) => string>> = {
  from: ({ fromText }) => fromText,
  to: ({ toText }) => toText,
  method: (entry, context) => nameOf(entry, context) ?? entry.message.method.toString(),
};

/** Whether the sender is a key of this machine. */
export function isOwn({ from }: PoolEntry, known: RowContext['known']): boolean {
  return known.get(from)?.source === 'key';
}

/** Return the actor type of the recipient, if known without a call. */
export function receiverType({ message }: PoolEntry, types: RowContext['types']): ActorType | undefined {
  // Only contracts have this method.
  return singletonActorType(message.to) ?? types.get(message.to) ?? (message.method === INVOKE_CONTRACT ? 'evm' : undefined);
}

function nameOf(entry: PoolEntry, { types, networkVersion }: RowContext): string | undefined {
  return methodName(receiverType(entry, types), entry.message.method, networkVersion);
}

function methodTexts(entry: PoolEntry, context: RowContext): string[] {
  const name = nameOf(entry, context);
  return [entry.message.method.toString(), ...(name === undefined ? [] : [name])];
}

function labelsOf({ from, message }: PoolEntry, context: RowContext): string[] {
  return [...labelOf(from, context), ...labelOf(message.to, context)];
}

function labelOf(address: Address, { known }: RowContext): string[] {
  const label = known.get(address)?.label ?? '';
  return label === '' ? [] : [label];
}

function marksOf(entry: PoolEntry, context: RowContext): string[] {
  const hold = context.holds.get(entry.cid);
  const marks = hold === undefined ? ['ready'] : ['stuck', hold === 'fee-cap' ? 'underpriced' : hold];
  return isOwn(entry, context.known) ? [...marks, 'own'] : marks;
}

type SortKey = string | number | bigint;

function sortKey(by: PoolOrder['by'], context: RowContext): (entry: PoolEntry) => SortKey {
  switch (by) {
    case 'from':
      return ({ fromText }) => fromText;
    case 'to':
      return ({ toText }) => toText;
    case 'nonce':
      return ({ message }) => message.nonce;
    case 'method':
      return (entry) => nameOf(entry, context) ?? entry.message.method.toString();
    case 'value':
      return ({ message }) => message.value;
    case 'gas':
      return ({ message }) => message.gasLimit;
    case 'cap':
      return ({ message }) => message.gasFeeCap;
    case 'premium':
      return ({ message }) => message.gasPremium;
    case 'seen':
      return ({ seenAtMs }) => seenAtMs;
    default:
      return by satisfies never;
  }
}

function tie(left: PoolEntry, right: PoolEntry): number {
  return compare(left.fromText, right.fromText) || compare(left.message.nonce, right.message.nonce);
}

function compare(left: SortKey, right: SortKey): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
