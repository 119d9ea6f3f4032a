/** Whether data can be retrieved, as answer and reason. */
import type { RetrievalFinding, SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import type { BoardRow } from './board-rows.ts';
import { estimateOf } from './sealing-estimate.ts';

export interface RetrievalWords {
  readonly tone: 'success' | 'warning' | 'danger';
  readonly answer: string;
  readonly reason: string;
}

const ZERO_KB = 'Until pSet is YES, a retrieval returns an empty (0 KB) file. The data is not lost.';

const WORDS: Readonly<Record<RetrievalFinding['verdict'], RetrievalWords>> = {
  sealed: {
    tone: 'success',
    answer: 'Yes: its sector is proven (pSet is YES)',
    reason: 'Retrieval is immediate if the provider keeps an unsealed copy. Otherwise it takes hours of unsealing.',
  },
  'not-in-sector': {
    tone: 'warning',
    answer: 'Not yet: in no sector',
    reason: `The deal is published, but its data is not sealed. ${ZERO_KB}`,
  },
  'not-on-chain': {
    tone: 'warning',
    answer: 'Not yet: its sector is not on chain',
    reason: `The sector must be sealed and its proof included on chain. ${ZERO_KB}`,
  },
  unproven: {
    tone: 'warning',
    answer: 'Not yet: its sector is unproven',
    reason: `The sector is on chain and becomes active with its first proof, in the next window of its deadline. ${ZERO_KB}`,
  },
  faulty: {
    tone: 'danger',
    answer: 'No: its sector is faulty',
    reason: 'The provider missed its proof. The data may be unreachable or lost. The sector becomes active again once it is recovered.',
  },
  recovering: {
    tone: 'warning',
    answer: 'Not now: its sector is recovering',
    reason: 'The sector was faulty. Its provider has declared recovery, to be proven in the next window of its deadline.',
  },
  ended: {
    tone: 'danger',
    answer: 'No: sector or deal ended',
    reason: 'The provider no longer has to keep the data. Other deals of the same piece may have it.',
  },
  slashed: {
    tone: 'danger',
    answer: 'No: the deal was slashed',
    reason: 'Its sector was terminated early. Other deals of the same piece may have the data.',
  },
};

export function retrievalWords({ verdict }: RetrievalFinding): RetrievalWords {
  return WORDS[verdict];
}

/** Estimated time until the data can be retrieved, if the board has the sector. */
export function estimateWords(
  { miner, sector }: RetrievalFinding,
  board: SealingBoard | undefined,
  rows: readonly BoardRow[],
): string | undefined {
  if (board === undefined || board.miner !== miner) return undefined;
  const row = rows.find((entry) => entry.sector.number === sector);
  const estimate = row === undefined ? undefined : estimateOf(row, board.pastMs);
  if (row === undefined) return undefined;
  const details = row.details === '' ? '' : `${row.details}.`;
  if (row.sector.isActive) return undefined;
  return estimate === undefined ? details : `${details} About ${formatDuration(estimate.leftMs)} until proving, by this miner’s medians.`;
}
