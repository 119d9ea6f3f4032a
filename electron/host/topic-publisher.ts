/**
 * Publishes the services' topics to subscribers.
 *
 * A subscriber gets a snapshot, then frames with consecutive numbers. Changes are merged to at most ten frames a second per topic; frames
 * report the number of merged updates. A subscriber with a full pipe gets nothing until it has drained, and then a snapshot, so that a
 * slow document neither delays others nor uses unbounded memory.
 */
import type { Contract, ListTopicDefinition, TopicDefinition, Zone } from '../../shared/ipc/define.ts';
import type { ListTopicChange, ListTopicSource, TopicsOf, ValueTopicSource } from '../../shared/ipc/derive.ts';
import { findDefinition } from '../../shared/ipc/derive.ts';
import type { TopicFrame } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../platform/ports.ts';

const FRAME_INTERVAL_MS = 100;

interface TopicSink {
  send(frame: TopicFrame): void;
  /** False while too much data is waiting to be sent. */
  canTake(): boolean;
}

export interface TopicSubscription {
  /** Sends the full state again. */
  sendSnapshot(): void;
  close(): void;
}

export interface TopicPublisherOptions<C extends Contract> {
  readonly contract: C;
  readonly topics: TopicsOf<C>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isOutputChecked: boolean;
}

type AnySource = ValueTopicSource<unknown> | ListTopicSource<unknown>;
type SourceTable = Readonly<Record<string, Readonly<Record<string, AnySource>>>>;

export interface TopicPublisher {
  /** Subscribes a document of a zone; throws `SextantError` for an unknown topic or one of another zone. */
  subscribe(zone: Zone, topic: string, sink: TopicSink): TopicSubscription;
  /** Ends every subscription. */
  close(): void;
}

export function createTopicPublisher<C extends Contract>(options: TopicPublisherOptions<C>): TopicPublisher {
  const sources = options.topics as SourceTable;
  const published = new Map<string, PublishedTopic>();
  return {
    subscribe(zone, topic, sink) {
      const found = findDefinition(options.contract, topic);
      if (found === undefined || found.definition.kind !== 'topic') throw new SextantError('unknown-call', 'Unknown topic.');
      if (found.definition.zone !== zone) throw new SextantError('forbidden', 'This document is not allowed to subscribe to this topic.');
      let entry = published.get(topic);
      if (entry === undefined) {
        const source = sources[found.group]?.[found.leaf];
        if (source === undefined) throw new Error(`the topic ${topic} has no source`);
        entry = new PublishedTopic(topic, found.definition, source, options);
        published.set(topic, entry);
      }
      return entry.subscribe(sink);
    },
    close() {
      for (const entry of published.values()) entry.close();
    },
  };
}

interface Subscriber {
  readonly sink: TopicSink;
  sequence: number;
  /** Its pipe was full when a frame was due; it gets a snapshot once the pipe has drained. */
  isBehind: boolean;
}

type PublishedOptions = Pick<TopicPublisherOptions<Contract>, 'clock' | 'logger' | 'isOutputChecked'>;

class PublishedTopic {
  readonly #name: string;
  readonly #definition: TopicDefinition;
  readonly #source: AnySource;
  readonly #options: PublishedOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #put = new Map<unknown, unknown>();
  readonly #removed = new Set<string | number>();
  #hasPending = false;
  #dropped = 0;
  #lastFlushMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(name: string, definition: TopicDefinition, source: AnySource, options: PublishedOptions) {
    this.#name = name;
    this.#definition = definition;
    this.#source = source;
    this.#options = options;
  }

  subscribe(sink: TopicSink): TopicSubscription {
    const subscriber: Subscriber = { sink, sequence: 0, isBehind: false };
    this.#subscribers.add(subscriber);
    this.#stopWatching ??= this.#watch();
    this.#source.addSubscriber();
    this.#sendSnapshot(subscriber);
    return {
      sendSnapshot: () => {
        if (this.#subscribers.has(subscriber)) this.#sendSnapshot(subscriber);
      },
      close: () => this.#unsubscribe(subscriber),
    };
  }

  close(): void {
    for (const subscriber of [...this.#subscribers]) this.#unsubscribe(subscriber);
  }

  #unsubscribe(subscriber: Subscriber): void {
    if (!this.#subscribers.delete(subscriber)) return;
    this.#source.removeSubscriber();
    if (this.#subscribers.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#forgetPending();
  }

  #watch(): () => void {
    const source = this.#source;
    if (isListSource(source)) return source.onChange((change) => this.#onListChange(change));
    return source.onChange(() => this.#onChange());
  }

  #onListChange(change: ListTopicChange<unknown>): void {
    const key = (this.#definition as ListTopicDefinition).key;
    for (const id of change.removed) {
      this.#put.delete(id);
      this.#removed.add(id);
    }
    for (const item of change.put) {
      const id = Reflect.get(item as object, key);
      this.#removed.delete(id);
      this.#put.set(id, item);
    }
    this.#onChange();
  }

  #onChange(): void {
    if (this.#hasPending) this.#dropped += 1;
    this.#hasPending = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#cancelTimer !== undefined) return;
    const waitMs = Math.max(0, this.#lastFlushMs + FRAME_INTERVAL_MS - this.#options.clock.monotonicMs());
    this.#cancelTimer = this.#options.clock.after(waitMs, () => {
      this.#cancelTimer = undefined;
      this.#flush();
    });
  }

  #flush(): void {
    this.#lastFlushMs = this.#options.clock.monotonicMs();
    const put = [...this.#put.values()];
    const removed = [...this.#removed];
    const hasPending = this.#hasPending;
    this.#forgetPending();
    for (const subscriber of this.#subscribers) {
      if (!subscriber.sink.canTake()) subscriber.isBehind = true;
      else if (subscriber.isBehind || (hasPending && this.#definition.shape === 'value')) this.#sendSnapshot(subscriber);
      else if (hasPending) this.#sendDelta(subscriber, put, removed);
    }
    if ([...this.#subscribers].some((subscriber) => subscriber.isBehind)) this.#schedule();
  }

  #forgetPending(): void {
    this.#put.clear();
    this.#removed.clear();
    this.#hasPending = false;
  }

  #sendSnapshot(subscriber: Subscriber): void {
    const source = this.#source;
    const value = isListSource(source) ? source.items() : source.get();
    this.#check(isListSource(source) ? source.items() : [value]);
    subscriber.isBehind = false;
    subscriber.sequence += 1;
    subscriber.sink.send({ type: 'snapshot', topic: this.#name, sequence: subscriber.sequence, dropped: this.#dropped, value });
  }

  #sendDelta(subscriber: Subscriber, put: readonly unknown[], removed: readonly (string | number)[]): void {
    this.#check(put);
    subscriber.sequence += 1;
    subscriber.sink.send({ type: 'delta', topic: this.#name, sequence: subscriber.sequence, dropped: this.#dropped, put, removed });
  }

  /** Logs a value that does not match its schema; it is still sent, since an older one would not help the document. */
  #check(values: readonly unknown[]): void {
    if (!this.#options.isOutputChecked) return;
    const schema = this.#definition.shape === 'list' ? this.#definition.item : this.#definition.value;
    for (const value of values) {
      const parsed = schema.safeParse(value);
      if (!parsed.success) {
        this.#options.logger.error('A topic does not match its schema', { topic: this.#name, reason: parsed.error.message });
        return;
      }
    }
  }
}

function isListSource(source: AnySource): source is ListTopicSource<unknown> {
  return 'items' in source;
}
