import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DataColumn, DataTable } from '../../../../../renderer/components/tables/DataTable.tsx';
import { nextRowIndex } from '../../../../../renderer/lib/table-keys.ts';
import type { WindowedRows } from '../../../../../renderer/lib/windowed-rows.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

interface Row {
  readonly id: string;
  readonly size: bigint;
}

const ROWS: readonly Row[] = [
  { id: 'a', size: 2n ** 60n },
  { id: 'b', size: 5n },
  { id: 'c', size: 2n ** 60n + 1n },
];

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'id', head: 'Name', cell: (row) => row.id },
  { id: 'size', head: 'Size', align: 'right', sortBy: (row) => row.size, cell: (row) => row.size.toString() },
];

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function drawTable(props: { selectedKey?: string; onSelect?: (row: Row) => void; rows?: readonly Row[]; total?: number } = {}) {
  const { rows = ROWS, ...rest } = props;
  drawn = await render(<DataTable label="Things" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} hasFooter {...rest} />);
  const grid = drawn.container.querySelector('[role="grid"]');
  if (!(grid instanceof HTMLElement)) throw new Error('There is no grid.');
  return { container: drawn.container, grid };
}

async function press(target: HTMLElement, key: string): Promise<void> {
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  });
}

function namesIn(container: HTMLElement): (string | null | undefined)[] {
  return [...container.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent);
}

describe('DataTable', () => {
  it('is moved through by keys and opens the active row', async () => {
    const onSelect = vi.fn();
    const { grid } = await drawTable({ onSelect });
    await press(grid, 'j');
    await press(grid, 'ArrowDown');
    expect(grid.getAttribute('aria-activedescendant')).toMatch(/-1$/);
    expect(onSelect).not.toHaveBeenCalled();
    await press(grid, 'Enter');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
    await press(grid, 'End');
    await press(grid, ' ');
    expect(onSelect).toHaveBeenLastCalledWith(ROWS[2]);
  });

  it('takes the selection along while something is selected', async () => {
    const onSelect = vi.fn();
    const { grid, container } = await drawTable({ onSelect, selectedKey: 'b' });
    expect(container.querySelector('[aria-selected="true"]')?.textContent).toContain('b');
    await press(grid, 'k');
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(ROWS[0]);
  });

  it('sorts big integers exactly, up, down and back', async () => {
    const { container } = await drawTable();
    const button = container.querySelector<HTMLElement>('th button');
    await act(async () => button?.click());
    expect(namesIn(container)).toEqual(['b', 'a', 'c']);
    expect(container.querySelector('[aria-sort="ascending"]')).not.toBeNull();
    await act(async () => button?.click());
    expect(namesIn(container)).toEqual(['c', 'a', 'b']);
    await act(async () => button?.click());
    expect(namesIn(container)).toEqual(['a', 'b', 'c']);
  });

  it('says how many of how many', async () => {
    const { container } = await drawTable({ total: 116_983 });
    expect(container.textContent).toContain('3 of 116,983');
  });

  it('does not answer keys that belong to a control inside it', async () => {
    const onSelect = vi.fn();
    const { container } = await drawTable({ onSelect });
    const button = container.querySelector<HTMLElement>('th button');
    if (button === null) throw new Error('There is no button.');
    await press(button, 'Enter');
    expect(onSelect).not.toHaveBeenCalled();
  });
});

describe('a table over rows that the page does not hold', () => {
  const rowAt = (index: number): Row => ({ id: `row ${index}`, size: BigInt(index) });
  const rowsAt = (offset: number, count: number): Row[] => Array.from({ length: count }, (_, step) => rowAt(offset + step));

  function windowed(offset: number, loaded: readonly Row[], more: Partial<WindowedRows<Row>> = {}): WindowedRows<Row> {
    return {
      count: 100_000,
      offset,
      loaded,
      onWindow: () => {},
      topKey: 'a',
      sort: undefined,
      sortableColumns: new Set(['size']),
      onSort: () => {},
      ...more,
    };
  }

  async function drawWindow(rows: WindowedRows<Row>, props: { selectedKey?: string; onSelect?: (row: Row) => void } = {}) {
    const node = <DataTable label="Things" columns={COLUMNS} rows={rows} rowKey={(row) => row.id} isFilling {...props} />;
    if (drawn === undefined) drawn = await render(node);
    else await drawn.rerender(node);
    const grid = drawn.container.querySelector('[role="grid"]');
    if (!(grid instanceof HTMLElement)) throw new Error('There is no grid.');
    return { container: drawn.container, grid };
  }

  it('asks for what can be seen, says how many there are, and draws bars for what is not there yet', async () => {
    const onWindow = vi.fn();
    const { container, grid } = await drawWindow(windowed(0, rowsAt(0, 5), { onWindow }));
    expect(onWindow).toHaveBeenLastCalledWith(0, 12, true);
    expect(grid.getAttribute('aria-rowcount')).toBe('100001');
    expect(container.querySelectorAll('tr[aria-busy]')).toHaveLength(7);
    expect(container.textContent).toContain('100,000 rows');
  });

  it('chooses a row that was not there when it was moved to, once it is', async () => {
    const onSelect = vi.fn();
    const { grid } = await drawWindow(windowed(0, rowsAt(0, 5)), { selectedKey: 'row 4', onSelect });
    await press(grid, 'ArrowDown');
    expect(onSelect).not.toHaveBeenCalled();
    await drawWindow(windowed(0, rowsAt(0, 12)), { selectedKey: 'row 4', onSelect });
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(rowAt(5));
    // The rows move; the active one is known by its key.
    await drawWindow(windowed(2, [rowAt(90), ...rowsAt(0, 9)]), { selectedKey: 'row 5', onSelect });
    await press(grid, 'ArrowDown');
    expect(onSelect).toHaveBeenLastCalledWith(rowAt(6));
  });

  it('leaves the order to whoever has the rows', async () => {
    const onSort = vi.fn();
    const { container } = await drawWindow(windowed(0, rowsAt(0, 5), { onSort }));
    const buttons = container.querySelectorAll<HTMLElement>('th button');
    expect([...buttons].map((button) => button.textContent)).toEqual(['Size']);
    await act(async () => buttons[0]?.click());
    expect(onSort).toHaveBeenLastCalledWith({ columnId: 'size', direction: 'ascending' });
    await drawWindow(windowed(0, rowsAt(0, 5), { onSort, sort: { columnId: 'size', direction: 'descending' } }));
    await act(async () => buttons[0]?.click());
    expect(onSort).toHaveBeenLastCalledWith(undefined);
  });
});

describe('keys of a table', () => {
  it('stay within the rows', () => {
    expect(nextRowIndex('j', -1, 3, 10)).toBe(0);
    expect(nextRowIndex('j', 2, 3, 10)).toBe(2);
    expect(nextRowIndex('k', 0, 3, 10)).toBe(0);
    expect(nextRowIndex('PageDown', 0, 100, 10)).toBe(10);
    expect(nextRowIndex('PageUp', 5, 100, 10)).toBe(0);
    expect(nextRowIndex('j', -1, 0, 10)).toBeUndefined();
    expect(nextRowIndex('x', 0, 3, 10)).toBeUndefined();
  });
});
