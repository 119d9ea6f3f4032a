/** Print a benchmark as one JSON line: the figure, its baseline of the same run, their ratio and the target. */
export function report(row: {
  readonly bench: string;
  readonly unit: string;
  readonly measured: number;
  readonly baseline: { readonly name: string; readonly value: number };
  readonly ratio: number;
  readonly aim: string;
  readonly note?: string;
}): void {
  const round = (value: number) => Number(value.toPrecision(4));
  process.stdout.write(
    `${JSON.stringify({ ...row, measured: round(row.measured), baseline: { ...row.baseline, value: round(row.baseline.value) }, ratio: round(row.ratio) })}\n`,
  );
}

/** Median. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
