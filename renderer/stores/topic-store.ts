/** One topic as a store: subscribed while somebody watches, written once per animation frame, keeping its last value in between. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TopicClient } from '../../shared/ipc/derive.ts';

export interface TopicStore<V> {
  readonly store: StoreApi<{ readonly value: V | undefined }>;
  /** Subscribes with the first watcher, ends the subscription with the last. */
  watch(): () => void;
}

export type ScheduleFrame = (flush: () => void) => void;

/** A hidden page gets no animation frames; its state is to be current all the same when it is shown again. */
const scheduleInBrowser: ScheduleFrame = (flush) => {
  if (document.visibilityState === 'visible') requestAnimationFrame(() => flush());
  else setTimeout(flush, 100);
};

export function createTopicStore<V>(topic: TopicClient<V>, schedule: ScheduleFrame = scheduleInBrowser): TopicStore<V> {
  const store = createStore<{ readonly value: V | undefined }>(() => ({ value: undefined }));
  let watcherCount = 0;
  let stop: (() => void) | undefined;
  let latest: V | undefined;
  let isScheduled = false;

  function apply(value: V): void {
    latest = value;
    if (isScheduled) return;
    isScheduled = true;
    schedule(() => {
      isScheduled = false;
      store.setState({ value: latest });
    });
  }

  return {
    store,
    watch() {
      watcherCount += 1;
      if (watcherCount === 1) stop = topic.subscribe(apply);
      let isStopped = false;
      return () => {
        if (isStopped) return;
        isStopped = true;
        watcherCount -= 1;
        if (watcherCount > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}
