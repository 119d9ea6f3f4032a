import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT } from '../../../../../renderer/views/compose/draft.ts';
import { draftName } from '../../../../../renderer/views/compose/draft-name.ts';

describe('the name of a draft', () => {
  it.each([
    [{ value: '5', to: 'f01234' }, 'Send 5 FIL to f01234'],
    [{ value: '5 FIL', to: '' }, 'Send 5 FIL'],
    [{ isMaximumValue: true, to: 'f01234' }, 'Send all to f01234'],
    [{ method: '16', expectedType: 'storageminer', to: 'f01234' }, 'WithdrawBalance to f01234'],
    [{ method: '77', to: 'f01234' }, 'Method 77 to f01234'],
    [{ to: 'f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za' }, 'Send to f1abjxfb…m2p3za'],
  ] as const)('says what %j does', (fields, name) => {
    expect(draftName({ ...EMPTY_DRAFT, ...fields })).toBe(name);
  });
});
