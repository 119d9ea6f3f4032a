import { expect, test } from 'vitest';
import { endpointHealth } from '../../../../renderer/lib/head-words.ts';
import type { HeadState } from '../../../../shared/ipc/schemas/chain.ts';

const HEAD: HeadState = { connectionId: 'one', connectionName: 'Mine', status: 'failed', strip: [], reorgs: [], calls: {} };

test.each([
  ['endpoint-unreachable', 'not responding'],
  ['wrong-network', 'wrong network'],
  ['vault-locked', 'vault locked'],
  ['endpoint-unauthorised', 'token rejected'],
  ['endpoint-rate-limited', 'rate-limited'],
  ['not-connected', 'no endpoint'],
])('the failure %s reads “%s”', (code, words) => {
  expect(endpointHealth({ ...HEAD, problem: { code, message: 'x' } }, undefined).words).toBe(words);
});

test('an unreadable list is reported although the embedded node is live; a repaired one is not', () => {
  const live: HeadState = { ...HEAD, status: 'live', latencyMs: 3 };
  expect(endpointHealth(live, { message: 'x', isBlocking: true })).toEqual({ tone: 'danger', words: 'list unreadable' });
  expect(endpointHealth(live, { message: 'x', isBlocking: false }).words).toBe('live, 3 ms');
});
