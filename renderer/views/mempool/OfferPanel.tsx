import { useCallback } from 'react';
import { formatFil } from '../../../shared/domain/amounts/amount.ts';
import { feeUnit } from '../../../shared/domain/amounts/amount-parts.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { PoolBucket } from '../../../shared/ipc/schemas/mempool.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Panel } from '../../components/layout/Panel.tsx';
import { Chart } from '../../components/values/Chart.tsx';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import styles from './mempool.module.css';

interface OfferPanelProps {
  readonly title: string;
  readonly buckets: readonly PoolBucket[];
  /** Offers below it cannot be included. */
  readonly baseFee: string | undefined;
  readonly calls: readonly CallRef[];
}

const HEIGHT_PX = 92;

/** Histogram of fee caps or premiums, with bins in steps of 1, 2 and 5. */
export function OfferPanel({ title, buckets, baseFee, calls }: OfferPanelProps) {
  const option = useCallback((theme: ChartTheme) => offerChart(buckets, baseFee, theme), [buckets, baseFee]);
  const own = calls.filter(({ method }) => method.startsWith('Mpool'));
  return (
    <Panel title={title} sub="number of messages" calls={own}>
      <div className={styles.chart}>
        <Chart label={words(title, buckets)} heightPx={HEIGHT_PX} option={option} />
      </div>
    </Panel>
  );
}

function words(title: string, buckets: readonly PoolBucket[]): string {
  const shortFee = scaleOf(buckets);
  const bins = buckets.filter(({ count }) => count > 0).map(({ from, count }) => `${formatCount(count, 'message')} from ${shortFee(from)}`);
  return `${title}: ${bins.slice(0, 12).join(', ')}`;
}

function offerChart(buckets: readonly PoolBucket[], baseFee: string | undefined, theme: ChartTheme) {
  const shortFee = scaleOf(buckets);
  const limit = baseFee === undefined ? undefined : BigInt(baseFee);
  const isBelow = (index: number): boolean => {
    const next = buckets[index + 1];
    return limit !== undefined && (next === undefined ? BigInt(buckets[index]?.from ?? 0) * 2n <= limit : BigInt(next.from) <= limit);
  };
  return {
    grid: { left: 24, right: 44, top: 8, bottom: 20 },
    xAxis: {
      type: 'category',
      data: buckets.map(({ from }) => shortFee(from)),
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      axisLabel: { color: theme.axis, fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      position: 'right',
      minInterval: 1,
      splitNumber: 2,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: theme.axis, fontSize: 11, hideOverlap: true },
      splitLine: { lineStyle: { color: theme.grid } },
    },
    tooltip: {
      formatter: (items: unknown) => {
        const [item] = Array.isArray(items) ? items : [];
        const bucket = typeof item?.dataIndex === 'number' ? buckets[item.dataIndex] : undefined;
        return bucket === undefined
          ? ''
          : `from ${shortFee(bucket.from)}${isBelow(item.dataIndex) ? ', below the base fee' : ''}\n${formatCount(bucket.count, 'message')}, ${formatInteger(bucket.gasLimit)} gas`;
      },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 22,
        barCategoryGap: '20%',
        data: buckets.map(({ count }, index) => ({
          value: count,
          itemStyle: { color: isBelow(index) ? theme.warning : theme.series[0] },
        })),
      },
    ],
  };
}

/** Format the lower end of a bin in one unit for the whole scale. */
function scaleOf(buckets: readonly PoolBucket[]): (atto: string) => string {
  const highest = buckets.reduce((maximum, { from }) => (BigInt(from) > maximum ? BigInt(from) : maximum), 0n);
  const unit = feeUnit(highest);
  return (atto) =>
    `${unit === 'nanoFIL' ? formatFil(BigInt(atto), { unit }) : formatInteger(atto)} ${unit === 'nanoFIL' ? 'nFIL' : 'aFIL'}`;
}
