import { expect, test } from 'vitest';
import type { ChartTheme } from '../../../../../renderer/lib/chart-theme.ts';
import { streamChart } from '../../../../../renderer/views/actor/stream-chart.ts';

const THEME = { series: ['#111111', '#222222'], axis: '#333333', text: '#444444' } as unknown as ChartTheme;
const course = (id: string) => ({
  id,
  isImplicit: id === '1',
  points: [
    { epoch: 7, timeMs: 700, weight: '0' },
    { epoch: 9, timeMs: 900, weight: '1' },
  ],
});

test('marks the first epoch of the weights once', () => {
  const marks = (start: 'now' | 'pinned') =>
    streamChart([course('1'), course('2')], THEME, start).series.flatMap(({ markLine }) => markLine ?? []);
  expect(marks('now')).toMatchObject([{ label: { formatter: 'now' }, data: [{ xAxis: 700 }] }]);
  expect(marks('pinned')).toMatchObject([{ label: { formatter: 'pinned' } }]);
});
