import { expect, test } from 'vitest';
import { originWords } from '../../../../renderer/lib/origin-words.ts';

const CALL = { id: 1, method: 'ChainHead', tookMs: 0, atMs: 5, isCached: false } as const;

test('an answer was waited for, known or pushed', () => {
  expect(originWords({ ...CALL, tookMs: 12 })).toBe('12 ms');
  expect(originWords(CALL)).toBe('<1 ms');
  expect(originWords({ ...CALL, isCached: true })).toBe('cached');
  expect(originWords({ ...CALL, isFrame: true })).toBe('pushed by the node');
});
