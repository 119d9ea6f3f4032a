/**
 * Publishes the services' topics to any number of subscribers.
 *
 * A subscriber gets a snapshot, then frames numbered without a gap. Changes are merged to at most ten frames a second for
 * each topic, and the number of updates that were merged away is told. A subscriber whose pipe is full gets nothing until
 * it has drained, and then a snapshot: one slow document costs the others nothing and memory stays bounded.
 */
import type { Contract, ListTopicDefinition, TopicDefinition, Zone } from '../../shared/ipc/define.ts';
import type { ListTopicChange, ListTopicSource, TopicsOf, ValueTopicSource } from '../../shared/ipc/derive.ts';
import { findDefinition } from '../../shared/ipc/derive.ts';
import type { TopicFrame } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../platform/ports.ts';

/** Ten frames a second: faster than anybody reads, slow enough to paint. */
const FRAME_INTERVAL_MS = 100;

interface TopicSink {
  send(frame: TopicFrame): void;
  /** False while so much is waiting to be sent that more would only pile up. */
  canTake(): boolean;
}

export interface TopicSubscription {
  /** Sends the whole state again. */
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
  /** Subscribes a document of a zone; throws `SextantError` for a topic that is not there or belongs to another zone. */
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
      if (found === undefined || found.definition.kind !== 'topic') throw new SextantError('unknown-call', 'Sextant has no such topic.');
      if (found.definition.zone !== zone) throw new SextantError('forbidden', 'This document may not watch that topic.');
      let entry = published.get(topic);
      if (entry === undefined) {
        const source = sources[found.group]?.[found.leaf];
        if (source === undefined) throw new Error(`the contract has the topic ${topic}, but nothing publishes it`);
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
  /** Its pipe was full when a frame was due: it gets a snapshot when there is room again. */
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
    for (const gone of change.removed) {
      this.#put.delete(gone);
      this.#removed.add(gone);
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

  /** A value that does not fit its schema is still sent: the document would only be left with an older one. */
  #check(values: readonly unknown[]): void {
    if (!this.#options.isOutputChecked) return;
    const schema = this.#definition.shape === 'list' ? this.#definition.item : this.#definition.value;
    for (const value of values) {
      const parsed = schema.safeParse(value);
      if (!parsed.success) {
        this.#options.logger.error('A topic does not fit its schema', { topic: this.#name, reason: parsed.error.message });
        return;
      }
    }
  }
}

function isListSource(source: AnySource): source is ListTopicSource<unknown> {
  return 'items' in source;
}
