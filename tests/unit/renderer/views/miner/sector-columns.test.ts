/** Which columns of sectors stay where there is little room. */
import { expect, test } from 'vitest';
import { fitColumns } from '../../../../../renderer/lib/fit-columns.ts';
import { sectorTableColumns } from '../../../../../renderer/views/miner/sector-columns.tsx';

const TICK = { id: 'tick', widthPx: 36 };

test('beside a pane at 1024 px, quality, end and pledge stay', () => {
  const columns = [TICK, ...sectorTableColumns(() => undefined)];
  expect(fitColumns(columns, {}, 620).map(({ id }) => id)).toEqual(['tick', 'number', 'state', 'quality', 'expires', 'pledge']);
});
