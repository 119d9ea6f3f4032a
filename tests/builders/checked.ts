import { expect } from 'vitest';

/** Assert and print how many instances of the shared data a suite processed, so that an empty loop fails. */
export function checked(actual: number, expected: number, what: string): void {
  expect(actual, `number of ${what}`).toBe(expected);
  process.stdout.write(`checked ${actual} ${what}\n`);
}
