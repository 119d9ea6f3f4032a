import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { feeParts } from '../amount-parts.ts';
import { findHoldUps, type HoldUp, troubleWords } from '../journal-words.ts';
import { feeText } from './amount-words.ts';
import { type AttentionFacts, type AttentionItem, type Check, made, unknown } from './check.ts';

const GROUP = 'My messages';
/** A failed message is news for a day. */
const NEWS_MS = 86_400_000;

type Name = Parameters<typeof made>[0];

/** Messages that were signed or pushed here. */
export function messageChecks(facts: AttentionFacts): readonly Check[] {
  const { journal } = facts;
  const named = (id: string, title: string): Name => ({ id, group: GROUP, title });
  const names = {
    cap: named('under-base-fee', 'Fee caps and the base fee'),
    gap: named('nonce-gap', 'Gaps in nonces'),
    long: named('waits', 'Long waits'),
    failed: named('failed', 'Failed in the last day'),
    inside: named('failed-inside', 'Calls inside that failed in the last day'),
    refused: named('refused', 'Rejected by a node'),
    elsewhere: named('elsewhere', 'Nonces used elsewhere in the last day'),
    unsent: named('unsent', 'Signed and not sent'),
  };
  if (journal === undefined) return Object.values(names).map((name) => unknown(name, 'The journal is being read.'));
  const recent = journal.filter(({ updatedAtMs }) => facts.nowMs - updatedAtMs < NEWS_MS);
  return [
    heldUp(names.cap, 'under-base-fee', facts, journal),
    heldUp(names.gap, 'nonce-gap', facts, journal),
    heldUp(names.long, 'long', facts, journal),
    failed(names.failed, recent),
    made(
      names.inside,
      recent.filter(({ trouble }) => trouble === 'failed-inside').map((entry) => troubled(entry, 'warning')),
      'None did.',
    ),
    made(
      names.refused,
      [...journal.filter(({ stage }) => stage === 'rejected'), ...recent.filter(isRefusedLater)].map((entry) => troubled(entry, 'danger')),
      'None was.',
    ),
    made(
      names.elsewhere,
      recent.filter(({ trouble }) => trouble === 'nonce-taken-elsewhere').map((entry) => troubled(entry, 'warning')),
      'None was.',
    ),
    made(
      names.unsent,
      journal
        .filter(({ stage, isHeld, trouble }) => stage === 'signed' && !isHeld && trouble !== 'refused')
        .map((entry) => ({
          key: entry.id,
          tone: 'warning',
          urgency: 'Soon',
          title: `Message with nonce ${formatInteger(entry.nonce)} is signed and not sent`,
          detail: sanitiseToText(entry.problem ?? 'It is pushed again from time to time; an endpoint has to take it', 200),
          action: openEntry(entry),
        })),
      'Nothing is left, except what is kept on purpose.',
    ),
  ];
}

/** Taken by a node once, and refused when it was pushed again. */
function isRefusedLater({ stage, trouble }: JournalEntry): boolean {
  return stage !== 'rejected' && trouble === 'refused';
}

function openEntry({ id }: JournalEntry, label = 'Open'): AttentionItem['action'] {
  return { label, path: `/journal/${encodeURIComponent(id)}` };
}

function heldUp(name: Name, kind: HoldUp, { head, nowMs }: AttentionFacts, journal: readonly JournalEntry[]): Check {
  const baseFee = head?.head === undefined ? undefined : BigInt(head.head.baseFee);
  const holdUps = findHoldUps(journal, baseFee === undefined ? undefined : { baseFee, genesisCid: head?.genesisCid }, nowMs);
  const items = journal
    .filter(({ id }) => holdUps.get(id) === kind)
    .map(
      (entry): AttentionItem => ({
        key: entry.id,
        tone: 'pending',
        urgency: 'Stuck',
        title: `Message with nonce ${formatInteger(entry.nonce)} waits ${formatDuration(nowMs - entry.createdAtMs)}`,
        ...holdUpWords(kind, entry, baseFee),
        action: openEntry(entry, kind === 'under-base-fee' ? 'Replace' : 'Open'),
      }),
    );
  return made(name, items, 'No messages affected.');
}

function holdUpWords(kind: HoldUp, entry: JournalEntry, baseFee: bigint | undefined): Pick<AttentionItem, 'detail' | 'note'> {
  switch (kind) {
    case 'under-base-fee':
      return baseFee === undefined
        ? { detail: 'Its fee cap is under the base fee' }
        : {
            detail: `Fee cap ${capText(BigInt(entry.gasFeeCap), baseFee)} is under the base fee ${feeText(baseFee)}`,
            note: `Needs ${feeText(baseFee)}`,
          };
    case 'nonce-gap':
      return { detail: 'An earlier message of its sender was signed and is in no pool' };
    case 'long':
      return { detail: 'It is in the pool and no block has taken it' };
  }
}

/** Without its unit where the fee beside it has the same. */
function capText(cap: bigint, baseFee: bigint): string {
  const text = feeText(cap);
  return feeParts(cap).unit === feeParts(baseFee).unit ? text.slice(0, text.lastIndexOf(' ')) : text;
}

function failed(name: Name, recent: readonly JournalEntry[]): Check {
  const items = recent
    .filter(({ stage, signedCid, exitCode }) => (stage === 'failed' && signedCid !== undefined) || (exitCode ?? 0) !== 0)
    .map(
      (entry): AttentionItem => ({
        key: entry.id,
        tone: 'danger',
        urgency: 'Failed',
        title: `Message with nonce ${formatInteger(entry.nonce)} did not do what it should`,
        detail:
          entry.exitCode === undefined || entry.exitCode === 0
            ? sanitiseToText(entry.problem ?? 'It was not sent', 200)
            : `${sanitiseToText(entry.methodName, 60)} ended with exit code ${entry.exitCode}`,
        action: openEntry(entry),
      }),
    );
  return made(name, items, 'None did.');
}

function troubled(entry: JournalEntry, tone: 'warning' | 'danger'): AttentionItem {
  const words = troubleWords(entry.trouble ?? 'refused');
  return {
    key: entry.id,
    tone,
    urgency: tone === 'danger' ? 'Failed' : 'Look',
    title: `Message with nonce ${formatInteger(entry.nonce)}: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`,
    detail: sanitiseToText(entry.problem ?? words.text, 200),
    action: openEntry(entry),
  };
}
