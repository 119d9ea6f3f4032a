import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RowPage, type RowPlace, useWindowRows, type WindowRows } from '../../../../renderer/hooks/use-window-rows.ts';
import { type Rendered, render } from '../../../builders/rendered.tsx';

type By = 'size' | 'age';
interface Page extends RowPage<string> {
  readonly total: number;
}

const COLUMNS: readonly By[] = ['size', 'age'];
const TOTAL = 100_000;

let drawn: Rendered | undefined;
let latest: WindowRows<string, Page> | undefined;
const ask = vi.fn<(question: string, place: RowPlace<By>) => Promise<Page>>();

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset();
  ask.mockImplementation(async (question, { order, offset, limit }) => ({
    total: TOTAL,
    matching: question === 'few' ? 30 : TOTAL,
    offset,
    rows: Array.from(
      { length: Math.min(limit, (question === 'few' ? 30 : TOTAL) - offset) },
      (_, step) => `${order.by} ${order.direction} ${offset + step}`,
    ),
  }));
});
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  vi.useRealTimers();
});

interface ProbeProps {
  readonly question: string | undefined;
  readonly revision: number;
  readonly subject: string;
}

function Probe({ question, revision, subject }: ProbeProps) {
  latest = useWindowRows<string, By, Page>({
    question,
    subject,
    ask: (_, place) => ask(question ?? '', place),
    sortableColumns: COLUMNS,
    defaultOrder: { by: 'age', direction: 'descending' },
    revision,
    pauseMs: 100,
  });
  return undefined;
}

async function draw(question: string | undefined, revision = 0, subject = 'mainnet'): Promise<void> {
  const node = <Probe question={question} revision={revision} subject={subject} />;
  if (drawn === undefined) drawn = await render(node);
  else await drawn.rerender(node);
}
const pass = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(200)));
const list = (): WindowRows<string, Page> => {
  if (latest === undefined) throw new Error('The hook was not drawn.');
  return latest;
};
const see = (firstIndex: number, endIndex: number): Promise<void> =>
  act(async () => list().rows.onWindow(firstIndex, endIndex, firstIndex === 0));

describe('rows of which only those are held that can be seen', () => {
  it('asks in steps around what is seen, and again only when another step is reached', async () => {
    await draw('all');
    await see(1000, 1030);
    await pass();
    expect(ask).toHaveBeenLastCalledWith('all', { order: { by: 'age', direction: 'descending' }, offset: 975, limit: 75 });
    const { rows, seen } = list();
    expect([rows.count, rows.offset, rows.loaded.length]).toEqual([TOTAL, 975, 75]);
    expect([seen[0], seen.length]).toEqual(['age descending 1000', 30]);
    const calls = ask.mock.calls.length;
    await see(1001, 1030);
    await pass();
    expect(ask.mock.calls.length).toBe(calls);
  });

  it('asks once for what a list at its top shows, however high its window', async () => {
    await draw('all');
    await pass();
    await see(0, 76);
    await pass();
    expect(ask.mock.calls).toEqual([['all', { order: { by: 'age', direction: 'descending' }, offset: 0, limit: 100 }]]);
  });

  it('orders by a column, goes to the top for it, and says so while the old order is still shown', async () => {
    await draw('all');
    await see(0, 30);
    await pass();
    const { topKey } = list().rows;
    await act(async () => list().rows.onSort({ columnId: 'size', direction: 'ascending' }));
    expect([list().isStale, list().isDefaultOrder, list().rows.topKey === topKey]).toEqual([true, false, false]);
    await pass();
    expect([list().isStale, list().rows.loaded[0]]).toEqual([false, 'size ascending 0']);
    // A column that the list cannot be ordered by leaves it as it was.
    await act(async () => list().rows.onSort({ columnId: 'colour', direction: 'ascending' }));
    await pass();
    expect(list().rows.loaded[0]).toBe('age descending 0');
  });

  it('keeps the rows of the last answer when another is refused', async () => {
    await draw('all');
    await see(0, 30);
    await pass();
    ask.mockRejectedValueOnce(new Error('away'));
    await draw('all', 1);
    await pass();
    expect([list().isStale, list().error?.code, list().rows.loaded[0]]).toEqual([true, 'internal', 'age descending 0']);
    await act(async () => list().refresh());
    await pass();
    expect([list().isStale, list().error]).toEqual([false, undefined]);
  });

  it('reads pages for a copy in the order that is shown', async () => {
    await draw('few');
    await see(0, 30);
    await pass();
    expect(await list().rows.readPage?.(20, 500)).toEqual(Array.from({ length: 10 }, (_, step) => `age descending ${20 + step}`));
  });

  it('ends a copy when the list becomes another one', async () => {
    await draw('few');
    await see(0, 30);
    await pass();
    const readPage = list().rows.readPage;
    await draw('all');
    await expect(readPage?.(20, 500)).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await list().rows.readPage?.(20, 1)).toEqual(['age descending 20']);
  });

  it('shows no rows of another connection, also where the next one does not answer', async () => {
    await draw('all');
    await see(0, 30);
    await pass();
    ask.mockRejectedValue(new Error('away'));
    await draw('all', 1);
    await pass();
    expect([list().rows.count, list().error?.code]).toEqual([TOTAL, 'internal']);
    await draw('all', 1, 'calibration');
    expect([list().page, list().rows.count, list().error, list().isStale]).toEqual([undefined, 0, undefined, false]);
    await pass();
    expect([list().page, list().rows.count, list().error?.code]).toEqual([undefined, 0, 'internal']);
  });

  it('shows no rows of another filter if those of the current one cannot be read', async () => {
    await draw('all');
    await pass();
    ask.mockRejectedValue(new Error('refused'));
    await draw('few');
    expect(list().page?.matching).toBe(TOTAL);
    await pass();
    expect(list().page).toBeUndefined();
    expect(list().seen).toEqual([]);
    expect(list().error).toBeDefined();
  });

  it('asks nothing without a question', async () => {
    await draw(undefined);
    await pass();
    expect(ask).not.toHaveBeenCalled();
    expect(list().page).toBeUndefined();
  });
});
