import { describe, expect, test } from 'vitest';
import { finalityDetails, finalityOrigin, finalizedBy, safeWords } from '../../../../renderer/lib/finality-words.ts';

const BOTH = { height: 4996, by: 'node', status: { safeHeight: 4998, ecHeight: 4973, ecThresholdDepth: 27, f3Height: 4996 } } as const;

describe('finality in words', () => {
  test('names F3, EC, the node or the depth, and the call it is from', () => {
    expect(finalizedBy(BOTH)).toBe('F3');
    expect(finalizedBy({ ...BOTH, height: 4973, status: { ...BOTH.status, f3Height: 4000 } })).toBe('EC');
    expect(finalizedBy({ height: 5, by: 'node' })).toBe('the node');
    expect(finalizedBy({ height: 5, by: 'EC depth' })).toBe('depth');
    expect(finalityOrigin(BOTH)).toMatch(/^ChainGetTipSetFinalityStatus /);
    expect(finalityOrigin({ height: 5, by: 'node' })).toMatch(/^ChainGetFinalizedTipSet /);
  });

  test('tells the safe height, the threshold and every source', () => {
    expect(safeWords(BOTH)).toBe('safe 4,998, EC threshold 27');
    expect(safeWords({ ...BOTH, status: {} })).toBe('EC threshold not met');
    expect(safeWords({ height: 5, by: 'node' })).toBeUndefined();
    expect(finalityDetails(BOTH)).toBe(
      'finalized 4,996, safe 4,998, EC threshold 27, EC finalized 4,973, F3 finalized 4,996, from the v2 API',
    );
    expect(finalityDetails({ ...BOTH, status: {} })).toBe(
      'finalized 4,996, EC threshold not met, no EC finalized, no F3 finalized, from the v2 API',
    );
    expect(finalityDetails({ height: 4100, by: 'EC depth' })).toBe('finalized 4,100, from 900 epochs below the head');
  });
});
