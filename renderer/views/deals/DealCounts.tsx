import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { DealPage } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/StatusText.tsx';
import { withField } from '../../lib/filter-pieces.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './deals.module.css';

const FAULTY = 'in faulty sectors';

interface DealCountsProps {
  readonly page: Pick<DealPage, 'counts' | 'faultsUnknown'>;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** The counts that matter, each a filter. */
export function DealCounts({ page, filter, onFilter }: DealCountsProps) {
  const { counts, faultsUnknown } = page;
  const isUnknown = faultsUnknown.count > 0 && counts.faulty === 0;
  const entries: readonly (readonly [count: number, words: string, tone: Tone, field: string, value: string])[] = [
    [counts.proving, 'proving', 'success', 'state', 'proving'],
    [counts.faulty, FAULTY, counts.faulty === 0 ? 'neutral' : 'danger', 'state', 'faulty'],
    [
      counts.endingSoon,
      counts.endingSoon === 1 ? 'ends in 30 days' : 'end in 30 days',
      counts.endingSoon === 0 ? 'neutral' : 'warning',
      'end',
      'now..+30d',
    ],
    [counts.expired, 'expired', 'neutral', 'state', 'expired'],
  ];
  const titleOf = (words: string): string =>
    words === FAULTY && faultsUnknown.count > 0
      ? `This endpoint does not say which sectors are faulty: of ${faultsUnknown.some.join(', ')}`
      : 'Show these alone';
  return (
    <span className={styles.counts}>
      {entries.map(([count, words, tone, field, value]) => (
        <button
          key={words}
          type="button"
          className={styles.count}
          title={titleOf(words)}
          onClick={() => onFilter(withField(filter, field, value, DEAL_FILTER))}
        >
          <StatusText tone={tone}>{isUnknown && words === FAULTY ? 'faults not known' : `${formatInteger(count)} ${words}`}</StatusText>
        </button>
      ))}
    </span>
  );
}
