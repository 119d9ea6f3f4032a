/** What a finding means for who wants the data. */
import type { RetrievalFinding, SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import type { BoardRow } from './board-rows.ts';
import { estimateOf } from './sealing-way.ts';

export interface RetrievalWords {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly answer: string;
  readonly reason: string;
}

const ZERO_KB = 'Until pSet is YES a retrieval returns an empty (0 KB) file; nothing is lost by it.';

const WORDS: Readonly<Record<RetrievalFinding['verdict'], RetrievalWords>> = {
  sealed: {
    tone: 'success',
    answer: 'Yes: its sector is proven, pSet is YES',
    reason: 'It comes at once where the provider keeps an unsealed copy, otherwise after unsealing, which takes hours.',
  },
  'not-in-sector': {
    tone: 'warning',
    answer: 'Not yet: it is in no sector',
    reason: `The deal is published and its data not sealed. ${ZERO_KB}`,
  },
  'not-on-chain': {
    tone: 'warning',
    answer: 'Not yet: its sector is not on chain',
    reason: `The sector has to be sealed and its proof to land. ${ZERO_KB}`,
  },
  unproven: {
    tone: 'warning',
    answer: 'Not yet: its sector waits for its first proof',
    reason: `It is on chain, and active after the next window of its deadline. ${ZERO_KB}`,
  },
  faulty: {
    tone: 'danger',
    answer: 'No: its sector is faulty',
    reason: 'Its provider did not prove it. The data may be there and unreachable, or lost; it counts again once the sector is recovered.',
  },
  recovering: {
    tone: 'warning',
    answer: 'Not now: its sector is being recovered',
    reason: 'It was faulty, and its provider says that it will be proven in the next window of its deadline.',
  },
  ended: {
    tone: 'danger',
    answer: 'No: it has ended',
    reason: 'The sector or the deal is over. Its provider need not have the data any more; other deals of the same piece may.',
  },
  slashed: {
    tone: 'danger',
    answer: 'No: the deal was slashed',
    reason: 'Its sector was terminated before its time. Other deals of the same piece may have the data.',
  },
};

export function retrievalWords({ verdict }: RetrievalFinding): RetrievalWords {
  return WORDS[verdict];
}

/** When it can be had, where the board knows the sector and how long such take. */
export function estimateWords(
  { miner, sector }: RetrievalFinding,
  board: SealingBoard | undefined,
  rows: readonly BoardRow[],
): string | undefined {
  if (board === undefined || board.miner !== miner) return undefined;
  const row = rows.find((entry) => entry.sector.number === sector);
  const estimate = row === undefined ? undefined : estimateOf(row, board.pastMs);
  if (row === undefined) return undefined;
  const missing = row.waits === '' ? '' : `It waits for: ${row.waits.charAt(0).toLowerCase()}${row.waits.slice(1)}.`;
  if (row.sector.isActive) return undefined;
  return estimate === undefined
    ? missing
    : `${missing} By this miner’s medians about ${formatDuration(estimate.leftMs)} until it is proving.`;
}
