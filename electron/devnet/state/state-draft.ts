import { type ActorEntry, stateTreeInfo } from '../../../shared/domain/actors/actor-entry.ts';
import { actorManifest } from '../../../shared/domain/actors/actor-manifest.ts';
import { type Address, addressProtocol, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { type ActorsVersion, codesOf, manifestOf } from './actor-codes.ts';
import { INIT } from './init-view.ts';
import { ACTOR_TREE, SEALING_ROOTS } from './root-views.ts';
import { ACCOUNT, SYSTEM } from './simple-views.ts';
import { type Actor, type Change, INIT_ID, NO_CHANGES, type State, SYSTEM_ID } from './state.ts';
import type { StateView } from './state-view.ts';

/** A snapshot of a draft, restored if a message fails. */
export interface Checkpoint {
  readonly state: State;
}

/** Also the info object of the state tree root, so that it is always stored. */
const EMPTY_STATE = cidOfDagCbor(encodeBlock(stateTreeInfo, {}));
const DELEGATED = 4;

/** The state during an epoch. All changes go through it; `finish` stores them as blocks. */
export class StateDraft {
  #state: State;

  constructor(base: State) {
    this.#state = base;
  }

  /** The current state, immutable. Its roots are those stored last. */
  get state(): State {
    return this.#state;
  }

  checkpoint(): Checkpoint {
    return { state: this.#state };
  }

  rollBack(checkpoint: Checkpoint): void {
    this.#state = checkpoint.state;
  }

  actor(id: number): Actor | undefined {
    return this.#state.actor(id);
  }

  /** Set an actor; its code is derived from its kind and the actors version. */
  putActor({ id, kind, head, nonce, balance, delegatedAddress }: Omit<Actor, 'code'>): void {
    this.#putEntry(id, { code: codesOf(this.#state.actorsVersion)[kind], head, nonce, balance, delegatedAddress });
  }

  /** Set the actors version: updates the system actor's manifest; each actor gets its new code when it is next set. */
  putActorsVersion(version: ActorsVersion): void {
    const system = this.actor(SYSTEM_ID) ?? { head: EMPTY_STATE, nonce: 0n, balance: attoFil(0n), delegatedAddress: undefined };
    const { head, nonce, balance, delegatedAddress } = system;
    this.#putEntry(SYSTEM_ID, { code: codesOf(version).system, head, nonce, balance, delegatedAddress });
    this.write(SYSTEM, SYSTEM_ID, { builtinActors: this.#state.blocks.put(encodeBlock(actorManifest, manifestOf(version))) });
  }

  #putEntry(id: number, entry: ActorEntry<'v16'>): void {
    const { changes } = this.#state;
    this.#state = this.#state.with({ changes: { ...changes, actors: changes.actors.set(id, entry) } });
  }

  read<T>(view: StateView<T>, id: number): T {
    return this.#state.read(view, id);
  }

  /** Set the state of an existing actor. */
  write<T>(view: StateView<T>, id: number, value: T): void {
    const { changes } = this.#state;
    this.#state = this.#state.with({ changes: { ...changes, views: changed(changes.views, id, view, value) } });
  }

  readSealing<T>(view: StateView<T>, minerId: number): T | undefined {
    return this.#state.readSealing(view, minerId);
  }

  writeSealing<T>(view: StateView<T>, minerId: number, value: T): void {
    const { changes } = this.#state;
    this.#state = this.#state.with({ changes: { ...changes, sealing: changed(changes.sealing, minerId, view, value) } });
  }

  resolve(address: Address): number | undefined {
    return this.#state.resolve(address);
  }

  /** Create an actor with the next free ID and return it. Only accounts get their state here. */
  createActor(kind: ActorType, address: Address): Actor {
    return this.addActor(this.read(INIT, INIT_ID).nextId, kind, address);
  }

  /** Add an actor with a given ID; later IDs follow it. An address is added to the init actor. */
  addActor(id: number, kind: ActorType, address: Address | undefined): Actor {
    const actor: Actor = {
      id,
      kind,
      code: codesOf(this.#state.actorsVersion)[kind],
      head: EMPTY_STATE,
      nonce: 0n,
      balance: attoFil(0n),
      delegatedAddress: address !== undefined && addressProtocol(address) === DELEGATED ? address : undefined,
    };
    this.putActor(actor);
    if (address === undefined) return actor;
    const init = this.read(INIT, INIT_ID);
    this.write(INIT, INIT_ID, { ...init, addressMap: init.addressMap.set(address, id), nextId: Math.max(init.nextId, id + 1) });
    if (kind === 'account') this.write(ACCOUNT, id, { address });
    return actor;
  }

  /** Transfer attoFIL between existing actors. The caller has checked the balance; a shortfall is a bug. */
  move(fromId: number, toId: number, amount: bigint): void {
    if (amount === 0n || fromId === toId) return;
    const from = this.actor(fromId);
    const to = this.actor(toId);
    if (from === undefined || to === undefined) throw new Error(`transfer between unknown actors ${fromId} and ${toId}`);
    if (amount < 0n || from.balance < amount) throw new Error(`transfer of ${amount} from ${fromId} exceeds ${from.balance}`);
    this.putActor({ ...from, balance: attoFil(from.balance - amount) });
    this.putActor({ ...to, balance: attoFil(to.balance + amount) });
  }

  /** End the epoch: store changes as blocks and update the roots. */
  finish(epoch: number): State {
    const { blocks, views, changes } = this.#state;
    for (const [id, { view, value }] of changes.views) {
      const actor = this.actor(id);
      if (actor === undefined) throw new Error(`the state of actor ${id} changed, but the actor does not exist`);
      this.putActor({ ...actor, head: views.store(view, blocks, value) });
    }
    let { tree, sealingRoots } = this.#state;
    for (const [id, entry] of this.#state.changes.actors.entries()) tree = tree.set(idAddress(id), entry);
    for (const [minerId, { view, value }] of changes.sealing) sealingRoots = sealingRoots.set(minerId, views.store(view, blocks, value));
    const root = views.store(ACTOR_TREE, blocks, tree);
    const sealingRoot = views.store(SEALING_ROOTS, blocks, sealingRoots);
    this.#state = this.#state.with({ epoch, root, sealingRoot, tree, sealingRoots, changes: NO_CHANGES });
    return this.#state;
  }
}

function changed<T>(changes: ReadonlyMap<number, Change>, id: number, view: StateView<T>, value: T): Map<number, Change> {
  return new Map(changes).set(id, { view: view as StateView<unknown>, value });
}
