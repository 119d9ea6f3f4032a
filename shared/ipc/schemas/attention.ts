/** What needs attention: the result of every rule of `shared/attention`, and their findings. */
import { z } from 'zod';
import { zAttoFil, zTimeMs } from './common.ts';

/** In the order in which they are evaluated and listed. */
export const zRuleId = z.enum([
  'answers',
  'fresh',
  'clock',
  'behind',
  'finality',
  'blocks',
  'reorgs',
  'served',
  'token-sent',
  'token-safe',
  'faults',
  'proof',
  'gas',
  'debt',
  'consensus-fault',
  'worker',
  'owner',
  'expiring',
  'deals',
  'sealing-failed',
  'sealing-still',
  'under-base-fee',
  'nonce-gap',
  'waits',
  'failed',
  'failed-inside',
  'refused',
  'elsewhere',
  'unsent',
  'vault',
  'backup',
  'balances',
  'connections',
  'passports',
  'history',
]);
export type RuleId = z.infer<typeof zRuleId>;

/** `pending`: a message or recovery is on its way. `info`: something to plan for. */
const zSeverity = z.enum(['critical', 'warning', 'pending', 'info']);
export type Severity = z.infer<typeof zSeverity>;

const zFinding = z.object({
  /** Rule, network, subject, deadline or message, proving period. The same in every evaluation, and after a restart. */
  id: z.string(),
  rule: zRuleId,
  severity: zSeverity,
  /** How urgent, in a word or two. */
  urgency: z.string().max(20),
  title: z.string(),
  /** Without a full stop at its end. */
  detail: z.string(),
  /** Findings with the same group and urgency share a row: same cause, same miner. */
  group: z.string().optional(),
  /** Cost per day. */
  costADay: zAttoFil.optional(),
  /** How the cost was computed, in a sentence. */
  reckoning: z.string().optional(),
  /** Whether it may be the cause of all other findings. */
  isCause: z.literal(true).optional(),
  /** Whether a finding of an earlier rule is about the same message: that one is listed. */
  isRepeat: z.literal(true).optional(),
  /** What is needed, or a time. */
  note: z.string().optional(),
  /** The time of an epoch: `left` counts down to it, `by` names it. */
  until: z.object({ timeMs: zTimeMs, as: z.enum(['left', 'by']) }).optional(),
  /** Route to open; with `sendTo`, it opens with the draft of a transfer. */
  action: z.object({ label: z.string(), route: z.string(), sendTo: z.string().optional() }),
});
export type Finding = z.infer<typeof zFinding>;

const zRuleResult = z.object({
  rule: zRuleId,
  /** `unknown`: applies but could not be evaluated. */
  state: z.enum(['ok', 'found', 'unknown', 'not-applicable']),
  /** The result, or why it is unknown; absent if there are findings. */
  words: z.string().optional(),
  /** What could not be checked. */
  gap: z.string().optional(),
});
export type RuleResult = z.infer<typeof zRuleResult>;

export const zAttention = z.object({
  /** One for each rule. */
  results: z.array(zRuleResult),
  /** Most urgent first. */
  findings: z.array(zFinding),
});
export type Attention = z.infer<typeof zAttention>;
