/** Evaluates every rule over the last answers of the services. Nothing is guessed: what is not known is unknown. */
import { type Attention, type Finding, type RuleId, type RuleResult, zRuleId } from '../ipc/schemas/attention.ts';
import type { AttentionFacts, EvaluationTime } from './attention-facts.ts';
import { CHAIN_RULES } from './chain-rules.ts';
import { GAS_RULES } from './gas-rules.ts';
import { MESSAGE_RULES } from './message-rules.ts';
import type { Evaluators, Outcome, RuleFinding } from './outcome.ts';
import { OWN_RULES } from './own-rules.ts';
import { PROOF_RULES } from './proof-rules.ts';
import { RULES } from './rules.ts';
import { SEALING_RULES } from './sealing-rules.ts';
import { STANDING_RULES } from './standing-rules.ts';
import { byUrgency, URGENCIES } from './urgency.ts';

const EVALUATORS: Evaluators<RuleId> = {
  ...CHAIN_RULES,
  ...PROOF_RULES,
  ...GAS_RULES,
  ...STANDING_RULES,
  ...SEALING_RULES,
  ...MESSAGE_RULES,
  ...OWN_RULES,
};

/** @param onFailure called for a rule that throws, whose result is then unknown */
export function evaluateRules(facts: AttentionFacts & EvaluationTime, onFailure: (rule: RuleId, error: unknown) => void): Attention {
  const results: RuleResult[] = [];
  const findings = new Map<string, Finding>();
  const messages = new Set<string>();
  for (const rule of zRuleId.options) {
    const outcome = outcomeOf(rule, facts, onFailure);
    results.push(resultOf(rule, outcome));
    for (const found of 'findings' in outcome ? outcome.findings : []) {
      const finding = findingOf(rule, found, found.messageId !== undefined && messages.has(found.messageId));
      if (found.messageId !== undefined) messages.add(found.messageId);
      if (!findings.has(finding.id)) findings.set(finding.id, finding);
    }
  }
  return { results, findings: [...findings.values()].sort(byUrgency(facts.chainNowMs)) };
}

function outcomeOf(rule: RuleId, facts: AttentionFacts & EvaluationTime, onFailure: (rule: RuleId, error: unknown) => void): Outcome {
  try {
    return EVALUATORS[rule](facts);
  } catch (error) {
    onFailure(rule, error);
    return { unknown: 'This check failed because of an error in Sextant. See the log.' };
  }
}

function resultOf(rule: RuleId, outcome: Outcome): RuleResult {
  if ('unknown' in outcome) return { rule, state: 'unknown', words: outcome.unknown };
  if ('notApplicable' in outcome) return { rule, state: 'not-applicable', words: outcome.notApplicable };
  const { findings, words, gap } = outcome;
  return {
    rule,
    ...(findings.length > 0 ? { state: 'found' } : { state: gap === undefined ? 'ok' : 'unknown', words }),
    ...(gap === undefined ? {} : { gap }),
  };
}

function findingOf(
  rule: RuleId,
  { about, messageId: _, severity = RULES[rule].severity, ...found }: RuleFinding,
  isRepeat: boolean,
): Finding {
  return {
    urgency: URGENCIES[severity],
    ...found,
    detail: found.detail.replace(/\.$/, ''),
    id: [rule, ...about.filter((part) => part !== undefined)].join(' '),
    rule,
    severity,
    ...(isRepeat ? { isRepeat } : {}),
  };
}
