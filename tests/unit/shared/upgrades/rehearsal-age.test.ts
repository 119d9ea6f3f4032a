import { expect, it } from 'vitest';
import { isRehearsalDue } from '../../../../shared/upgrades/rehearsal-age.ts';

it('is due when the head crosses the upgrade, and when a tenth of the time left has gone by', () => {
  expect(isRehearsalDue(100, 1100, 100)).toBe(false);
  expect(isRehearsalDue(100, 1100, 190)).toBe(false);
  expect(isRehearsalDue(100, 1100, 192)).toBe(true);
  // Near the upgrade not at every head.
  expect(isRehearsalDue(1090, 1100, 1095)).toBe(false);
  expect(isRehearsalDue(1090, 1100, 1096)).toBe(true);
  expect(isRehearsalDue(1100, 1100, 1101)).toBe(true);
  expect(isRehearsalDue(1101, 1100, 9000)).toBe(false);
});
