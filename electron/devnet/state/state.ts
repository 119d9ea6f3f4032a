import type { ActorEntry } from '../../../shared/domain/actors/actor-entry.ts';
import { type Address, idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { type ActorsVersion, kindOfCode, versionOfSystem } from './actor-codes.ts';
import type { Blocks } from './blocks.ts';
import { CowMap } from './cow-map.ts';
import { INIT } from './init-view.ts';
import { ACTOR_TREE, type ActorTree, emptyRoots, SEALING_ROOTS, type SealingRoots } from './root-views.ts';
import { type StateView, ViewCache } from './state-view.ts';

/** An actor in the state tree. */
export interface Actor extends ActorEntry<'v16'> {
  readonly id: number;
  readonly kind: ActorType;
}

/** The roots of a state, sufficient to open it. */
export interface StateRef {
  /** Includes all messages up to and including this epoch. */
  readonly epoch: number;
  /** State tree root, ParentStateRoot in headers. */
  readonly root: Cid;
  /** Root of the storage miner processes' data; not part of the chain's state. */
  readonly sealingRoot: Cid;
}

/** A reference to a state by its roots; keeps nothing in memory. */
export const refOf = ({ epoch, root, sealingRoot }: StateRef): StateRef => ({ epoch, root, sealingRoot });

/** Changes since the roots were stored: actors by ID, and objects by owner. */
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
 * The state of the chain: actors by ID, and their states as objects, read lazily from blocks. Immutable: a draft creates new versions,
 * whose changes are stored at the end of the epoch.
 */
export class State implements StateRef {
  readonly epoch: number;
  readonly root: Cid;
  readonly sealingRoot: Cid;
  readonly blocks: Blocks;
  readonly views: ViewCache;
  /** The stored actors. */
  readonly tree: ActorTree;
  /** Head of each miner's sealing data, by miner ID. */
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

  /** Throws `MissingBlockError` if the root or the first node is missing; other blocks are read lazily. */
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

  /** An empty state. */
  static empty(blocks: Blocks): State {
    return State.open(blocks, new ViewCache(), { epoch: -1, ...emptyRoots(blocks) });
  }

  with(changed: Partial<Fields>): State {
    return new State({ ...this, ...changed });
  }

  /** Actors version, from the system actor's code. */
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

  /** All actors by ascending ID. */
  allActors(): Actor[] {
    const stored = this.tree.entries().map(([address, entry]) => [Number(idOfAddress(address)), entry] as const);
    return [...new Map([...stored, ...this.changes.actors.entries()])]
      .map(([id, entry]) => ({ ...entry, id, kind: kindOfCode(entry.code) }))
      .sort((left, right) => left.id - right.id);
  }

  /** Read the state of an existing actor of this kind. */
  read<T>(view: StateView<T>, id: number): T {
    const changed = this.changes.views.get(id);
    if (changed !== undefined) return changed.value as T;
    const entry = this.#entry(id);
    if (entry === undefined) throw new Error(`actor ${id} does not exist`);
    return this.views.open(view, this.blocks, entry.head);
  }

  /** Return an actor with its current head; stores its changes. For simulations. */
  withHead(actor: Actor): Actor {
    const changed = this.changes.views.get(actor.id);
    return changed === undefined ? actor : { ...actor, head: changed.view.store(this.blocks, changed.value) };
  }

  /** Read a miner's storage miner data; undefined if it has none. */
  readSealing<T>(view: StateView<T>, minerId: number): T | undefined {
    const changed = this.changes.sealing.get(minerId);
    if (changed !== undefined) return changed.value as T;
    const root = this.sealingRoots.get(minerId);
    return root === undefined ? undefined : this.views.open(view, this.blocks, root);
  }

  /** Resolve an address to an ID; undefined if it is not on chain. */
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
/** Root key of the verified registry, f080 as on other networks. */
export const VERIFIED_ROOT_ID = 80;
export const RESERVE_ID = 90;
export const BURNT_ID = 99;
