/** News of the journal, for toasts. */
import { waitTrouble } from '../../shared/attention/hold-ups.ts';
import { troubleWords } from '../../shared/attention/message-trouble.ts';
import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';
import { formatCount, formatInteger } from '../../shared/text/format.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { journalWords, wasNeverSigned } from '../lib/journal-words.ts';

export interface News {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly title: string;
  readonly message: string;
}

type Kind = 'final' | 'failed' | 'stuck';

/** The news of an entry in its current state; undefined while it is in progress. */
function kindOfNews(entry: JournalEntry, baseFee: bigint | undefined, nowMs: number): Kind | undefined {
  if (wasNeverSigned(entry)) return undefined;
  if (entry.stage === 'rejected' || entry.stage === 'failed' || (entry.exitCode !== undefined && entry.exitCode !== 0)) return 'failed';
  if (entry.trouble === 'failed-inside' || entry.trouble === 'nonce-taken-elsewhere') return 'failed';
  if (entry.stage === 'final') return 'final';
  return waitTrouble(entry, baseFee, nowMs) === undefined ? undefined : 'stuck';
}

/**
 * Find news since the last call, one item per kind regardless of the number of messages. Each kind is reported once per message and
 * recorded in `told`. Everything in the first call counts as old.
 */
export function findNews(
  entries: readonly JournalEntry[],
  told: Set<string>,
  { baseFee, nowMs, isFirst }: { readonly baseFee: bigint | undefined; readonly nowMs: number; readonly isFirst: boolean },
): readonly News[] {
  const fresh = new Map<Kind, JournalEntry[]>();
  for (const entry of entries) {
    const kind = kindOfNews(entry, baseFee, nowMs);
    if (kind === undefined || told.has(`${kind} ${entry.id}`)) continue;
    told.add(`${kind} ${entry.id}`);
    fresh.set(kind, [...(fresh.get(kind) ?? []), entry]);
  }
  return isFirst ? [] : [...fresh].map(([kind, of]) => wordsOf(kind, of));
}

const TITLES: Readonly<Record<Kind, string>> = { final: 'final', failed: 'failing', stuck: 'stuck' };
const TONES: Readonly<Record<Kind, News['tone']>> = { final: 'success', failed: 'danger', stuck: 'warning' };

function wordsOf(kind: Kind, entries: readonly JournalEntry[]): News {
  const [first] = entries;
  const tone = TONES[kind];
  if (first === undefined || entries.length > 1) {
    return { tone, title: `${formatCount(entries.length, 'message')} are ${TITLES[kind]}`, message: 'See the journal.' };
  }
  const name = `${sanitiseToText(first.methodName, 60)}, nonce ${formatInteger(first.nonce)}`;
  switch (kind) {
    case 'final':
      return { tone, title: 'Message final', message: name };
    case 'failed':
      return {
        tone,
        title: first.trouble === undefined ? journalWords(first).words : troubleWords(first.trouble).title,
        message: `${name}. See the journal.`,
      };
    case 'stuck':
      return { tone, title: 'Message stuck', message: `${name}. See the journal for the reason.` };
  }
}
