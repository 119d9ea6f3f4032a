/** Actor events as trees of values with units. */
import { attoFil } from '../amounts/amount.ts';
import { hexToBytes } from '../encoding/bytes.ts';
import { parseCid } from '../encoding/cid.ts';
import type { DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import type { ActorEvent, UnknownEvent } from './actor-event.ts';
import { decodeStreamWrite } from './method-decode.ts';
import type { Unit } from './method-shape.ts';

/** Units of integer fields, by field name. */
const UNITS: Readonly<Record<string, Unit>> = {
  client: 'actor',
  provider: 'actor',
  verifier: 'actor',
  recipient: 'actor',
  oldRecipient: 'actor',
  newRecipient: 'actor',
  pieceSize: 'bytes',
  termMin: 'epochs',
  termMax: 'epochs',
  termStart: 'epoch',
  expiration: 'epoch',
  effectiveEpoch: 'epoch',
  sector: 'sector',
  share: 'share',
  op: 'streamWrite',
};
const AMOUNTS: ReadonlySet<string> = new Set(['accrued', 'dust', 'amount']);

type FieldContent = bigint | string | Uint8Array | undefined | readonly object[];

/**
 * Return the fields of a known event (`decodeActorEvent`), in documented order; missing fields are `none`.
 * Amounts are attoFIL, DataCap is bytes. Source: as actor-event.ts.
 */
export function fieldsOfEvent(event: Exclude<ActorEvent, UnknownEvent>): readonly DecodedField[] {
  if (event.type === 'evm-log') {
    return [
      ...event.topics.map((topic, index) => ({ name: `topic ${index}`, value: bytesOf(topic) })),
      ...(event.data === '0x' ? [] : [{ name: 'data', value: bytesOf(event.data) }]),
    ];
  }
  if (event.type === 'write-queued' && event.payload !== undefined) {
    const { type: _, payload, ...rest } = event;
    return [...fieldsOf(rest, event.type), { name: 'payload', value: decodeStreamWrite(event.op, payload).value }];
  }
  const { type: _, ...fields } = event;
  return fieldsOf(fields, event.type);
}

function fieldsOf(fields: object, type: ActorEvent['type']): DecodedField[] {
  return Object.entries(fields)
    .filter(([name]) => name !== 'payload')
    .map(([name, value]) => ({ name, value: fieldValue(name, value as FieldContent, type) }));
}

/** IDs, epochs and sizes are integers, CIDs are text, pieces and shares are lists. */
function fieldValue(name: string, value: FieldContent, type: ActorEvent['type']): DecodedValue {
  if (value === undefined) return { kind: 'none' };
  if (typeof value === 'string') return name === 'cause' ? { kind: 'text', value } : { kind: 'cid', value: parseCid(value) };
  if (value instanceof Uint8Array) return { kind: 'bytes', value };
  if (typeof value === 'bigint') {
    if (AMOUNTS.has(name)) return { kind: 'amount', value: attoFil(value) };
    const unit = name === 'balance' && type === 'verifier-balance' ? 'dataCap' : UNITS[name];
    return { kind: 'integer', value, isBig: false, ...(unit === undefined ? {} : { unit }) };
  }
  return { kind: 'list', items: value.map((item) => ({ kind: 'record', fields: fieldsOf(item, type) })) };
}

function bytesOf(hex: string): DecodedValue {
  return { kind: 'bytes', value: hexToBytes(hex.slice(2)) };
}
