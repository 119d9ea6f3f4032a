import type { ActorEntry } from '../actors/actor-entry.ts';
import { type MultisigState, type MultisigTransaction, multisigPendingTransactions, multisigState } from '../actors/multisig-state.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readObject } from './read-object.ts';

/** A multisig in a state tree. */
export interface StateMultisig {
  readonly state: MultisigState;
  /** Pending transactions by ID, oldest first. */
  readonly pending: readonly (readonly [id: number, transaction: MultisigTransaction])[];
}

/** Read a multisig and its pending transactions; `actor` is the result of `readActor`. Source: go-state-types `builtin/v16/multisig`. */
export function* readMultisig(layout: StateLayout, actor: ActorEntry): Walk<StateMultisig> {
  const state = yield* readObject(multisigState, actor.head, 'the state of a multisig');
  const entries = yield* (yield* Hamt.open(multisigPendingTransactions[layout], state.pendingTransactions)).entries();
  return { state, pending: entries.toSorted(([left], [right]) => left - right) };
}
