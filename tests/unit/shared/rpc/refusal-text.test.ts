import { describe, expect, it } from 'vitest';
import { NOT_IN_PLAN, saysNotServed } from '../../../../shared/rpc/refusal-text.ts';

describe('a method that is not served', () => {
  it.each([
    'method not supported',
    "method 'Filecoin.StateCompute' not found",
    'The method Filecoin.StateCall does not exist/is not available',
    'The method eth_foo does not exist',
    'unsupported method',
    'unknown method: Filecoin.X',
    'rpc method is not whitelisted',
    'Method Filecoin.StateCall is not implemented',
    'eth_getLogs: method not found',
    'eth_sign is not supported',
    'StateMarketDeals is not served: download https://example.invalid/StateMarketDeals.json',
  ])('%s', (text) => expect(saysNotServed(text)).toBe(true));

  it.each([
    'unknown method 5 for actor code bafk',
    'actor not found',
    'Sector 5 is not served',
    'message execution failed: method 3844450837 not supported',
    "wrong param count (method 'Filecoin.X'): 0 != 1",
    "fatal error calling 'Filecoin.X': panic in rpc method 'Filecoin.X': key not found",
    'calling method StateGetActor: actor not found',
    'invalid cid: selected encoding not supported',
    'block param "earliest" is not supported',
  ])('is not meant by: %s', (text) => expect(saysNotServed(text)).toBe(false));
});

it.each([
  ['eth_getLogs is not available on your current plan', true],
  ['archive requests are not included in the free tier', true],
  ['please upgrade to a paid plan', true],
  ['tipset is not available in this node', false],
])('a plan is named in: %s (%s)', (text, isPlan) => expect(NOT_IN_PLAN.some((pattern) => pattern.test(text))).toBe(isPlan));
