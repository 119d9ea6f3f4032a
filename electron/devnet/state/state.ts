import type { ActorType } from '../../../shared/domain/actor-type.ts';
import type { ActorEntry } from '../../../shared/domain/actors/actor-entry.ts';
import { type Address, idAddress, idOfAddress } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { type ActorsVersion, kindOfCode, versionOfSystem } from './actor-codes.ts';
import type { Blocks } from './blocks.ts';
import { CowMap } from './cow-map.ts';
import { INIT } from './init-view.ts';
import { ACTOR_TREE, type ActorTree, emptyRoots, SEALING_ROOTS, type SealingRoots } from './root-views.ts';
import { type StateView, ViewCache } from './state-view.ts';

/** An actor as the state tree has it. */
export interface Actor extends ActorEntry<'v16'> {
  readonly id: number;
  readonly kind: ActorType;
}

/** A state by its roots: enough to open it again. */
export interface StateRef {
  /** All messages up to and including this epoch are in it. */
  readonly epoch: number;
  /** The root of the state tree, which headers carry as ParentStateRoot. */
  readonly root: Cid;
  /** The root of what the storage-miner processes keep of their sectors: no part of the chain's state. */
  readonly sealingRoot: Cid;
}

/** A state by its roots alone: holding it keeps nothing of the state in memory. */
export const refOf = ({ epoch, root, sealingRoot }: StateRef): StateRef => ({ epoch, root, sealingRoot });

/** What was changed since the roots were stored: actors by their ids, and the objects by what they belong to. */
export interface Changes {
  readonly actors: CowMap<ActorEntry<'v16'>>;
  readonly views: ReadonlyMap<number, Change>;
  readonly sealing: ReadonlyMap<number, Change>;
}

export interface Change {
  readonly view: StateView<unknown>;
  readonly value: unknown;
}

export const NO_CHANGES: Changes = { actors: CowMap.empty(), views: new Map(), sealing: new Map() };

type Fields = Pick<State, 'epoch' | 'root' | 'sealingRoot' | 'blocks' | 'views' | 'tree' | 'sealingRoots' | 'changes'>;

/**
 * The state of the chain: an actor by its id, an actor's state as an object, read from blocks when it is asked for. A value: a draft
 * works by making others out of it, whose changes are stored at the end of the epoch.
 */
export class State implements StateRef {
  readonly epoch: number;
  readonly root: Cid;
  readonly sealingRoot: Cid;
  readonly blocks: Blocks;
  readonly views: ViewCache;
  /** The actors as they were stored. */
  readonly tree: ActorTree;
  /** The head of each miner's sealing, by miner id. */
  readonly sealingRoots: SealingRoots;
  readonly changes: Changes;

  private constructor(fields: Fields) {
    this.epoch = fields.epoch;
    this.root = fields.root;
    this.sealingRoot = fields.sealingRoot;
    this.blocks = fields.blocks;
    this.views = fields.views;
    this.tree = fields.tree;
    this.sealingRoots = fields.sealingRoots;
    this.changes = fields.changes;
  }

  /** Throws `MissingBlockError` where the root or the first node of the tree is not there; other blocks are read when they are needed. */
  static open(blocks: Blocks, views: ViewCache, { epoch, root, sealingRoot }: StateRef): State {
    return new State({
      epoch,
      root,
      sealingRoot,
      blocks,
      views,
      tree: views.open(ACTOR_TREE, blocks, root),
      sealingRoots: views.open(SEALING_ROOTS, blocks, sealingRoot),
      changes: NO_CHANGES,
    });
  }

  /** A state without actors. */
  static empty(blocks: Blocks): State {
    return State.open(blocks, new ViewCache(), { epoch: -1, ...emptyRoots(blocks) });
  }

  with(changed: Partial<Fields>): State {
    return new State({ ...this, ...changed });
  }

  /** The version of all actors, which the system actor tells by its code. */
  get actorsVersion(): ActorsVersion {
    const system = this.#entry(SYSTEM_ID);
    if (system === undefined) throw new Error('a state without a system actor has no version');
    return versionOfSystem(system.code);
  }

  actor(id: number): Actor | undefined {
    const entry = this.#entry(id);
    return entry === undefined ? undefined : { ...entry, id, kind: kindOfCode(entry.code) };
  }

  #entry(id: number): ActorEntry<'v16'> | undefined {
    return this.changes.actors.get(id) ?? this.tree.get(idAddress(id));
  }

  /** Every actor, by ascending id. */
  allActors(): Actor[] {
    const stored = this.tree.entries().map(([address, entry]) => [Number(idOfAddress(address)), entry] as const);
    return [...new Map([...stored, ...this.changes.actors.entries()])]
      .map(([id, entry]) => ({ ...entry, id, kind: kindOfCode(entry.code) }))
      .sort((left, right) => left.id - right.id);
  }

  /** The state of an actor that exists and is of this kind. */
  read<T>(view: StateView<T>, id: number): T {
    const changed = this.changes.views.get(id);
    if (changed !== undefined) return changed.value as T;
    const entry = this.#entry(id);
    if (entry === undefined) throw new Error(`there is no actor ${id} to read`);
    return this.views.open(view, this.blocks, entry.head);
  }

  /** An actor of this state with the head that its state has by now. What was changed is stored for that: for states that are tried. */
  withHead(actor: Actor): Actor {
    const changed = this.changes.views.get(actor.id);
    return changed === undefined ? actor : { ...actor, head: changed.view.store(this.blocks, changed.value) };
  }

  /** What the storage-miner process of a miner keeps; undefined for a miner without one. */
  readSealing<T>(view: StateView<T>, minerId: number): T | undefined {
    const changed = this.changes.sealing.get(minerId);
    if (changed !== undefined) return changed.value as T;
    const root = this.sealingRoots.get(minerId);
    return root === undefined ? undefined : this.views.open(view, this.blocks, root);
  }

  /** The ID behind an address, or undefined where nothing is on chain. */
  resolve(address: Address): number | undefined {
    const id = idOfAddress(address);
    if (id === undefined) return this.read(INIT, INIT_ID).addressMap.get(address);
    const number = Number(id);
    return Number.isSafeInteger(number) && this.#entry(number) !== undefined ? number : undefined;
  }
}

export const SYSTEM_ID = 0;
export const INIT_ID = 1;
export const REWARD_ID = 2;
export const CRON_ID = 3;
export const POWER_ID = 4;
export const MARKET_ID = 5;
export const VERIFIED_REGISTRY_ID = 6;
export const DATA_CAP_ID = 7;
export const EAM_ID = 10;
/** Names the verifiers, as f080 does on other networks. */
export const VERIFIED_ROOT_ID = 80;
export const RESERVE_ID = 90;
export const BURNT_ID = 99;
