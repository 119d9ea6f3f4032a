import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { Traced } from '../../components/values/Traced.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './sealing.module.css';
import { LATE_FACTOR, medianOf } from './sealing-lanes.ts';

interface SectorProgressProps {
  readonly number: number;
  /** The current state; a change reads the progress again. */
  readonly state: string;
  readonly pastMs: SealingBoard['pastMs'];
}

/** Time of a sector in each past state, with the medians. */
export function SectorProgress({ number, state, pastMs }: SectorProgressProps) {
  const { data } = useQuery(`sector progress ${number} ${state}`, (client) => client.sealing.getSectorProgress({ number }));
  if (data === undefined || data.states.length === 0) return undefined;
  return (
    <DetailSection title="Progress" calls={[data.call]}>
      <Traced of="SectorsStatus Log">
        <ol className={styles.progress}>
          {data.states.map(({ state: past, tookMs, leftAtMs }) => {
            const median = medianOf(pastMs[past]);
            const isLate = median !== undefined && median > 0 && tookMs >= median * LATE_FACTOR;
            return (
              <li key={`${past} ${leftAtMs}`}>
                <UntrustedText text={past} maximumLength={60} />
                <span className={classNames(styles.progressTime, isLate && styles.badTime)}>{formatDuration(tookMs)}</span>
                <span className="t3">{median === undefined ? '' : `of ${formatDuration(median)}`}</span>
              </li>
            );
          })}
        </ol>
      </Traced>
    </DetailSection>
  );
}
