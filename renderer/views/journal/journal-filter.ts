/** Filter of the journal. */

import type { HoldUp } from '../../../shared/attention/hold-ups.ts';
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { stateWords } from '../../lib/journal-words.ts';

type JournalPart = 'all' | 'open' | 'trouble';

export interface JournalChoice {
  readonly part: JournalPart;
  /** Empty for every sender. */
  readonly from: string;
  /** Empty for every network. */
  readonly genesisCid: string;
  readonly batchId: string | undefined;
}

export interface JournalFilter extends JournalChoice {
  /** Searched in addresses, labels, methods, CIDs, nonces and notes. */
  readonly text: string;
}

export const EVERYTHING: JournalChoice = { part: 'all', from: '', genesisCid: '', batchId: undefined };

/** Whether an entry has a problem. A message that was replaced on purpose has none. */
export function isInTrouble(entry: JournalEntry, holdUp: HoldUp | undefined): boolean {
  const { tone } = stateWords(entry, holdUp);
  return tone === 'danger' || tone === 'warning';
}

/**
 * @param labelOf returns the label of an address, if it has one
 * @param holdUp what delays the message, if anything
 */
export function matchesFilter(
  entry: JournalEntry,
  filter: JournalFilter,
  labelOf: (address: string) => string | undefined,
  holdUp?: HoldUp,
): boolean {
  if (filter.from !== '' && entry.from !== filter.from) return false;
  if (filter.genesisCid !== '' && entry.genesisCid !== filter.genesisCid) return false;
  if (filter.batchId !== undefined && entry.batchId !== filter.batchId) return false;
  if (filter.part === 'open' && isSettledStage(entry.stage)) return false;
  if (filter.part === 'trouble' && !isInTrouble(entry, holdUp)) return false;
  const words = filter.text.trim().toLowerCase().split(/\s+/);
  const searched = [
    entry.from,
    labelOf(entry.from) ?? '',
    entry.to,
    labelOf(entry.to) ?? '',
    entry.methodName,
    entry.signedCid ?? '',
    entry.unsignedCid,
    entry.nonce,
    entry.networkName,
    entry.problem ?? '',
    stateWords(entry, holdUp).words,
  ]
    .join(' ')
    .toLowerCase();
  return words.every((word) => searched.includes(word));
}

/** Sort newest first; messages approved together by nonce, highest first. */
export function newestFirst(entries: readonly JournalEntry[]): JournalEntry[] {
  return entries.toSorted((left, right) => right.createdAtMs - left.createdAtMs || (BigInt(right.nonce) > BigInt(left.nonce) ? 1 : -1));
}

/** Count the messages approved together, by batch. */
export function batchSizes(entries: readonly JournalEntry[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { batchId } of entries) if (batchId !== undefined) sizes.set(batchId, (sizes.get(batchId) ?? 0) + 1);
  return sizes;
}
