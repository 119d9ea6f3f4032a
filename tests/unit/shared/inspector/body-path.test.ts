import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBodyPath, writeBodyPath } from '../../../../shared/inspector/body-path.ts';

test.each([
  ['result.Blocks[0].Height', ['result', 'Blocks', 0, 'Height']],
  ['result["/"]', ['result', '/']],
  ['[0].a', [0, 'a']],
  ['$', []],
  ['$.a', ['a']],
  ['$[2]', [2]],
  ['$name', ['$name']],
  ['', []],
  ['a[', ['a', '[']],
  ['params[1][-1].Val', ['params', 1, -1, 'Val']],
  ['[SectorNumber=17].Expiration', [{ field: 'SectorNumber', value: '17' }, 'Expiration']],
  ['result[Cid=bafy2bzace].Message', ['result', { field: 'Cid', value: 'bafy2bzace' }, 'Message']],
])('%s', (path, steps) => expect(readBodyPath(path)).toEqual(steps));

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.nat())), (steps) => {
      expect(readBodyPath(writeBodyPath(steps))).toEqual(steps);
    }),
  );
});
