import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DataColumn, DataTable } from '../../../../../renderer/components/tables/DataTable.tsx';
import { exportFileName } from '../../../../../renderer/lib/export-file-name.ts';
import type { WindowedRows } from '../../../../../renderer/lib/windowed-rows.ts';
import { showTipset } from '../../../../../renderer/stores/shown-tipset.ts';
import { NO_VERSION_KNOWLEDGE } from '../../../../../shared/domain/chain/network-version.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

interface Row {
  readonly id: number;
  readonly pledge: string;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: 'id', head: 'Sector', cell: ({ id }) => id, text: ({ id }) => id, sortBy: ({ id }) => id },
  { id: 'pledge', head: 'Pledge', textName: 'pledge_attofil', cell: () => 'some FIL', text: ({ pledge }) => pledge },
  { id: 'mark', head: '', cell: () => '!' },
];

let drawn: Rendered | undefined;
const writeText = vi.fn(async (_: string) => {});

beforeEach(() => {
  writeText.mockReset();
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
});
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  vi.unstubAllGlobals();
});

async function draw(rows: readonly Row[] | WindowedRows<Row>, client?: Parameters<typeof render>[1]): Promise<HTMLElement> {
  drawn = await render(
    <DataTable
      label="Sectors"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => String(id)}
      unit={['sector', 'sectors']}
      exportName="sectors"
      isFilling
    />,
    client,
  );
  return drawn.container;
}

async function press(container: HTMLElement, label: string): Promise<void> {
  const button = [...container.querySelectorAll('button'), ...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find(
    (entry) => entry.textContent === label || entry.getAttribute('aria-label') === label,
  );
  if (button === undefined) throw new Error(`There is no button ${label}.`);
  await act(async () => button.click());
}

function windowed(count: number, readPage: WindowedRows<Row>['readPage']): WindowedRows<Row> {
  return {
    count,
    offset: 0,
    loaded: [],
    onWindow: () => {},
    topKey: '',
    sort: undefined,
    sortableColumns: new Set(),
    onSort: () => {},
    ...(readPage === undefined ? {} : { readPage }),
  };
}

const rowsOf = (offset: number, count: number): Row[] =>
  Array.from({ length: Math.max(0, count) }, (_, step) => ({ id: offset + step, pledge: '5' }));

describe('rows of a table as text', () => {
  it('are copied in the order that is shown, exact, without what has no text', async () => {
    const container = await draw([
      { id: 1, pledge: '10000000000000000000001' },
      { id: 2, pledge: '=1+1' },
    ]);
    await press(container, 'Sector');
    await press(container, 'Sector');
    await press(container, 'Copy or save');
    await press(container, 'Copy as CSV');
    expect(writeText).toHaveBeenLastCalledWith("Sector,pledge_attofil\r\n2,'=1+1\r\n1,10000000000000000000001\r\n");
    expect(container.querySelector('[role="status"]')?.textContent).toBe('2 sectors copied');
    await press(container, 'Copy or save');
    await press(container, 'Copy as JSON');
    expect(JSON.parse(writeText.mock.lastCall?.[0] ?? '')).toEqual([
      { Sector: 2, pledge_attofil: '=1+1' },
      { Sector: 1, pledge_attofil: '10000000000000000000001' },
    ]);
  });

  it('are read by pages where the page does not hold them, each row once', async () => {
    // The list moves by one row while it is read.
    const readPage = vi.fn(async (offset: number, limit: number) => rowsOf(offset === 0 ? 0 : offset - 1, Math.min(limit, 1201 - offset)));
    const container = await draw(windowed(1200, readPage));
    await press(container, 'Copy or save');
    await press(container, 'Copy as CSV');
    await vi.waitFor(() => expect(writeText).toHaveBeenCalledOnce());
    const lines = (writeText.mock.lastCall?.[0] ?? '').trim().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: 1200 }, (_, index) => index));
    expect(readPage.mock.calls.map(([offset]) => offset)).toEqual([0, 500, 1000, 1201]);
  });

  it('can be given up while they are read', async () => {
    let goOn: () => void = () => {};
    const readPage = vi.fn(
      (offset: number, limit: number) => new Promise<readonly Row[]>((resolve) => (goOn = () => resolve(rowsOf(offset, limit)))),
    );
    const container = await draw(windowed(1_000_000, readPage));
    await press(container, 'Copy or save');
    await press(container, 'Copy as CSV');
    await act(async () => goOn());
    expect(container.querySelector('[role="status"]')?.textContent).toBe('500 of 1,000,000');
    await press(container, 'Cancel');
    await act(async () => goOn());
    expect(readPage).toHaveBeenCalledTimes(2);
    expect(writeText).not.toHaveBeenCalled();
  });

  it('say why they were not read', async () => {
    const container = await draw(windowed(10, () => Promise.reject(new Error('gone'))));
    await press(container, 'Copy or save');
    await press(container, 'Save CSV');
    expect(container.querySelector('[role="status"]')?.textContent).not.toBe('');
    expect(container.querySelector('[role="status"]')?.textContent).not.toMatch(/saved/);
  });

  it('say in every row, copied and saved, that the network is newer than this release', async () => {
    const newer = LAST_NETWORK_VERSION + 1;
    const knowledge = { ...NO_VERSION_KNOWLEDGE, ranges: [{ version: newer, from: 0, to: 100 }] };
    const topics = { versionChanged: new ManualTopic({ knowledge } as never) };
    const forget = showTipset(50, false);
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
      saved.push(content as Blob);
      return 'blob:saved';
    });
    const container = await draw(rowsOf(0, 1), clientWith({ chain: topics as never }));
    const note = `not verified for version ${newer}`;
    await press(container, 'Copy or save');
    await press(container, 'Copy as CSV');
    expect(writeText).toHaveBeenLastCalledWith(`Sector,pledge_attofil,Note\r\n0,5,${note}\r\n`);
    await press(container, 'Copy or save');
    await press(container, 'Save JSON');
    expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual([{ Sector: 0, pledge_attofil: '5', Note: note }]);
    forget();
  });

  it('are offered by a key of the list', async () => {
    const container = await draw(rowsOf(0, 2));
    await act(async () =>
      container.querySelector('[role="grid"]')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true, cancelable: true })),
    );
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Save CSV');
  });
});

describe('the name of a file', () => {
  it('says what, where and when, and takes no path from a node', () => {
    expect(exportFileName('sectors-f01000', 'mainnet', 6562208, 'csv')).toBe('sextant-sectors-f01000-mainnet-6562208.csv');
    expect(exportFileName('deals', '../../etc/“x”', undefined, 'json')).toBe('sextant-deals-etc-x.json');
    expect(exportFileName('deals', 'mainnet', 7, 'csv', 'not verified for version 30')).toBe(
      'sextant-deals-mainnet-7-not-verified-for-version-30.csv',
    );
    expect(exportFileName('deals', undefined, 0, 'csv')).toBe('sextant-deals-0.csv');
  });
});
