import { beforeEach, expect, test } from 'vitest';
import type { TopicPublisher, TopicSubscription } from '../../../../electron/host/topic-publisher.ts';
import { createTopicPublisher } from '../../../../electron/host/topic-publisher.ts';
import { ListTopic, ValueTopic } from '../../../../electron/platform/topics.ts';
import type { TopicFrame } from '../../../../shared/ipc/envelope.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { memoryLogger } from '../../../builders/memory-logger.ts';
import { sampleContract } from '../../../contract/sample.ts';

let clock: ManualClock;
let counted: ValueTopic<{ count: number }>;
let listed: ListTopic<{ id: number; text: string }>;
let publisher: TopicPublisher;
let lines: string[];

beforeEach(() => {
  clock = new ManualClock();
  counted = new ValueTopic({ count: 0 });
  listed = new ListTopic((item) => item.id, 5);
  const memory = memoryLogger();
  lines = memory.lines;
  publisher = createTopicPublisher({
    contract: sampleContract,
    topics: { plain: { counted, listed }, guarded: { changed: new ValueTopic({ isOpen: false }) } },
    clock,
    logger: memory.logger,
    isOutputChecked: true,
  });
});

interface Watcher {
  readonly frames: TopicFrame[];
  readonly subscription: TopicSubscription;
  hasRoom: boolean;
}

function watch(topic: string): Watcher {
  const frames: TopicFrame[] = [];
  const watcher: Watcher = {
    frames,
    hasRoom: true,
    subscription: publisher.subscribe('app', topic, { send: (frame) => frames.push(frame), canTake: () => watcher.hasRoom }),
  };
  return watcher;
}

test('frames are numbered from the snapshot on, without a gap', () => {
  const { frames, subscription } = watch('plain.listed');
  for (let id = 1; id <= 3; id += 1) {
    listed.put([{ id, text: 'x' }]);
    clock.advance(100);
  }
  subscription.sendSnapshot();
  expect(frames.map((frame) => [frame.type, frame.sequence])).toEqual([
    ['snapshot', 1],
    ['delta', 2],
    ['delta', 3],
    ['delta', 4],
    ['snapshot', 5],
  ]);
});

test('at most ten frames a second, with the number of updates that were merged away', () => {
  const { frames } = watch('plain.counted');
  for (let ms = 1; ms <= 1000; ms += 1) {
    counted.set({ count: ms });
    clock.advance(1);
  }
  clock.advance(100);
  expect(frames.length).toBeLessThanOrEqual(12);
  expect(frames.at(-1)).toMatchObject({ value: { count: 1000 } });
  // Every update was either a frame (the first one was the snapshot) or counted as dropped.
  expect((frames.at(-1)?.dropped ?? 0) + frames.length - 1).toBe(1000);
});

test('the first change after a rest is sent without waiting', () => {
  const { frames } = watch('plain.counted');
  clock.advance(5000);
  counted.set({ count: 1 });
  clock.advance(0);
  expect(frames).toHaveLength(2);
});

test('changes of a list are merged by key: what was put and then removed is only removed', () => {
  const { frames } = watch('plain.listed');
  listed.put([{ id: 1, text: 'a' }]);
  clock.advance(100);
  listed.put([{ id: 2, text: 'b' }]);
  listed.put([{ id: 2, text: 'B' }]);
  listed.put([{ id: 3, text: 'c' }]);
  listed.remove([1, 3]);
  listed.put([{ id: 1, text: 'back' }]);
  clock.advance(100);
  expect(frames.at(-1)).toMatchObject({
    type: 'delta',
    put: [
      { id: 2, text: 'B' },
      { id: 1, text: 'back' },
    ],
    removed: [3],
    dropped: 4,
  });
});

test('a subscriber without room gets nothing, then a snapshot; the others go on', () => {
  const slow = watch('plain.listed');
  const quick = watch('plain.listed');
  slow.hasRoom = false;
  for (let id = 1; id <= 4; id += 1) {
    listed.put([{ id, text: 'x' }]);
    clock.advance(100);
  }
  expect(slow.frames).toHaveLength(1);
  expect(quick.frames).toHaveLength(5);
  slow.hasRoom = true;
  clock.advance(100);
  expect(slow.frames.map((frame) => [frame.type, frame.sequence])).toEqual([
    ['snapshot', 1],
    ['snapshot', 2],
  ]);
  expect(slow.frames[1]).toMatchObject({ value: listed.items() });
});

test('the service sees how many watch', () => {
  const counts: number[] = [];
  counted.onSubscribersChanged((count) => counts.push(count));
  const first = watch('plain.counted');
  const second = watch('plain.counted');
  first.subscription.close();
  first.subscription.close();
  second.subscription.close();
  expect(counts).toEqual([1, 2, 1, 0]);
  counted.set({ count: 5 });
  clock.advance(1000);
  expect(first.frames).toHaveLength(1);
});

test('a value that does not fit its schema is told in the log', () => {
  watch('plain.counted');
  counted.set(JSON.parse('{"count":"five"}'));
  clock.advance(100);
  expect(lines.join('\n')).toContain('A topic does not match its schema');
});
