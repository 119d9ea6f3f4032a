/** An event of an actor as a tree for the screen. */
import type { DecodedValue } from '../../../shared/domain/encoding/decoded-value.ts';
import { decodeActorEvent, type EventEntry } from '../../../shared/domain/methods/actor-event.ts';
import { fieldsOfEvent } from '../../../shared/domain/methods/actor-event-fields.ts';
import { decodeParams } from '../../../shared/domain/methods/method-decode.ts';

/** No method has this number, so bytes are decoded generically. */
export const NO_METHOD = (1n << 64n) - 1n;

export interface DecodedEvent {
  /** Name of the event, such as `sector-activated`. */
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
  return { name: event.type, value: { kind: 'record', fields: fieldsOfEvent(event) } };
}
