import { expect, it } from 'vitest';
import { fitColumns } from '../../../../../renderer/lib/fit-columns.ts';
import { otherColumns, ownColumns } from '../../../../../renderer/views/miners/miners-columns.tsx';

it('keeps the open deadline in a window of 1024 px, with the same columns for own miners and others', () => {
  // What is left beside the folded navigation.
  const shown = [ownColumns(new Map()), otherColumns].map((columns) => fitColumns(columns, {}, 960));
  const [own, others] = shown.map((columns) => columns.map(({ id, widthPx }) => `${id} ${widthPx}`));
  expect(own).toEqual(others);
  expect(shown[0]?.map(({ id }) => id)).toEqual(['miner', 'power', 'share', 'active', 'faulty', 'deadline', 'available', 'gas']);
});
