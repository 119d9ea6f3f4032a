/**
 * State written by one service and published by hosts. A topic stores the state and emits changes; the host adds sequence numbers and
 * coalescing (`host/topic-publisher.ts`).
 */
import type { ListTopicChange, ListTopicSource, ValueTopicSource } from '../../shared/ipc/derive.ts';

type Listener<T> = (value: T) => void;

class Listeners<T> {
  readonly #listeners = new Set<Listener<T>>();

  add(listener: Listener<T>): () => void {
    // Wrapped, so that adding the same function twice makes two subscriptions.
    const entry: Listener<T> = (value) => listener(value);
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  emit(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/** Counts subscribers and emits changes of the count. */
class Subscribers {
  readonly #listeners = new Listeners<number>();
  #count = 0;

  /** Number of subscribed documents. */
  get subscriberCount(): number {
    return this.#count;
  }

  /** Calls back with the new count after every change. Returns the unsubscribe function. */
  onSubscribersChanged(listener: (count: number) => void): () => void {
    return this.#listeners.add(listener);
  }

  addSubscriber(): void {
    this.#count += 1;
    this.#listeners.emit(this.#count);
  }

  removeSubscriber(): void {
    if (this.#count === 0) return;
    this.#count -= 1;
    this.#listeners.emit(this.#count);
  }
}

/** One value, replaced as a whole. Writers pass a new object for each state and never modify it. */
export class ValueTopic<T> extends Subscribers implements ValueTopicSource<T> {
  readonly #changes = new Listeners<T>();
  #value: T;

  constructor(initial: T) {
    super();
    this.#value = initial;
  }

  get(): T {
    return this.#value;
  }

  /** Replaces the value; ignored for the same reference. */
  set(next: T): void {
    if (Object.is(next, this.#value)) return;
    this.#value = next;
    this.#changes.emit(next);
  }

  onChange(listener: (value: T) => void): () => void {
    return this.#changes.add(listener);
  }
}

/** Items by key in order of arrival; above `limit` the oldest are dropped. */
export class ListTopic<T> extends Subscribers implements ListTopicSource<T> {
  readonly #changes = new Listeners<ListTopicChange<T>>();
  readonly #items = new Map<string | number, T>();
  readonly #key: (item: T) => string | number;
  readonly #limit: number;

  constructor(key: (item: T) => string | number, limit: number) {
    super();
    this.#key = key;
    this.#limit = limit;
  }

  items(): readonly T[] {
    return [...this.#items.values()];
  }

  get(key: string | number): T | undefined {
    return this.#items.get(key);
  }

  /** Adds items, or replaces those with the same key in place. */
  put(items: readonly T[]): void {
    if (items.length === 0) return;
    for (const item of items) this.#items.set(this.#key(item), item);
    const removed: (string | number)[] = [];
    for (const key of this.#items.keys()) {
      if (this.#items.size <= this.#limit) break;
      this.#items.delete(key);
      removed.push(key);
    }
    this.#changes.emit({ put: items.filter((item) => this.#items.has(this.#key(item))), removed });
  }

  remove(keys: readonly (string | number)[]): void {
    const removed = keys.filter((key) => this.#items.delete(key));
    if (removed.length > 0) this.#changes.emit({ put: [], removed });
  }

  /** Removes every item. */
  clear(): void {
    this.remove([...this.#items.keys()]);
  }

  onChange(listener: (change: ListTopicChange<T>) => void): () => void {
    return this.#changes.add(listener);
  }
}
