import { describe, expect, it } from 'vitest';
import { stateLayoutOf } from '../../../../../shared/domain/actors/state-layout.ts';
import { codeOf } from '../../../../builders/code-of.ts';

describe('the layout of the state', () => {
  it.each([
    [[0, 1, 2, 3], 'v0'],
    [[25, 26, 27, 28], 'v16'],
  ])('at network versions %j is %s', (versions, layout) => {
    for (const version of versions) expect(stateLayoutOf(version)).toBe(layout);
  });

  it('between the two, and of what is to come, is not known and not guessed', () => {
    for (const version of [4, 10, 18, 24, 29, 100]) expect(codeOf(() => stateLayoutOf(version))).toBe('state-layout');
    expect(() => stateLayoutOf(24)).toThrow(
      'The state at network version 24 cannot be read: only that of versions 0 to 3 and 25 to 28 can.',
    );
    expect(() => stateLayoutOf(29)).toThrow('this version of Sextant does not know it');
  });
});
