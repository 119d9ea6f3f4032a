import { describe, expect, it } from 'vitest';
import { draftCall } from '../../../../../../renderer/views/inspector/console/console-draft.ts';
import { draftLint } from '../../../../../../renderer/views/inspector/console/draft-lint.ts';

describe('the lint of what is being written', () => {
  it('looks at a call once for an endpoint, and again for another', () => {
    const call = draftCall('ChainGetTipSetByHeight', '[101, null]');
    const findingsOf = draftLint({ headEpoch: 100 });
    expect(findingsOf(call).map(({ rule }) => rule)).toEqual(['epoch-future']);
    expect(findingsOf(call)).toBe(findingsOf(call));
    expect(draftLint({ headEpoch: 101 })(call)).toEqual([]);
  });

  it('says nothing before a method is named', () => {
    expect(draftLint({})(draftCall('  ', '[1'))).toEqual([]);
  });
});
