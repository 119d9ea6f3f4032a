/** Subscriber state of a topic, updated by frames. Pure, so that all documents and tests share it. */
import type { TopicDefinition } from './define.ts';
import type { TopicFrame } from './envelope.ts';

export interface TopicState {
  /** Sequence of the last applied frame. */
  readonly sequence: number;
  /** Updates merged by coalescing on the privileged side. */
  readonly dropped: number;
  /** The whole value, or the list of items in order of arrival. The same reference until something changes. */
  readonly value: unknown;
  /** A frame is missing: deltas are ignored until the requested snapshot arrives. */
  readonly isAwaitingSnapshot: boolean;
}

export interface TopicStep {
  readonly state: TopicState | undefined;
  /** True when `value` is new. */
  readonly isChanged: boolean;
  /** True once per gap: the subscriber must request a snapshot. */
  readonly needsSnapshot: boolean;
}

/**
 * Applies a frame. A snapshot is always applied; a delta only if it is next in sequence, otherwise it is a gap (also without any state).
 */
export function applyTopicFrame(definition: TopicDefinition, state: TopicState | undefined, frame: TopicFrame): TopicStep {
  if (frame.type === 'snapshot') {
    const value = definition.shape === 'list' ? asList(frame.value) : frame.value;
    return {
      state: { sequence: frame.sequence, dropped: frame.dropped, value, isAwaitingSnapshot: false },
      isChanged: true,
      needsSnapshot: false,
    };
  }
  if (state?.isAwaitingSnapshot) return unchanged(state);
  if (definition.shape !== 'list' || state === undefined || frame.sequence !== state.sequence + 1) {
    const known = state ?? { sequence: 0, dropped: 0, value: undefined };
    return { state: { ...known, isAwaitingSnapshot: true }, isChanged: false, needsSnapshot: true };
  }
  const value = mergeList(asList(state.value), frame.put, frame.removed, definition.key, definition.limit);
  return {
    state: { sequence: frame.sequence, dropped: frame.dropped, value, isAwaitingSnapshot: false },
    isChanged: true,
    needsSnapshot: false,
  };
}

function unchanged(state: TopicState): TopicStep {
  return { state, isChanged: false, needsSnapshot: false };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Replaces items in place, appends new ones, and drops the oldest beyond the limit. */
function mergeList(
  items: readonly unknown[],
  put: readonly unknown[],
  removed: readonly (string | number)[],
  key: string,
  limit: number,
): readonly unknown[] {
  const byKey = new Map<unknown, unknown>(items.map((item) => [keyOf(item, key), item]));
  for (const key of removed) byKey.delete(key);
  for (const item of put) byKey.set(keyOf(item, key), item);
  const merged = [...byKey.values()];
  return merged.length > limit ? merged.slice(merged.length - limit) : merged;
}

function keyOf(item: unknown, key: string): unknown {
  return typeof item === 'object' && item !== null ? Reflect.get(item, key) : undefined;
}
