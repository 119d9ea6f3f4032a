import { DEAL_FILTER } from '../../../shared/deals/deal-filter.ts';
import { FIL_DECIMALS } from '../../../shared/domain/amounts/amount.ts';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { DealSelection, DealSummary } from '../../../shared/ipc/schemas/deals.ts';
import { formatCount, formatInteger, formatShare } from '../../../shared/text/format.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { useDataCapFreeze } from '../../hooks/use-datacap-freeze.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { withField } from '../../lib/filter-pieces.ts';
import { dealState } from './deal-words.ts';
import styles from './deals.module.css';

interface DealChartsProps {
  readonly selection: DealSelection;
  /** Number of the reading shown; a new reading has new sums. */
  readonly reading: number | undefined;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
}

/** Matching deals by provider, state, price and end month. A click on a bar filters by it. */
export function DealCharts({ selection, reading, filter, onFilter }: DealChartsProps) {
  const query = useQuery(`deals summary ${reading} ${JSON.stringify(selection)}`, (client) => client.deals.summarizeDeals(selection), {
    isEnabled: reading !== undefined,
  });
  const freeze = useDataCapFreeze(selection.at);
  const choose = (field: string, value: string) => onFilter(withField(filter, field, value, DEAL_FILTER));
  return (
    <div className={styles.charts}>
      <QueryContent query={query} skeleton={<SkeletonRows rows={4} columns={3} />}>
        {(summary) => (
          <>
            <Panel title="By provider">
              <Bars
                bars={summary.providers.map(({ address, count, bytes }) => ({
                  key: address ?? 'others',
                  label: address ?? 'others',
                  count,
                  detail: formatBytes(bytes),
                  onChoose: address === undefined ? undefined : () => choose('provider', address),
                }))}
              />
            </Panel>
            <Panel title="By state" sub={`${formatShare(BigInt(summary.verified.bytes), BigInt(summary.bytes))} of bytes verified`}>
              <Bars
                bars={summary.states.map(({ state, count }) => ({
                  key: state,
                  label: dealState(state, freeze).label,
                  count,
                  detail: '',
                  onChoose: () => choose('state', state),
                }))}
              />
            </Panel>
            <Panel title="By price" sub="per GiB and epoch">
              <Bars
                bars={summary.prices.map(({ decade, count, bytes }) => ({
                  key: String(decade),
                  label: priceRange(decade),
                  count,
                  detail: formatBytes(bytes),
                  onChoose: undefined,
                }))}
                empty="No prices: claims and allocations have none."
              />
            </Panel>
            <Panel title="By end month">
              <Months months={summary.months} onChoose={(value) => choose('end', value)} />
            </Panel>
          </>
        )}
      </QueryContent>
    </div>
  );
}

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  readonly detail: string;
  readonly onChoose: (() => void) | undefined;
}

function Bars({ bars, empty = 'No deals match.' }: { readonly bars: readonly Bar[]; readonly empty?: string }) {
  const max = Math.max(1, ...bars.map(({ count }) => count));
  if (bars.length === 0) return <p className={styles.nothing}>{empty}</p>;
  return (
    <ul className={styles.bars}>
      {bars.map(({ key, label, count, detail, onChoose }) => (
        <li key={key}>
          <button type="button" className={styles.bar} disabled={onChoose === undefined} onClick={onChoose}>
            <span className="ell">{label}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.fill} style={{ width: `${Math.max(1, (count / max) * 100)}%` }} />
            </span>
            <span className={styles.figure}>{formatInteger(count)}</span>
            <span className={styles.detail}>{detail}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface MonthsProps {
  readonly months: DealSummary['months'];
  readonly onChoose: (value: string) => void;
}

/** The months of two years, between one column for all earlier ends and one for all later ones. */
function Months({ months, onChoose }: MonthsProps) {
  const max = Math.max(1, ...months.map(({ count }) => count));
  return (
    <div className={styles.monthsFrame}>
      <ol className={styles.months}>
        {months.map(({ startMs, fromEpoch, beforeEpoch, count, bytes }) => {
          const month = monthOf(startMs);
          const words = fromEpoch === undefined ? `before ${month}` : beforeEpoch === undefined ? `${month} and later` : month;
          return (
            <li key={fromEpoch ?? 'before'}>
              <button
                type="button"
                className={styles.month}
                aria-label={`${words}: ${formatCount(count, 'deal')}`}
                title={`${words}: ${formatCount(count, 'deal')}, ${formatBytes(bytes)}`}
                onClick={() => onChoose(rangeOf(fromEpoch, beforeEpoch))}
              >
                <span
                  className={styles.column}
                  style={{ height: `${(count / max) * 100}%` }}
                  data-empty={count === 0 || undefined}
                  data-outside={fromEpoch === undefined || beforeEpoch === undefined || undefined}
                />
              </button>
            </li>
          );
        })}
      </ol>
      <div className={styles.monthWords} aria-hidden="true">
        <span>before {monthOf(months[0]?.startMs ?? 0)}</span>
        <span>{monthOf(months.at(-1)?.startMs ?? 0)} and later</span>
      </div>
    </div>
  );
}

/** `1–10 attoFIL`, `100–1,000 femtoFIL`: in the largest unit with whole numbers at both ends. */
function priceRange(decade: number): string {
  if (decade === 0) return 'free';
  const [unit, places] = Object.entries(FIL_DECIMALS).find(([, digits]) => decade > digits) ?? ['attoFIL', 0];
  const from = 10n ** BigInt(decade - 1 - places);
  return `${formatInteger(from)}–${formatInteger(from * 10n)} ${unit}`;
}

/** A filter value, inclusive at both ends. */
function rangeOf(fromEpoch: number | undefined, beforeEpoch: number | undefined): string {
  if (fromEpoch === undefined) return `<${beforeEpoch ?? 0}`;
  return beforeEpoch === undefined ? `>=${fromEpoch}` : `${fromEpoch}..${beforeEpoch - 1}`;
}

function monthOf(startMs: number): string {
  return new Date(startMs).toISOString().slice(0, 7);
}
