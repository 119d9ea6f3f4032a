import { expect, test } from 'vitest';
import type { CallFailure } from '../../../../../electron/rpc/call-failure.ts';
import type { CallStart } from '../../../../../electron/rpc/call-tap.ts';
import { ReturnWatch } from '../../../../../electron/services/connections/return-watch.ts';
import { RecordingTap } from '../../../../builders/recording-tap.ts';

const CALL: CallStart = {
  connectionId: 'c',
  connectionName: 'C',
  method: 'Filecoin.ChainHead',
  transport: 'http',
  kind: 'call',
  url: 'http://127.0.0.1:1/',
  requestHeaders: {},
  request: '',
  paramsText: '',
  cause: 'test',
};
const GONE: CallFailure = { layer: 'network', code: 'endpoint-unreachable', message: 'gone', retryable: true, isTransient: true };

test('a node has returned when it answers, not when something is remembered or noted about it', () => {
  let returned = 0;
  const watch = new ReturnWatch(new RecordingTap(), () => {
    returned += 1;
  });
  const record = (start: Partial<CallStart>, failure?: CallFailure): void =>
    watch.end(watch.begin({ ...CALL, ...start }), { tookMs: 1, ...(failure === undefined ? {} : { failure }) });
  record({});
  record({}, GONE);
  record({ transport: 'cache' });
  record({ transport: 'ws', kind: 'event', method: 'cancelled' });
  record({ transport: 'ws', kind: 'event', method: 'unmatched frame' });
  expect(returned).toBe(0);
  record({});
  record({});
  expect(returned).toBe(1);
  record({ transport: 'ws', kind: 'event', method: 'closed' }, GONE);
  record({ transport: 'ws', kind: 'event', method: 'opened' });
  expect(returned).toBe(2);
});
