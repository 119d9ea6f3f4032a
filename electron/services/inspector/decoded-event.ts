/** An event of an actor as a tree for the screen. */
import { type ActorEvent, decodeActorEvent, type EventEntry } from '../../../shared/domain/actor-event.ts';
import type { DecodedField, DecodedValue } from '../../../shared/domain/decoded-value.ts';
import { decodeParams } from '../../../shared/domain/method-decode.ts';

/** No method has this number, so that bytes are read as what they are by themselves. */
export const NO_METHOD = (1n << 64n) - 1n;

export interface DecodedEvent {
  /** What happened, such as `sector-activated`. */
  readonly name: string;
  readonly value: DecodedValue;
}

export function decodeEvent(entries: readonly EventEntry[]): DecodedEvent {
  const event = decodeActorEvent(entries);
  if (event.type === 'unknown') {
    const fields = entries.map(({ key, value, codec }) => ({
      name: key,
      value: decodeParams(undefined, NO_METHOD, value, { codec }).value,
    }));
    return { name: event.name ?? 'unknown', value: { kind: 'record', fields } };
  }
  return { name: event.type, value: { kind: 'record', fields: fieldsOf(event) } };
}

function fieldsOf({ type: _type, ...fields }: Exclude<ActorEvent, { type: 'unknown' }>): DecodedField[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value: treeOf(value) }]));
}

function treeOf(value: unknown): DecodedValue {
  if (typeof value === 'bigint') {
    return { kind: 'integer', value, isBig: false };
  }
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map(treeOf) };
  }
  if (typeof value === 'object' && value !== null) {
    return { kind: 'record', fields: Object.entries(value).map(([name, field]) => ({ name, value: treeOf(field) })) };
  }
  return { kind: 'text', value: String(value) };
}
