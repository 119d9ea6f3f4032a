import { lazy, Suspense } from 'react';
import type { ChartOption } from '../../lib/chart-theme.ts';

/** The chart library is a third of the bundle: it is loaded with the first chart. */
const ChartCanvas = lazy(async () => ({ default: (await import('./ChartCanvas.tsx')).ChartCanvas }));

export interface ChartProps {
  /** What the chart shows, in words, for those who cannot see it. */
  readonly label: string;
  readonly heightPx: number;
  /** Drawn from the tokens of the theme that is shown; must not change between renders unless the data does. */
  readonly option: ChartOption;
}

/** The one way to a chart: canvas, no animation, colours from the tokens, tooltips that cannot carry markup. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<div style={{ height: props.heightPx }} />}>
      <ChartCanvas {...props} />
    </Suspense>
  );
}
