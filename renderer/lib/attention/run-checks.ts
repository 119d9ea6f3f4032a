import { chainChecks } from './chain-checks.ts';
import type { AttentionFacts, AttentionItem, AttentionRow, Check } from './check.ts';
import { messageChecks } from './message-checks.ts';
import { minerChecks } from './miner-checks.ts';
import { ownChecks } from './own-checks.ts';
import { byUrgency } from './urgency.ts';

/** Every check, whether or not it found something. Only what is known for certain is said: nothing is guessed. */
export function runChecks(facts: AttentionFacts): readonly Check[] {
  return [...chainChecks(facts), ...minerChecks(facts), ...messageChecks(facts), ...ownChecks(facts)];
}

/** What needs attention, most urgent first; what was found twice once. */
export function attentionItems(checks: readonly Check[], chainNowMs: number): readonly AttentionItem[] {
  const items = new Map<string, AttentionItem>();
  for (const item of checks.flatMap((check) => check.items)) {
    if (!items.has(item.key)) items.set(item.key, item);
  }
  return [...items.values()].sort(byUrgency(chainNowMs));
}

/** One row for what has the same cause at the same miner and is equally urgent, in the place of its most urgent item. */
export function attentionRows(items: readonly AttentionItem[]): readonly AttentionRow[] {
  const rows = new Map<string, { readonly lead: AttentionItem; readonly others: AttentionItem[] }>();
  for (const item of items) {
    const key = item.group === undefined ? item.key : `${item.group} ${item.urgency}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { lead: item, others: [] });
    else row.others.push(item);
  }
  return [...rows.values()];
}
