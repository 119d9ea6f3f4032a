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

const unreachable = (message: string) => ({ error: { code: 'endpoint-unreachable', message, retryable: true } });

test('half of an outage is a failure where what it lacks is known', () => {
  const known = { power: filled, reward: filled };
  expect(failureOfAnswer({ power: filled, reward: unreachable('gone') }, known)).toMatchObject({ message: 'gone' });
  expect(failureOfAnswer({ power: filled, reward: unreachable('gone') }, { power: filled, reward: unreachable('gone') })).toBeUndefined();
  expect(failureOfAnswer({ power: filled, reward: unreachable('gone') })).toBeUndefined();
  expect(failureOfAnswer({ power: filled, reward: failed('slow') }, known)).toBeUndefined();
});

test('items of a list that were lost are a failure too', () => {
  const list = (...items: readonly object[]) => ({ miners: { value: items, calls: [] } });
  const { error: problem } = unreachable('gone');
  const known = list({ address: 'f01000', rawBytes: '1' }, { address: 'f01001', problem });
  expect(failureOfAnswer(list({ address: 'f01000', problem }, { address: 'f01001', problem }), known)).toMatchObject({ message: 'gone' });
  expect(failureOfAnswer(list({ address: 'f01000', rawBytes: '2' }, { address: 'f01001', problem }), known)).toBeUndefined();
});
