// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DataColumn, DataTable } from '../../../../renderer/components/DataTable.tsx';
import { nextRowIndex } from '../../../../renderer/lib/table-keys.ts';
import { type Rendered, render } from '../../../builders/rendered.tsx';

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
