import { useMemo, useState } from 'react';
import { type ExpiryBucket, type SectorsOf, sectorsKey } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { PanelError } from '../../components/feedback/PanelError.tsx';
import { Skeleton } from '../../components/feedback/Skeleton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { useFreshAnswer } from '../../hooks/use-fresh-answer.ts';
import { formatDate } from '../../lib/shown-time.ts';
import styles from './expiry-histogram.module.css';

interface ExpiryHistogramProps {
  readonly where: SectorsOf;
  /** Filter of the list; applies here too. */
  readonly filter: string;
  readonly revision: number;
  /** A range of epochs as the filter writes it: `8000000..8086399`. */
  readonly onChoose: (range: string) => void;
}

type Step = 'week' | 'month';

/** Expirations of live sectors by week or month. A bar lists its sectors. */
export function ExpiryHistogram({ where, filter, revision, onChoose }: ExpiryHistogramProps) {
  const [step, setStep] = useState<Step>('month');
  const question = JSON.stringify([sectorsKey(where), filter, step]);
  const answer = useFreshAnswer(question, (client) => client.miners.summariseSectors({ ...where, filter, step }), {
    revision,
    pauseMs: 1000,
  });
  const { data, error } = answer;
  const most = useMemo(() => Math.max(1, ...(data?.expiries ?? []).map(({ count }) => count)), [data]);
  if (data === undefined) return error === undefined ? <Skeleton widthPx={400} /> : <PanelError error={error} onRetry={answer.refresh} />;
  const { expiries } = data;
  const live = expiries.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={styles.frame} aria-label="Sector expirations">
      <div className={styles.head}>
        <span>
          <b>{formatInteger(data.expiringSoon)}</b> of {formatCount(live, 'live sector')} expire within 30 days, total pledge{' '}
          <AmountText value={data.pledge} places={2} />
        </span>
        <SegmentedControl
          label="Bar width"
          value={step}
          onChange={setStep}
          options={[
            { value: 'week', label: 'Weeks' },
            { value: 'month', label: 'Months' },
          ]}
        />
      </div>
      {expiries.length === 0 ? (
        <p className="t3">No live sectors match the filter.</p>
      ) : (
        <>
          <ol className={styles.bars}>
            {expiries.map((bucket, index) => (
              <li key={bucket.from}>
                <button
                  type="button"
                  className={styles.bar}
                  aria-label={bucketWords(bucket, step)}
                  title={bucketWords(bucket, step)}
                  onClick={() => onChoose(index === expiries.length - 1 ? `>=${bucket.from}` : `${bucket.from}..${bucket.upTo - 1}`)}
                >
                  <span
                    className={styles.column}
                    style={{ height: `${(bucket.count / most) * 100}%` }}
                    data-empty={bucket.count === 0 || undefined}
                  >
                    <span
                      className={styles.full}
                      style={{ height: `${bucket.count === 0 ? 0 : (bucket.fullCount / bucket.count) * 100}%` }}
                    />
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <div className={styles.words} aria-hidden="true">
            <span>{formatDate(expiries[0]?.fromTimeMs ?? 0)}</span>
            <span className="t3">
              maximum per {step}: {formatInteger(most)}; lower part: 10× quality
            </span>
            <span>{formatDate(expiries.at(-1)?.fromTimeMs ?? 0)}</span>
          </div>
        </>
      )}
    </section>
  );
}

function bucketWords({ fromTimeMs, count, fullCount }: ExpiryBucket, step: Step): string {
  const full = fullCount === 0 ? '' : `, ${formatInteger(fullCount)} with 10× quality`;
  return `${step === 'week' ? 'Week' : 'Month'} from ${formatDate(fromTimeMs)}: ${formatCount(count, 'sector')}${full}`;
}
