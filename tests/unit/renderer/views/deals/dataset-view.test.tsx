import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { DatasetView } from '../../../../../renderer/views/deals/DatasetView.tsx';
import type { Dataset, DatasetLoad, DatasetSource } from '../../../../../shared/ipc/schemas/dataset.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const URL_OF_DEALS = 'https://deals.example/StateMarketDeals.json.zst';
const IDLE: DatasetLoad = { state: 'idle', bytesDone: 0, rows: 0, rejects: 0 };
const LOADING: DatasetLoad = {
  state: 'loading',
  genesisCid: 'bafy',
  source: URL_OF_DEALS,
  bytesDone: 1024 ** 3,
  bytesTotal: 4 * 1024 ** 3,
  rows: 20_000_000,
  rejects: 3,
  rowsPerSecond: 250_000,
  secondsLeft: 90,
};
const DATASET: Dataset = {
  source: URL_OF_DEALS,
  rows: 80_000_000,
  rejects: 3,
  sourceBytes: 3 * 1024 ** 3,
  sizeBytes: 9 * 1024 ** 3,
  asOfMs: Date.UTC(2026, 10, 22),
  epoch: 6_562_208,
  loadedAtMs: Date.UTC(2026, 10, 23),
};

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

interface Shown {
  readonly text: () => string;
  readonly press: (words: string) => Promise<void>;
  readonly load: ManualTopic<DatasetLoad>;
  readonly startLoad: ReturnType<typeof vi.fn<(source: DatasetSource) => Promise<Record<string, never>>>>;
  readonly commands: string[];
}

async function show(state: DatasetLoad, answer: object, fileName?: string): Promise<Shown> {
  const load = new ManualTopic(state);
  const commands: string[] = [];
  const note = (name: string) => async () => {
    commands.push(name);
    return {};
  };
  const startLoad = vi.fn(async (_: DatasetSource): Promise<Record<string, never>> => ({}));
  const client = clientWith({
    connections: {
      changed: new ManualTopic({ activeId: 'one', revision: 1, connections: [{ id: 'one', dealsDataUrl: URL_OF_DEALS }] } as never),
    },
    dataset: {
      loadChanged: load,
      getDataset: async () => answer,
      getPlace: async () => ({ isOnServer: false, hasPassword: false }),
      startLoad,
      pauseLoad: note('pause'),
      resumeLoad: note('resume'),
      stopLoad: note('stop'),
    },
  });
  const drawn = await render(<DatasetView fileName={fileName} onClose={() => undefined} />, client);
  rendered = drawn;
  return {
    load,
    startLoad,
    commands,
    text: () => drawn.container.textContent ?? '',
    async press(words) {
      await act(async () => {
        [...drawn.container.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click();
      });
    },
  };
}

async function shows(shown: Shown, words: string): Promise<void> {
  await eventually(async () => {
    await act(async () => undefined);
    return shown.text().includes(words) ? true : undefined;
  }, words);
}

it('without a dataset, offers the deals data URL of the endpoint and loads it', async () => {
  const shown = await show(IDLE, { genesisCid: 'bafy' });
  await shows(shown, 'No dataset for this network');
  expect(rendered?.container.querySelector('input')?.value).toBe(URL_OF_DEALS);
  await shown.press('Load');
  expect(shown.startLoad).toHaveBeenCalledWith({ url: URL_OF_DEALS });
});

it('needs the full path of a file opened in a browser', async () => {
  const shown = await show(IDLE, { genesisCid: 'bafy' }, 'StateMarketDeals.json');
  await shows(shown, 'Enter the full path of the file.');
  await shown.press('Load');
  expect(shown.startLoad).not.toHaveBeenCalled();
  const input = rendered?.container.querySelector<HTMLInputElement>('input:not([type=file])');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '/data/StateMarketDeals.json');
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await shown.press('Load');
  expect(shown.startLoad).toHaveBeenCalledWith({ path: '/data/StateMarketDeals.json' });
});

it('shows bytes, rows, rate and time left, and pauses, resumes and stops', async () => {
  const shown = await show(LOADING, { genesisCid: 'bafy' });
  await shows(shown, '1 GiB of 4 GiB');
  expect(shown.text()).toContain('20,000,000 deals, 3 rejected');
  expect(shown.text()).toContain('250,000 deals/s');
  expect(shown.text()).toContain('1 min 30 s left');
  expect(rendered?.container.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('25');
  await shown.press('Pause');
  await act(async () => shown.load.set({ ...LOADING, state: 'paused' }));
  expect(shown.text()).toContain('Paused');
  await shown.press('Resume');
  await shown.press('Stop');
  expect(shown.commands).toEqual(['pause', 'resume', 'stop']);
});

it('shows why a load failed, keeps the dataset in use and retries', async () => {
  const failure = 'The disk is full. The dataset in use was not changed. Free some space and load again.';
  const shown = await show({ ...LOADING, state: 'failed', failure }, { genesisCid: 'bafy', dataset: DATASET });
  await shows(shown, 'Current dataset');
  expect(rendered?.container.querySelector('[role=alert]')?.textContent).toContain(failure);
  expect(shown.text()).toContain('80,000,000');
  expect(shown.text()).toContain('9 GiB');
  await shown.press('Try again');
  expect(shown.startLoad).toHaveBeenCalledWith({ url: URL_OF_DEALS });
});

it('shows the rejects of a finished load', async () => {
  const shown = await show({ ...LOADING, state: 'done' }, { genesisCid: 'bafy', dataset: DATASET });
  expect(shown.text()).toContain('20,000,000 deals loaded');
  expect(shown.text()).toContain('3 records rejected.');
});

it('asks to connect if the network is unknown', async () => {
  await shows(await show(IDLE, {}), 'Unknown network');
});
