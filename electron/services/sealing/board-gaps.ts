import { formatCount, formatInteger } from '../../../shared/text/format.ts';

/** Sectors that are named in a sentence. */
const MOST_NAMED = 5;

/** What a board of the storage-miner API does not have, in sentences. */
export function boardGaps(
  { shown, total }: { readonly shown: readonly bigint[]; readonly total: number },
  untold: readonly bigint[],
): string[] {
  const gaps: string[] = [];
  if (shown.length !== total) {
    gaps.push(
      `Of ${formatCount(total, 'sector')} ${formatInteger(shown.length)} are shown: those that are on their way, and the newest of the others.`,
    );
  }
  if (untold.length > 0) {
    const names = untold.slice(0, MOST_NAMED).join(', ');
    gaps.push(
      `The miner does not tell the state of ${formatCount(untold.length, 'sector')}: ${names}${untold.length > MOST_NAMED ? ', …' : ''}.`,
    );
  }
  return gaps;
}
