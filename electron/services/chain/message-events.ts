/**
 * Events of a message, by the events root in its receipt (ChainGetEvents). Format: FIP-0049, Lotus chain/types/event.go `Event`.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { cidToLink, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { DecodedField } from '../../../shared/domain/encoding/decoded-value.ts';
import { decodeKnownLog } from '../../../shared/domain/evm/evm-events.ts';
import { type ActorEvent, decodeActorEvent, type EventEntry } from '../../../shared/domain/methods/actor-event.ts';
import { fieldsOfEvent } from '../../../shared/domain/methods/actor-event-fields.ts';
import { structureOf } from '../../../shared/domain/methods/method-decode.ts';
import { MAX_EVENTS, type MessageEvent } from '../../../shared/ipc/schemas/message-inside.ts';
import { type ViewContext, type ViewLimits, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { zBytes, zSafeInteger, zSlice, zUint64 } from '../../../shared/validation/node/primitives.ts';
import type { ChainReader } from './chain-reader.ts';

/** Limits for one event, of which there may be 200. */
const EVENT_LIMITS: ViewLimits = { values: 300, items: 50, characters: 8192 };

const zNodeEvents = zSlice(
  z.object({
    Emitter: zUint64.refine((id) => id < 1n << 63n),
    Entries: zSlice(
      z
        .object({ Flags: zSafeInteger, Key: z.string().max(1000), Codec: zSafeInteger, Value: zBytes })
        .transform(({ Flags, Key, Codec, Value }): EventEntry => ({ flags: Flags, key: Key, codec: Codec, value: Value })),
    ),
  }),
);

export async function readEvents(reader: ChainReader, eventsRoot: string) {
  const { value, call } = await reader.client.call('ChainGetEvents', [cidToLink(parseCid(eventsRoot))], {
    schema: zNodeEvents,
    cause: 'message: events',
  });
  const events = value.slice(0, MAX_EVENTS).map(
    ({ Emitter, Entries }): MessageEvent => ({
      emitter: formatAddress(idAddress(Emitter), reader.letter),
      ...viewOfEvent(Entries, { letter: reader.letter, clock: reader.clock, limits: EVENT_LIMITS }),
    }),
  );
  return { value: { events, omittedCount: value.length - events.length }, calls: [call] };
}

/** Return the contract's form of an event: name and content. */
export function viewOfEvent(entries: readonly EventEntry[], context: ViewContext): Omit<MessageEvent, 'emitter'> {
  const event = decodeActorEvent(entries);
  const known = event.type === 'evm-log' ? decodeKnownLog(event.topics, event.data) : undefined;
  const name = known?.signature ?? (event.type === 'unknown' ? event.name : event.type === 'evm-log' ? undefined : event.type);
  const fields = known?.fields ?? fieldsOf(event);
  const isKnown = known !== undefined || (event.type !== 'unknown' && event.type !== 'evm-log');
  return {
    ...defined({ name: name?.slice(0, 200) }),
    kind: event.type === 'evm-log' ? 'log' : 'actor',
    content: viewOfDecoded({ form: isKnown ? 'typed' : 'cbor', value: { kind: 'record', fields } }, context),
  };
}

function fieldsOf(event: ActorEvent): readonly DecodedField[] {
  return event.type === 'unknown'
    ? event.entries.map(({ key, value }) => ({ name: key, value: structureOf(value) }))
    : fieldsOfEvent(event);
}
