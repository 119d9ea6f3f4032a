import { expect, test } from 'vitest';
import type { ConnectionTarget } from '../../../../../electron/services/connections/connection-link.ts';
import type { PassportKnown } from '../../../../../electron/services/connections/passport-probe.ts';
import { summaryOf, verdictOf } from '../../../../../electron/services/connections/passport-verdict.ts';
import type { PassportRow, PassportStatus } from '../../../../../shared/ipc/schemas/connections.ts';

const TARGET: ConnectionTarget = {
  id: 'mine',
  kind: 'custom',
  name: 'Mine',
  httpUrl: 'http://localhost/rpc/v1',
  apiVersion: 'v1',
  namespace: 'Filecoin',
};

function knownOf(change: Partial<PassportKnown> = {}): PassportKnown {
  return {
    isReachable: true,
    blockDelaySeconds: 30,
    hasStream: true,
    methods: [],
    tipsets: new Map(),
    isRateLimited: false,
    isSeveralNodes: false,
    isWrongNetwork: false,
    ...change,
  };
}

const row = (id: string, status: PassportStatus, value = ''): PassportRow => ({ id, group: 'reach', label: id, status, value, calls: [] });

test('the verdict is that of the worst counted row', () => {
  expect(verdictOf([row('http', 'good'), row('eth', 'limited'), row('batch', 'limited')], knownOf())).toBe('good');
  expect(verdictOf([row('http', 'good'), row('look-back', 'limited')], knownOf())).toBe('limited');
  expect(verdictOf([row('look-back', 'limited'), row('network', 'bad')], knownOf())).toBe('bad');
  expect(verdictOf([row('http', 'bad')], knownOf({ isReachable: false }))).toBe('bad');
});

test.each([
  [
    { canPush: true, software: 'Lotus', lookBack: { epochs: 900, isWholeChain: true } },
    'A Lotus node: reads and pushes, the whole chain, no storage-miner API.',
  ],
  [
    { canPush: true, lookBack: { epochs: 2000, isWholeChain: false } },
    'A gateway: reads and pushes, the latest 2,000 epochs, no storage-miner API.',
  ],
  [{ hasStream: false, isRateLimited: true }, 'A node: reads, no live updates, no storage-miner API, rate-limited.'],
  [{ isWrongNetwork: true }, 'On another network than expected. Do not use it.'],
])('%j', (known, summary) => {
  expect(summaryOf(TARGET, knownOf(known), [])).toBe(summary);
});

test('the summary of an unreachable endpoint names the cause', () => {
  expect(summaryOf(TARGET, knownOf({ isReachable: false }), [row('http', 'bad', 'host name not found')])).toBe(
    'Not usable: host name not found.',
  );
});
