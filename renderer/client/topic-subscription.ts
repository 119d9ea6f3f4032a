/** One topic of the contract as this document knows it, shared by everybody here who watches it. */
import type { TopicDefinition } from '../../shared/ipc/define.ts';
import type { TopicFrame } from '../../shared/ipc/envelope.ts';
import type { TopicState } from '../../shared/ipc/topic-state.ts';
import { applyTopicFrame } from '../../shared/ipc/topic-state.ts';
import type { ClientMessage } from '../../shared/ipc/wire.ts';
import { Listeners } from './listeners.ts';

export class TopicSubscription {
  readonly #name: string;
  readonly #definition: TopicDefinition;
  readonly #send: (message: ClientMessage) => void;
  readonly #values = new Listeners<unknown>();
  #watcherCount = 0;
  #state: TopicState | undefined;

  /** `send` drops what cannot be sent: `resume` says everything again when the host is back. */
  constructor(name: string, definition: TopicDefinition, send: (message: ClientMessage) => void) {
    this.#name = name;
    this.#definition = definition;
    this.#send = send;
  }

  subscribe(listener: (value: unknown) => void): () => void {
    const stop = this.#values.add(listener);
    this.#watcherCount += 1;
    if (this.#watcherCount === 1) this.#send({ type: 'subscribe', topic: this.#name });
    else if (this.#state !== undefined && this.#state.sequence > 0) listener(this.#state.value);
    let isStopped = false;
    return () => {
      if (isStopped) return;
      isStopped = true;
      stop();
      this.#watcherCount -= 1;
      if (this.#watcherCount > 0) return;
      this.#state = undefined;
      this.#send({ type: 'unsubscribe', topic: this.#name });
    };
  }

  /** The host is there (again): it knows nothing of this document, and starts with a snapshot. */
  resume(): void {
    if (this.#watcherCount > 0) this.#send({ type: 'subscribe', topic: this.#name });
  }

  take(frame: TopicFrame): void {
    if (this.#watcherCount === 0) return;
    const step = applyTopicFrame(this.#definition, this.#state, frame);
    this.#state = step.state;
    if (step.needsSnapshot) this.#send({ type: 'snapshot', topic: this.#name });
    if (step.isChanged) this.#values.emit(step.state?.value);
  }
}
