/** The state of the recording for documents, published at most ten times a second. */
import type { CallSession, InspectorState } from '../../../shared/ipc/schemas/inspector.ts';
import type { Clock } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { CallRecorder } from './call-recorder.ts';

const INTERVAL_MS = 100;

export interface InspectorStateOptions {
  readonly recorder: CallRecorder;
  readonly sessions: () => readonly CallSession[];
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>;
}

export class InspectorStateTopic {
  readonly topic: ValueTopic<InspectorState>;
  readonly #options: InspectorStateOptions;
  #madeAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | undefined;

  constructor(options: InspectorStateOptions) {
    this.#options = options;
    this.topic = new ValueTopic(this.#make());
  }

  /** Publish a change, at once or after the minimum interval. */
  touch(): void {
    if (this.#cancelTimer !== undefined) {
      return;
    }
    const { clock } = this.#options;
    const waitMs = this.#madeAtMs + INTERVAL_MS - clock.monotonicMs();
    if (waitMs <= 0) {
      this.#publish();
      return;
    }
    this.#cancelTimer = clock.after(waitMs, () => {
      this.#cancelTimer = undefined;
      this.#publish();
    });
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #publish(): void {
    this.#madeAtMs = this.#options.clock.monotonicMs();
    this.topic.set(this.#make());
  }

  #make(): InspectorState {
    const { recorder, sessions } = this.#options;
    const oldestAtMs = recorder.oldestAtMs;
    return {
      ...recorder.counts,
      isRecording: recorder.isRecording,
      revision: recorder.revision,
      sessions: [...sessions()],
      ...(oldestAtMs === undefined ? {} : { oldestAtMs }),
    };
  }
}
