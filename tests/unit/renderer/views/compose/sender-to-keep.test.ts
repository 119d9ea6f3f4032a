import { expect, test } from 'vitest';
import { senderToKeep } from '../../../../../renderer/views/compose/use-composer.ts';

const accounts = ['t1first', 't1second'].map((address) => ({ address })) as Parameters<typeof senderToKeep>[1];

test('a draft without a sender keeps the chosen key, and no other address that was typed before', () => {
  expect(senderToKeep('t1second', accounts)).toBe('t1second');
  // Of another network: the same key by its letter here.
  expect(senderToKeep('f1second', accounts)).toBe('t1second');
  expect(senderToKeep('f01234', accounts)).toBe('t1first');
  expect(senderToKeep('f01234', [])).toBe('');
  expect(senderToKeep('f01234', undefined)).toBe('');
});
