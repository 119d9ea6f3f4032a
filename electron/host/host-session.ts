/**
 * The session of one document: its calls and subscriptions.
 *
 * Created by every host with the zone that the host established. Messages are untrusted; those that do not parse are dropped and logged,
 * since they have no valid id to answer.
 */
import type { Zone } from '../../shared/ipc/define.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { ClientMessage, HostMessage } from '../../shared/ipc/wire.ts';
import { MAX_CLIENT_MESSAGE_BYTES, zClientMessage } from '../../shared/ipc/wire.ts';
import type { Logger } from '../platform/ports.ts';
import type { Dispatch } from './dispatch.ts';
import type { TopicPublisher, TopicSubscription } from './topic-publisher.ts';

/** Protects against a runaway document. */
const MAX_CONCURRENT_CALLS = 512;

export interface HostSessionOptions {
  readonly zone: Zone;
  readonly dispatch: Dispatch;
  readonly publisher: TopicPublisher;
  readonly logger: Logger;
  readonly send: (message: HostMessage) => void;
  /** Whether the pipe can accept more; default: always. */
  readonly canTake?: () => boolean;
}

export class HostSession {
  readonly #options: HostSessionOptions;
  readonly #subscriptions = new Map<string, TopicSubscription>();
  #pendingCalls = 0;
  #onEnd: (() => void) | undefined;
  #isClosed = false;

  constructor(options: HostSessionOptions) {
    this.#options = options;
  }

  /** Handles one message, as JSON text. */
  receive(text: unknown): void {
    if (this.#isClosed || this.#onEnd !== undefined) return;
    const parsed = zClientMessage.safeParse(parseJson(text));
    if (!parsed.success) {
      this.#options.logger.warn('A document sent an invalid message', { zone: this.#options.zone });
      return;
    }
    const message = parsed.data;
    if (message.type === 'call') void this.#call(message);
    else if (message.type === 'subscribe') this.#subscribe(message.topic);
    else if (message.type === 'unsubscribe') this.#unsubscribe(message.topic);
    else this.#subscriptions.get(message.topic)?.sendSnapshot();
  }

  /** Accepts no more messages, and closes after the pending calls are answered. */
  endAfterCalls(onEnd: () => void): void {
    if (this.#isClosed || this.#onEnd !== undefined) return;
    this.#onEnd = onEnd;
    this.#endIfIdle();
  }

  close(): void {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions.values()) subscription.close();
    this.#subscriptions.clear();
  }

  async #call(message: Extract<ClientMessage, { type: 'call' }>): Promise<void> {
    const { zone, dispatch } = this.#options;
    if (this.#pendingCalls >= MAX_CONCURRENT_CALLS) {
      const busy = new SextantError('cancelled', 'Too many concurrent calls.', { retryable: true });
      this.#send({ type: 'reply', id: message.id, reply: { ok: false, error: busy.toEnvelope() } });
      return;
    }
    this.#pendingCalls += 1;
    const reply = await dispatch(zone, message.name, message.input);
    this.#pendingCalls -= 1;
    this.#send({ type: 'reply', id: message.id, reply });
    this.#endIfIdle();
  }

  #endIfIdle(): void {
    if (this.#isClosed || this.#onEnd === undefined || this.#pendingCalls > 0) return;
    this.close();
    this.#onEnd();
  }

  #subscribe(topic: string): void {
    const known = this.#subscriptions.get(topic);
    if (known !== undefined) {
      known.sendSnapshot();
      return;
    }
    const { zone, publisher, logger, canTake } = this.#options;
    try {
      const subscription = publisher.subscribe(zone, topic, {
        send: (frame) => this.#send({ type: 'frame', frame }),
        canTake: canTake ?? (() => true),
      });
      this.#subscriptions.set(topic, subscription);
    } catch (error) {
      if (!(error instanceof SextantError)) logger.error('A subscription failed with an unexpected error', { topic, stack: String(error) });
      const refusal =
        error instanceof SextantError ? error : new SextantError('internal', 'Internal error in Sextant. See the log for details.');
      this.#send({ type: 'refused', topic, error: refusal.toEnvelope() });
    }
  }

  #unsubscribe(topic: string): void {
    this.#subscriptions.get(topic)?.close();
    this.#subscriptions.delete(topic);
  }

  #send(message: HostMessage): void {
    if (!this.#isClosed) this.#options.send(message);
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > MAX_CLIENT_MESSAGE_BYTES) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
