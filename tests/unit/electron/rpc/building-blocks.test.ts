import { describe, expect, test } from 'vitest';
import { AnswerCache } from '../../../../electron/rpc/answer-cache.ts';
import { AsyncQueue } from '../../../../electron/rpc/async-queue.ts';
import { backoffMs } from '../../../../electron/rpc/backoff.ts';
import { SharedCalls } from '../../../../electron/rpc/shared-calls.ts';

const CALL = { id: 1, method: 'M', tookMs: 1, atMs: 1, isCached: false };

describe('AnswerCache', () => {
  test('drops the least recently used beyond its number', () => {
    const cache = new AnswerCache({ maxEntries: 2, maxBytes: 1000 });
    cache.set('a', { value: 1, call: CALL }, 1);
    cache.set('b', { value: 2, call: CALL }, 1);
    cache.get('a');
    cache.set('c', { value: 3, call: CALL }, 1);
    expect(['a', 'b', 'c'].map((key) => cache.get(key)?.value)).toEqual([1, undefined, 3]);
  });

  test('keeps to its size, and takes nothing that would fill it alone', () => {
    const cache = new AnswerCache({ maxEntries: 100, maxBytes: 800 });
    cache.set('huge', { value: 0, call: CALL }, 101);
    expect(cache.get('huge')).toBeUndefined();
    for (let count = 0; count < 20; count += 1) {
      cache.set(`k${count}`, { value: count, call: CALL }, 100);
    }
    const kept = Array.from({ length: 20 }, (_, count) => cache.get(`k${count}`)?.value).filter((value) => value !== undefined);
    expect(kept).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  });

  test('tells of every answer that it keeps no longer', () => {
    const dropped: unknown[] = [];
    const cache = new AnswerCache({ maxEntries: 2, maxBytes: 800, onDropped: ({ value }) => dropped.push(value) });
    expect(cache.set('huge', { value: 'huge', call: CALL }, 101)).toBe(false);
    for (const key of ['a', 'b', 'c']) expect(cache.set(key, { value: key, call: CALL }, 1)).toBe(true);
    cache.set('c', { value: 'c2', call: CALL }, 1);
    cache.clear();
    expect(dropped).toEqual(['a', 'c', 'b', 'c2']);
  });

  test('replacing an entry counts its size once', () => {
    const cache = new AnswerCache({ maxEntries: 10, maxBytes: 800 });
    for (let count = 0; count < 50; count += 1) {
      cache.set('same', { value: count, call: CALL }, 100);
    }
    cache.set('other', { value: 'x', call: CALL }, 100);
    expect(cache.get('same')?.value).toBe(49);
  });
});

describe('AsyncQueue', () => {
  async function readAll<T>(queue: AsyncQueue<T>): Promise<{ seen: T[]; error: unknown }> {
    const seen: T[] = [];
    try {
      for await (const value of queue) {
        seen.push(value);
      }
      return { seen, error: undefined };
    } catch (error) {
      return { seen, error };
    }
  }

  test('what was pushed before and after the reader came arrives in order, then the end', async () => {
    const queue = new AsyncQueue<number>(10);
    queue.push(1);
    const reading = readAll(queue);
    await Promise.resolve();
    queue.push(2);
    queue.push(3);
    queue.end();
    queue.push(4);
    expect(await reading).toEqual({ seen: [1, 2, 3], error: undefined });
  });

  test('a failure comes after what was waiting', async () => {
    const queue = new AsyncQueue<number>(10);
    queue.push(1);
    const failure = new Error('gone');
    queue.fail(failure);
    expect(await readAll(queue)).toEqual({ seen: [1], error: failure });
  });

  test('is bounded', () => {
    const queue = new AsyncQueue<number>(2);
    expect([1, 2, 3].map((value) => queue.push(value))).toEqual([true, true, false]);
  });
});

describe('SharedCalls', () => {
  const cancelled = (): Error => new Error('cancelled');

  test('the call is cancelled when the last caller has left', async () => {
    const calls = new SharedCalls<string>();
    let inner: AbortSignal | undefined;
    const start = (signal: AbortSignal): Promise<string> => {
      inner = signal;
      return new Promise(() => undefined);
    };
    const one = new AbortController();
    const two = new AbortController();
    const first = calls.join('k', start, one.signal, cancelled);
    const second = calls.join('k', () => Promise.reject(new Error('never started')), two.signal, cancelled);
    one.abort();
    await expect(first).rejects.toThrow('cancelled');
    expect(inner?.aborted).toBe(false);
    two.abort();
    await expect(second).rejects.toThrow('cancelled');
    expect(inner?.aborted).toBe(true);
  });

  test('a failure reaches everybody, and the next caller starts anew', async () => {
    const calls = new SharedCalls<string>();
    const failing = (): Promise<string> => Promise.reject(new Error('no'));
    const results = await Promise.allSettled([
      calls.join('k', failing, undefined, cancelled),
      calls.join('k', failing, undefined, cancelled),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(calls.join('k', async () => 'fine', undefined, cancelled)).resolves.toBe('fine');
  });
});

test('waiting times double up to the ceiling, with jitter between one half and the whole', () => {
  const options = { baseMs: 100, ceilingMs: 1000 };
  expect([0, 1, 2, 3, 4, 50].map((attempt) => backoffMs(attempt, options, 0))).toEqual([50, 100, 200, 400, 500, 500]);
  expect([0, 1, 50].map((attempt) => backoffMs(attempt, options, 1))).toEqual([100, 200, 1000]);
});
