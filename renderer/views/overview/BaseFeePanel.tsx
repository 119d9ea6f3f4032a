import { useCallback } from 'react';
import type { Overview } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { Chart } from '../../components/Chart.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { type AmountUnit, feeParts, feeUnit } from '../../lib/amount-parts.ts';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import { formatClock, shownZone } from '../../lib/shown-time.ts';
import styles from './overview.module.css';

interface BaseFeePanelProps {
  readonly overview: Overview | undefined;
  /** What brought the tipsets whose fees are drawn. */
  readonly calls: readonly CallRef[] | undefined;
}

/** The base fee of the last tipsets, and the fee cap of an own message that waits under it. */
export function BaseFeePanel({ overview, calls }: BaseFeePanelProps) {
  const fees = overview?.baseFees;
  const stuckCap = useTopic('messages.journalChanged', (journal) => lowestWaitingCap(journal));
  const option = useCallback((theme: ChartTheme) => baseFeeChart(fees ?? [], stuckCap, theme), [fees, stuckCap]);
  const last = fees?.at(-1);
  return (
    <Panel
      title="Base fee"
      sub={fees === undefined ? undefined : `${unitOf(fees)}, last ${formatCount(fees.length, 'tipset')}`}
      calls={calls}
    >
      <div className={styles.chart}>
        {fees === undefined || last === undefined ? (
          <div className={styles.chartWaiting}>
            <Skeleton widthPx={200} />
          </div>
        ) : (
          <Chart
            label={`Base fee over ${formatCount(fees.length, 'tipset')}, now ${feeText(BigInt(last.baseFee))}`}
            heightPx={180}
            option={option}
          />
        )}
      </div>
    </Panel>
  );
}

function lowestWaitingCap(journal: readonly JournalEntry[] | undefined): string | undefined {
  const caps = (journal ?? []).filter(({ stage }) => stage === 'pushed' || stage === 'in-pool').map(({ gasFeeCap }) => BigInt(gasFeeCap));
  const [first, ...rest] = caps;
  return first === undefined ? undefined : rest.reduce((least, cap) => (cap < least ? cap : least), first).toString();
}

/** The unit that the highest of the fees reads best in. */
function unitOf(fees: Overview['baseFees']): AmountUnit {
  return feeUnit(fees.reduce((highest, { baseFee }) => (BigInt(baseFee) > highest ? BigInt(baseFee) : highest), 0n));
}

/** Plotted as doubles, which is exact enough for a pixel; every figure in words comes from the exact value. */
function baseFeeChart(fees: Overview['baseFees'], stuckCap: string | undefined, theme: ChartTheme) {
  const scale = unitOf(fees) === 'nanoFIL' ? 1e9 : 1;
  const points = fees.map((point) => [point.height, Number(BigInt(point.baseFee)) / scale]);
  const highest = Math.max(...points.map(([, fee]) => fee ?? 0), 0);
  // A cap far above the fees would flatten them into a line.
  const isCapShown = stuckCap !== undefined && Number(BigInt(stuckCap)) / scale < highest * 2;
  const byHeight = new Map(fees.map((point) => [point.height, point]));
  const places = placesFor(highest);
  return {
    grid: { left: 16, right: 66, top: 14, bottom: 24 },
    xAxis: {
      type: 'value',
      min: 'dataMin',
      max: 'dataMax',
      minInterval: 1,
      splitNumber: 4,
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { lineStyle: { color: theme.line } },
      splitLine: { show: false },
      axisLabel: {
        color: theme.axis,
        fontSize: 11,
        hideOverlap: true,
        formatter: (height: number) => formatInteger(height),
        showMinLabel: false,
        showMaxLabel: false,
      },
    },
    yAxis: {
      type: 'value',
      position: 'right',
      min: 0,
      splitNumber: 4,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: theme.axis, fontSize: 11, formatter: (fee: number) => (places === 0 ? formatInteger(fee) : fee.toFixed(places)) },
      splitLine: { lineStyle: { color: theme.grid } },
    },
    tooltip: { formatter: (items: unknown) => tooltipText(items, byHeight) },
    series: [
      {
        type: 'line',
        data: points,
        showSymbol: false,
        lineStyle: { width: 1.5, color: theme.series[0] },
        itemStyle: { color: theme.series[0] },
        markPoint: { symbol: 'circle', symbolSize: 7, label: { show: false }, itemStyle: { color: theme.accent }, data: lastPoint(points) },
        ...(isCapShown
          ? {
              markLine: {
                symbol: 'none',
                lineStyle: { color: theme.warning, type: [4, 3], width: 1 },
                label: {
                  position: 'insideStartTop',
                  color: theme.warning,
                  fontSize: 11,
                  formatter: `Fee cap of your waiting message, ${feeText(BigInt(stuckCap))}`,
                },
                data: [{ yAxis: Number(BigInt(stuckCap)) / scale }],
              },
            }
          : {}),
      },
    ],
  };
}

function lastPoint(points: readonly (readonly (number | undefined)[])[]) {
  const last = points.at(-1);
  return last === undefined ? [] : [{ coord: last }];
}

function tooltipText(items: unknown, byHeight: ReadonlyMap<number, Overview['baseFees'][number]>): string {
  const [item] = Array.isArray(items) ? items : [];
  const height: unknown = item?.value?.[0];
  const point = typeof height === 'number' ? byHeight.get(height) : undefined;
  if (point === undefined) return '';
  return `${formatInteger(point.height)}, ${formatClock(point.timeMs)} ${shownZone(point.timeMs)}\n${feeText(BigInt(point.baseFee))}`;
}

/** Enough places that the scale's steps differ. */
function placesFor(highest: number): number {
  return highest <= 0 || highest >= 100 ? 0 : Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(highest))));
}

function feeText(fee: bigint): string {
  const parts = feeParts(fee);
  return `${parts.sign}${parts.digits}${parts.zeros} ${parts.unit}`;
}
