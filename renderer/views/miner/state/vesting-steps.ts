/** What of a miner's locked funds comes free when. */
import type { MinerStateRead } from '../../../../shared/ipc/schemas/state-read.ts';

export type Vesting = Extract<NonNullable<MinerStateRead['vesting']>, { value: unknown }>['value'];
export type VestingEntry = Vesting['rows'][number];

export interface VestingStep extends VestingEntry {
  /** All that is free at this epoch, with what was before. */
  readonly freeSum: string;
}

/** The rows with what has come free with each; the earliest first, as they stand. */
export function vestingSteps(rows: readonly VestingEntry[]): VestingStep[] {
  let sum = 0n;
  return rows.map((row) => {
    sum += BigInt(row.amount);
    return { ...row, freeSum: sum.toString() };
  });
}

/** The first row at which at least half of all that vests is free; undefined where nothing does. */
export function halfFree(steps: readonly VestingStep[]): VestingStep | undefined {
  const whole = BigInt(steps.at(-1)?.freeSum ?? '0');
  return whole === 0n ? undefined : steps.find((step) => BigInt(step.freeSum) * 2n >= whole);
}
