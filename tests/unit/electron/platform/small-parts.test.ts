import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Disposables } from '../../../../electron/platform/disposables.ts';
import { createProfilePaths } from '../../../../electron/platform/profile-paths.ts';
import { systemClock } from '../../../../electron/platform/system-clock.ts';

describe('profile paths', () => {
  const paths = createProfilePaths('some/profile');

  test('are absolute and inside the profile', () => {
    expect(paths.folder).toBe(resolve('some/profile'));
    expect(paths.file('wallet', 'vault.txt')).toBe(join(resolve('some/profile'), 'wallet', 'vault.txt'));
  });

  test.each([['..', 'x'], ['a', '..', '..', 'x'], ['.'], []])('refuse to leave it: %s %s', (...segments) => {
    expect(() => paths.file(...segments.filter((segment) => segment !== undefined))).toThrow();
  });
});

describe('the clock', () => {
  test('a sleep ends early with its signal, and at once when that had gone off', async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(60_000, stop.signal);
    stop.abort();
    await sleeping;
    await systemClock.sleep(60_000, stop.signal);
  });

  test('a cancelled timer does not run', async () => {
    let ran = 0;
    const cancel = systemClock.after(1, () => {
      ran += 1;
    });
    cancel();
    systemClock.after(1, () => {
      ran += 10;
    });
    await systemClock.sleep(50);
    expect(ran).toBe(10);
  });
});

test('disposables are undone once, in reverse, even where one fails', async () => {
  const order: string[] = [];
  const all = new Disposables();
  all.add(() => void order.push('first'));
  all.add(() => Promise.reject(new Error('second fails')));
  all.add(async () => void order.push('third'));
  await expect(all.dispose()).rejects.toThrow(AggregateError);
  await all.dispose();
  expect(order).toEqual(['third', 'first']);
  all.add(() => void order.push('late'));
  expect(order).toEqual(['third', 'first', 'late']);
});
