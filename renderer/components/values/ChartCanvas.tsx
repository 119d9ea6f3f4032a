import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, MarkPointComponent, TooltipComponent } from 'echarts/components';
import { type ECharts, init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { useEffect, useRef } from 'react';
import { useThemeName } from '../../hooks/use-theme-name.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { readChartTheme } from '../../lib/chart-theme.ts';
import { elementScale } from '../../lib/element-scale.ts';
import type { ChartProps } from './Chart.tsx';

use([BarChart, LineChart, GridComponent, MarkLineComponent, MarkPointComponent, TooltipComponent, CanvasRenderer]);

export function ChartCanvas({ label, heightPx, option }: ChartProps) {
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts | undefined>(undefined);
  const theme = useThemeName();
  const zoomPercent = useTopic('settings.changed', (settings) => settings?.zoomPercent);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new zoom level needs a new chart
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    // As many points as are shown at the size that is set.
    const made = init(element, undefined, { renderer: 'canvas', devicePixelRatio: window.devicePixelRatio * elementScale(element) });
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    for (const name of POINTED) element.addEventListener(name, countOwnPixels, { capture: true });
    return () => {
      for (const name of POINTED) element.removeEventListener(name, countOwnPixels, { capture: true });
      observer.disconnect();
      made.dispose();
      chart.current = undefined;
    };
  }, [zoomPercent]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chart needs its options again
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
  }, [option, theme, zoomPercent]);

  // The canvas is whole pixels wide: in half a pixel less it would make the screen scroll sideways.
  return <div ref={holder} role="img" aria-label={label} style={{ height: heightPx, width: '100%', overflow: 'hidden' }} />;
}

const POINTED = ['mousemove', 'mousedown', 'mouseup', 'mouseout', 'click', 'wheel'] as const;

/** Where the pointer is comes in pixels of the window; the chart was laid out in its own. */
function countOwnPixels(event: MouseEvent): void {
  const { currentTarget } = event;
  if (!(currentTarget instanceof Element)) return;
  const scale = elementScale(currentTarget);
  if (scale === 1) return;
  const { left, top } = currentTarget.getBoundingClientRect();
  Object.defineProperties(event, {
    offsetX: { value: (event.clientX - left) / scale },
    offsetY: { value: (event.clientY - top) / scale },
  });
}
