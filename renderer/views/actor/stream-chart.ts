import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import type { StreamCourseView } from '../../../shared/ipc/schemas/reward-streams.ts';
import { formatShare } from '../../../shared/text/format.ts';
import type { ChartTheme } from '../../lib/chart-theme.ts';
import { formatDate } from '../../lib/shown-time.ts';

/** A weight or share of 10^18 as a percentage with two decimals. */
export function weightText(weight: string): string {
  return formatShare(BigInt(weight), WHOLE_WEIGHT, 2);
}

function weightPercent(weight: string): number {
  return Number(BigInt(weight) / 10n ** 12n) / 10_000;
}

/** Name of a stream; the implicit one pays miners. */
export function streamName({ id, isImplicit }: Pick<StreamCourseView, 'id' | 'isImplicit'>): string {
  return isImplicit ? `Stream ${id}, miners` : `Stream ${id}`;
}

/** Line chart of stream weights, from records and pending writes. @param start label of the first epoch */
export function streamChart(streams: readonly StreamCourseView[], theme: ChartTheme, start: 'now' | 'pinned') {
  return {
    grid: { left: 24, right: 54, top: 20, bottom: 24 },
    xAxis: {
      type: 'value',
      min: 'dataMin',
      max: 'dataMax',
      splitNumber: 6,
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { lineStyle: { color: theme.line } },
      splitLine: { show: false },
      axisLabel: {
        color: theme.axis,
        fontSize: 11,
        hideOverlap: true,
        formatter: (timeMs: number) => formatDate(timeMs).slice(0, 7),
        showMinLabel: false,
        showMaxLabel: false,
      },
    },
    yAxis: {
      type: 'value',
      position: 'right',
      min: 0,
      max: 100,
      interval: 25,
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: theme.axis, fontSize: 11, formatter: '{value}%' },
      splitLine: { lineStyle: { color: theme.grid } },
    },
    tooltip: { formatter: (items: unknown) => tooltipText(items, streams) },
    series: streams.map((stream, index) => ({
      type: 'line',
      name: streamName(stream),
      ...(index === 0 ? { markLine: startMark(stream, theme, start) } : {}),
      data: stream.points.map(({ timeMs, weight }, corner) => {
        const percent = weightPercent(weight);
        return { value: [timeMs, percent], ...(corner === 0 ? { label: nameLabel(stream, percent, theme) } : {}) };
      }),
      showSymbol: true,
      symbolSize: 4,
      lineStyle: { width: 1.5, color: theme.series[index % theme.series.length] },
      itemStyle: { color: theme.series[index % theme.series.length] },
    })),
  };
}

/** Marks the epoch of the listed weights. */
function startMark({ points }: StreamCourseView, theme: ChartTheme, text: string) {
  return {
    symbol: 'none',
    silent: true,
    lineStyle: { color: theme.axis, type: [4, 3], width: 1 },
    label: { position: 'end', distance: 4, color: theme.text, fontSize: 11, formatter: text },
    data: points.slice(0, 1).map(({ timeMs }) => ({ xAxis: timeMs })),
  };
}

/** Name of a stream at the start of its line, above or below it. */
function nameLabel(stream: StreamCourseView, percent: number, theme: ChartTheme) {
  const position = percent > 50 ? [8, 8] : [8, -16];
  return { show: true, position, formatter: streamName(stream), color: theme.axis, fontSize: 11 };
}

function tooltipText(items: unknown, streams: readonly StreamCourseView[]): string {
  const hits = Array.isArray(items) ? (items as readonly { value?: unknown; seriesIndex?: unknown }[]) : [];
  const lines = hits.flatMap(({ value, seriesIndex }) => {
    const stream = streams[Number(seriesIndex)];
    const [timeMs, percent] = Array.isArray(value) ? (value as number[]) : [];
    if (stream === undefined || timeMs === undefined || percent === undefined) return [];
    return [`${streamName(stream)}: ${percent.toFixed(2)}% on ${formatDate(timeMs)}`];
  });
  return lines.join('\n');
}
