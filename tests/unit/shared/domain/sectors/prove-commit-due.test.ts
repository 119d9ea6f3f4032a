import { expect, test } from 'vitest';
import { proveCommitDue } from '../../../../../shared/domain/sectors/prove-commit-due.ts';

test('a proof of today is taken for thirty days and the delay of its seed, one of the first kind for a day', () => {
  // 30 × 2880 + 150, and 2880 + 150, as the actor's policy has them.
  expect(proveCommitDue(1000, 150, 8)).toBe(1000 + 86_550);
  expect(proveCommitDue(1000, 150, 13)).toBe(1000 + 86_550);
  expect(proveCommitDue(1000, 150, 3)).toBe(1000 + 3030);
});
