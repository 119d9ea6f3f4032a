/**
 * Building blocks of the contract: queries, commands and topics, each with the zone that may call it.
 *
 * A query reads, a command changes something, a topic is a stream that starts with a snapshot.
 * Values are plain JSON: amounts are attoFIL decimal strings, addresses have the connected network's prefix, epochs and byte counts are
 * numbers, absent fields are omitted.
 */
import type { z } from 'zod';

/** The document that may make a call: the app, or the trusted document for secrets and approvals. */
export type Zone = 'app' | 'approval';

export interface QueryDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'query';
  readonly zone: Zone;
  readonly input: I;
  readonly output: O;
}

export interface CommandDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'command';
  readonly zone: Zone;
  readonly input: I;
  readonly output: O;
}

/** A topic whose frames contain the whole value; coalescing keeps the latest. */
export interface ValueTopicDefinition<V extends z.ZodType = z.ZodType> {
  readonly kind: 'topic';
  readonly shape: 'value';
  readonly zone: Zone;
  readonly value: V;
}

/** A topic of keyed items; frames after the snapshot contain puts and removals; coalescing merges by key. */
export interface ListTopicDefinition<T extends z.ZodType = z.ZodType> {
  readonly kind: 'topic';
  readonly shape: 'list';
  readonly zone: Zone;
  readonly item: T;
  /** Field of the item that is its key: a string or number. */
  readonly key: string;
  /** The client keeps at most this many items, oldest (smallest key order of arrival) dropped first. */
  readonly limit: number;
}

export type TopicDefinition = ValueTopicDefinition | ListTopicDefinition;
export type Definition = QueryDefinition | CommandDefinition | TopicDefinition;
/** Keeps the zone of a definition as a literal type, so that a client of one zone can be derived. */
interface InZone<Z extends Zone> {
  readonly zone: Z;
}

export type Contract = Readonly<Record<string, Readonly<Record<string, Definition>>>>;

export function query<Z extends Zone, I extends z.ZodType, O extends z.ZodType>(
  zone: Z,
  input: I,
  output: O,
): QueryDefinition<I, O> & InZone<Z> {
  return { kind: 'query', zone, input, output };
}

export function command<Z extends Zone, I extends z.ZodType, O extends z.ZodType>(
  zone: Z,
  input: I,
  output: O,
): CommandDefinition<I, O> & InZone<Z> {
  return { kind: 'command', zone, input, output };
}

export function valueTopic<Z extends Zone, V extends z.ZodType>(zone: Z, value: V): ValueTopicDefinition<V> & InZone<Z> {
  return { kind: 'topic', shape: 'value', zone, value };
}

export function listTopic<Z extends Zone, T extends z.ZodType>(
  zone: Z,
  item: T,
  key: keyof z.infer<T> & string,
  limit: number,
): ListTopicDefinition<T> & InZone<Z> {
  return { kind: 'topic', shape: 'list', zone, item, key, limit };
}

/** The names of a contract's topics, as `group.leaf`. */
export type TopicName<C extends Contract> = {
  [G in keyof C & string]: { [L in keyof C[G] & string]: C[G][L] extends TopicDefinition ? `${G}.${L}` : never }[keyof C[G] & string];
}[keyof C & string];

/** The definition with a `group.leaf` name. */
export type DefinitionOf<C extends Contract, N extends string> = N extends `${infer G}.${infer L}`
  ? G extends keyof C
    ? L extends keyof C[G]
      ? C[G][L]
      : never
    : never
  : never;

export type InputOf<D> = D extends { input: infer I extends z.ZodType } ? z.infer<I> : never;
export type OutputOf<D> = D extends { output: infer O extends z.ZodType } ? z.infer<O> : never;
/** State of a subscriber: the value, or the list of items. */
export type TopicValueOf<D> = D extends { shape: 'value'; value: infer V extends z.ZodType }
  ? z.infer<V>
  : D extends { shape: 'list'; item: infer T extends z.ZodType }
    ? readonly z.infer<T>[]
    : never;
/** The item of a list topic. */
export type TopicItemOf<D> = D extends { shape: 'list'; item: infer T extends z.ZodType } ? z.infer<T> : never;
