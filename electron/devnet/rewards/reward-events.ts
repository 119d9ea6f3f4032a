/** Events of the reward actor (builtin-actors v19, `actors/reward/src/emit.rs`). Events of implicit awards are not stored. */
import type { PendingWrite } from '../../../shared/domain/actors/reward-streams.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { encodeBigIntBytes } from '../../../shared/domain/encoding/cbor.ts';
import type { EventEntry } from '../../../shared/domain/methods/actor-event.ts';
import { numberOf } from '../miners/miners.ts';
import { eventEntry } from '../state/emitted-event.ts';
import type { Fold, Shares } from './ledger.ts';
import type { Applied } from './write-queue.ts';

type Event = readonly EventEntry[];

const typed = (type: string, ...entries: readonly EventEntry[]): Event => [eventEntry('$type', type, true), ...entries];
const streamId = (id: bigint): EventEntry => eventEntry('stream-id', id, true);
const amountEntry = (key: string, amount: bigint): EventEntry => eventEntry(key, encodeBigIntBytes(amount));

export function writeEvent(type: 'write-queued' | 'write-applied' | 'write-cancelled' | 'write-dropped', write: PendingWrite): Event {
  return typed(
    type,
    eventEntry('op', write.operation, true),
    eventEntry('effective-epoch', write.effectiveEpoch),
    ...(write.id === undefined ? [] : [streamId(write.id)]),
    ...(type === 'write-queued' ? [eventEntry('payload', write.payload)] : []),
  );
}

/** Events of applied and dropped writes, and of the periods that they closed. */
export function appliedEvents({ applied, dropped, folds }: Applied): Event[] {
  return [
    ...applied.map((write) => writeEvent('write-applied', write)),
    ...dropped.map((write) => writeEvent('write-dropped', write)),
    ...folds.map(periodFolded),
  ];
}

const periodFolded = ({ id, cause, accrued, dust }: Fold): Event =>
  typed('period-folded', streamId(id), eventEntry('cause', cause), amountEntry('accrued', accrued), amountEntry('dust', dust));

export const sharesSet = (id: bigint, shares: Shares): Event =>
  typed(
    'shares-set',
    streamId(id),
    eventEntry(
      'shares',
      shares.map(({ recipient, share }) => [numberOf(recipient), share]),
    ),
  );

export const addressReplaced = (id: bigint, old: Address, replacement: Address): Event =>
  typed(
    'address-replaced',
    streamId(id),
    eventEntry('old-recipient', numberOf(old), true),
    eventEntry('new-recipient', numberOf(replacement), true),
  );

export const claimPayout = (id: bigint, recipient: Address, amount: bigint): Event =>
  typed('claim-payout', streamId(id), eventEntry('recipient', numberOf(recipient), true), amountEntry('amount', amount));
