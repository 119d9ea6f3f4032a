/** Types derived from a contract: handlers, topic sources, clients, and the list of its calls. */
import type {
  CommandDefinition,
  Contract,
  Definition,
  InputOf,
  ListTopicDefinition,
  OutputOf,
  QueryDefinition,
  TopicDefinition,
  TopicItemOf,
  TopicValueOf,
  ValueTopicDefinition,
  Zone,
} from './define.ts';

type CallDefinition = QueryDefinition | CommandDefinition;

/** Leaves of a group that are calls (`true`) or topics (`false`). */
type CallLeaf<Group> = { [L in keyof Group & string]: Group[L] extends CallDefinition ? L : never }[keyof Group & string];
type TopicLeaf<Group> = { [L in keyof Group & string]: Group[L] extends TopicDefinition ? L : never }[keyof Group & string];

type GroupsWithCalls<C> = { [G in keyof C & string]: CallLeaf<C[G]> extends never ? never : G }[keyof C & string];
type GroupsWithTopics<C> = { [G in keyof C & string]: TopicLeaf<C[G]> extends never ? never : G }[keyof C & string];

/** One function per call of a contract, in its groups. Inputs arrive parsed; expected failures are thrown as `SextantError`. */
export type HandlersOf<C extends Contract> = {
  readonly [G in GroupsWithCalls<C>]: {
    readonly [L in CallLeaf<C[G]>]: (input: InputOf<C[G][L]>) => Promise<OutputOf<C[G][L]>>;
  };
};

/** State published as a value topic: current value, and a callback after every change. */
export interface ValueTopicSource<T> {
  get(): T;
  onChange(listener: (value: T) => void): () => void;
  /** Called by the host, to pause work needed only by subscribers. */
  addSubscriber(): void;
  removeSubscriber(): void;
}

export interface ListTopicChange<T> {
  readonly put: readonly T[];
  readonly removed: readonly (string | number)[];
}

/** State published as a list topic. */
export interface ListTopicSource<T> {
  items(): readonly T[];
  onChange(listener: (change: ListTopicChange<T>) => void): () => void;
  addSubscriber(): void;
  removeSubscriber(): void;
}

type TopicSourceOf<D> = D extends ListTopicDefinition
  ? ListTopicSource<TopicItemOf<D>>
  : D extends ValueTopicDefinition
    ? ValueTopicSource<TopicValueOf<D>>
    : never;

/** One source per topic of a contract, in its groups. `ValueTopic` and `ListTopic` of the privileged side fit. */
export type TopicsOf<C extends Contract> = {
  readonly [G in GroupsWithTopics<C>]: { readonly [L in TopicLeaf<C[G]>]: TopicSourceOf<C[G][L]> };
};

/** A topic as a document sees it. */
export interface TopicClient<V> {
  /** Calls back with the current state and after every frame; returns a function to unsubscribe. */
  subscribe(listener: (value: V) => void): () => void;
}

/** Client of a document: a promise per call, rejecting with `SextantError`, and a subscription per topic. */
export type ClientOf<C extends Contract, Z extends Zone = Zone> = {
  readonly [G in keyof C & string]: {
    readonly [L in keyof C[G] & string as C[G][L] extends { readonly zone: Z } ? L : never]: C[G][L] extends CallDefinition
      ? (input: InputOf<C[G][L]>) => Promise<OutputOf<C[G][L]>>
      : TopicClient<TopicValueOf<C[G][L]>>;
  };
};

export interface NamedDefinition {
  /** `group.leaf` */
  readonly name: string;
  readonly group: string;
  readonly leaf: string;
  readonly definition: Definition;
}

/** Every call and topic of a contract with its zone, in order of definition. */
export function definitionsOf(contract: Contract, zone?: Zone): readonly NamedDefinition[] {
  return Object.entries(contract).flatMap(([group, leaves]) =>
    Object.entries(leaves)
      .filter(([, definition]) => zone === undefined || definition.zone === zone)
      .map(([leaf, definition]) => ({ name: `${group}.${leaf}`, group, leaf, definition })),
  );
}

/** The definition with this `group.leaf` name, if the contract itself (not a prototype) has it. */
export function findDefinition<C extends Contract>(contract: C, name: string): NamedDefinition | undefined {
  const cut = name.indexOf('.');
  const group = name.slice(0, cut);
  const leaf = name.slice(cut + 1);
  if (cut < 1 || !Object.hasOwn(contract, group)) return undefined;
  const leaves = contract[group];
  if (leaves === undefined || !Object.hasOwn(leaves, leaf)) return undefined;
  const definition = leaves[leaf];
  return definition === undefined ? undefined : { name, group, leaf, definition };
}
