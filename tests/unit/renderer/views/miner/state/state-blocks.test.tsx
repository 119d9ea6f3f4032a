// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { StateBlocks } from '../../../../../../renderer/views/miner/state/StateBlocks.tsx';
import { useMinerRead } from '../../../../../../renderer/views/miner/state/use-miner-read.ts';
import { useMinerRoute } from '../../../../../../renderer/views/miner/use-miner-route.ts';
import type { ConnectionsState } from '../../../../../../shared/ipc/schemas/connections.ts';
import type { SectorPage, SectorPageQuestion, SectorSummary } from '../../../../../../shared/ipc/schemas/miner-sectors.ts';
import type { MinerStateRead, StateReadProgress } from '../../../../../../shared/ipc/schemas/state-read.ts';
import { parseCsv } from '../../../../../../shared/text/csv.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../../builders/rendered.tsx';
import { GENESIS, readProgress, sectorRow, wholeRead } from './sample-read.ts';

// There is no canvas to draw on here.
vi.mock('../../../../../../renderer/components/values/ChartCanvas.tsx', () => ({
  ChartCanvas: ({ label }: { readonly label: string }) => <div role="img" aria-label={label} />,
}));

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

function connections(missingMethods: string[] = []): ConnectionsState {
  return {
    activeId: 'a',
    revision: 1,
    connections: [
      {
        id: 'a',
        kind: 'custom',
        name: 'harbour-1',
        httpUrl: 'http://127.0.0.1:1/rpc/v1',
        apiVersion: 'v1',
        namespace: 'Filecoin',
        hasToken: false,
        hasMinerToken: false,
        hasHeaders: false,
        isTokenLocked: false,
        isTokenExposed: false,
      },
    ],
    offers: [],
    capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods },
  };
}

const SUMMARY: SectorSummary = {
  pinned: { height: 153, key: [GENESIS], timeMs: 1 },
  total: 2,
  matching: 2,
  byState: { active: 1, faulty: 1, recovering: 0, unproven: 0, terminated: 0 },
  pledge: '0',
  dailyFee: '0',
  qualityAdjusted: '0',
  expiringSoon: 1,
  expiries: [],
};

function Screen({ address }: { readonly address: string }) {
  const [shown, go] = useMinerRoute(address);
  return <StateBlocks address={address} reading={useMinerRead(address, true)} shown={shown} go={go} />;
}

async function draw(reads: readonly StateReadProgress[], { read = wholeRead(), missingMethods = [] as string[], address = 'f01000' } = {}) {
  const progress = new ManualTopic<readonly StateReadProgress[]>(reads);
  const startMinerRead = vi.fn(async () => ({ readId: '1' }));
  const continueRead = vi.fn(async () => ({}));
  const cancelRead = vi.fn(async () => ({}));
  const listSectors = vi.fn(
    async ({ offset }: SectorPageQuestion): Promise<SectorPage> => ({
      total: 2,
      matching: 2,
      offset,
      rows: [sectorRow(7), sectorRow(8, { isFaulty: true, isActive: false })],
      calls: [],
    }),
  );
  const summariseSectors = vi.fn(async () => SUMMARY);
  const getMinerRead = vi.fn(async (): Promise<MinerStateRead> => read);
  const client = clientWith({
    connections: { changed: new ManualTopic(connections(missingMethods)) },
    chain: { headChanged: new ManualTopic<unknown>({ genesisCid: GENESIS }) as never },
    state: { readProgressed: progress, startMinerRead, continueRead, cancelRead, getMinerRead },
    miners: { listSectors, summariseSectors },
  });
  rendered = await render(<Screen address={address} />, client);
  const { container } = rendered;
  await until(() => {
    expect(container.textContent).not.toBe('');
    if (reads.length > 0) expect(getMinerRead).toHaveBeenCalled();
  });
  return { container, progress, getMinerRead, startMinerRead, continueRead, cancelRead, listSectors, summariseSectors };
}

/** Topics are written once per frame, questions are asked a moment after they change: drawn again until it is so. */
function until(check: () => void): Promise<void> {
  return vi.waitFor(
    async () => {
      await act(async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
      });
      check();
    },
    { timeout: 180_000, interval: 1 },
  );
}

function button(container: HTMLElement, name: string): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`There is no button ${name}.`);
  return found;
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function budgetField(container: HTMLElement): HTMLInputElement {
  const field = [...container.querySelectorAll('input')].find(({ labels }) => /^Call/.test(labels?.[0]?.textContent ?? ''));
  if (field === undefined) throw new Error('There is no field for the budget.');
  return field;
}

test('not read yet: says what will be asked, and begins with the budget that stands there', async () => {
  const { container, startMinerRead } = await draw([]);
  expect(container.textContent).toContain('ChainReadObj');
  await type(budgetField(container), '12,000');
  await act(async () => button(container, 'Read from state').click());
  expect(startMinerRead).toHaveBeenCalledWith({ address: 'f01000', callBudget: 12_000 });
});

test('a budget that is none is marked with the range, and nothing starts with it', async () => {
  const { container, startMinerRead } = await draw([]);
  expect(budgetField(container).parentElement?.textContent).toContain('1 to 200,000');
  for (const wrong of ['0', '-5', 'many', '200001', '']) {
    await type(budgetField(container), wrong);
    expect(budgetField(container).getAttribute('aria-invalid')).toBe('true');
    await act(async () => budgetField(container).dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(budgetField(container).value).toBe(wrong);
    await act(async () => button(container, 'Read from state').click());
  }
  expect(button(container, 'Read from state').getAttribute('aria-description')).toContain('1 to 200,000');
  expect(startMinerRead).not.toHaveBeenCalled();
});

test('unless another is typed, the budget is enough for the example beside it; how long a read is kept is said', async () => {
  const { container, startMinerRead } = await draw([]);
  expect(container.textContent).toContain('A miner with 100,000 sectors takes about 3,500 calls');
  expect(container.textContent).toContain('The last 10 reads are kept until Sextant quits');
  await act(async () => button(container, 'Read from state').click());
  expect(startMinerRead).toHaveBeenCalledWith({ address: 'f01000', callBudget: 5000 });
});

test('an address with spaces around it is the same address', async () => {
  const { container } = await draw([readProgress({ phase: 'its power' })], { address: ' t01000 ' });
  expect(container.textContent).toContain('Reading its power');
});

test('while a read runs, the figures of the one before stay, and are said to be of it', async () => {
  const before = readProgress({ readId: '1', startedAtMs: 1, state: 'done', phase: 'everything' });
  const { container, progress, getMinerRead } = await draw([before]);
  await until(() => expect(container.textContent).toContain('50.000%of the network'));
  const again = readProgress({ readId: '2', startedAtMs: 2, phase: 'the tipset' });
  await act(async () => progress.set([before, again]));
  await until(() => expect(container.textContent).toContain('Reading the tipset'));
  expect(container.textContent).toContain('50.000%of the network');
  expect(container.textContent).toContain('Figures of epoch 153, from the previous read');
  expect(container.querySelectorAll('[role="status"][aria-label="Loading"]')).toHaveLength(0);
  await act(async () => progress.set([before, { ...again, state: 'done', phase: 'everything' }]));
  await until(() => expect(getMinerRead).toHaveBeenLastCalledWith({ readId: '2' }));
  expect(container.textContent).not.toContain('from the previous read');
});

test('an endpoint that gives no blocks is said to, and is asked only on request', async () => {
  const { container, startMinerRead } = await draw([], { missingMethods: ['ChainReadObj'] });
  expect(container.textContent).toContain('This endpoint does not serve ChainReadObj');
  expect(() => button(container, 'Read from state')).toThrow();
  await act(async () => button(container, 'Try anyway').click());
  expect(startMinerRead).toHaveBeenCalledOnce();
});

test('while it runs: phase, figures, a bar; parts that are there are shown, others wait; it can be stopped', async () => {
  const { container, cancelRead } = await draw([readProgress({ phase: 'all sectors', step: { done: 25, total: 100 } })], {
    read: { readId: '1', address: 'f01000', power: wholeRead().power },
  });
  expect(container.textContent).toContain('Reading all sectors');
  expect(container.textContent).toContain('25 of 100');
  expect(container.querySelector('progress')?.value).toBe(0.25);
  expect(container.textContent).toContain('50.000%of the network');
  expect(container.textContent).not.toContain('Pre-commit deposits');
  expect(container.textContent).not.toContain('Not read');
  expect(container.querySelectorAll('[role="status"][aria-label="Loading"]').length).toBeGreaterThan(0);
  await act(async () => button(container, 'Stop').click());
  expect(cancelRead).toHaveBeenCalledWith({ readId: '1' });
});

test('done: the proof names block, state root and state, and what it does not prove; sectors, sums, partitions, vesting', async () => {
  const { container } = await draw([readProgress({ state: 'done', blocks: 112, calls: 113 })]);
  await until(() => expect(container.querySelector('table[aria-label="Sectors"]')).not.toBeNull());
  const proof = container.querySelector('[aria-label="Proof"]');
  expect(proof?.textContent).toMatch(
    /^Verified: every block hashed, from block .+ of tipset 153 through state root .+ to the miner’s state .+/,
  );
  expect(proof?.textContent).toContain('112 blocks');
  expect(proof?.textContent).toContain('113 calls');
  expect(proof?.textContent).toContain('not that the network agreed on the tipset');
  expect([...(proof?.querySelectorAll('[data-call-href]') ?? [])].map((link) => link.getAttribute('data-call-href'))).toEqual([
    '/inspector/41?path=result',
    '/inspector/41?path=result',
    '/inspector/43?path=result',
    '/inspector/42?path=result',
  ]);
  expect(container.textContent).toContain('2 live: 1 active, 1 faulty. In all: pledge 0.6000FIL, daily fee 0.000000120FIL, 96 GiB');
  expect(container.textContent).toContain('2 sectors');
  expect(container.querySelector('[role="img"][aria-label^="3.0000 FIL come free in 2 steps"]')).not.toBeNull();
  await act(async () => button(container, 'Partitions').click());
  expect(container.querySelector('table[aria-label="Partitions"] tbody')?.textContent).toContain('Posted');
  await act(async () => button(container, 'Vesting').click());
  expect(container.querySelector('table[aria-label="Vesting"]')?.textContent).toContain('3.000000');
  await act(async () => button(container, 'Keys').click());
  expect(container.textContent).toContain('worker change pending');
  expect(container.textContent).toContain('32 GiB sectors');
  const keys = [...container.querySelectorAll('table[aria-label="Miner keys"] tbody tr')];
  expect(keys.map(({ textContent }) => textContent)).toEqual(['Ownerf01005.0000FIL', 'Workerf01017.0000FIL']);
  expect(keys.map((row) => row.querySelector('[data-call-href]')?.getAttribute('data-call-href'))).toEqual(
    Array(2).fill('/inspector/46?path=result'),
  );
});

test('a figure leads to the call that brought the block in which it stands', async () => {
  const { container } = await draw([readProgress({ state: 'done' })]);
  await until(() => expect(container.textContent).toContain('Pledge'));
  const callOf = (text: string): string | null | undefined =>
    [...container.querySelectorAll('td, b')]
      .find(({ textContent }) => textContent === text)
      ?.parentElement?.querySelector('[data-call-href]')
      ?.getAttribute('data-call-href');
  expect(['50.000%', 'Pledge', 'Available', 'Pre-commit deposits', 'Balance'].map(callOf)).toEqual(
    [45, 44, 44, 44, 43].map((id) => `/inspector/${id}?path=result`),
  );
});

test('what was found is asked for when a part of it may have come, not with every block', async () => {
  const { container, progress, getMinerRead } = await draw([readProgress({ phase: 'all sectors', blocks: 10 })]);
  const { length: asked } = getMinerRead.mock.calls;
  for (const blocks of [20, 30, 40]) {
    await act(async () => progress.set([readProgress({ phase: 'all sectors', blocks })]));
    await until(() => expect(container.textContent).toContain(`Blocks ${blocks}`));
  }
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(getMinerRead).toHaveBeenCalledTimes(asked);
  await act(async () => progress.set([readProgress({ state: 'done', phase: 'everything', blocks: 40 })]));
  await until(() => expect(getMinerRead).toHaveBeenCalledTimes(asked + 1));
});

test('only a partition of the open window that owes a proof is waited for', async () => {
  const read = wholeRead();
  if (read.partitions === undefined || 'error' in read.partitions) throw new Error('the sample has partitions');
  const [row] = read.partitions.value.rows;
  if (row === undefined) throw new Error('the sample has a partition');
  const at = (deadline: number, change: Partial<typeof row>) => ({ ...row, deadline, isPosted: false, ...change });
  const rows = [
    at(0, { partition: 0, isPosted: true }),
    at(0, { partition: 1, live: 2, faulty: 1, recovering: 0 }),
    at(0, { partition: 2, live: 2, faulty: 2, recovering: 0 }),
    at(0, { partition: 3, live: 2, faulty: 2, recovering: 1 }),
    at(1, { partition: 0 }),
  ];
  const { container } = await draw([readProgress({ state: 'done' })], {
    read: { ...read, partitions: { value: { total: rows.length, rows }, calls: [] } },
  });
  await act(async () => button(container, 'Partitions').click());
  const lines = [...container.querySelectorAll('table[aria-label="Partitions"] tbody tr')].map(({ textContent }) => textContent ?? '');
  expect(lines.map((line) => /Posted|Not yet/.exec(line)?.[0])).toEqual(['Posted', 'Not yet', undefined, 'Not yet', undefined]);
});

test('sectors of a read take the filter language, and a partition leads to its own', async () => {
  const { container, listSectors } = await draw([readProgress({ state: 'done' })]);
  await until(() =>
    expect(listSectors).toHaveBeenLastCalledWith(expect.objectContaining({ address: 'f01000', readId: '1', filter: '-state:terminated' })),
  );
  await act(async () => button(container, 'Partitions').click());
  await act(async () => container.querySelector<HTMLElement>('table[aria-label="Partitions"] tbody tr')?.click());
  await until(() =>
    expect(listSectors).toHaveBeenLastCalledWith(expect.objectContaining({ readId: '1', filter: 'deadline:3 partition:0' })),
  );
  expect(container.querySelector('input[aria-label="Filter sectors"]')).not.toBeNull();
});

test('sectors of a read have expiries, and changes of those that match', async () => {
  const { container, summariseSectors } = await draw([readProgress({ state: 'done' })]);
  await until(() => expect(() => button(container, 'Expiries')).not.toThrow());
  await act(async () => button(container, 'Expiries').click());
  await until(() => expect(summariseSectors).toHaveBeenCalledWith(expect.objectContaining({ address: 'f01000', readId: '1' })));
  for (const name of ['Recover', 'Extend', 'Terminate']) {
    await act(async () => button(container, name).click());
    await until(() => expect(button(container, name).getAttribute('aria-expanded')).toBe('true'));
  }
});

test('stopped and spent: what is there stays, and goes on with the budget that is set; the button keeps the focus', async () => {
  const { container, progress, continueRead } = await draw([readProgress({ phase: 'all sectors' })], {
    read: { readId: '1', address: 'f01000', proof: wholeRead().proof, power: wholeRead().power },
  });
  const stop = button(container, 'Stop');
  stop.focus();
  await act(async () => progress.set([readProgress({ state: 'budget-spent', phase: 'all sectors' })]));
  await until(() => expect(document.activeElement?.textContent).toBe('Continue with 5,000 more calls'));
  expect(container.textContent).toContain('Limit of 3,000 calls reached');
  expect(container.textContent).toContain('50.000%of the network');
  expect(container.textContent).toContain('Not read');
  expect(container.textContent).toContain('Verified so far');
  await type(budgetField(container), '500');
  await act(async () => button(container, 'Continue with 500 more calls').click());
  expect(continueRead).toHaveBeenCalledWith({ readId: '1', callBudget: 500 });
});

test('an end can be left behind: a new read at the present head', async () => {
  const { container, startMinerRead } = await draw([readProgress({ state: 'cancelled' })]);
  await act(async () => button(container, 'Start over').click());
  expect(startMinerRead).toHaveBeenCalledWith({ address: 'f01000', callBudget: 5000 });
});

test('copied are all sectors that pass the filter, page by page', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  const { container, listSectors } = await draw([readProgress({ state: 'done' })]);
  await until(() => expect(container.querySelector('table[aria-label="Sectors"]')).not.toBeNull());
  const all = Array.from({ length: 1203 }, (_, number) => sectorRow(number));
  listSectors.mockImplementation(async ({ offset, limit }) => ({
    total: all.length,
    matching: all.length,
    offset,
    rows: all.slice(offset, offset + limit),
    calls: [],
  }));
  await act(async () => container.querySelector<HTMLElement>('button[aria-label="Copy or save"]')?.click());
  await until(() => expect(() => button(document.body, 'Copy as CSV')).not.toThrow());
  await act(async () => button(document.body, 'Copy as CSV').click());
  await until(() => expect(writeText).toHaveBeenCalled());
  const text = String(writeText.mock.lastCall?.[0]);
  expect(
    parseCsv(text)
      .slice(1)
      .map(({ cells }) => cells[0]),
  ).toEqual(all.map(({ number }) => String(number)));
  await until(() => expect(container.textContent).toContain('1,203 sectors copied'));
  writeText.mockRestore();
});

test('a wrong block: a red state that names the endpoint and the call, and another endpoint to go to', async () => {
  const problem = {
    code: 'block-mismatch',
    message: 'harbour-1 gave bytes that are not the block\u202e',
    retryable: false,
    details: { method: 'ChainReadObj', callId: 99 },
  };
  const { container } = await draw([readProgress({ state: 'failed', problem })], { read: { readId: '1', address: 'f01000' } });
  expect(container.querySelector('[role="alert"]')?.textContent).toBe('harbour-1 returned a wrong block: do not trust it');
  expect(container.querySelector('[data-tone="danger"]')?.textContent).toContain('block-mismatch, ChainReadObj');
  expect(container.textContent).not.toContain('\u202e');
  expect(button(container, 'Show the call')).toBeDefined();
  expect(button(container, 'Use another endpoint')).toBeDefined();
  // Nothing hangs from a block that was verified: there is nothing to show.
  expect(container.querySelector('[aria-label="Miner, read from the state"]')).toBeNull();
});
