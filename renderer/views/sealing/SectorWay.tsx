import type { SealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { formatDuration } from '../../../shared/text/format.ts';
import { DetailSection } from '../../components/DetailPane.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './sealing.module.css';
import { LATE_FACTOR, medianOf } from './sealing-lanes.ts';

interface SectorWayProps {
  readonly number: number;
  /** The present state: the way is asked for again when it changes. */
  readonly state: string;
  readonly pastMs: SealingBoard['pastMs'];
}

/** Where the time of a sector went, state by state, beside what is usual. */
export function SectorWay({ number, state, pastMs }: SectorWayProps) {
  const { data } = useQuery(`sector way ${number} ${state}`, (client) => client.sealing.getSectorWay({ number }));
  if (data === undefined || data.states.length === 0) return undefined;
  return (
    <DetailSection title="Progress" calls={[data.call]}>
      <Traced of="SectorsStatus Log">
        <ol className={styles.way}>
          {data.states.map(({ state: past, tookMs, leftAtMs }) => {
            const median = medianOf(pastMs[past]);
            const isLate = median !== undefined && median > 0 && tookMs >= median * LATE_FACTOR;
            return (
              <li key={`${past} ${leftAtMs}`}>
                <UntrustedText text={past} maximumLength={60} />
                <span className={classNames(styles.wayTime, isLate && styles.badTime)}>{formatDuration(tookMs)}</span>
                <span className="t3">{median === undefined ? '' : `of ${formatDuration(median)}`}</span>
              </li>
            );
          })}
        </ol>
      </Traced>
    </DetailSection>
  );
}
