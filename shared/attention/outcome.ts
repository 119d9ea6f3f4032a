/** What the evaluation of a rule returns. Types only. */
import type { Finding, RuleId, Severity } from '../ipc/schemas/attention.ts';
import type { AttentionFacts, EvaluationTime } from './attention-facts.ts';
import type { RULES } from './rules.ts';

export interface RuleFinding extends Omit<Finding, 'id' | 'rule' | 'severity' | 'urgency' | 'isRepeat'> {
  /** The parts of its ID: network, subject, deadline or message, proving period, as far as it has them. */
  readonly about: readonly (string | number | undefined)[];
  /** The rule's own if absent. */
  readonly severity?: Severity;
  /** That of the severity if absent. */
  readonly urgency?: string;
  /** The message of the journal that it is about: a message is listed once. */
  readonly messageId?: string;
}

/** A missing answer is `unknown`, or a `gap` if others were evaluated; it never counts as OK. */
export type Outcome =
  | {
      readonly findings: readonly RuleFinding[];
      /** The result without findings. */
      readonly words: string;
      /** What could not be checked. */
      readonly gap?: string | undefined;
    }
  | { readonly unknown: string }
  | { readonly notApplicable: string };

/** What a rule reads of the facts. */
export type FactsOf<Id extends RuleId> = Pick<AttentionFacts, (typeof RULES)[Id]['reads'][number]> & EvaluationTime;

export type Evaluators<Id extends RuleId> = { readonly [I in Id]: (facts: FactsOf<I>) => Outcome };
