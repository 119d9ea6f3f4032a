import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { DealPage, DealState } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { withField, withTerms } from '../../lib/filter-pieces.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './deals.module.css';

const FAULTY = 'in faulty sectors';
/** The same rule as the count: only deals in a live sector. */
const ENDING_SOON = 'end:now..+30d (state:proving or state:faulty)';

interface DealCountsProps {
  readonly page: Pick<DealPage, 'counts' | 'faultsUnknown'>;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Counts by state; a click filters by it. */
export function DealCounts({ page, filter, onFilter }: DealCountsProps) {
  const { counts, faultsUnknown } = page;
  const isUnknown = faultsUnknown.count > 0 && counts.faulty === 0;
  const ofState = (state: DealState): string => withField(filter, 'state', state, DEAL_FILTER);
  const entries: readonly (readonly [count: number, words: string, tone: Tone, filtered: string])[] = [
    [counts.proving, 'proving', 'success', ofState('proving')],
    [counts.faulty, FAULTY, counts.faulty === 0 ? 'neutral' : 'danger', ofState('faulty')],
    [
      counts.endingSoon,
      'ending within 30 days',
      counts.endingSoon === 0 ? 'neutral' : 'warning',
      withTerms(filter, ENDING_SOON, DEAL_FILTER),
    ],
    [counts.expired, 'expired', 'neutral', ofState('expired')],
  ];
  const titleOf = (words: string): string =>
    words === FAULTY && faultsUnknown.count > 0
      ? `Sector faults not available from this endpoint: ${faultsUnknown.some.join(', ')}`
      : 'Show only these';
  return (
    <span className={styles.counts}>
      {entries.map(([count, words, tone, filtered]) => (
        <button key={words} type="button" className={styles.count} title={titleOf(words)} onClick={() => onFilter(filtered)}>
          <StatusText tone={tone}>{isUnknown && words === FAULTY ? 'faults unknown' : `${formatInteger(count)} ${words}`}</StatusText>
        </button>
      ))}
    </span>
  );
}
