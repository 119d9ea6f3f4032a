import { type AmountUnit, feeText, feeUnit } from '../../../shared/domain/amounts/amount-parts.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import { formatClock, formatDate, formatDateTime } from '../../lib/shown-time.ts';
import type { FeePoint } from './base-fee-points.ts';

/** Below this span, labels in minutes would repeat. */
const SHORT_MS = 10 * 60_000;
/** Below this span, dates would repeat. */
const DAYS_MS = 2 * 86_400_000;

/** The unit for the highest fee. */
export function unitOf(points: readonly (FeePoint | undefined)[]): AmountUnit {
  return feeUnit(points.reduce((highest, point) => (point !== undefined && point.fee > highest ? point.fee : highest), 0n));
}

/** Plotted as doubles, which is exact enough for pixels; all texts use the exact value. */
export function baseFeeChart(points: readonly (FeePoint | undefined)[], stuckCap: string | undefined, theme: ChartTheme) {
  const scale = unitOf(points) === 'nanoFIL' ? 1e9 : 1;
  const drawn = points.map((point) => (point === undefined ? ['-', '-'] : [point.timeMs, Number(point.fee) / scale]));
  const known = points.filter((point) => point !== undefined);
  const highest = Math.max(...known.map(({ fee }) => Number(fee) / scale), 0);
  // A fee cap far above the base fees would flatten the line.
  const isCapShown = stuckCap !== undefined && Number(BigInt(stuckCap)) / scale < highest * 2;
  const byTime = new Map(known.map((point) => [point.timeMs, point]));
  const places = placesFor(highest);
  const last = known.at(-1);
  const coveredMs = (last?.timeMs ?? 0) - (known[0]?.timeMs ?? 0);
  return {
    grid: { left: 16, right: 66, top: 14, bottom: 24 },
    xAxis: {
      type: 'value',
      min: 'dataMin',
      max: 'dataMax',
      splitNumber: 6,
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { lineStyle: { color: theme.line } },
      splitLine: { show: false },
      axisLabel: {
        // A single point has no time span for axis labels.
        show: coveredMs > 0,
        color: theme.axis,
        fontSize: 11,
        hideOverlap: true,
        formatter: (timeMs: number) =>
          coveredMs >= DAYS_MS ? formatDate(timeMs).slice(5) : formatClock(timeMs).slice(0, coveredMs < SHORT_MS ? 8 : 5),
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
    tooltip: { formatter: (items: unknown) => tooltipText(items, byTime) },
    series: [
      {
        type: 'line',
        data: drawn,
        connectNulls: false,
        showSymbol: false,
        lineStyle: { width: 1.5, color: theme.series[0] },
        itemStyle: { color: theme.series[0] },
        markPoint: {
          symbol: 'circle',
          symbolSize: 7,
          label: { show: false },
          itemStyle: { color: theme.accent },
          data: last === undefined ? [] : [{ coord: [last.timeMs, Number(last.fee) / scale] }],
        },
        ...(isCapShown
          ? {
              markLine: {
                symbol: 'none',
                lineStyle: { color: theme.warning, type: [4, 3], width: 1 },
                label: {
                  position: 'insideStartTop',
                  color: theme.warning,
                  backgroundColor: theme.surface,
                  padding: [2, 4],
                  fontSize: 11,
                  formatter: `Fee cap of your stuck message, ${feeText(BigInt(stuckCap))}`,
                },
                data: [{ yAxis: Number(BigInt(stuckCap)) / scale }],
              },
            }
          : {}),
      },
    ],
  };
}

function tooltipText(items: unknown, byTime: ReadonlyMap<number, FeePoint>): string {
  const [item] = Array.isArray(items) ? items : [];
  const timeMs: unknown = item?.value?.[0];
  const point = typeof timeMs === 'number' ? byTime.get(timeMs) : undefined;
  if (point === undefined) return '';
  return `${formatInteger(point.height)}, ${formatDateTime(point.timeMs)}\n${feeText(point.fee)}`;
}

/** Enough decimal places for the axis steps to differ. */
function placesFor(highest: number): number {
  return highest <= 0 || highest >= 100 ? 0 : Math.min(9, Math.max(0, 1 - Math.floor(Math.log10(highest))));
}
