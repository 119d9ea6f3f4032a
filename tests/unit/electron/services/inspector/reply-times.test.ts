import { describe, expect, test } from 'vitest';
import { workerEntry } from '../../../../../electron/platform/worker-entry.ts';
import { BodyKeeper } from '../../../../../electron/services/inspector/body-keeper.ts';
import { CallRecorder } from '../../../../../electron/services/inspector/call-recorder.ts';
import { ReplyTimes } from '../../../../../electron/services/inspector/reply-times.ts';
import { callStart } from '../../../../builders/call-start.ts';

describe('times of replies', () => {
  test('are those that half and all but a twentieth did not exceed, of the last two hundred', () => {
    const replies = new ReplyTimes();
    replies.note('c', 'http://a', 100_000);
    for (let tookMs = 200; tookMs >= 1; tookMs -= 1) replies.note('c', 'http://a', tookMs);
    expect(replies.list()).toEqual([{ connectionId: 'c', count: 200, p50Ms: 100, p95Ms: 190 }]);
  });

  test('begin anew where the address of an endpoint was changed', () => {
    const replies = new ReplyTimes();
    replies.note('c', 'http://a', 900);
    replies.note('c', 'http://b', 3);
    expect(replies.list()).toEqual([{ connectionId: 'c', count: 1, p50Ms: 3, p95Ms: 3 }]);
  });

  test('are kept of a hundred endpoints, those that answered last', () => {
    const replies = new ReplyTimes();
    for (let index = 0; index < 100; index += 1) replies.note(`c${index}`, 'http://a', 1);
    replies.note('c0', 'http://a', 1);
    replies.note('another', 'http://a', 1);
    const known = replies.list().map(({ connectionId }) => connectionId);
    expect(known).toHaveLength(100);
    expect(known).toContain('c0');
    expect(known).not.toContain('c1');
  });
});

test('the recording counts what an endpoint answered: not what waited for a place, came from the cache, by itself, or not at all', async () => {
  const bodies = new BodyKeeper(workerEntry('body-worker'));
  const recorder = new CallRecorder({ clock: { nowMs: () => 5 }, bodies });
  const end = (start: Parameters<typeof callStart>[0], answer: Parameters<CallRecorder['end']>[1]) => {
    const id = recorder.begin(callStart(start));
    recorder.end(id, answer);
    return id;
  };
  const failure = { layer: 'timeout', code: 'endpoint-timeout', message: 'no', retryable: true, isTransient: true } as const;
  const first = end({}, { tookMs: 50, phases: { queuedMs: 30 }, response: '{}' });
  // Told once more that the answer was of no use.
  recorder.end(first, { tookMs: 50, failure: { ...failure, layer: 'rpc' }, response: '{}' });
  end({ transport: 'cache' }, { tookMs: 1, response: '{}' });
  end({ kind: 'frame', transport: 'ws' }, { tookMs: 0, response: '{}' });
  end({}, { tookMs: 30_000, failure });
  expect(recorder.replies.list()).toEqual([{ connectionId: 'c', count: 1, p50Ms: 20, p95Ms: 20 }]);
  recorder.beginClear();
  recorder.finishClear();
  expect(recorder.replies.list()).toHaveLength(1);
  await bodies.stop();
});
