import { expect, test } from 'vitest';
import { markedWhileDown } from '../../../../renderer/lib/error-of-head.ts';
import { retryWords } from '../../../../renderer/lib/head-words.ts';
import type { HeadState } from '../../../../shared/ipc/schemas/chain.ts';

const HEAD: HeadState = { connectionId: 'one', connectionName: 'Mine', status: 'live', strip: [], reorgs: [], calls: {} };
const DOWN: HeadState = { ...HEAD, status: 'failed', problem: { code: 'endpoint-timeout', message: 'Too slow.', callId: 7 } };

test('an answer is old while the head cannot be followed, and its own failure comes first', () => {
  const query = { data: 'known', error: undefined };
  expect(markedWhileDown(query, undefined)).toBe(query);
  expect(markedWhileDown(query, HEAD)).toBe(query);
  expect(markedWhileDown(query, DOWN)).toEqual({
    data: 'known',
    error: { code: 'endpoint-timeout', message: 'Too slow.', retryable: true, details: { callId: 7 } },
  });
  const failed = { data: 'known', error: { code: 'endpoint-bad-reply', message: 'Its own.', retryable: true } as const };
  expect(markedWhileDown(failed, DOWN)).toBe(failed);
});

test('another try is promised only where one is made', () => {
  expect(retryWords('endpoint-unreachable')).toContain('Sextant retries');
  expect(retryWords('not-connected')).toBe('');
  expect(retryWords('internal')).toBe('');
});
