import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, MarkPointComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useThemeName } from '../hooks/use-theme-name.ts';
import { readChartTheme } from '../lib/chart-theme.ts';
import type { ChartProps } from './Chart.tsx';

use([BarChart, LineChart, GridComponent, MarkLineComponent, MarkPointComponent, TooltipComponent, CanvasRenderer]);

export function ChartCanvas({ label, heightPx, option }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | undefined>(undefined);
  const theme = useThemeName();

  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const made = init(element, undefined, { renderer: 'canvas' });
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = undefined;
    };
  }, []);

  useEffect(() => {
    const element = holder.current;
    if (element === null || theme === undefined) return;
    const tokens = readChartTheme(element);
    const { tooltip, ...rest } = option(tokens);
    chart.current?.setOption(
      {
        animation: false,
        textStyle: { fontFamily: tokens.fontFamily, fontSize: 11, color: tokens.axis },
        // Never an HTML tooltip: it would write what a node said as markup.
        tooltip: {
          trigger: 'axis',
          backgroundColor: tokens.overlay,
          borderColor: tokens.line,
          borderWidth: 1,
          padding: [6, 9],
          textStyle: { color: tokens.text, fontSize: 12 },
          axisPointer: { lineStyle: { color: tokens.line } },
          ...(tooltip as object | undefined),
          renderMode: 'richText',
        },
        ...rest,
      },
      { notMerge: true },
    );
  }, [option, theme]);

  return <div ref={holder} role="img" aria-label={label} style={{ height: heightPx, width: '100%' }} />;
}
