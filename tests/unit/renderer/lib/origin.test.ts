import { describe, expect, test } from 'vitest';
import { findOrigins, headOrigins } from '../../../../renderer/lib/origin.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';

function call(id: number, method: string, subject?: string): CallRef {
  return { id, method, tookMs: 1, atMs: 0, isCached: false, ...(subject === undefined ? {} : { subject }) };
}

describe('where a figure comes from', () => {
  const calls = [call(1, 'StateMinerPower', 'f01000'), call(2, 'StateMinerPower', 'f01001'), call(3, 'ChainHead')];

  test('is the first call of the method, and the place in its result', () => {
    expect(findOrigins(calls, ['StateMinerPower MinerPower.QualityAdjPower'])).toEqual([
      { call: calls[0], path: 'result.MinerPower.QualityAdjPower', href: '/inspector/1?path=result.MinerPower.QualityAdjPower' },
    ]);
    expect(findOrigins(calls, ['ChainHead'])).toMatchObject([{ path: 'result' }]);
    expect(findOrigins(calls, ['ChainHead [3].Height'])).toMatchObject([
      { path: 'result[3].Height', href: '/inspector/3?path=result%5B3%5D.Height' },
    ]);
  });

  test('is the call about the same thing where a list asked many', () => {
    expect(findOrigins(calls, ['StateMinerPower HasMinPower'], 'f01001')).toMatchObject([{ call: { id: 2 } }]);
    expect(findOrigins(calls, ['StateMinerPower HasMinPower'], 'f09')).toEqual([]);
  });

  test('is every call that is known of those a figure was computed from, in their order', () => {
    const origins = ['ChainGetFinalizedTipSet Height', 'ChainHead Height', 'StateMinerPower TotalPower.RawBytePower'];
    expect(findOrigins(calls, origins).map(({ call: { id } }) => id)).toEqual([3, 1]);
  });

  test('is the frame where the head came by subscription', () => {
    expect(findOrigins([call(7, 'ChainNotify')], headOrigins('Height'))).toMatchObject([{ path: 'params[1][-1].Val.Height' }]);
    expect(findOrigins([call(8, 'ChainHead')], headOrigins('Height'))).toMatchObject([{ path: 'result.Height' }]);
  });
});
