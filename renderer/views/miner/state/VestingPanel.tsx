import { useCallback, useMemo } from 'react';
import { amountParts } from '../../../../shared/domain/amounts/amount-parts.ts';
import type { MinerStateRead } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatInteger } from '../../../../shared/text/format.ts';
import { callsOf, type MissingPart, PanelContent } from '../../../components/feedback/QueryContent.tsx';
import { Panel } from '../../../components/layout/Panel.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';
import { Chart } from '../../../components/values/Chart.tsx';
import { EpochText } from '../../../components/values/EpochText.tsx';
import { KeyValue } from '../../../components/values/KeyValue.tsx';
import { Traced } from '../../../components/values/Traced.tsx';
import type { ChartTheme } from '../../../lib/chart-theme.ts';
import { formatDate } from '../../../lib/shown-time.ts';
import { BLOCK_ORIGIN, type FigureBlocks } from '../figure-blocks.ts';
import minerStyles from '../miner.module.css';
import styles from './state.module.css';
import { halfFree, type Vesting, type VestingStep, vestingSteps } from './vesting-steps.ts';

interface VestingPanelProps {
  readonly vesting: MinerStateRead['vesting'] | undefined;
  readonly blocks: FigureBlocks | undefined;
  readonly missing: MissingPart;
}

/** Locked funds and their release schedule. */
export function VestingPanel({ vesting: panel, blocks, missing }: VestingPanelProps) {
  return (
    <Panel title="Vesting" sub="release schedule" calls={callsOf(panel)}>
      <PanelContent panel={panel} {...missing}>
        {(vesting) => <VestingContent vesting={vesting} blocks={blocks} />}
      </PanelContent>
    </Panel>
  );
}

interface VestingContentProps {
  readonly vesting: Vesting;
  readonly blocks: FigureBlocks | undefined;
}

function VestingContent({ vesting: { total, vested, rows }, blocks }: VestingContentProps) {
  const steps = useMemo(() => vestingSteps(rows), [rows]);
  const option = useCallback((theme: ChartTheme) => vestingChart(steps, theme), [steps]);
  const half = halfFree(steps);
  const last = steps.at(-1);
  return (
    <>
      {last === undefined ? undefined : (
        <div className={styles.chart}>
          <Chart label={chartLabel(steps, last)} heightPx={74} option={option} />
        </div>
      )}
      <div className={minerStyles.facts}>
        <KeyValue
          labelWidthPx={100}
          rows={[
            {
              label: 'Locked',
              value: (
                <Traced of={BLOCK_ORIGIN} about={blocks?.state}>
                  <AmountText value={total} places={4} />
                </Traced>
              ),
            },
            vested === '0' ? undefined : { label: 'Vested', value: <AmountText value={vested} places={4} /> },
            half === undefined ? undefined : { label: 'Half vested', value: <EpochText height={half.epoch} timeMs={half.timeMs} /> },
            last === undefined ? undefined : { label: 'Fully vested', value: <EpochText height={last.epoch} timeMs={last.timeMs} /> },
          ]}
        />
      </div>
    </>
  );
}

function chartLabel(steps: readonly VestingStep[], last: VestingStep): string {
  return `${formatFilText(last.freeSum)} come free in ${formatCount(steps.length, 'step')} until ${formatDate(last.timeMs)}`;
}

function formatFilText(attoFil: string): string {
  const { sign, digits, zeros, unit } = amountParts(BigInt(attoFil), { unit: 'FIL', places: 4 });
  return `${sign}${digits}${zeros} ${unit}`;
}

/** Plotted as doubles, which is exact enough for a pixel; figures in words come from the exact amounts. */
function vestingChart(steps: readonly VestingStep[], theme: ChartTheme) {
  const byTimeMs = new Map(steps.map((step) => [step.timeMs, step]));
  return {
    grid: { left: 1, right: 1, top: 4, bottom: 18 },
    xAxis: {
      type: 'value',
      min: 'dataMin',
      max: 'dataMax',
      splitNumber: 2,
      axisLine: { lineStyle: { color: theme.line } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        color: theme.axis,
        fontSize: 11,
        hideOverlap: true,
        showMinLabel: true,
        showMaxLabel: true,
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
        formatter: (timeMs: number) => formatDate(timeMs),
      },
    },
    yAxis: { type: 'value', min: 0, show: false },
    tooltip: { formatter: (items: unknown) => tooltipText(items, byTimeMs) },
    series: [
      {
        type: 'line',
        step: 'end',
        data: steps.map(({ timeMs, freeSum }) => [timeMs, Number(BigInt(freeSum)) / 1e18]),
        showSymbol: steps.length === 1,
        lineStyle: { width: 1.5, color: theme.series[3] },
        itemStyle: { color: theme.series[3] },
        areaStyle: { color: theme.series[3], opacity: 0.18 },
      },
    ],
  };
}

function tooltipText(items: unknown, byTimeMs: ReadonlyMap<number, VestingStep>): string {
  const [item] = Array.isArray(items) ? items : [];
  const timeMs: unknown = item?.value?.[0];
  const step = typeof timeMs === 'number' ? byTimeMs.get(timeMs) : undefined;
  if (step === undefined) return '';
  return `${formatInteger(step.epoch)}, ${formatDate(step.timeMs)}\n${formatFilText(step.amount)}, ${formatFilText(step.freeSum)} by then`;
}
