import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatDuration, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { feeParts } from '../amount-parts.ts';
import { findHoldUps, type HoldUp, troubleWords } from '../journal-words.ts';
import { feeText } from './amount-words.ts';
import { type AttentionFacts, type AttentionItem, type Check, made, unknown } from './check.ts';

const GROUP = 'My messages';
/** Failed messages are reported for a day. */
const NEWS_MS = 86_400_000;

type Name = Parameters<typeof made>[0];

/** Checks of messages signed or pushed on this machine. */
export function messageChecks(facts: AttentionFacts): readonly Check[] {
  const { journal } = facts;
  const named = (id: string, title: string): Name => ({ id, group: GROUP, title });
  const names = {
    cap: named('under-base-fee', 'Fee cap below base fee'),
    gap: named('nonce-gap', 'Nonce gaps'),
    long: named('waits', 'Long pending'),
    failed: named('failed', 'Failed messages'),
    inside: named('failed-inside', 'Failed internal calls'),
    refused: named('refused', 'Rejected by a node'),
    elsewhere: named('elsewhere', 'Nonces used elsewhere'),
    unsent: named('unsent', 'Signed, not sent'),
  };
  if (journal === undefined) return Object.values(names).map((name) => unknown(name, 'Reading the journal.'));
  const recent = journal.filter(({ updatedAtMs }) => facts.nowMs - updatedAtMs < NEWS_MS);
  return [
    heldUp(names.cap, 'under-base-fee', facts, journal),
    heldUp(names.gap, 'nonce-gap', facts, journal),
    heldUp(names.long, 'long', facts, journal),
    failed(names.failed, recent),
    made(
      names.inside,
      recent.filter(({ trouble }) => trouble === 'failed-inside').map((entry) => troubled(entry, 'warning')),
      'None in the last 24 hours.',
    ),
    made(
      names.refused,
      [...journal.filter(({ stage }) => stage === 'rejected'), ...recent.filter(isRefusedLater)].map((entry) => troubled(entry, 'danger')),
      'None rejected.',
    ),
    made(
      names.elsewhere,
      recent.filter(({ trouble }) => trouble === 'nonce-taken-elsewhere').map((entry) => troubled(entry, 'warning')),
      'None in the last 24 hours.',
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
          detail: sanitiseToText(entry.problem ?? 'Sextant keeps trying to push it; connect an endpoint that accepts it', 200),
          action: openEntry(entry),
        })),
      'No unsent messages, except those held on purpose.',
    ),
  ];
}

/** Accepted by a node at first, rejected when pushed again. */
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
        title: `Message with nonce ${formatInteger(entry.nonce)} pending for ${formatDuration(nowMs - entry.createdAtMs)}`,
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

function failed(name: Name, recent: readonly JournalEntry[]): Check {
  const items = recent
    .filter(({ stage, signedCid, exitCode }) => (stage === 'failed' && signedCid !== undefined) || (exitCode ?? 0) !== 0)
    .map(
      (entry): AttentionItem => ({
        key: entry.id,
        tone: 'danger',
        urgency: 'Failed',
        title: `Message with nonce ${formatInteger(entry.nonce)} failed`,
        detail:
          entry.exitCode === undefined || entry.exitCode === 0
            ? sanitiseToText(entry.problem ?? 'Not sent', 200)
            : `${sanitiseToText(entry.methodName, 60)} failed with exit code ${entry.exitCode}`,
        action: openEntry(entry),
      }),
    );
  return made(name, items, 'None in the last 24 hours.');
}

function troubled(entry: JournalEntry, tone: 'warning' | 'danger'): AttentionItem {
  const words = troubleWords(entry.trouble ?? 'refused');
  return {
    key: entry.id,
    tone,
    urgency: tone === 'danger' ? 'Failed' : 'Check',
    title: `Message with nonce ${formatInteger(entry.nonce)}: ${words.title.charAt(0).toLowerCase()}${words.title.slice(1)}`,
    detail: sanitiseToText(entry.problem ?? words.text, 200),
    action: openEntry(entry),
  };
}
