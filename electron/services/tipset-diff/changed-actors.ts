/** Finds the actors that differ between two states, from the blocks of both trees; shared blocks are not read. */
import type { ActorEntry } from '../../../shared/domain/actors/actor-entry.ts';
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { EntryChange } from '../../../shared/domain/ipld/entry-change.ts';
import { diffHamt } from '../../../shared/domain/ipld/hamt-diff.ts';
import type { Walk } from '../../../shared/domain/ipld/walk.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { readActorTypes } from '../../../shared/domain/state/actor-types.ts';
import type { StateTree } from '../../../shared/domain/state/state-tree.ts';
import { type ChangedActor, MAX_CHANGED_ACTORS } from '../../../shared/ipc/schemas/tipset-diff.ts';

type Change = EntryChange<Address, ActorEntry>;
type ActorTypeOf = (code: Cid) => ActorType | undefined;

export interface ChangedActors {
  readonly changes: readonly Change[];
  readonly typeOf: ActorTypeOf;
}

/** Throws `DomainError` `state-tree` if an upgrade between the two changed the layout of the state. */
export function* readChangedActors(before: StateTree, after: StateTree, actorTypeOf: ActorTypeOf): Walk<ChangedActors> {
  if (before.layout !== after.layout) {
    throw new DomainError('state-tree', 'There is a network upgrade between the two tipsets, so their states have different layouts.');
  }
  const changes = yield* diffHamt<Address, ActorEntry>(before.actors, after.actors);
  const isUnknown = changes.some(({ before: was, after: is }) => actorTypeOf((is ?? was)?.code ?? ('' as Cid)) === undefined);
  const types: ReadonlyMap<Cid, ActorType> = isUnknown ? yield* readActorTypes(after) : new Map();
  return { changes, typeOf: (code) => actorTypeOf(code) ?? types.get(code) };
}

/** Return the changes as rows, largest balance change first. */
export function changedActorRows({ changes, typeOf }: ChangedActors, letter: NetworkLetter): { total: number; rows: ChangedActor[] } {
  const moved = ({ before, after }: Change): bigint => (after?.balance ?? 0n) - (before?.balance ?? 0n);
  const size = (change: Change): bigint => (moved(change) < 0n ? -moved(change) : moved(change));
  const sorted = changes.toSorted((left, right) => (size(left) < size(right) ? 1 : size(left) > size(right) ? -1 : 0));
  return { total: changes.length, rows: sorted.slice(0, MAX_CHANGED_ACTORS).map((change) => rowOf(change, typeOf, letter, moved(change))) };
}

function rowOf({ key, before, after }: Change, typeOf: ActorTypeOf, letter: NetworkLetter, moved: bigint): ChangedActor {
  const code = (after ?? before)?.code;
  const actorType = code === undefined ? undefined : typeOf(code);
  return {
    address: formatAddress(key, letter),
    ...(actorType === undefined ? {} : { actorType }),
    change: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    ...(before === undefined ? {} : { balanceBefore: before.balance.toString(), nonceBefore: before.nonce.toString() }),
    ...(after === undefined ? {} : { balanceAfter: after.balance.toString(), nonceAfter: after.nonce.toString() }),
    balanceChange: moved.toString(),
    isHeadChanged: before?.head !== after?.head,
    isCodeChanged: before !== undefined && after !== undefined && before.code !== after.code,
  };
}
