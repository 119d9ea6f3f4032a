/**
 * The events of one message, by the root that its receipt names (ChainGetEvents). Sources of the form: FIP-0049, Lotus
 * chain/types/event.go `Event`.
 */
import { z } from 'zod';
import { type ActorEvent, decodeActorEvent, type EventEntry } from '../../../shared/domain/actor-event.ts';
import { formatAddress, idAddress } from '../../../shared/domain/address.ts';
import { hexToBytes } from '../../../shared/domain/bytes.ts';
import { cidToLink, parseCid } from '../../../shared/domain/cid.ts';
import type { DecodedField, DecodedValue } from '../../../shared/domain/decoded-value.ts';
import { decodeKnownLog } from '../../../shared/domain/evm-events.ts';
import { structureOf } from '../../../shared/domain/method-decode.ts';
import type { Unit } from '../../../shared/domain/method-shape.ts';
import { MAX_EVENTS, type MessageEvent } from '../../../shared/ipc/schemas/message-inside.ts';
import { type ViewContext, type ViewLimits, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { zBytes, zSafeInteger, zSlice, zUint64 } from '../../../shared/validation/node/primitives.ts';
import type { ChainReader } from './chain-reader.ts';

/** Of one event; there may be 200. */
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

/** An event as a document shows it: its name, and what it says. */
export function viewOfEvent(entries: readonly EventEntry[], context: ViewContext): Omit<MessageEvent, 'emitter'> {
  const event = decodeActorEvent(entries);
  const known = event.type === 'evm-log' ? decodeKnownLog(event.topics, event.data) : undefined;
  const name = known?.signature ?? (event.type === 'unknown' ? event.name : event.type === 'evm-log' ? undefined : event.type);
  const fields = known?.fields ?? fieldsOf(event);
  const isKnown = known !== undefined || (event.type !== 'unknown' && event.type !== 'evm-log');
  return {
    ...(name === undefined ? {} : { name: name.slice(0, 200) }),
    kind: event.type === 'evm-log' ? 'log' : 'actor',
    content: viewOfDecoded({ form: isKnown ? 'typed' : 'cbor', value: { kind: 'record', fields } }, context),
  };
}

/** Units of the fields of actor events, which name ids, epochs and sizes by themselves. */
const UNITS: Readonly<Record<string, Unit>> = {
  client: 'actor',
  provider: 'actor',
  verifier: 'actor',
  pieceSize: 'bytes',
  termMin: 'epochs',
  termMax: 'epochs',
  termStart: 'epoch',
  expiration: 'epoch',
  sector: 'sector',
};

function fieldsOf(event: ActorEvent): readonly DecodedField[] {
  if (event.type === 'unknown') return event.entries.map(({ key, value }) => ({ name: key, value: structureOf(value) }));
  if (event.type === 'evm-log') {
    return [
      ...event.topics.map((topic, index) => ({ name: `topic ${index}`, value: bytesOf(topic) })),
      ...(event.data === '0x' ? [] : [{ name: 'data', value: bytesOf(event.data) }]),
    ];
  }
  return Object.entries(event)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => ({ name, value: fieldValue(name, value as bigint | string | undefined | readonly object[], event.type) }));
}

/** Ids, epochs and sizes are whole numbers, CIDs are text, pieces are a list. */
function fieldValue(name: string, value: bigint | string | undefined | readonly object[], type: ActorEvent['type']): DecodedValue {
  if (value === undefined) return { kind: 'none' };
  if (typeof value === 'string') return { kind: 'cid', value: parseCid(value) };
  if (typeof value === 'bigint') {
    const unit = name === 'balance' && type === 'verifier-balance' ? 'dataCap' : UNITS[name];
    return { kind: 'integer', value, isBig: false, ...(unit === undefined ? {} : { unit }) };
  }
  return {
    kind: 'list',
    items: value.map((item) => ({
      kind: 'record',
      fields: Object.entries(item).map(([part, inner]) => ({ name: part, value: fieldValue(part, inner as bigint | string, type) })),
    })),
  };
}

function bytesOf(hex: string): DecodedValue {
  return { kind: 'bytes', value: hexToBytes(hex.slice(2)) };
}
