import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listTopic, valueTopic } from '../../../../shared/ipc/define.ts';
import type { TopicFrame } from '../../../../shared/ipc/envelope.ts';
import type { TopicState } from '../../../../shared/ipc/topic-state.ts';
import { applyTopicFrame } from '../../../../shared/ipc/topic-state.ts';

const list = listTopic('app', z.object({ id: z.number(), text: z.string() }), 'id', 4);
const value = valueTopic('app', z.number());

function snapshot(sequence: number, content: unknown): TopicFrame {
  return { type: 'snapshot', topic: 'x.y', sequence, dropped: 0, value: content };
}

function delta(sequence: number, put: { id: number; text: string }[], removed: number[] = []): TopicFrame {
  return { type: 'delta', topic: 'x.y', sequence, dropped: 0, put, removed };
}

function applyAll(frames: readonly TopicFrame[]): TopicState | undefined {
  return frames.reduce<TopicState | undefined>((state, frame) => applyTopicFrame(list, state, frame).state, undefined);
}

describe('snapshots', () => {
  test('a snapshot is the whole state', () => {
    const step = applyTopicFrame(value, undefined, { ...snapshot(1, 7), dropped: 3 });
    expect(step).toEqual({
      state: { sequence: 1, dropped: 3, value: 7, isAwaitingSnapshot: false },
      isChanged: true,
      needsSnapshot: false,
    });
  });

  test('a snapshot with the number 1 starts anew, after a reconnect', () => {
    const state = applyAll([snapshot(1, []), delta(2, [{ id: 1, text: 'a' }]), snapshot(1, [{ id: 9, text: 'z' }])]);
    expect(state).toMatchObject({ sequence: 1, value: [{ id: 9, text: 'z' }] });
  });
});

describe('deltas', () => {
  test('items are replaced where they stand, added at the end, removed by key', () => {
    const state = applyAll([
      snapshot(1, [
        { id: 1, text: 'a' },
        { id: 2, text: 'b' },
      ]),
      delta(
        2,
        [
          { id: 3, text: 'c' },
          { id: 1, text: 'A' },
        ],
        [2],
      ),
    ]);
    expect(state?.value).toEqual([
      { id: 1, text: 'A' },
      { id: 3, text: 'c' },
    ]);
  });

  test('the oldest go beyond the limit', () => {
    const items = [1, 2, 3, 4, 5, 6].map((id) => ({ id, text: String(id) }));
    expect(applyAll([snapshot(1, items.slice(0, 3)), delta(2, items.slice(3))])?.value).toEqual(items.slice(2));
  });

  test('a gap asks for a snapshot once, and nothing changes until it comes', () => {
    const start = applyAll([snapshot(1, [{ id: 1, text: 'a' }])]);
    const gap = applyTopicFrame(list, start, delta(3, [{ id: 2, text: 'b' }]));
    expect(gap).toMatchObject({
      needsSnapshot: true,
      isChanged: false,
      state: { value: [{ id: 1, text: 'a' }], isAwaitingSnapshot: true },
    });
    const later = applyTopicFrame(list, gap.state, delta(4, [{ id: 3, text: 'c' }]));
    expect(later).toMatchObject({ needsSnapshot: false, isChanged: false });
    const healed = applyTopicFrame(list, later.state, snapshot(5, [{ id: 2, text: 'b' }]));
    expect(healed).toMatchObject({ isChanged: true, state: { sequence: 5, isAwaitingSnapshot: false } });
    expect(applyTopicFrame(list, healed.state, delta(6, [])).needsSnapshot).toBe(false);
  });

  test.each([
    { what: 'nothing is known yet', definition: list, state: undefined },
    { what: 'the topic has no deltas', definition: value, state: { sequence: 1, dropped: 0, value: 1, isAwaitingSnapshot: false } },
  ])('a delta is a gap when $what', ({ definition, state }) => {
    expect(applyTopicFrame(definition, state, delta(2, []))).toMatchObject({ needsSnapshot: true, isChanged: false });
  });
});

test('however frames are lost, a snapshot in the end brings back the state of the source', () => {
  const change = fc.record({ id: fc.nat(5), text: fc.string({ maxLength: 3 }), isRemoved: fc.boolean(), isLost: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const source = new Map<number, { id: number; text: string }>();
      let state: TopicState | undefined = applyTopicFrame(list, undefined, snapshot(1, [])).state;
      let sequence = 1;
      let isAsked = false;
      for (const { id, text, isRemoved, isLost } of changes) {
        const put = isRemoved ? [] : [{ id, text }];
        if (isRemoved) source.delete(id);
        else source.set(id, { id, text });
        for (const key of source.keys()) if (source.size > list.limit) source.delete(key);
        sequence += 1;
        if (isLost) continue;
        const step = applyTopicFrame(list, state, delta(sequence, put, isRemoved ? [id] : []));
        state = step.state;
        isAsked ||= step.needsSnapshot;
        expect(state?.isAwaitingSnapshot).toBe(isAsked);
        if (!isAsked && state?.sequence === sequence) expect(state.value).toEqual([...source.values()]);
      }
      state = applyTopicFrame(list, state, snapshot(sequence + 1, [...source.values()])).state;
      expect(state).toMatchObject({ value: [...source.values()], isAwaitingSnapshot: false });
    }),
  );
});
