import { expect, test } from 'vitest';
import { endpointHealth } from '../../../../renderer/lib/head-words.ts';
import type { HeadState } from '../../../../shared/ipc/schemas/chain.ts';

const HEAD: HeadState = { connectionId: 'one', connectionName: 'Mine', status: 'failed', strip: [], reorgs: [], calls: {} };

test.each([
  ['endpoint-unreachable', 'does not answer'],
  ['wrong-network', 'another network'],
  ['vault-locked', 'waits for unlock'],
  ['endpoint-unauthorised', 'token refused'],
  ['endpoint-rate-limited', 'too busy'],
  ['not-connected', 'none chosen'],
])('a failure %s is said as “%s”', (code, words) => {
  expect(endpointHealth({ ...HEAD, problem: { code, message: 'x' } }, undefined).words).toBe(words);
});

test('a list that cannot be read is said although the embedded node is live; one that was repaired is not', () => {
  const live: HeadState = { ...HEAD, status: 'live', latencyMs: 3 };
  expect(endpointHealth(live, { message: 'x', isBlocking: true })).toEqual({ tone: 'danger', words: 'list unreadable' });
  expect(endpointHealth(live, { message: 'x', isBlocking: false }).words).toBe('live, 3 ms');
});
