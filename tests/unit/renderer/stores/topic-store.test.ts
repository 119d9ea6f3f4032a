import { describe, expect, it } from 'vitest';
import { createTopicStore } from '../../../../renderer/stores/topic-store.ts';

function setUp() {
  const listeners = new Set<(value: number) => void>();
  const frames: (() => void)[] = [];
  const topic = createTopicStore<number>(
    {
      subscribe(listener) {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
    },
    (flush) => frames.push(flush),
  );
  return {
    topic,
    listeners,
    say: (value: number) => {
      for (const listener of listeners) listener(value);
    },
    frame: () => {
      for (const flush of frames.splice(0)) flush();
    },
  };
}

describe('a topic as a store', () => {
  it('is subscribed once while anybody watches', () => {
    const { topic, listeners } = setUp();
    expect(listeners.size).toBe(0);
    const first = topic.watch();
    const second = topic.watch();
    expect(listeners.size).toBe(1);
    first();
    first();
    expect(listeners.size).toBe(1);
    second();
    expect(listeners.size).toBe(0);
  });

  it('is written once a frame, with the latest value', () => {
    const { topic, say, frame } = setUp();
    let writes = 0;
    topic.store.subscribe(() => {
      writes += 1;
    });
    topic.watch();
    say(1);
    say(2);
    say(3);
    expect(topic.store.getState().value).toBeUndefined();
    frame();
    expect(topic.store.getState().value).toBe(3);
    expect(writes).toBe(1);
    say(4);
    frame();
    expect(writes).toBe(2);
  });

  it('keeps what it knew after the last watcher has gone', () => {
    const { topic, say, frame } = setUp();
    const stop = topic.watch();
    say(7);
    frame();
    stop();
    expect(topic.store.getState().value).toBe(7);
  });
});
