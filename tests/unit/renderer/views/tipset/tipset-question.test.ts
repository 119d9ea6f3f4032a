import { describe, expect, it } from 'vitest';
import { parseTipsetId, tipsetPath } from '../../../../../renderer/views/tipset/tipset-question.ts';

describe('the question in a tipset’s route', () => {
  it('is a height or a key', () => {
    expect(parseTipsetId('6562208')).toEqual({ height: 6_562_208 });
    expect(parseTipsetId('bafy2aaaaaaa,bafy2bbbbbbb')).toEqual({ key: ['bafy2aaaaaaa', 'bafy2bbbbbbb'] });
    // As the router hands it on: commas are not decoded.
    expect(parseTipsetId('bafy2aaaaaaa%2Cbafy2bbbbbbb')).toEqual({ key: ['bafy2aaaaaaa', 'bafy2bbbbbbb'] });
    expect(decodeURIComponent(tipsetPath(['bafy2aaaaaaa', 'bafy2bbbbbbb']))).toBe('/tipsets/bafy2aaaaaaa,bafy2bbbbbbb');
  });

  it('is nothing else', () => {
    for (const id of ['', '-1', '1.5', '99999999999999999999', 'bafy<script>', '../settings']) expect(parseTipsetId(id)).toBeUndefined();
  });
});
