import type { Address } from '../../../shared/domain/addresses/address.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { EventEntry } from '../../../shared/domain/methods/actor-event.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { type EmittedEvent, EVENTS } from '../state/emitted-event.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { cidJson, idJson, keyJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { type ActorEventFilter, actorEventFilterParameter, cidParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { tipsetAt } from './tipset-lookup.ts';

/** Maximum height range of a filter (Lotus v1.37 node/config `Events.MaxFilterHeightRange`). */
const MAX_HEIGHT_RANGE = 2880;
/** Only entries with this flag are searched. */
const VALUE_IS_INDEXED = 2;

/** ChainGetEvents and GetActorEventsRaw: actor events, read via receipts. */
export function addEventMethods(table: MethodTableBuilder, chain: ChainView, apiVersion: 'v0' | 'v1'): void {
  const eventsAt = (root: Cid): EmittedEvent[] => LocalAmt.open(chain.blocks, EVENTS, root).values();

  /** Return a tipset's events in order; none for the head, which is not executed yet. */
  function eventsOf(tipset: TipsetNode, isWanted: (event: EmittedEvent) => boolean): JsonValue[] {
    if (tipset === chain.head) return [];
    return chain.executionOf(tipset).executed.flatMap(({ message, receipt: { eventsRoot } }) =>
      eventsRoot === undefined
        ? []
        : eventsAt(eventsRoot)
            .filter(isWanted)
            .map(({ emitter, entries }) => ({
              entries: entries.map(entryJson),
              emitter: idJson(emitter),
              reverted: !chain.store.isCanonical(tipset),
              height: tipset.height,
              tipsetKey: keyJson(tipset.key),
              msgCid: cidJson(message.cid),
            })),
    );
  }

  /** Return the tipsets of a filter, oldest first. As in Lotus, a filter that does not start in the past matches nothing. */
  function tipsetsOf({ fromHeight, toHeight, tipsetKey }: ActorEventFilter): TipsetNode[] {
    if (tipsetKey !== undefined && tipsetKey.length > 0) {
      if (fromHeight !== undefined || toHeight !== undefined) throw new RpcError('cannot specify both TipSetKey and FromHeight/ToHeight');
      return [tipsetAt(chain, tipsetKey)];
    }
    checkHeights(chain.head.height, fromHeight, toHeight);
    if (fromHeight === undefined || fromHeight >= chain.head.height) return [];
    const found: TipsetNode[] = [];
    const last = toHeight === undefined || toHeight < 0 ? chain.head.height : Math.min(toHeight, chain.head.height);
    let at = chain.store.atOrBefore(last, chain.head);
    for (; at !== undefined && at.height >= fromHeight; at = at.parent) found.unshift(at);
    return found;
  }

  /** Whether an event matches a filter: any of its addresses, and any of the values for each key. */
  function wantedBy({ addresses, fields }: ActorEventFilter): (event: EmittedEvent) => boolean {
    const state = chain.stateAfterHead();
    const emitters = new Set(addresses.map((address: Address) => state.resolve(address)));
    return ({ emitter, entries }) =>
      (addresses.length === 0 || emitters.has(emitter)) &&
      fields.every(([key, values]) => values.length === 0 || entries.some((entry) => entry.key === key && isAmong(entry, values)));
  }

  table.read('ChainGetEvents', [cidParameter], ([root]) =>
    eventsAt(root).map(({ emitter, entries }) => ({ Emitter: emitter, Entries: entries.map(entryJson) })),
  );
  if (apiVersion === 'v0') return;
  table.read('GetActorEventsRaw', [actorEventFilterParameter], ([filter]) => {
    const isWanted = wantedBy(filter);
    const events = tipsetsOf(filter).flatMap((tipset) => eventsOf(tipset, isWanted));
    return events.length === 0 ? null : events;
  });
}

function isAmong({ flags, codec, value }: EventEntry, values: ActorEventFilter['fields'][number][1]): boolean {
  return (flags & VALUE_IS_INDEXED) !== 0 && values.some((wanted) => wanted.codec === codec && Buffer.compare(wanted.value, value) === 0);
}

/** With the errors of Lotus v1.37 node/impl/full/actor_events.go `parseHeightRange`; -1 ends a range at the head. */
function checkHeights(head: number, fromHeight: number | undefined, toHeight: number | undefined): void {
  if (fromHeight !== undefined && fromHeight < 0) throw new RpcError("range 'from' must be greater than or equal to 0");
  const [from, to] = [fromHeight ?? -1, toHeight ?? -1];
  const invalid = (why: string): never => {
    throw new RpcError(`invalid epoch range: ${why} (maximum: ${MAX_HEIGHT_RANGE})`);
  };
  if (from < 0) {
    if (to > 0 && to - head > MAX_HEIGHT_RANGE) invalid("'to' height is too far in the future");
  } else if (to < 0) {
    if (head - from > MAX_HEIGHT_RANGE) invalid("'from' height is too far in the past");
  } else {
    if (from > to) throw new RpcError(`invalid epoch range: 'to' height (${to}) must be after 'from' height (${from})`);
    if (to - from > MAX_HEIGHT_RANGE) invalid("range between to and 'from' heights is too large");
  }
}

/** As in Lotus (v1.36 `chain/types/event.go` EventEntry). */
const entryJson = ({ flags, key, codec, value }: EventEntry): JsonValue => ({
  Flags: flags,
  Key: key,
  Codec: codec,
  Value: bytesToBase64(value),
});
