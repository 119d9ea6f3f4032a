/** Rules of messages signed or pushed on this machine. */
import { feeParts, feeText } from '../domain/amounts/amount-parts.ts';
import type { JournalEntry } from '../ipc/schemas/journal.ts';
import { formatDuration, formatInteger } from '../text/format.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import { findHoldUps, type HoldUp } from './hold-ups.ts';
import { troubleWords } from './message-trouble.ts';
import type { Evaluators, FactsOf, Outcome, RuleFinding } from './outcome.ts';
import { RULES } from './rules.ts';

export const MESSAGE_RULES: Evaluators<
  'under-base-fee' | 'nonce-gap' | 'waits' | 'failed' | 'failed-inside' | 'refused' | 'elsewhere' | 'unsent'
> = {
  'under-base-fee': (facts) => heldUp('under-base-fee', facts),
  'nonce-gap': (facts) => heldUp('nonce-gap', facts),
  waits: (facts) => heldUp('long', facts),
  failed: ({ journal, nowMs }) => ({
    findings: journal
      .filter(since(nowMs - RULES.failed.thresholds.reportedMs))
      .filter(hasFailed)
      .map(failedMessage),
    words: 'None in the last 24 hours.',
  }),
  'failed-inside': ({ journal, nowMs }) => ({
    findings: journal
      .filter(since(nowMs - RULES['failed-inside'].thresholds.reportedMs))
      .filter(({ trouble }) => trouble === 'failed-inside')
      .map((entry) => troubled(entry, 'Check')),
    words: 'None in the last 24 hours.',
  }),
  refused: ({ journal, nowMs }) => ({
    findings: [
      ...journal.filter(({ stage }) => stage === 'rejected'),
      // Accepted by a node at first, rejected when pushed again.
      ...journal
        .filter(since(nowMs - RULES.refused.thresholds.reportedMs))
        .filter(({ stage, trouble }) => stage !== 'rejected' && trouble === 'refused'),
    ].map((entry) => troubled(entry, 'Failed')),
    words: 'None rejected.',
  }),
  elsewhere: ({ journal, nowMs }) => ({
    findings: journal
      .filter(since(nowMs - RULES.elsewhere.thresholds.reportedMs))
      .filter(({ trouble }) => trouble === 'nonce-taken-elsewhere')
      .map((entry) => troubled(entry, 'Check')),
    words: 'None in the last 24 hours.',
  }),
  unsent: ({ journal }) => ({
    findings: journal
      .filter(({ stage, isHeld, trouble }) => stage === 'signed' && !isHeld && trouble !== 'refused')
      .map((entry) => ({
        ...ofEntry(entry),
        title: `Message with nonce ${formatInteger(entry.nonce)} is signed and not sent`,
        detail: sanitiseToText(entry.problem ?? 'Sextant keeps trying to push it; connect an endpoint that accepts it', 200),
      })),
    words: 'No unsent messages, except those held on purpose.',
  }),
};

function since(timeMs: number): (entry: JournalEntry) => boolean {
  return ({ updatedAtMs }) => updatedAtMs > timeMs;
}

function ofEntry({ id, genesisCid }: JournalEntry): Pick<RuleFinding, 'about' | 'messageId' | 'action'> {
  return { about: [genesisCid, id], messageId: id, action: { label: 'Open', route: `/journal/${encodeURIComponent(id)}` } };
}

function heldUp(kind: HoldUp, { head, journal, nowMs }: FactsOf<'waits'>): Outcome {
  const baseFee = head.head === undefined ? undefined : BigInt(head.head.baseFee);
  const holdUps = findHoldUps(journal, baseFee === undefined ? undefined : { baseFee, genesisCid: head.genesisCid }, nowMs);
  return {
    findings: journal
      .filter(({ id }) => holdUps.get(id) === kind)
      .map((entry) => {
        const found = ofEntry(entry);
        return {
          ...found,
          title: `Message with nonce ${formatInteger(entry.nonce)} pending for ${formatDuration(nowMs - entry.createdAtMs)}`,
          ...holdUpWords(kind, entry, baseFee),
          ...(kind === 'under-base-fee' ? { action: { ...found.action, label: 'Replace' } } : {}),
        };
      }),
    words: 'No messages affected.',
  };
}

function holdUpWords(kind: HoldUp, entry: JournalEntry, baseFee: bigint | undefined): Pick<RuleFinding, 'detail' | 'note'> {
  switch (kind) {
    case 'under-base-fee':
      return baseFee === undefined
        ? { detail: 'Its fee cap is below the base fee' }
        : {
            detail: `Fee cap ${capText(BigInt(entry.gasFeeCap), baseFee)} is below the base fee ${feeText(baseFee)}`,
            note: `Needs ${feeText(baseFee)}`,
          };
    case 'nonce-gap':
      return { detail: 'An earlier message from this sender was signed but is not in the mempool' };
    case 'long':
      return { detail: 'It is in the mempool but not yet in a block' };
  }
}

/** Without its unit where the fee beside it has the same. */
function capText(cap: bigint, baseFee: bigint): string {
  const text = feeText(cap);
  return feeParts(cap).unit === feeParts(baseFee).unit ? text.slice(0, text.lastIndexOf(' ')) : text;
}

function hasFailed({ stage, signedCid, exitCode }: JournalEntry): boolean {
  return (stage === 'failed' && signedCid !== undefined) || (exitCode ?? 0) !== 0;
}

function failedMessage(entry: JournalEntry): RuleFinding {
  return {
    ...ofEntry(entry),
    urgency: 'Failed',
    title: `Message with nonce ${formatInteger(entry.nonce)} failed`,
    detail:
      entry.exitCode === undefined || entry.exitCode === 0
        ? sanitiseToText(entry.problem ?? 'Not sent', 200)
        : `${sanitiseToText(entry.methodName, 60)} failed with exit code ${entry.exitCode}`,
  };
}

function troubled(entry: JournalEntry, urgency: string): RuleFinding {
  const words = troubleWords(entry.trouble ?? 'refused');
  return {
    ...ofEntry(entry),
    urgency,
    title: `Message with nonce ${formatInteger(entry.nonce)}: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`,
    detail: sanitiseToText(entry.problem ?? words.text, 200),
  };
}
