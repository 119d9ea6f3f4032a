import { expect, test } from 'vitest';
import { failureOfAnswer } from '../../../../renderer/lib/failed-answer.ts';

const failed = (message: string) => ({
  error: { code: 'endpoint-timeout', message, retryable: true, details: { method: 'ChainHead', callId: 7 } },
});
const filled = { value: { height: 1 }, calls: [] };

test('an answer of which every part failed is a failure: that of its first part', () => {
  expect(failureOfAnswer({ pinned: { height: 1 }, power: failed('first'), reward: failed('second') })).toEqual({
    code: 'endpoint-timeout',
    message: 'first',
    retryable: true,
    details: { method: 'ChainHead', callId: 7 },
  });
});

test.each<[string, unknown]>([
  ['one part is there', { power: failed('x'), reward: filled }],
  ['it has no parts', { rows: [], total: 0 }],
  ['it is a list', [failed('x')].map(({ error }) => error.code)],
  ['it is nothing', undefined],
])('is none where %s', (_name, answer) => expect(failureOfAnswer(answer)).toBeUndefined());
