import { expect, test } from 'vitest';
import { ConnectionChoice } from '../../../../renderer/stores/connection-choice.ts';

test('a connection is foreign when it changed and this window did not ask for it', () => {
  const choice = new ConnectionChoice();
  expect(choice.isForeign('a')).toBe(false);
  expect(choice.isForeign('a')).toBe(false);
  choice.choose('b');
  expect(choice.isForeign('a')).toBe(false);
  expect(choice.isForeign('b')).toBe(false);
  expect(choice.isForeign('a')).toBe(true);
  expect(choice.isForeign('a')).toBe(false);
});

test('what was asked for once, or was refused, excuses no later change', () => {
  const choice = new ConnectionChoice();
  choice.isForeign('a');
  choice.choose('b');
  expect(choice.isForeign('c')).toBe(true);
  expect(choice.isForeign('b')).toBe(true);
  choice.choose('a');
  choice.withdraw();
  expect(choice.isForeign('a')).toBe(true);
});
