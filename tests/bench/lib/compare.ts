import { median } from './report.ts';

export interface Comparison {
  /** Calls a second of the operation, median over the rounds. */
  readonly perSecond: number;
  /** Calls a second of the baseline, median over the rounds. */
  readonly baselinePerSecond: number;
  /** Median of the rounds' own ratios, so that a machine that slows down half-way hits both alike; above 1 the operation is faster. */
  readonly ratio: number;
}

/**
 * Measures an operation beside its baseline in alternating rounds of one process. Both get the round's call number, to take
 * another input each time. What they return is kept, so that no compiler can leave the work out.
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
  // Two rounds to warm up; then the order alternates, so that neither always runs on the other's heap.
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
