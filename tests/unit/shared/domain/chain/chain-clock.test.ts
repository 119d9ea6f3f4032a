import { expect, test } from 'vitest';
import { aheadMs, aheadText, chainNowMs, hasOwnClock, headSinceMs } from '../../../../../shared/domain/chain/chain-clock.ts';
import { expectedBlocks } from '../../../../../shared/domain/chain/expected-blocks.ts';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';

const NOW_MS = 1_800_000_000_000;

test('a head is in the future when it is more than a minute ahead and nothing explains it', () => {
  expect(aheadMs(NOW_MS + 60_000, NOW_MS, undefined)).toBeUndefined();
  expect(aheadMs(NOW_MS + 60_001, NOW_MS, undefined)).toBe(60_001);
  expect(aheadMs(NOW_MS - 60_001, NOW_MS, undefined)).toBeUndefined();
  expect(aheadMs(undefined, NOW_MS, undefined)).toBeUndefined();
  expect(aheadMs(NOW_MS + 600_000, NOW_MS, { isChainAccelerated: true })).toBeUndefined();
});

test('whatever counts to an epoch counts from a head that is ahead of the clock, also where nothing explains it', () => {
  // A window of the proving period is 60 epochs: at a head in it, never more than half an hour is left.
  const headTimeMs = NOW_MS - 55 * 60_000;
  const closeTimeMs = headTimeMs + 12 * 30_000;
  expect(chainNowMs(headTimeMs, NOW_MS, undefined)).toBe(NOW_MS);
  const slowClockMs = headTimeMs - 26 * 60_000;
  expect(closeTimeMs - chainNowMs(headTimeMs, slowClockMs, {})).toBe(6 * 60_000);
  // Clocks differ by seconds, and blocks may come before their time.
  expect(chainNowMs(NOW_MS + 60_000, NOW_MS, {})).toBe(NOW_MS);
  expect(chainNowMs(NOW_MS + 60_001, NOW_MS, {})).toBe(NOW_MS + 60_001);
  expect(chainNowMs(NOW_MS + 1, NOW_MS, { chainPaceMs: 30_000 })).toBe(NOW_MS + 1);
  expect(chainNowMs(headTimeMs, NOW_MS, { isChainAccelerated: true })).toBe(headTimeMs);
  expect(chainNowMs(undefined, NOW_MS, { isChainAccelerated: true })).toBe(NOW_MS);
});

test('a chain whose pace is set by hand keeps a time of its own, also when it goes at the common pace again', () => {
  expect(hasOwnClock(undefined)).toBe(false);
  expect(hasOwnClock({ isChainAccelerated: false })).toBe(false);
  expect(hasOwnClock({ isChainAccelerated: false, chainPaceMs: 30_000 })).toBe(true);
});

test('five blocks are expected on the public networks alone', () => {
  expect(['mainnet', 'calibrationnet', 'localnet-12345678', undefined].map(expectedBlocks)).toEqual([5, 5, undefined, undefined]);
});

test('how far ahead is said without seconds that tick', () => {
  expect(aheadText(61_000)).toBe('1 min in the future');
  expect(aheadText(599_000)).toBe('9 min in the future');
});

test('a head is as old as its tipset, however lately it came, unless the chain runs ahead of the clock', () => {
  const head = (timeMs: number) => ({ head: { timeMs } as NonNullable<HeadState['head']>, headReceivedAtMs: NOW_MS - 4000 });
  expect(headSinceMs(head(NOW_MS - 90_000_000), NOW_MS, {})).toBe(NOW_MS - 90_000_000);
  expect(headSinceMs(head(NOW_MS - 90_000_000), NOW_MS, { isChainAccelerated: true })).toBe(NOW_MS - 4000);
  expect(headSinceMs(head(NOW_MS + 5000), NOW_MS, {})).toBe(NOW_MS - 4000);
  expect(headSinceMs({}, NOW_MS, {})).toBeUndefined();
});
