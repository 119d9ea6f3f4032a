import { type CborValue, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { bytes, type Codec, count, list, struct, text } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { EventEntry } from '../../../shared/domain/methods/actor-event.ts';

/** An event emitted by an actor (FIP-0049). */
export interface EmittedEvent {
  readonly emitter: number;
  readonly entries: readonly EventEntry[];
}

const KEY_IS_INDEXED = 1;
const ALL_IS_INDEXED = 3;
const CBOR_CODEC = 0x51;

/** An entry of a built-in actor's event; indexed entries can be filtered. */
export function eventEntry(key: string, value: CborValue, isIndexed = false): EventEntry {
  return { flags: isIndexed ? ALL_IS_INDEXED : KEY_IS_INDEXED, key, codec: CBOR_CODEC, value: encodeCbor(value) };
}

const stampedEvent: Codec<EmittedEvent> = struct({
  emitter: ['Emitter', count],
  entries: ['Entries', list(struct({ flags: ['Flags', count], key: ['Key', text], codec: ['Codec', count], value: ['Value', bytes] }))],
});

/** The events of a message, linked from its receipt (Lotus `chain/types/event.go`, EventAMTBitwidth). */
export const EVENTS: AmtLayout<EmittedEvent> = { form: 'v3', bitWidth: 5, value: stampedEvent };
