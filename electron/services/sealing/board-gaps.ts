import { formatCount, formatInteger } from '../../../shared/text/format.ts';

/** Sectors listed in a sentence. */
const MAX_NAMED = 5;

/** Sentences about sectors missing from a board of the storage-miner API. */
export function boardGaps(
  { shown, total }: { readonly shown: readonly bigint[]; readonly total: number },
  unreadable: readonly bigint[],
): string[] {
  const gaps: string[] = [];
  if (shown.length !== total) {
    gaps.push(`Showing ${formatInteger(shown.length)} of ${formatCount(total, 'sector')}: those in the pipeline and the newest others.`);
  }
  if (unreadable.length > 0) {
    const names = unreadable.slice(0, MAX_NAMED).join(', ');
    gaps.push(
      `The miner returned no state for ${formatCount(unreadable.length, 'sector')}: ${names}${unreadable.length > MAX_NAMED ? ', …' : ''}.`,
    );
  }
  return gaps;
}
