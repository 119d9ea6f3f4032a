/** Attention counts and their wording, computed in one place so that all screens agree. */
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import type { AttentionFacts, AttentionItem, AttentionRow, Check } from './check.ts';
import { attentionItems, attentionRows, runChecks } from './run-checks.ts';

export interface Attention {
  readonly checks: readonly Check[];
  /** Most urgent first. */
  readonly items: readonly AttentionItem[];
  readonly rows: readonly AttentionRow[];
  /** Rows that need attention now (`count`) and rows to plan for (`planCount`). */
  readonly count: number;
  readonly planCount: number;
}

export function attentionOf(facts: AttentionFacts): Attention {
  return attentionFrom(runChecks(facts), facts.chainNowMs);
}

export function attentionFrom(checks: readonly Check[], chainNowMs: number): Attention {
  const items = attentionItems(checks, chainNowMs);
  const rows = attentionRows(items);
  const planCount = rows.filter(({ lead }) => lead.tone === 'info').length;
  return { checks, items, rows, count: rows.length - planCount, planCount };
}

/** `6 now, 2 to plan`; empty if there are no items. */
export function attentionWords({ count, planCount }: Attention): string {
  return [count === 0 ? '' : `${formatInteger(count)} now`, planCount === 0 ? '' : `${formatInteger(planCount)} to plan`]
    .filter((words) => words !== '')
    .join(', ');
}

/** `31 checks run, 3 could not run`. */
export function checksWords({ checks }: Attention): string {
  const unknownCount = checks.filter(({ state }) => state === 'unknown').length;
  const madeCount = checks.filter(({ state }) => state === 'ok' || state === 'attention').length;
  return `${formatCount(madeCount, 'check')} run${unknownCount === 0 ? '' : `, ${formatInteger(unknownCount)} could not run`}`;
}
