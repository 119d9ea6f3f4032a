import { expect } from 'vitest';

/** Asserts how many instances of the shared data a suite has gone through, and prints it: a loop over nothing proves nothing. */
export function checked(actual: number, expected: number, what: string): void {
  expect(actual, `number of ${what}`).toBe(expected);
  process.stdout.write(`checked ${actual} ${what}\n`);
}
