import { describe, expect, it } from 'vitest';
import { splitFragment } from '../../../../renderer/lib/fragment.ts';

describe('a fragment as a place', () => {
  it.each([
    ['', '/', ''],
    ['#/', '/', ''],
    ['#/inspector/7', '/inspector/7', ''],
    ['#/inspector/7?path=result.Blocks%5B0%5D', '/inspector/7', 'path=result.Blocks%5B0%5D'],
    ['#/inspector?filter=a?b', '/inspector', 'filter=a?b'],
    ['#overview', '/overview', ''],
  ])('%s', (fragment, path, search) => {
    expect(splitFragment(fragment)).toEqual([path, search]);
  });
});
