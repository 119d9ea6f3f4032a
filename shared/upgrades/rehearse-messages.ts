/** Findings for drafts, undecided messages and pending multisig transactions. */

import { type CertainFailure, certainFailure } from '../domain/messages/certain-failure.ts';
import { methodName } from '../domain/methods/actor-methods.ts';
import type { UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import { formatCount, formatInteger } from '../text/format.ts';
import type { PlannedMessage, UpgradeStep } from './upgrade-facts.ts';
import { textOf, upgradeFinding } from './upgrade-finding.ts';

/** How the rules of one version end a message; undefined: no known failure. */
type Outcome = CertainFailure | { readonly problem: string } | undefined;

/** A finding for each message whose outcome changes, and one for all others. */
export function rehearseMessages(step: UpgradeStep, messages: readonly PlannedMessage[]): readonly UpgradeFinding[] {
  const changed: UpgradeFinding[] = [];
  const same: PlannedMessage[] = [];
  const unread: PlannedMessage[] = [];
  for (const message of messages) {
    const before = outcomeOf(message, 'before', step.before);
    const after = outcomeOf(message, 'after', step.after);
    if (message.isHidden || (message.method !== 0n && message.actorType === undefined)) unread.push(message);
    else if (wordsOf(before) === wordsOf(after)) same.push(message);
    else changed.push(changedFinding(step, message, before, after));
  }
  return [...changed, ...(unread.length === 0 ? [] : [unreadFinding(unread)]), ...(same.length === 0 ? [] : [sameFinding(step, same)])];
}

function outcomeOf({ actorType, method, value, params }: PlannedMessage, side: 'before' | 'after', version: number): Outcome {
  const decoded = params[side];
  if (typeof decoded === 'string') return { problem: decoded };
  return certainFailure({ actorType, method, params: decoded, value }, version);
}

function wordsOf(outcome: Outcome): string {
  if (outcome === undefined) return 'Not rejected by the rules.';
  if ('problem' in outcome) return `Cannot be built: ${outcome.problem}`;
  const { exitCode, exitName, reason, call, isInner } = outcome;
  const exit = `${exitName} (exit ${exitCode})`;
  return isInner ? `The message succeeds; the proposed ${call} fails with ${exit}. ${reason}` : `Fails with ${exit}. ${reason}`;
}

function changedFinding({ height, isPassed }: UpgradeStep, message: PlannedMessage, before: Outcome, after: Outcome): UpgradeFinding {
  const { subject, actorType, method } = message;
  const { id, noun, inTime, tooLate } = kindOf(subject);
  const call = methodName(actorType, method) ?? `method ${method}`;
  const isLost = after !== undefined;
  return upgradeFinding({
    id: `message ${id}`,
    action: isLost && !isPassed ? 'before' : 'after',
    title: `${noun} ${subject.name}: ${call}`,
    before: wordsOf(before),
    after: wordsOf(after),
    advice: isPassed ? (isLost ? tooLate : undefined) : isLost ? inTime(formatInteger(height)) : lateEnough(subject, height + 1),
    figures: [{ label: 'Exit code', before: exitText(before), after: exitText(after) }],
    subjects: [subject],
  });
}

/** The name of a planned call, and advice if the upgrade rejects it: before the upgrade and after it. */
function kindOf(subject: PlannedMessage['subject']) {
  switch (subject.kind) {
    case 'draft':
      return {
        id: subject.id,
        noun: 'Draft',
        inTime: (last: string) => `Send it in time to be executed by epoch ${last}, or remove the draft.`,
        tooLate: 'Remove the draft: its message would fail.',
      };
    case 'message':
      return {
        id: subject.journalId,
        noun: 'Message',
        inTime: (last: string) => `Get it executed by epoch ${last}, or cancel it: afterwards it would burn gas and fail.`,
        tooLate: 'Cancel it: it would burn gas and fail.',
      };
    case 'transaction':
      return {
        id: `${subject.address} ${subject.id}`,
        noun: 'Transaction',
        inTime: (last: string) => `Get its last approval executed by epoch ${last}, or cancel it: afterwards it would fail.`,
        tooLate: 'Cancel it: it would fail.',
      };
    default:
      return subject satisfies never;
  }
}

function lateEnough({ kind }: PlannedMessage['subject'], first: number): string {
  return `${kind === 'transaction' ? 'Approve' : 'Send'} it from epoch ${formatInteger(first)} on.`;
}

function exitText(outcome: Outcome) {
  if (outcome === undefined) return textOf('0 unless the state rejects it');
  return textOf('problem' in outcome ? 'cannot be built' : outcome.isInner ? `0; inner ${outcome.exitCode}` : String(outcome.exitCode));
}

function unreadFinding(messages: readonly PlannedMessage[]): UpgradeFinding {
  return upgradeFinding({
    id: 'messages-unread',
    action: 'after',
    title: `${formatCount(messages.length, 'message')} not checked`,
    before: 'The called actor or the approved transaction could not be read.',
    after: 'The rules of the new version apply.',
    advice: 'Open each one: the review reads the recipient again.',
    subjects: messages.map(({ subject }) => subject),
  });
}

function sameFinding({ before, after }: UpgradeStep, messages: readonly PlannedMessage[]): UpgradeFinding {
  const failing = messages.filter((message) => outcomeOf(message, 'after', after) !== undefined).length;
  return upgradeFinding({
    id: 'messages-same',
    action: 'none',
    title: `${formatCount(messages.length, 'draft or message', 'drafts and messages')} unaffected`,
    before: failing === 0 ? `Version ${before} rejects none of them.` : `Version ${before} rejects ${failing} of them.`,
    after: `Version ${after} gives the same result for each.`,
    subjects: messages.map(({ subject }) => subject),
  });
}
