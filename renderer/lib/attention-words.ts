/** Counts of findings and checks in words. */
import type { ListedFindings } from '../../shared/attention/finding-rows.ts';
import type { RuleResult } from '../../shared/ipc/schemas/attention.ts';
import { formatCount, formatInteger } from '../../shared/text/format.ts';

/** `6 now, 2 to plan`; empty if there are no findings. */
export function attentionWords({ count, planCount }: Pick<ListedFindings, 'count' | 'planCount'>): string {
  return [count === 0 ? '' : `${formatInteger(count)} now`, planCount === 0 ? '' : `${formatInteger(planCount)} to plan`]
    .filter((words) => words !== '')
    .join(', ');
}

/** `31 checks run, 3 could not run`. */
export function checksWords(results: readonly RuleResult[]): string {
  const unknownCount = results.filter(({ state }) => state === 'unknown').length;
  const madeCount = results.filter(({ state }) => state === 'ok' || state === 'found').length;
  return `${formatCount(madeCount, 'check')} run${unknownCount === 0 ? '' : `, ${formatInteger(unknownCount)} could not run`}`;
}
