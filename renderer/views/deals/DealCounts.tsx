import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import type { DealPage } from '../../../shared/ipc/schemas/deals.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/StatusText.tsx';
import { withField } from '../../lib/filter-pieces.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './deals.module.css';

interface DealCountsProps {
  readonly counts: DealPage['counts'];
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** The counts that matter, each a filter. */
export function DealCounts({ counts, filter, onFilter }: DealCountsProps) {
  const entries: readonly (readonly [count: number, words: string, tone: Tone, field: string, value: string])[] = [
    [counts.proving, 'proving', 'success', 'state', 'proving'],
    [counts.faulty, 'in faulty sectors', counts.faulty === 0 ? 'neutral' : 'danger', 'state', 'faulty'],
    [
      counts.endingSoon,
      counts.endingSoon === 1 ? 'ends in 30 days' : 'end in 30 days',
      counts.endingSoon === 0 ? 'neutral' : 'warning',
      'end',
      'now..+30d',
    ],
    [counts.expired, 'expired', 'neutral', 'state', 'expired'],
  ];
  return (
    <span className={styles.counts}>
      {entries.map(([count, words, tone, field, value]) => (
        <button
          key={words}
          type="button"
          className={styles.count}
          title="Show these alone"
          onClick={() => onFilter(withField(filter, field, value, DEAL_FILTER))}
        >
          <StatusText tone={tone}>
            {formatInteger(count)} {words}
          </StatusText>
        </button>
      ))}
    </span>
  );
}
