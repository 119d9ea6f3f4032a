import { chainChecks } from './chain-checks.ts';
import type { AttentionFacts, AttentionItem, Check } from './check.ts';
import { messageChecks } from './message-checks.ts';
import { minerChecks } from './miner-checks.ts';
import { ownChecks } from './own-checks.ts';

/** Every check, whether or not it found something. Only what is known for certain is said: nothing is guessed. */
export function runChecks(facts: AttentionFacts): readonly Check[] {
  return [...chainChecks(facts), ...minerChecks(facts), ...messageChecks(facts), ...ownChecks(facts)];
}

const URGENCY: readonly AttentionItem['tone'][] = ['danger', 'warning', 'pending', 'info'];

/** What needs somebody, most urgent first; what was found twice once. */
export function attentionItems(checks: readonly Check[]): readonly AttentionItem[] {
  const items = new Map<string, AttentionItem>();
  for (const item of checks.flatMap((check) => check.items)) {
    if (!items.has(item.key)) items.set(item.key, item);
  }
  return [...items.values()].sort((left, right) => URGENCY.indexOf(left.tone) - URGENCY.indexOf(right.tone));
}
