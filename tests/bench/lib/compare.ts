import { median } from './report.ts';

export interface Comparison {
  /** Calls per second of the operation, median of the rounds. */
  readonly perSecond: number;
  /** Calls per second of the baseline, median of the rounds. */
  readonly baselinePerSecond: number;
  /** Median of the rounds' ratios, robust against changing load; above 1 the operation is faster. */
  readonly ratio: number;
}

/**
 * Measure an operation and its baseline in alternating rounds of one process. Both receive the call number, to use
 * another input each time. Results are kept, so that the work cannot be optimized away.
 */
export function compare(options: {
  readonly calls: number;
  readonly rounds?: number;
  readonly operation: (index: number) => unknown;
  readonly baseline: (index: number) => unknown;
}): Comparison {
  const { calls, rounds = 15, operation, baseline } = options;
  const measured: number[] = [];
  const compared: number[] = [];
  // Two warm-up rounds; then the order alternates, so that neither always runs on the other's heap.
  for (let round = -2; round < rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? [operation, baseline] : [baseline, operation];
    const firstRate = rateOf(first, calls);
    const secondRate = rateOf(second, calls);
    if (round < 0) continue;
    measured.push(round % 2 === 0 ? firstRate : secondRate);
    compared.push(round % 2 === 0 ? secondRate : firstRate);
  }
  return {
    perSecond: median(measured),
    baselinePerSecond: median(compared),
    ratio: median(measured.map((value, index) => value / (compared[index] ?? Number.NaN))),
  };
}

let kept: unknown;

function rateOf(run: (index: number) => unknown, calls: number): number {
  const started = performance.now();
  for (let index = 0; index < calls; index += 1) kept = run(index);
  const tookMs = performance.now() - started;
  if (kept === undefined) throw new Error('A benchmarked operation returned nothing.');
  return (calls / tookMs) * 1000;
}
