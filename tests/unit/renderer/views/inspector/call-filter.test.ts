import { describe, expect, it } from 'vitest';
import { matchesCallFilter, parseCallFilter } from '../../../../../renderer/views/inspector/call-filter.ts';
import type { CallSummary } from '../../../../../shared/ipc/schemas/inspector.ts';

const CALL: CallSummary = {
  id: 4122,
  atMs: 1_700_000_000_000,
  connectionId: 'c1',
  connectionName: 'Public gateway',
  method: 'Filecoin.ChainGetTipSetByHeight',
  transport: 'http',
  kind: 'call',
  status: 'error',
  httpStatus: 500,
  errorCode: -32700,
  errorMessage: 'unmarshaling params',
  paramsPreview: '6562200, 0',
  tookMs: 204,
  requestBytes: 120,
  responseBytes: 2_360,
  cause: 'user',
};

function passes(text: string): boolean {
  return matchesCallFilter(CALL, parseCallFilter(text));
}

describe('the filter language of the inspector', () => {
  it.each([
    '',
    'tipset',
    'method:ChainGet*',
    'method:filecoin.chaingettipsetbyheight',
    'method:*ByHeight',
    'method:Chain*Set*Height',
    'endpoint:public',
    'endpoint:"public gateway"',
    'code:-32700',
    'code:−32700',
    'code:500',
    'status:error took>10ms',
    'took>=204',
    'took<1s',
    'size>2kB size<3kb',
    'not method:State*',
    'cause:user kind:call',
    'param:6562200 unmarshal',
  ])('lets the call through: %s', (text) => {
    expect(parseCallFilter(text).problems).toEqual([]);
    expect(passes(text)).toBe(true);
  });

  it.each([
    'statehead',
    'method:State*',
    'method:ChainGet*Key',
    'endpoint:harbour',
    'code:1',
    'took>1s',
    'size<100B',
    'not tipset',
    'kind:frame',
    'status:ok',
  ])('holds the call back: %s', (text) => {
    expect(passes(text)).toBe(false);
  });

  it('says what it did not understand and filters by the rest', () => {
    const filter = parseCallFilter('took>fast method: tipset');
    expect(filter.problems).toHaveLength(2);
    expect(matchesCallFilter(CALL, filter)).toBe(true);
  });

  it('does not count a call without an answer as fast or small', () => {
    const { tookMs: _took, responseBytes: _size, ...rest } = CALL;
    const pending: CallSummary = { ...rest, status: 'pending' };
    expect(matchesCallFilter(pending, parseCallFilter('took<1s'))).toBe(false);
    expect(matchesCallFilter(pending, parseCallFilter('size<1MB'))).toBe(false);
  });
});
