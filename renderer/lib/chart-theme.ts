import type { EChartsCoreOption } from 'echarts/core';

/** The tokens that charts use, as the theme that is shown resolves them. */
export interface ChartTheme {
  readonly series: readonly string[];
  readonly grid: string;
  readonly axis: string;
  readonly text: string;
  readonly line: string;
  readonly accent: string;
  readonly warning: string;
  readonly surface: string;
  readonly overlay: string;
  readonly fontFamily: string;
}

export type ChartOption = (theme: ChartTheme) => EChartsCoreOption;

export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    series: [1, 2, 3, 4, 5, 6, 7, 8].map((index) => token(`--chart-${index}`)),
    grid: token('--chart-grid'),
    axis: token('--chart-axis'),
    text: token('--text-1'),
    line: token('--line-strong'),
    accent: token('--accent-fill'),
    warning: token('--warning-fg'),
    surface: token('--surface-1'),
    overlay: token('--surface-3'),
    fontFamily: 'Inter, system-ui, sans-serif',
  };
}
