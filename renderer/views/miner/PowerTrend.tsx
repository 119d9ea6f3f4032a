import { useMemo } from 'react';
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { SeriesPoint } from '../../../shared/ipc/schemas/history.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { formatDate } from '../../lib/shown-time.ts';
import styles from './miner.module.css';

const WIDTH = 300;
const HEIGHT = 36;

/** Power as it was seen on this machine; nothing for a miner that is not one's own, whose power nobody keeps. */
export function PowerTrend({ miner: { address, isOwn } }: { readonly miner: Pick<Miner, 'address' | 'isOwn'> }) {
  const query = useQuery(
    `power of ${address}`,
    (client) => client.history.getSeries({ names: [{ kind: 'quality-adjusted-power', miner: address }], mostPoints: 300 }),
    { isEnabled: isOwn },
  );
  const points = query.data?.series[0]?.points;
  const path = useMemo(() => (points === undefined ? undefined : trendPath(points)), [points]);
  const [first, last] = [points?.[0], points?.at(-1)];
  if (path === undefined || first === undefined || last === undefined) return undefined;
  const label = `Power from ${formatDate(first.timeMs)} to ${formatDate(last.timeMs)}: ${formatBytes(BigInt(first.value))} to ${formatBytes(BigInt(last.value))}, from the local history`;
  return (
    <svg className={styles.trend} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A line over time; undefined for less than two points, which show no trend. */
export function trendPath(points: readonly SeriesPoint[]): string | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || last.timeMs <= first.timeMs) return undefined;
  const values = points.map(({ value }) => Number(value));
  const lowest = Math.min(...values);
  const span = Math.max(...values) - lowest;
  return points
    .map(({ timeMs, value }, index) => {
      const x = ((timeMs - first.timeMs) / (last.timeMs - first.timeMs)) * WIDTH;
      // A power that stays is a line in the middle.
      const y = span === 0 ? HEIGHT / 2 : 2 + (1 - (Number(value) - lowest) / span) * (HEIGHT - 4);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
